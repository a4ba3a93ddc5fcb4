"""What transcripts contain besides speech: headings, notices of meeting tools, times, and tags with a time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

Line = tuple[int, str]
NOT_SPEECH, TIMES, UNCLEAR, EVENTS = "lines without speech", "time marks", "unintelligible passages", "audio events"
"""Items that are skipped and counted."""
CLOCK = r"\d{1,3}:\d\d(?::\d\d)?(?:\.\d+)?"
_TAG = re.compile(rf"\[(?:([^\[\]]{{1,60}}?)\s)?\s*{CLOCK}\]")
_MARKS = {
    **dict.fromkeys(("inaudible", "unintelligible", "indiscernible", "indistinct", "crosstalk", "cross talk"), UNCLEAR),
    **dict.fromkeys(("laughter", "laughs", "music", "applause", "silence", "pause", "noise"), EVENTS),
}
"""The words of tags with a time that are not speech. Rev marks doubtful words with a time too; they are kept."""
_TIME_ONLY = re.compile(r"\d{1,3}:\d\d:\d\d(?:\.\d+)?")
_TITLE = re.compile(r".*[-\u2013]\s*Transcript")
_ENDING = re.compile(rf"(?:Transcription|Meeting) ended after {CLOCK}.*")
_NOTICE = re.compile(r"This editable transcript was computer[ -]generated\b.*")
_HEADING = re.compile(r"#{1,6}\s.*|[-*_]{3,}")
_FIRST = 5
"""Google Meet's title is among the first lines."""


def without_tags(words: str, left_out: Counter[str]) -> str:
    """Returns a text without times in brackets, and without the passages that nobody understood.

    >>> without_tags("So [crosstalk 00:01:12] we go to [Kyiv 00:01:15].", left_out := Counter()), dict(left_out)
    ('So we go to Kyiv.', {'unintelligible passages': 1, 'time marks': 1})
    """
    if "[" not in words or _TAG.search(words) is None:
        return words

    def kept(tag: re.Match[str]) -> str:
        mark = _MARKS.get((tag[1] or "").strip().lower())
        left_out[mark or TIMES] += 1
        return "" if mark else tag[1] or ""

    return " ".join(_TAG.sub(kept, words).split())


def speech(lines: Iterable[Line], markdown: bool, left_out: Counter[str]) -> list[Line]:
    """Returns the lines that may be speech: without blank ones, lines that are only a time, and what Google Meet adds.

    With `markdown`, headings are not speech either.
    """
    filled = [(number, line.strip()) for number, line in lines if line.strip()]
    plain = [line.lstrip("#").strip(" *_").replace("\\", "") for _, line in filled]
    first, last = _meeting(plain)
    left_out[NOT_SPEECH] += first + len(filled) - last
    kept = []
    for (number, line), text in zip(filled[first:last], plain[first:last], strict=True):
        if _TIME_ONLY.fullmatch(text):
            left_out[TIMES] += 1
        elif _NOTICE.fullmatch(text) or (markdown and _HEADING.fullmatch(line)):
            left_out[NOT_SPEECH] += 1
        else:
            kept.append((number, line))
    return kept


def _meeting(lines: list[str]) -> tuple[int, int]:
    """Returns where the speech of Google Meet's transcript begins and ends; all lines if it has no title or ending."""
    first = next((place + 1 for place, line in enumerate(lines[:_FIRST]) if _TITLE.fullmatch(line)), 0)
    if first and lines[first : first + 1] in (["Attendees"], ["Attendees:"]):
        first += 2
    if first and lines[first : first + 1] == ["Transcript"]:
        first += 1
    last = next((place for place in range(first, len(lines)) if _ENDING.fullmatch(lines[place])), len(lines))
    return min(first, len(lines)), last
