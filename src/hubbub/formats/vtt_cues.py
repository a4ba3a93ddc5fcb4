"""The cues of WebVTT, also without blank lines between them, and of several files in one, as streams are saved."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats import subtitles
from hubbub.formats.decimals import total
from hubbub.formats.subtitles import DECIMALS, REMEDY, Cue, Line

HEADER = "WEBVTT"
_ASIDE = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")
"""The start of a block that is not a cue."""
_MAP = re.compile(r"X-TIMESTAMP-MAP\s*=(?=.*LOCAL:([0-9:.]+))(?=.*MPEGTS:([0-9]{1,12}))")
"""The time of a part of a stream, in seconds and in the clock of the stream."""
_NUMBER = re.compile(r"[ \t]*[0-9]{1,9}[ \t]*")
CLOCK, WRAP = 90_000, 1 << 33
"""The ticks per second of the clock of a stream, and the number at which it begins again."""


def read_cues(file: BinaryIO, name: str, left_out: Counter[str]) -> tuple[list[Cue], list[tuple[int, float]]]:
    """Returns the cues of all parts, and the line and the clock of each part, which begins with a header.

    A cue that crosses the border of two parts is in both.
    """
    found: list[Cue] = []
    before: set[object] = set()  # the cues of the earlier parts
    clocks: list[tuple[int, float]] = []
    for block in subtitles.blocks(file, name):
        lines = block[next(place for place, line in enumerate(block) if line[1].strip()) :]
        is_header = block[0][1].startswith(HEADER)
        if not clocks and not is_header:
            raise FormatError(name, block[0][0], f"the first line is not {HEADER}", "write it there, before the cues")
        if is_header:
            clocks.append((block[0][0], _clock(block, name)))
            before.update(_shown(cue, clocks) for cue in found)
            lines = block[next((place for place, line in enumerate(block) if "-->" in line[1]), len(block)) :]
        elif "-->" not in lines[0][1] and (_ASIDE.match(lines[0][1]) or _is_number(lines, len(found))):
            continue
        elif found and not found[-1].has_text() and not any("-->" in line for _, line in lines):
            found[-1] = found[-1]._replace(lines=[line for _, line in lines])  # a blank line came after the times
            continue
        for cue in _split(lines, name):
            if _shown(cue, clocks) in before:
                left_out["repeated cues"] += 1
            else:
                found.append(cue)
    return found, clocks


def _shown(cue: Cue, clocks: list[tuple[int, float]]) -> tuple[object, ...]:
    """Returns what a reader sees of a cue."""
    moved = shifted(cue, clocks)
    return moved.start, moved.end, *moved.lines


def _is_number(lines: list[Line], before: int) -> bool:
    """Returns whether a block is only the number of the next cue."""
    return len(lines) == 1 and lines[0][1].strip() in (str(before), str(before + 1))


def _split(block: list[Line], name: str) -> Iterator[Cue]:
    """Yields the cues of a block, which may lack the blank lines between them. A cue may have a name or a number."""
    if not block:
        return
    first = 0 if "-->" in block[0][1] or len(block) == 1 else 1
    times = [first, *(place for place in range(first + 1, len(block)) if _has_times(block[place][1]))]
    for begin, end in pairwise([*times, len(block)]):
        if end < len(block) and begin > 0 and _follows(block[end - 1][1], block[begin - 1][1]):
            end -= 1  # the number of the next cue
        yield subtitles.cue(block[begin:end], block[begin], name)


def _has_times(line: str) -> bool:
    return "-->" in line and line.lstrip()[:1].isdecimal()


def _follows(number: str, before: str) -> bool:
    """Returns whether both lines are numbers of cues, the first of them the next one."""
    return bool(_NUMBER.fullmatch(number) and _NUMBER.fullmatch(before)) and int(number) == int(before) + 1


def _clock(block: list[Line], name: str) -> float:
    """Returns the seconds by which the clock of the stream is ahead of the times of a part; 0 if it is not given."""
    match = next(filter(None, (_MAP.match(line) for _, line in block)), None)
    if match is None:
        return 0.0
    local = subtitles.seconds(match[1])
    if local is None:
        raise FormatError(name, block[0][0], f"X-TIMESTAMP-MAP has the time {match[1]:.40}", REMEDY)
    return int(match[2]) % WRAP / CLOCK - local


def shifted(cue: Cue, clocks: list[tuple[int, float]]) -> Cue:
    """Returns a cue with times as in the first part."""
    clock = next((clock for line, clock in reversed(clocks) if line <= cue.line), clocks[0][1])
    delay = round((clock - clocks[0][1] + WRAP / CLOCK / 2) % (WRAP / CLOCK) - WRAP / CLOCK / 2, DECIMALS)
    if not delay:
        return cue
    words = cue.word_times and tuple((total(start, delay), total(end, delay)) for start, end in cue.word_times)
    return cue._replace(start=total(cue.start, delay), end=total(cue.end, delay), word_times=words)
