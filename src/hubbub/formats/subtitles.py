"""Common parts of the subtitle formats: blocks of lines, clock times, and speakers of cues. A file is one session."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Set
from typing import Any, BinaryIO, NamedTuple

from hubbub.errors import FormatError
from hubbub.formats.decimals import clock, number
from hubbub.formats.files import stem
from hubbub.formats.lines import text_lines
from hubbub.formats.rows import one_line, only_session, read_back
from hubbub.formats.speaker_colon import LONGEST_NAME, name_and_words
from hubbub.model.transcript import Segment, Transcript

TIME = r"-?(?:[0-9]{1,4}:-?)?[0-9]{1,2}:-?[0-9]{1,2}(?:[.,]-?[0-9]{1,20})?"
"""A time of any subtitle format. Teams counts from the start of the recording, so earlier speech is negative."""
ARROW = re.compile(rf"\s*({TIME})\s*-->\s*({TIME})(?:\s.*)?")
REMEDY = "write a line such as `00:00:01.000 --> 00:00:02.500`, then the text, then a blank line"
_SPEAKER = re.compile(r"\[([^\[\]]+)\]:(.*)", re.DOTALL)
_HIGHLIGHT = re.compile(r"</?u>")
DECIMALS = 3
"""Subtitles have milliseconds."""
TOUCHING = 0.0015
"""The longest gap between two cues, in seconds, that counts as none."""

Times = tuple[tuple[float, float], ...]
Line = tuple[int, str]


class Cue(NamedTuple):
    """A text and its times."""

    line: int
    """The line number of the times."""
    start: float
    end: float
    lines: list[str]
    word_times: Times | None = None
    speaker: str | None = None
    extra: dict[str, Any] | None = None

    def has_text(self) -> bool:
        return any(line.strip() for line in self.lines)


def blocks(file: BinaryIO, name: str) -> Iterator[list[Line]]:
    """Yields runs of lines between empty lines; skips those that contain spaces only."""
    block: list[Line] = []
    for place, line in text_lines(file, name):
        if line:
            block.append((place, line))
        else:
            if any(text.strip() for _, text in block):
                yield block
            block = []
    if any(text.strip() for _, text in block):
        yield block


def seconds(time: str) -> float | None:
    """Converts a time to seconds; returns None if it has more than 59 minutes or seconds.

    >>> seconds("01:00:02,500"), seconds("00:02.5"), seconds("0:0:-1.5"), seconds("00:75")
    (3602.5, 2.5, -1.5, None)
    """
    found = clock(time.replace("-", ""))
    return found if found is None or "-" not in time else -found + 0.0


def span(found: re.Match[str] | None, line: Line, name: str) -> tuple[float, float]:
    """Returns start and end of a cue from the match in its line of times. Raises FormatError if they are invalid."""
    place, text = line
    if found is None:
        raise FormatError(name, place, f"no times in {text.strip()!r:.60}", REMEDY)
    start, end = seconds(found[1]), seconds(found[2])
    if start is None or end is None:
        time = found[1] if start is None else found[2]
        raise FormatError(name, place, f"{time} has more than 59 minutes or seconds", REMEDY)
    if end < start:
        raise FormatError(name, place, f"end {found[2]} is before start {found[1]}", "swap them or drop the cue")
    return start, end


def cue(block: list[Line], times: Line, name: str) -> Cue:
    """Returns the cue of a block; its text is the lines after the times."""
    start, end = span(ARROW.fullmatch(times[1]), times, name)
    text = [(place, line) for place, line in block if place > times[0]]
    for place, line in text:
        if ARROW.fullmatch(line):
            raise FormatError(name, place, "times inside a cue", "add a blank line before each cue")
    return Cue(times[0], start, end, [line for _, line in text])


def transcript(cues: list[Cue], name: str, left_out: Counter[str]) -> Transcript:
    """Returns the segments of cues. If no cue has a speaker yet, names before a colon become speakers."""
    if all(cue.speaker is None for cue in cues):
        cues = _with_names([_in_brackets(cue) for cue in cues])
    segments, session = [], stem(name)
    for cue in cues:
        words = one_line(" ".join(cue.lines))
        if not words and cue.speaker is None:
            left_out["cues without text"] += 1
            continue
        times = cue.word_times if cue.word_times and len(cue.word_times) == len(words.split()) else None
        segments.append(Segment(words, session, cue.speaker, cue.start, cue.end, None, times, cue.extra))
    return Transcript(segments, name, (), left_out)


def _in_brackets(cue: Cue) -> Cue:
    """Returns the cue with the speaker that WhisperX writes before its text: [SPEAKER_00]: …"""
    found = _SPEAKER.match("\n".join(cue.lines).lstrip())
    if not found or not found[1].strip():
        return cue
    return cue._replace(speaker=found[1].strip(), lines=found[2].split("\n"))


def _with_names(cues: list[Cue]) -> list[Cue]:
    """Returns cues with the names before a colon as speakers, if enough cues have one; a few colons are coincidence.

    A cue without a name continues the speaker before it. A cue may have lines of several speakers.
    """
    if any(cue.speaker is not None for cue in cues):
        return cues
    firsts = [next((line for line in cue.lines if line.strip()), "") for cue in cues]
    counts = Counter(_before_colon(line) for line in firsts)
    again = {text for text, count in counts.items() if text is not None and count > 1}
    names = [_name_and_words(line, again)[0] for line in firsts]
    found = sum(name is not None for name in names)
    if not found or not (found * 2 >= len(cues) or (names[0] is not None and found * 4 >= len(cues))):
        return cues
    known, turns = set(names) - {None}, []
    speaker: str | None = None
    for cue in cues:
        lines: list[str] = []
        for line in cue.lines:
            name, words = _name_and_words(line, again)
            if name in known:
                if any(map(str.strip, lines)):
                    turns.append(cue._replace(speaker=speaker, lines=lines, word_times=None))
                speaker, lines = name, []
            lines.append(words if name in known else line)
        turns.append(cue._replace(speaker=speaker if any(map(str.strip, cue.lines)) else None, lines=lines))
    return turns


def _name_and_words(line: str, again: Set[str]) -> tuple[str | None, str]:
    """Returns the name before a colon and the words after it. Repeated words before a colon always count as a name."""
    name, words = name_and_words(line.strip())
    if name is None and (text := _before_colon(line)) in again:
        return text, line.partition(":")[2].strip()
    return (name, words) if name is not None and any(map(str.isalpha, name)) else (None, line)


def _before_colon(line: str) -> str | None:
    text, colon, words = line.partition(":")
    text = text.strip()
    return text if colon and 0 < len(text) <= LONGEST_NAME and words[:1] in ("", " ") and not text.isdecimal() else None


def without_highlights(cues: list[Cue], left_out: Counter[str]) -> list[Cue]:
    """Joins cues that repeat one text to highlight its words in turn, between <u> and </u>, as Whisper writes them.

    They give the times of the words.
    """
    joined: list[Cue] = []
    last = -1
    for cue in cues:
        text = "\n".join(cue.lines)
        plain, place = _HIGHLIGHT.sub("", text).split("\n"), text.find("<u>")
        times: Times = () if place < 0 else ((cue.start, cue.end),)
        before = joined[-1] if joined else None
        follows = before is not None and before.lines == plain and cue.start - before.end < TOUCHING
        if before is not None and follows and max(last, place) >= 0 and (place < 0 or place > last):
            joined[-1] = before._replace(end=cue.end, word_times=(before.word_times or ()) + times)
            left_out["repeated lines"] += 1
            last = max(last, place)
        else:
            joined.append(cue._replace(lines=plain, word_times=times or None))
            last = place
    return joined


def written(time: float, point: str) -> str:
    """Returns a time with hours, to the millisecond.

    >>> written(3602.5, ",")
    '01:00:02,500'
    """
    thousandths = round(time * 1000)
    minutes, thousandths = divmod(thousandths, 60_000)
    whole, thousandths = divmod(thousandths, 1000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{whole:02}{point}{thousandths:03}"


def write(
    transcript: Transcript,
    read: Callable[[BinaryIO, str], Transcript],
    shown: Callable[[int, Segment], str],
    head: str = "",
) -> str:
    """Returns the text of a file; `shown` returns that of a cue, from its number and segment."""
    only_session(transcript)
    segments = [_rounded(segment, index) for index, segment in enumerate(transcript)]
    cues = (shown(place, segment) for place, segment in enumerate(segments, 1))
    return read_back(head + "\n".join(cues), read, segments)


def _rounded(segment: Segment, index: int) -> Segment:
    """Returns the segment as subtitles store it: words on one line, times to the millisecond."""
    if segment.start is None or segment.end is None:
        raise FormatError("", None, f"segment {index + 1} has no times", "write a format without times, such as trn")
    if segment.start < 0:
        what = f"segment {index + 1}: start {number(segment.start)} is negative"
        raise FormatError("", None, what, "shift the times, or write seglst")
    if segment.speaker is not None and one_line(segment.speaker) != segment.speaker:
        what = f"segment {index + 1}: the speaker {segment.speaker!r:.40} contains line breaks or repeated spaces"
        raise FormatError("", None, what, "rename it, or write seglst")
    times = round(segment.start, DECIMALS), round(segment.end, DECIMALS)
    return Segment(one_line(segment.words), None, segment.speaker, *times)
