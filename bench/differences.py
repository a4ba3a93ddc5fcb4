"""Ask the MeetEval that is installed what tests/facts/differences.json says of it: python bench/differences.py."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import meeteval
from harness import HERE

FACTS = json.loads((HERE.parent / "tests/facts/differences.json").read_text(encoding="utf-8"))


def labels(stm: str) -> list[str]:
    return [line.transcript for line in meeteval.io.STM.parse(stm).lines]


def streams(utterances: list[str], streams: list[str]) -> int:
    return int(meeteval.wer.orc_word_error_rate(utterances, streams).errors)


def ctm_word(stm: str, ctm: str, options: dict[str, str]) -> int:
    reference, hypothesis = meeteval.io.STM.parse(stm), meeteval.io.CTMGroup({"hyp": meeteval.io.CTM.parse(ctm)})
    return int(meeteval.wer.tcpwer(reference, hypothesis, collar=0, **options)["s"].errors)


def pauses(stm: str) -> list[float]:
    lines = meeteval.io.STM.parse(stm)
    overlap = meeteval.wer.tcpwer(lines, lines, collar=5)["s"].reference_self_overlap
    return [float(overlap.overlap_time), float(overlap.total_time)]


ASKED: dict[str, Callable[..., Any]] = {
    "labels": labels,
    "empty_streams": streams,
    "no_empty_streams": streams,
    "ctm_word": ctm_word,
    "ctm_word_as_it_is": ctm_word,
    "pauses": pauses,
}


def main() -> int:
    if meeteval.__version__ != FACTS["version"]:
        print(f"the facts are of MeetEval {FACTS['version']}, and {meeteval.__version__} is installed")
        return 0
    assert {"about", "version", *ASKED} == FACTS.keys()
    wrong = 0
    for name, ask in ASKED.items():
        inputs = {**FACTS[name]}
        expected, found = inputs.pop("answer"), ask(**inputs)
        wrong += found != expected
        print(f"{name}: {found}" + ("" if found == expected else f", and not {expected}"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
