"""RTTM: NIST rich transcription time marks: speaker turns, and their words if the file has them."""

from __future__ import annotations

import re
from bisect import bisect_right
from math import inf
from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.files import read_all
from hubbub.formats.lines import line_number, markup, read_lines
from hubbub.formats.rows import cell, row, timed_words
from hubbub.formats.sniff import rows
from hubbub.model.timing import shared_times
from hubbub.model.transcript import OUTSIDE_TURNS, Region, Segment, Transcript, is_outside_turns
from hubbub.text.markup import parse, units

LAYOUT = "extra session channel start? duration? word - speaker ..."
IGNORED = {"NOSCORE", "NO_RT_METADATA"}
"""Types of regions that are not scored."""
WORDLESS = {"SPKR-INFO", "SEGMENT", "NON-LEX", "NON-SPEECH", "FILLER", "EDIT", "SU", "IP", "CB", "A/P"}
"""Types without words or turns; their lines are skipped."""
WIDE = re.compile(
    rb"(?:^|[\r\n])[ \t]*(?:SPEAKER|LEXEME)(?:[ \t]+\S+){7}[ \t]+"
    rb"(?:(?=[a-z\x80-\xff])(?!(?:na|n/a|nan|none|null|unk|unknown)\s)\S+|\d+[ \t]+<NA>[ \t]+<NA>)",
    re.IGNORECASE,
)
"""Matches a line whose confidence is a word, or an integer before two missing fields: the speaker's name contains a
space, e.g. Alice Smith or Speaker 1."""

ALTERNATION = re.compile(r"\{.*/.*\}")
"""Matches an alternation, with underscores instead of spaces: {_uh_/_um_hum_}."""

_Speaker = tuple[str | None, str | None, str | None]


def read(file: BinaryIO, name: str) -> Transcript:
    turns = _Turns()
    ignored = []
    for index, line in enumerate(read_lines(file, name, LAYOUT, key="type")):
        kind = line.extra["type"].upper() if line.extra else ""
        if kind in WORDLESS:
            continue
        if kind not in {"SPEAKER", "LEXEME"} | IGNORED:
            what = f"unknown RTTM line type {kind}"
            raise FormatError(name, line_number(file, name, index), what, "start the line with SPEAKER or LEXEME")
        if line.start is None or line.end is None:
            raise FormatError(name, line_number(file, name, index), f"{kind} has no times", "give start and duration")
        if kind == "SPEAKER":
            turns.add_turn(line, line.start, line.end)
        elif kind == "LEXEME":
            word = line
            if ALTERNATION.fullmatch(line.words):
                words = " ".join(line.words.replace("_", " ").split())
                word = line._replace(words=words, marked=markup(words, name, line_number(file, name, index)))
            turns.add_word(word, line.start, line.end)
        else:
            ignored.append(Region(line.session or "", line.start, line.end, line.channel))
    _check_names(file, name)
    return Transcript(turns.segments(), name, ignored)


def _check_names(file: BinaryIO, name: str) -> None:
    """Raises FormatError if a name contains a space: it would be cut after its first word, and speakers be merged."""
    data = read_all(file, name)
    found = WIDE.search(data)
    if found is None:
        return
    start = found.end() - len(found[0].lstrip())
    number = len(re.findall(rb"\r\n|\r|\n", data[:start])) + 1
    fields = re.split(r"[\r\n]", data[start:].decode(errors="replace"), maxsplit=1)[0].split()
    parts = [field for field in fields[7:] if field.upper() not in {"<NA>", "NA"}]
    what = f"{len(fields)} fields; the speaker name seems to contain a space: {' '.join(parts):.60}"
    raise FormatError(name, number, what, f"replace it, e.g. {'_'.join(parts):.60}")


class _Turns:
    """Collects turns and words in the order of the file; `segments` then adds the words to their turns."""

    def __init__(self) -> None:
        self.turns: list[tuple[Segment, float, float, list[Segment]]] = []
        """The line, start, end and words of each turn."""
        self.by_speaker: dict[_Speaker, list[int]] = {}
        """The indices of each speaker's turns."""
        self.words: list[tuple[Segment, float, float, int]] = []
        """The line, start and end of each word, and the number of turns before it."""

    def add_turn(self, line: Segment, start: float, end: float) -> None:
        self.by_speaker.setdefault((line.session, line.channel, line.speaker), []).append(len(self.turns))
        self.turns.append((line, start, end, []))

    def add_word(self, line: Segment, start: float, end: float) -> None:
        self.words.append((line, start, end, len(self.turns)))

    def segments(self) -> list[Segment]:
        searches = {
            speaker: _Search([(*self.turns[turn][1:3], turn) for turn in turns])
            for speaker, turns in self.by_speaker.items()
        }
        alone: list[tuple[int, Segment]] = []
        for line, start, end, place in self.words:
            search = searches.get((line.session, line.channel, line.speaker))
            turn = search.find((start + end) / 2, place) if search else None
            word = line._replace(word_times=_word_times(line, start, end), extra=None)
            if turn is None:
                alone.append((place, word._replace(extra=dict(OUTSIDE_TURNS) if self.turns else None)))
            else:
                self.turns[turn][3].append(word)
        placed: list[tuple[float, Segment]] = [(place, self._segment(place)) for place in range(len(self.turns))]
        # Words outside any turn keep their order in the file: before the next turn. Without turns, words are speech.
        placed += [(place - 0.5, segment) for place, segment in alone]
        return [segment for _, segment in sorted(placed, key=lambda pair: pair[0])]

    def _segment(self, place: int) -> Segment:
        line, start, end, words = self.turns[place]
        times = tuple(time for word in words for time in word.word_times or ()) or None
        marked = next((word.marked for word in words if word.marked is not None), None)
        text = " ".join(word.words for word in words)
        return Segment(text, line.session, line.speaker, start, end, line.channel, times, marked=marked)


def _word_times(word: Segment, start: float, end: float) -> tuple[tuple[float, float], ...]:
    """Returns the times of a word, or of those in each branch of an alternation, which share its time."""
    if word.marked is None:
        return ((start, end),)
    words, shape = units(parse(word.words), str.split)
    return tuple(shared_times(words, start, end, "equidistant_intervals", shape))


class _Search:
    """Finds the turn of one speaker at a given time."""

    def __init__(self, turns: list[tuple[float, float, int]]) -> None:
        self.times = {place: (start, end) for start, end, place in turns}
        self.turns = sorted(turns)
        self.starts = [turn[0] for turn in self.turns]
        self.size = 1 << (len(turns) - 1).bit_length()
        ends = [turn[1] for turn in self.turns] + [-inf] * (self.size - len(turns))
        self.latest = [-inf] * self.size + ends
        """A tree over the turns by start: the latest end below each node, the root at 1."""
        for node in range(self.size - 1, 0, -1):
            self.latest[node] = max(self.latest[2 * node], self.latest[2 * node + 1])
        self.places = sorted(self.times)

    def find(self, time: float, place: int) -> int | None:
        """Returns the last turn before this line if it covers the time, else the covering turn that starts last."""
        before = bisect_right(self.places, place - 1)
        if before:
            start, end = self.times[self.places[before - 1]]
            if start <= time <= end:
                return self.places[before - 1]
        node = self.size + bisect_right(self.starts, time) - 1
        if node < self.size:
            return None
        while self.latest[node] < time:  # to the tree on the left
            while node % 2 == 0:
                node //= 2
            if node == 1:
                return None
            node -= 1
        while node < self.size:
            node = 2 * node + (self.latest[2 * node + 1] >= time)
        return self.turns[node - self.size][2]


def write(transcript: Transcript) -> str:
    lines = []
    for index, segment in enumerate(transcript):
        speaker = cell(segment.speaker, "speaker", index)
        if not is_outside_turns(segment.extra):
            columns = row(segment, index, "session channel start duration")
            lines.append(f"SPEAKER {columns} <NA> <NA> {speaker} <NA> <NA>\n")
        lines += [
            f"LEXEME {row(word, index, 'session channel start duration word')} lex {speaker} <NA> <NA>\n"
            for word in (() if segment.word_times is None else _inside(segment, index))
        ]
    for region in transcript.ignored:
        segment = Segment("", region.session, None, region.start, region.end, region.channel)
        columns = row(segment, len(transcript), "session channel start duration")
        lines.append(f"NOSCORE {columns} <NA> <NA> <NA> <NA> <NA>\n")
    return "".join(lines)


def _inside(segment: Segment, index: int) -> list[Segment]:
    """Returns the words of a turn. Raises FormatError for a word that would be read otherwise, or in another turn."""
    words = timed_words(segment)
    for word in words:
        if ALTERNATION.fullmatch(word.words):
            what = f"segment {index + 1}: the word {word.words:.60} would be read as an alternation"
            raise FormatError("", None, what, "remove its braces, or write seglst")
        if None in (word.start, word.end, segment.start, segment.end):
            continue  # an error when it is written
        if not segment.start <= (word.start + word.end) / 2 <= segment.end:  # type: ignore[operator]
            what = f"segment {index + 1}: the time of the word {word.words} is outside its turn"
            raise FormatError("", None, what, "write seglst or ctm, or fix the times")
    return words


def looks(head: str) -> bool:
    lines = rows(head)
    kinds = {"SPEAKER", "LEXEME"} | IGNORED | WORDLESS
    return bool(lines) and all(len(line) >= 8 and line[0].upper() in kinds for line in lines)


FORMAT = Format(
    name="rttm",
    about="NIST rich transcription time marks: SPEAKER turns, LEXEME words",
    suffixes=(".rttm",),
    read=read,
    write=write,
    matches=looks,
    fields=frozenset(
        {"session", "speaker", "start", "end", "words", "channel", "word_times", "ignored", "turns", "extra.rttm"}
    ),
    priority=20,
)
