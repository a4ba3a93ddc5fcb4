"""Measures lists of sentence pairs, and one short pair, against jiwer and rapidfuzz.

jiwer.process_words creates the alignment of every pair; hubbub stores what it needs to create one on access. So
hubbub is measured twice: reading only the total, and reading every word of every alignment too. jiwer.wer is
process_words with one number of its result. rapidfuzz computes distances only, here of the words from str.split.

The calls take turns in one process, each including the time to free its result, and the medians of their CPU times
count.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from harness import Row, arguments, duration, finish, progress
from meetings import Words

ERRORS = 0.15
OURS, ALIGNED = "hubbub", "hubbub, with alignments"
Call = Callable[[], int]
"""The number of errors."""


class Case(NamedTuple):
    name: str
    pairs: int
    words: int
    times: int
    """Number of calls timed together, because a short one takes no longer than reading the clock."""
    bar: float
    """Target speed relative to jiwer; with alignments, the target is equal speed."""


CASES = (
    Case("10000 pairs of 20 words", 10_000, 20, 1, 5),
    Case("10000 pairs of 8 words", 10_000, 8, 1, 3),
    Case("50000 pairs of 3 words", 50_000, 3, 1, 3),
    Case("one pair of 8 words", 1, 8, 500, 1),
)


def sentences(count: int, words: int) -> tuple[list[str], list[str]]:
    """Returns references and simulated recognition output, with a fixed seed."""
    text = Words(f"pairs of {words}")
    said = [text.some(words) for _ in range(count)]
    return [" ".join(one) for one in said], [" ".join(text.heard(one, ERRORS)) for one in said]


def wrong(result: Any) -> int:
    """Returns the errors of a result after creating every pair of its alignment. Counting them in Python is not
    measured.
    """
    return int(result.errors) if list(result.alignment.pairs()) else 0


def ask_hubbub(reference: list[str], hypothesis: list[str]) -> dict[str, Call]:
    wer: Any = import_module("hubbub").wer
    if len(reference) == 1:
        (left,), (right,) = reference, hypothesis
        return {
            OURS: lambda: int(wer(left, right).errors),
            ALIGNED: lambda: wrong(wer(left, right)),
        }
    return {
        OURS: lambda: int(wer(reference, hypothesis).total.errors),
        ALIGNED: lambda: sum(map(wrong, wer(reference, hypothesis).values())),
    }


def ask_jiwer(reference: list[str], hypothesis: list[str]) -> Call:
    process_words: Any = import_module("jiwer").process_words
    sides = (reference, hypothesis) if len(reference) > 1 else (reference[0], hypothesis[0])

    def call() -> int:
        found = process_words(*sides)
        return int(found.substitutions + found.deletions + found.insertions)

    return call


def ask_rapidfuzz(reference: list[str], hypothesis: list[str]) -> Call:
    distance: Any = import_module("rapidfuzz.distance").Levenshtein.distance
    return lambda: sum(distance(a.split(), b.split()) for a, b in zip(reference, hypothesis, strict=True))


PEERS = {"jiwer": ask_jiwer, "rapidfuzz": ask_rapidfuzz}


def timed(call: Call, times: int) -> float:
    gc.collect()  # garbage of other calls is not measured
    started = process_time()
    for _ in range(times):
        call()
    return (process_time() - started) / times


def compared(case: Case, rounds: int) -> Row:
    sides = sentences(case.pairs, case.words)
    calls = ask_hubbub(*sides) | {name: ask(*sides) for name, ask in PEERS.items() if find_spec(name)}
    errors = {name: call() for name, call in calls.items()}  # and imports of the first call
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            seconds[name].append(timed(call, case.times))
    middle = {name: median(own) for name, own in seconds.items()}
    row: Row = {"case": case.name}
    row |= {name: duration(middle[name]) if name in middle else "not installed" for name in (OURS, ALIGNED, *PEERS)}
    others = {name: found for name, found in errors.items() if found != errors[OURS]}
    row["errors"] = f"{errors[OURS]} but {others}" if others else errors[OURS]
    if "jiwer" in middle:
        times = {name: middle["jiwer"] / middle[name] for name in (OURS, ALIGNED)}
        row |= {f"jiwer / {name}": f"{number:.2f}x" for name, number in times.items()}
        row["met"] = times[OURS] >= case.bar and times[ALIGNED] >= 1 and not others
    return row | {"bar": f"≥ {case.bar:g}x, ≥ 1x with alignments"}


def main() -> None:
    given = arguments(__doc__)
    rows = []
    for case in CASES:
        progress("pairs:", case.name)
        rows.append(compared(case, 5 if given.quick else 21))
    note = "jiwer creates every alignment; hubbub creates one on access. The bar is for jiwer / hubbub."
    finish(given, f"Pairs of sentences, {ERRORS:.0%} errors", rows, note=note)


if __name__ == "__main__":
    main()
