"""Measures cpWER of a long meeting with 8 speakers: hubbub's Python call and MeetEval's."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib import import_module
from statistics import median
from time import process_time
from typing import Any

from harness import Row, arguments, duration, finish, progress
from meetings import Meeting, Segments, make
from tools import Limits, ask_hubbub, ask_meeteval, installed

BAR = 40
Calls = dict[str, Callable[[], int]]


def texts(segments: Segments) -> dict[str, str]:
    """Returns all words of each speaker as one text."""
    said: dict[str, list[str]] = {}
    for segment in segments:
        said.setdefault(segment["speaker"], []).append(segment["words"])
    return {speaker: " ".join(words) for speaker, words in said.items()}


def calls(meeting: Meeting) -> tuple[Calls, Calls]:
    """Returns the calls of hubbub and of MeetEval, by kind of input."""
    hubbub: Any = import_module("hubbub")
    reference, hypothesis = texts(meeting.reference), texts(meeting.hypothesis)
    plenty = Limits(3600, 2**40)
    by_segment = ask_hubbub("cpwer", meeting, plenty)
    ours: Calls = {
        "segments": lambda: by_segment().errors,
        "SegLST dicts": lambda: int(hubbub.cpwer(meeting.reference, meeting.hypothesis).errors),
        "a text per speaker": lambda: int(hubbub.cpwer(reference, hypothesis).errors),
    }
    if not installed("MeetEval"):
        return ours, {}
    wer: Any = import_module("meeteval.wer")
    seglst: Any = import_module("meeteval.io").SegLST
    its_segments = ask_meeteval("cpwer", meeting, plenty)

    def from_dicts() -> int:
        return int(wer.cp_word_error_rate(seglst(meeting.reference), seglst(meeting.hypothesis)).errors)

    return ours, {
        "segments": lambda: its_segments().errors,
        "SegLST dicts": from_dicts,
        "a text per speaker": lambda: int(wer.cp_word_error_rate(reference, hypothesis).errors),
    }


def timed(call: Callable[[], int]) -> tuple[float, int]:
    started = process_time()
    errors = call()
    return process_time() - started, errors


def main() -> None:
    given = arguments(__doc__)
    logging.disable()  # MeetEval warns on every call that texts have no times
    meeting = make(1064, 8, 8, system="diar")
    progress("cp:", meeting.name, meeting.words, "words")
    ours, peers = calls(meeting)
    times: dict[tuple[str, str], list[float]] = {}
    errors: dict[tuple[str, str], int] = {}
    for _ in range(5 if given.quick else 15):
        for tool, table in (("hubbub", ours), ("MeetEval", peers)):
            for kind, call in table.items():
                seconds, errors[tool, kind] = timed(call)
                times.setdefault((tool, kind), []).append(seconds)
    rows: list[Row] = []
    for kind in ours:
        seconds, found = median(times["hubbub", kind]), errors["hubbub", kind]
        row: Row = {"case": kind, "hubbub": duration(seconds), "MeetEval": "not installed", "bar": f"≥ {BAR}x"}
        if peers:
            peer = median(times["MeetEval", kind])
            row |= {"MeetEval": duration(peer), "ratio": f"{peer / seconds:.1f}x", "met": peer / seconds >= BAR}
        others = set(errors.values()) - {found}
        row["errors"] = f"{found} but {others}" if others else found
        rows.append(row)
    finish(given, f"cpWER of 8 speakers and {meeting.words} words", rows)


if __name__ == "__main__":
    main()
