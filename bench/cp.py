"""cpWER of a long meeting with 8 speakers: hubbub's Python call beside MeetEval's."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from statistics import median
from time import process_time
from typing import Any

from harness import Row, arguments, duration, finish, progress
from meetings import Meeting, Segments, make
from tools import Limits, ask_hubbub, ask_meeteval, installed

BAR = 20
Calls = dict[str, Callable[[], int]]


def texts(segments: Segments) -> dict[str, str]:
    """All that each speaker said, as one text."""
    said: dict[str, list[str]] = {}
    for segment in segments:
        said.setdefault(segment["speaker"], []).append(segment["words"])
    return {speaker: " ".join(words) for speaker, words in said.items()}


def calls(meeting: Meeting) -> tuple[Calls, Calls]:
    """Ours and MeetEval's, by kind of input."""
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
    its_segments = ask_meeteval("cpwer", meeting, plenty)
    return ours, {
        "segments": lambda: its_segments().errors,
        "a text per speaker": lambda: int(wer.cp_word_error_rate(reference, hypothesis).errors),
    }


def timed(call: Callable[[], int]) -> tuple[float, int]:
    started = process_time()
    errors = call()
    return process_time() - started, errors


def main() -> None:
    given = arguments(__doc__)
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
    best = min((median(own) for (tool, _), own in times.items() if tool == "MeetEval"), default=None)
    rows: list[Row] = []
    for kind in ours:
        seconds = median(times["hubbub", kind])
        peer = "not installed" if best is None else duration(best)
        row: Row = {"case": kind, "hubbub": duration(seconds), "MeetEval's fastest": peer, "bar": f"≥ {BAR}x"}
        if best is not None:
            row |= {"ratio": f"{best / seconds:.1f}x", "met": best / seconds >= BAR}
        wrong = {e for (tool, _), e in errors.items() if tool == "MeetEval"} - {errors["hubbub", kind]}
        row["errors"] = f"{errors['hubbub', kind]}" + (f" but {wrong}" if wrong else "")
        rows.append(row)
    finish(given.json, f"cpWER of 8 speakers and {meeting.words} words", rows)


if __name__ == "__main__":
    main()
