"""Praat TextGrid: a tier of intervals per speaker, in the long or the short layout. The file is one session."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.decimals import number, numeric
from hubbub.formats.files import stem
from hubbub.formats.lines import text_of
from hubbub.formats.rows import one_line, only_session
from hubbub.model.reading_options import DETECTED, Reading
from hubbub.model.transcript import Segment, Transcript

INTERVALS, POINTS = "IntervalTier", "TextTier"
BINARY = b"ooBinaryFile"
_TOKEN = re.compile(r'"((?:[^"]|"")*)"|<(\w+)>(?!\S)|(?<!\S)([-+]?[0-9][0-9.eE+-]*)(?!\S)|(?<!\S)![^\r\n]*|(")')
"""The tokens that Praat reads: quoted text, <flags> and separate numbers. It ignores everything else."""
_ALIGNED = re.compile(r"(?:(.*\S)\s+-\s+)?(words?|phones?)", re.IGNORECASE | re.DOTALL)
"""Tier names of forced aligners: Alice - words, Alice - phones."""


class _Tier(NamedTuple):
    kind: str
    name: str
    intervals: list[tuple[float, float, str]]


class _Tokens:
    """The tokens of a file, in order."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name, self.place = text, name, 0
        self.found = (token for token in _TOKEN.finditer(text) if token.lastindex)

    def wrong(self, what: str, remedy: str) -> FormatError:
        line = len(re.findall("\r\n|\r|\n", self.text[: self.place])) + 1
        return FormatError(self.name, line, what, remedy)

    def _next(self, wanted: str) -> re.Match[str]:
        token = next(self.found, None)
        if token is None or token[4]:
            self.place = len(self.text.rstrip()) if token is None else token.start()
            raise self.wrong(f"incomplete: expected {wanted}", "download or save the file again")
        self.place = token.start()
        return token

    def string(self, wanted: str) -> str:
        token = self._next(wanted)
        if token[1] is None:
            raise self.wrong(f"{token[0]:.40} instead of {wanted} in quotes", "fix it, or save it again with Praat")
        return token[1].replace('""', '"')

    def number(self, wanted: str) -> float:
        token = self._next(wanted)
        if token[3] is None or not numeric(token[3]):
            raise self.wrong(f"{token[0]:.40} instead of the number {wanted}", "fix it, or save it again with Praat")
        if abs(float(token[3])) > 1e9:
            raise self.wrong(f"{wanted} {token[3]:.40} is above 1e9", "give times in seconds")
        return float(token[3]) + 0.0

    def count(self, wanted: str) -> int:
        value = self.number(wanted)
        if value != int(value) or value < 0:
            raise self.wrong(f"{wanted} {number(value)} is not a count", "give the number of items that follow")
        return int(value)

    def flag(self, wanted: str) -> str:
        token = self._next(wanted)
        if token[2] is None:
            raise self.wrong(f"{token[0]:.40} instead of {wanted}", "fix it, or save it again with Praat")
        return token[2]

    def end(self) -> None:
        token = next(self.found, None)
        if token is not None:
            self.place = token.start()
            raise self.wrong(f"{token[0]:.40} after the last tier", "correct the counts of tiers and intervals")


def read(file: BinaryIO, name: str, reading: Reading = DETECTED) -> Transcript:
    if file.read(len(BINARY)) == BINARY:
        raise FormatError(name, None, "a binary TextGrid", "save it in Praat as a text file")
    segments: list[Segment] = []
    left_out: Counter[str] = Counter()
    session = stem(name)
    tiers = list(_tiers(_Tokens(text_of(file, name), name)))
    reading.see_tiers([tier.name for tier in tiers], name)
    for tier in tiers:
        if reading.tiers and tier.name not in reading.tiers:
            left_out[f"intervals of the tier {tier.name}"] += sum(bool(text) for _, _, text in tier.intervals)
            continue
        aligned = _ALIGNED.fullmatch(tier.name.strip())
        is_phones = bool(aligned and aligned[2].lower().startswith("phone"))
        if not reading.tiers and (tier.kind == POINTS or is_phones):
            left_out["points" if tier.kind == POINTS else "phones"] += sum(bool(text) for _, _, text in tier.intervals)
            continue
        speaker = (aligned[1] if aligned else tier.name) or None
        for start, end, text in tier.intervals:
            if text:
                times = ((start, end),) if aligned and len(text.split()) == 1 else None
                segments.append(Segment(text, session, speaker, start, end, None, times))
    segments.sort(key=lambda segment: (segment.start, segment.end))
    return Transcript(segments, name, (), left_out)


def _tiers(tokens: _Tokens) -> Iterator[_Tier]:
    if not tokens.string("the type of file").startswith("ooTextFile") or tokens.string("the class") != "TextGrid":
        raise tokens.wrong("not a TextGrid", "save it in Praat as a text file")
    tokens.number("xmin"), tokens.number("xmax")
    if tokens.flag("<exists>") != "exists":
        return
    for _ in range(tokens.count("the number of tiers")):
        kind, name = tokens.string("the class of a tier"), tokens.string("the name of a tier")
        if kind not in (INTERVALS, POINTS):
            raise tokens.wrong(f"unknown tier class {kind:.40}", f"use {INTERVALS} or {POINTS}")
        tokens.number("xmin"), tokens.number("xmax")
        intervals = []
        for _ in range(tokens.count("the number of intervals")):
            start = tokens.number("xmin")
            end = tokens.number("xmax") if kind == INTERVALS else start
            if end < start:
                raise tokens.wrong(f"end {number(end)} is before start {number(start)}", "swap them")
            intervals.append((start, end, tokens.string("the text").strip()))
        yield _Tier(kind, name, intervals)
    tokens.end()


def write(transcript: Transcript) -> str:
    only_session(transcript)
    tiers = {speaker: sorted(group, key=_bounds) for speaker, group in _grouped(transcript).items()}
    bounds = [bound for group in tiers.values() for segment in group for bound in _bounds(segment)]
    first, last = min([0.0, *bounds]), max(bounds, default=0.0)
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", f"xmin = {number(first)}"]
    lines += [f"xmax = {number(last)}", "tiers? <exists>", f"size = {len(tiers)}", "item []:"]
    for place, (speaker, group) in enumerate(tiers.items(), 1):
        intervals = list(_gapless(group, first, last))
        lines += [f"    item [{place}]:", f'        class = "{INTERVALS}"', f"        name = {_quoted(speaker or '')}"]
        lines += [f"        xmin = {number(first)}", f"        xmax = {number(last)}"]
        lines += [f"        intervals: size = {len(intervals)}"]
        for index, (start, end, text) in enumerate(intervals, 1):
            lines += [f"        intervals [{index}]:", f"            xmin = {number(start)}"]
            lines += [f"            xmax = {number(end)}", f"            text = {_quoted(text)}"]
    return "\n".join(lines) + "\n"


def _bounds(segment: Segment) -> tuple[float, float]:
    assert segment.start is not None
    assert segment.end is not None
    return segment.start, segment.end


def _grouped(transcript: Transcript) -> dict[str | None, list[Segment]]:
    """Returns the segments of each speaker. Raises FormatError for those that no tier can store."""
    groups: dict[str | None, list[Segment]] = {}
    for index, segment in enumerate(transcript):
        where, speaker = f"segment {index + 1}", segment.speaker
        if segment.start is None or segment.end is None:
            raise FormatError("", None, f"{where} has no times", "write a format without times, such as trn")
        if segment.start == segment.end:
            raise FormatError(
                "", None, f"{where} has no duration, but an interval needs one", "remove it, or write seglst"
            )
        if not segment.words.strip():
            raise FormatError("", None, f"{where} has no words, which would mean silence", "remove it, or write rttm")
        if speaker is not None and (not speaker or _ALIGNED.fullmatch(speaker.strip())):
            what = f"{where}: as a tier name, the speaker {speaker!r} would be read back as another name"
            raise FormatError("", None, what, "rename it, or write seglst")
        groups.setdefault(speaker, []).append(segment)
    return groups


def _gapless(group: list[Segment], first: float, last: float) -> Iterator[tuple[float, float, str]]:
    """Yields the intervals of a tier, with silence between the segments."""
    for segment in group:
        start, end = _bounds(segment)
        if start < first:
            what = f"self-overlap of {segment.speaker or 'a segment'} at {number(start)} s, which a tier cannot store"
            raise FormatError("", None, what, "write seglst or stm")
        if start > first:
            yield first, start, ""
        yield start, end, one_line(segment.words)
        first = end
    if first < last:
        yield first, last, ""


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def looks(head: str) -> bool:
    return re.match(r'\s*(?:File type = )?"ooTextFile[^"]*"\s+(?:Object class = )?"TextGrid"', head) is not None


FORMAT = Format(
    name="textgrid",
    about="Praat TextGrid: a tier of intervals per speaker",
    suffixes=(".textgrid",),
    read=read,
    write=write,
    matches=looks,
    fields=frozenset({"speaker", "start", "end", "words", "turns", "untimed"}),
    priority=96,
    is_distinctive=True,
    one_session=True,
    read_as=read,
)
