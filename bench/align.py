"""Measures alignment of two word sequences, and pairing of speakers and streams, against common tools.

python bench/align.py [--words N] [--repeats N] [--json FILE]

Every table row is one task, done by a public function of hubbub and by another tool on the same text in the same
run. Times are medians in milliseconds of CPU time; the tools take turns, so other load on the machine affects both.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jiwer
import meeteval
from rapidfuzz.distance import Levenshtein

import hubbub

VOCABULARY = 3000


class Row(NamedTuple):
    task: str
    hubbub: float
    peer: float
    name: str  # of the other tool
    ratio: float  # how many times as long the other tool takes


def processor_time(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def compare(task: str, ours: Callable[[], Any], name: str, theirs: Callable[[], Any], repeats: int) -> Row:
    ours(), theirs()
    times = [(processor_time(ours), processor_time(theirs)) for _ in range(repeats)]
    own, peer = (statistics.median(column) for column in zip(*times, strict=True))
    return Row(task, own, peer, name, peer / own)


def text(words: Sequence[int]) -> str:
    return " ".join(map(str, words))


def random_words(count: int, rng: random.Random) -> list[int]:
    return [rng.randrange(VOCABULARY) for _ in range(count)]


def noisy(words: Sequence[int], errors: float, rng: random.Random) -> list[int]:
    """Returns the words with equal numbers of substitutions, deletions and insertions."""
    heard: list[int] = []
    for word in words:
        kind = rng.random() * 3 / errors
        if kind < 1:
            continue
        heard.append(rng.randrange(VOCABULARY) if kind < 2 else word)
        if 2 <= kind < 3:
            heard.append(rng.randrange(VOCABULARY))
    return heard


def sequences(count: int, rng: random.Random) -> Iterator[tuple[str, list[int], list[int]]]:
    reference = random_words(count, rng)
    for errors in (0.01, 0.1, 0.15, 0.3, 0.5):
        yield f"{count} words, {errors:.0%} errors", reference, noisy(reference, errors, rng)
    yield f"{count} words, unrelated", reference, random_words(count, rng)


def of_text(name: str, reference: str, hypothesis: str, repeats: int) -> Iterator[Row]:
    """Yields the number of errors, their kinds, and the alignment with every pair of words read."""
    distance = Levenshtein.distance
    assert hubbub.wer(reference, hypothesis).errors == distance(reference.split(), hypothesis.split())
    yield compare(
        f"errors, {name}",
        lambda: hubbub.wer(reference, hypothesis).errors,
        "rapidfuzz",
        lambda: distance(reference.split(), hypothesis.split()),
        repeats,
    )
    yield compare(
        f"kinds of errors, {name}",
        lambda: hubbub.wer(reference, hypothesis).substitutions,
        "jiwer",
        lambda: jiwer.process_words(reference, hypothesis).substitutions,
        repeats,
    )
    yield compare(
        f"alignment, {name}",
        lambda: [list(lane.pairs()) for lane in hubbub.wer(reference, hypothesis).alignment],
        "jiwer",
        lambda: jiwer.process_words(reference, hypothesis).alignments,
        repeats,
    )


def of_speakers(count: int, repeats: int, rng: random.Random) -> Row:
    """Returns eight speakers and the same eight streams in another order, with the same total number of words."""
    said = [random_words(count // 8, rng) for _ in range(8)]
    speakers = [text(words) for words in said]
    streams = [text(noisy(words, 0.2, rng)) for words in reversed(said)]

    def ours() -> Any:
        return hubbub.cpwer(speakers, streams)

    def theirs() -> Any:
        sides = ({str(i): words for i, words in enumerate(side)} for side in (speakers, streams))
        return meeteval.wer.cp_word_error_rate(*sides, reference_sort=False, hypothesis_sort=False)

    assert ours().errors == theirs().errors
    return compare(f"pairing, 8 speakers, {count} words", ours, "meeteval", theirs, repeats)


def all_rows(count: int, repeats: int, rng: random.Random) -> Iterator[Row]:
    for name, reference, hypothesis in sequences(count, rng):
        yield from of_text(name, text(reference), text(hypothesis), repeats)
    yield of_speakers(count, repeats, rng)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=10_000, help="in each sequence")
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--json", type=Path, dest="output", help="write the rows as JSON here")
    options = parser.parse_args()
    rng = random.Random(1)
    rows = []
    print(f"{'task':45} {'hubbub':>10} {'peer':>10}  {'':10} {'ratio':>7}")
    for row in all_rows(options.words, options.repeats, rng):
        print(f"{row.task:45} {row.hubbub:7.2f} ms {row.peer:7.2f} ms  {row.name:10} {row.ratio:6.1f}x", flush=True)
        rows.append(row._asdict())
    if options.output:
        bars = {"errors": 1, "kinds of errors": 3, "alignment": 1, "pairing": 20}  # times faster
        shown = [
            {
                "case": row["task"],
                "hubbub": f"{row['hubbub']:.2f} ms",
                "peer": f"{row['name']} {row['peer']:.2f} ms",
                "ratio": f"{row['ratio']:.1f}x",
                "bar": f"≥ {bars[str(row['task']).split(',')[0]]}x",
                "met": float(row["ratio"]) >= bars[str(row["task"]).split(",")[0]],
            }
            for row in rows
        ]
        options.output.write_text(
            json.dumps({"title": "Two sequences of words", "rows": shown}, indent=1) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
