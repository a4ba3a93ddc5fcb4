"""Makes hostile inputs, and runs what takes them: whatever comes, it must be a result or a HubbubError.

    PYTHONPATH=tests python -m support.hostile 20000 7    20,000 calls with the seed 7

A kind of hostile input is a function of KINDS that yields Cases without end from a random.Random: a name that tells how
to make the case again, and the call. The same seed gives the same cases.
"""

from __future__ import annotations

import sys
import traceback
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import hubbub
from hubbub import DIARIZATION, METRICS, HubbubError, InputError, Markup, Region, Segment, Transcript
from hubbub.model.options import TIMES, WORDS, options_for

api: Any = hubbub


class Case(NamedTuple):
    """A call, and how to read it in a message."""

    name: str
    call: Callable[[], Any]


class Stubborn:
    """An object that does not even show itself."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


TIMED = Segment("a b", "s", "A", 0.0, 1.0)
TEXTS = (
    "", " ", "a b", "a", "text", "ref.srt", "nope.stm", "dir/nope.json", "./x", "\ud800", "a\0b", "{ a / b", "(uh)",
    "1e999", "é\u0301", "nan", "-1", "word", "wer", "seglst", "[", "a*", "x" * 2000,
)  # fmt: skip
NUMBERS = (0, 1, -1, 3, 0.5, -0.0, 1e300, float("nan"), float("inf"), 10**30, 10**5000, True, False)
ODD: tuple[Callable[[], Any], ...] = (
    lambda: None, lambda: ..., object, Stubborn, lambda: str.lower, lambda: sys,
    lambda: b"a b", lambda: bytearray(b"a"), lambda: memoryview(b"a b"), lambda: array("d", [1.0, 2.0]),
    lambda: Decimal("1.5"), lambda: Fraction(1, 3), lambda: 3j, lambda: timedelta(seconds=3), lambda: range(3),
    lambda: Path("nope.stm"), lambda: Path(), lambda: Path("a\0b"), lambda: {"a b", "c"}, lambda: frozenset({"a"}),
    lambda: {"a": "b"}.items(), lambda: {"a": "b"}.values(), lambda: {"a b": 1}.keys(), lambda: iter(["a b", "c"]),
    lambda: deque(["a", "b"]), lambda: (text for text in ("a", None)), lambda: api.Options(), lambda: METRICS["wer"],
    lambda: Markup("a.stm:3"), lambda: Region("s", 0.0, 1.0),
    lambda: api.wer("a b", "a"), lambda: api.wer(["a b"], ["a"]), lambda: api.der([TIMED], [TIMED]),
)  # fmt: skip
KEYS = (
    "words",
    "text",
    "session_id",
    "speaker",
    "start_time",
    "end_time",
    "channel",
    "word_times",
    "A",
    1,
    None,
    ("s", "A"),
)


def described(given: Any) -> str:
    try:
        return f"{given!r:.300}"
    except Exception:  # a Stubborn one, or a number of 5,000 digits
        return f"{type(given).__name__} that cannot be shown"


def library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


def table(random: Random) -> Any:
    """A table or a column of numpy, pandas or polars; None where that is not installed."""
    rows = random.randint(0, 3)
    names = random.sample([key for key in KEYS if isinstance(key, str)], random.randint(1, 4))
    columns = {name: [random.choice(["a b", "c", None, 1.5, 0.0]) for _ in range(rows)] for name in names}
    module = library(random.choice(["numpy", "pandas", "polars"]))
    if module is None:
        return None
    if module.__name__ == "numpy":
        return random.choice(
            [module.array(["a", "b"]), module.array("a"), module.zeros((2, 2)), module.float32(1.5), module.int64(2),
             module.array(["a", None], dtype=object), module.bool_(True), module.datetime64("2026-01-01")]
        )  # fmt: skip
    if module.__name__ == "pandas":
        frame = module.DataFrame(columns)
        return random.choice([frame, frame[names[0]], module.NA, module.NaT, frame.groupby(names[0])])
    frame = module.DataFrame(columns, strict=False)
    return random.choice([frame, frame[names[0]], frame.lazy()])


def segment(random: Random) -> Segment:
    """A Segment with some wrong fields."""
    fields: dict[str, Any] = TIMED._asdict()
    for _ in range(random.randint(0, 2)):
        fields[random.choice(Segment._fields)] = value(random, 1)
    return Segment(**fields)


def value(random: Random, depth: int = 3) -> Any:
    """Anything at all."""
    kind = random.randrange(14 if depth else 5)
    if kind < 2:
        return random.choice(TEXTS)
    if kind == 2:
        return random.choice(NUMBERS)
    if kind < 5:
        return random.choice(ODD)()
    if kind == 5:
        return table(random)
    if kind == 6:
        return segment(random)
    if kind == 7:
        return {random.choice(KEYS): value(random, depth - 1) for _ in range(random.randint(0, 4))}
    if kind == 8:
        kinds: list[Callable[[Random, int], Any]]
        kinds = [value, lambda random, _: segment(random), lambda random, _: random.choice(TEXTS)]
        alike = random.choice(kinds)
        return [alike(random, depth - 1) for _ in range(random.randint(0, 3))]
    if kind == 9:
        return tuple(value(random, depth - 1) for _ in range(random.randint(0, 3)))
    if kind == 10:
        return Region(*(random.choice([known, value(random, 0)]) for known in ("s", 0.0, 1.0, None)))
    if kind == 11:
        return transcript(random)
    if kind == 12:
        return {key: {key: value(random, depth - 1)} for key in ("s", "t")}
    return [{**dict.fromkeys(("words", "speaker"), "a"), random.choice(KEYS): value(random, depth - 1)}]


def transcript(random: Random) -> Any:
    """A Transcript of segments, or these alone where they are refused."""
    segments = [segment(random) for _ in range(random.randint(0, 2))]
    ignored = random.choice([(), (Region("s", 0.0, 0.5),), (Region("t", 0, 1, "A"),)])
    try:
        return Transcript(segments, ignored=ignored)
    except InputError:
        return segments


def side(random: Random) -> Any:
    """A side of a comparison: mostly hostile, at times fine."""
    kinds: list[Callable[[Random], Any]] = [value, value, value, transcript, lambda _: "a b", lambda _: [TIMED]]
    return random.choice(kinds)(random)


def choices(random: Random, kind: str) -> dict[str, Any]:
    names = random.sample(options_for(kind), random.choice([0, 0, 1, 1, 2]))
    return {name: value(random, 2) for name in names}


def looked_at(found: Any) -> Any:
    """What came back, after a look at it: some of it is only made then."""
    for result in found.values() if isinstance(found, dict) else [found]:
        if hasattr(result, "to_json"):
            repr(result), str(result), result.to_json()
    if isinstance(found, Transcript):
        repr(found), list(found), found.sessions(), found.speakers()
    return found


def scorings(random: Random) -> Iterator[Case]:
    """Every metric with anything on both sides and for its options."""
    names = [*METRICS, *DIARIZATION]
    while True:
        name, ref, hyp = random.choice(names), side(random), side(random)
        fields = choices(random, WORDS if name in METRICS else TIMES)
        if name in METRICS and METRICS[name].timed and random.random() < 0.8:
            fields.setdefault("collar", 5)
        arguments = [ref, hyp, *([value(random)] if random.random() < 0.1 else [])]
        call = getattr(api, name)
        if random.random() < 0.1:
            name, call = "score", api.score
            arguments = [random.choice([value(random), ["wer", "cpwer"], "cpwer"]), *arguments]
        yield Case(f"{name} {described(arguments)} {described(fields)}", partial(call, *arguments, **fields))


def files(random: Random) -> Iterator[Case]:
    """Loading and writing, scores and pages, Transcripts and what results are read from."""
    scores = api.wer(["a b", "c"], ["a", "c"])
    plain = scores.to_dict(alignment=True)

    def broken() -> dict[str, Any]:
        data = {**plain, random.choice([*plain]): value(random, 2)}
        if random.random() < 0.5:
            session = {**plain["sessions"]["0"], random.choice([*plain["sessions"]["0"]]): value(random, 2)}
            data = {**plain, "sessions": {"0": session}}
        return data

    while True:
        some, other, path = (
            value(random),
            value(random, 1),
            random.choice(["out.json", "out.stm", "out.ctm", "out.rttm"]),
        )
        made, data = random.choice([transcript(random), some]), random.choice([broken(), some])
        calls = {
            "load": partial(api.load, some),
            "load format": partial(api.load, "nope.stm", format=some),
            "dump": partial(api.dump, made, path),
            "dump path": partial(api.dump, Transcript([TIMED]), some, format="stm"),
            "dump format": partial(api.dump, Transcript([TIMED]), path, format=some),
            "dump_scores": partial(api.dump_scores, some),
            "load_scores": partial(api.load_scores, some),
            "Scores.from_json": partial(api.Scores.from_json, some),
            "Result.from_json": partial(api.Result.from_json, some),
            "Scores.from_dict": partial(api.Scores.from_dict, data),
            "DiarizationScores.from_dict": partial(api.DiarizationScores.from_dict, data),
            "report": partial(api.report, some),
            "report path": partial(api.report, scores, some),
            "report title": partial(api.report, scores, title=some, audio=other),
            "Transcript": partial(api.Transcript, some),
            "Transcript ignored": partial(api.Transcript, [TIMED], ignored=some),
        }
        name, call = random.choice(list(calls.items()))
        yield Case(f"{name} {described(some)} {described(made)}", call)


KINDS = (scorings, files)


def cases(number: int, seed: int) -> Iterator[Case]:
    """So many cases, of every kind alike."""
    sources = [kind(Random(f"{seed} {kind.__name__}")) for kind in KINDS]
    for turn in range(number):
        yield from islice(sources[turn % len(sources)], 1)


def fault(case: Case) -> str | None:
    """How the case goes wrong; None if it ends as it should."""
    try:
        looked_at(case.call())
    except HubbubError as error:
        if "; " not in str(error) or len(str(error)) > 3000:
            return f"{case.name}\n  the message has no remedy, or is too long: {error!s:.300}"
    except Exception:
        return f"{case.name}\n{traceback.format_exc(limit=-4)}"
    return None


def main(number: int, seed: int) -> int:
    import os

    with TemporaryDirectory() as folder:
        os.chdir(folder)
        faults = [text for text in map(fault, cases(number, seed)) if text is not None]
        os.chdir(Path(__file__).parents[1])  # Windows does not remove a folder in use
    print("\n".join(faults[:20]))
    print(f"{number} hostile inputs with seed {seed}, {len(faults)} went wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
