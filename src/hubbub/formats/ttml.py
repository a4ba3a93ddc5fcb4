"""TTML, timed text in XML, with speakers as agents: IMSC, EBU-TT, DFXP, iTT, Apple's transcripts. Read-only.

A paragraph is a segment. If each of its words has a span with times, these are the times of the words; if spans with
times contain several words, each is a segment. The file is one session.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import groupby
from typing import BinaryIO, NamedTuple

from hubbub.formats import subtitles
from hubbub.formats.base import Format
from hubbub.formats.files import read_all
from hubbub.formats.pieces import Piece, timed
from hubbub.formats.subtitles import Cue
from hubbub.formats.ttml_times import Rates, rates
from hubbub.formats.xml_reader import XmlReader
from hubbub.model.transcript import Transcript

ROOT, PARAGRAPH = "tt", "p"
CONTENT = {"body", "div", PARAGRAPH, "span", "br"}
"""Elements whose text, or whose children's text, is shown."""
TRANSLATIONS = {"x-translation", "x-roman", "x-romanization"}
"""Roles of spans that repeat the words in another language or script."""
READINGS = {"text", "textContainer", "delimiter"}
"""Kinds of ruby spans that repeat the words as they are pronounced."""
LEFT_OUT = TRANSLATION, READING = "translations", "readings of characters"
REMEDY = "write times such as 00:00:01.500, 1.5s, 36f or 45000t"
LATEST = 10**9
_HEAD = re.compile(r"(?:\s++|<\?[^>]*+>|<!--(?s:(?!-->).)*-->)*<(?:\w++:)?tt\s([^>]*+)")
"""The root element, after comments and the declaration of XML."""
_SPACES = "http://www.w3.org/ns/ttml", "http://www.w3.org/2006/"
"""Beginnings of the names of its namespace, today and before."""


class _Element(NamedTuple):
    """An open element. Times are those of the innermost element around it that has them."""

    name: str
    start: Fraction | None
    end: Fraction | None
    speaker: str | None
    number: int
    """The number of the innermost element with times of its own."""
    is_word: bool
    hidden: str
    """What its text is, if it is not spoken."""
    base: Fraction
    """The time to which those of its children are relative."""
    is_sequence: bool = False
    """Whether each child begins when the one before it ends."""


class _Run(NamedTuple):
    """Some text, and the element around it."""

    text: str
    around: _Element

    def spaced(self) -> str:
        """Returns the text, with spaces around it if its element is a word: Apple writes none between words."""
        return f" {self.text} " if self.around.is_word else self.text

    def times(self) -> tuple[float | None, float | None]:
        return (_seconds(self.around.start), _seconds(self.around.end)) if self.text.strip() else (None, None)


class _Document(XmlReader):
    """The paragraphs of a file, filled by the XML parser."""

    def __init__(self, name: str) -> None:
        super().__init__(name, " ")
        self.parser.StartNamespaceDeclHandler = self._namespace
        self.rates, self.is_absolute, self.number = Rates(), False, 0
        self.open = [_Element("", None, None, None, 0, False, "", Fraction(0))]
        self.names: dict[str, str] = {}
        self.agent = ""
        self.runs: list[_Run] = []
        self.line, self.is_inside = 0, False
        self.cues: list[Cue] = []
        self.left_out: Counter[str] = Counter()

    def _namespace(self, _: str | None, uri: str | None) -> None:
        self.is_absolute |= "apple.com" in (uri or "")  # the times of its files are never relative

    def begin(self, element: str, attributes: dict[str, str]) -> None:
        name = element.rpartition(" ")[2]
        given = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        if len(self.open) == 1:
            self._root(name, attributes)
        elif name == "agent" and "id" in given:
            self.agent = given["id"]
        elif name == "br" and self.is_inside:
            self.runs.append(_Run("\n", self.open[-1]))
        around = self.open[-1]
        if name == PARAGRAPH and self.is_inside:
            raise self.wrong("a paragraph within another one")
        if name == PARAGRAPH:
            self.runs, self.line, self.is_inside = [], self.parser.CurrentLineNumber, True
        self.open.append(self._inside(around, name, given))

    def _root(self, name: str, attributes: dict[str, str]) -> None:
        if name != ROOT:
            raise self.wrong(f"{name:.40} instead of {ROOT}", "give a TTML file")
        found = {key.rpartition(" ")[2]: value for key, value in attributes.items() if "#parameter " in key}
        known = rates(found)
        if known is None or found.get("dropMode", "nonDrop") not in ("nonDrop", "dropNTSC"):
            raise self.wrong("a frame rate, tick rate or dropMode that is not valid", "write numbers from 1")
        self.rates = known

    def _inside(self, around: _Element, name: str, given: dict[str, str]) -> _Element:
        """Returns an element with these attributes."""
        start, end, number, base = around.start, around.end, around.number, around.base
        if name in CONTENT and not {"begin", "end", "dur"}.isdisjoint(given):
            start, end = self._times(around, given)
            self.number = number = self.number + 1
            base = Fraction(0) if self.is_absolute else start
        hidden = around.hidden
        if not hidden and given.get("role") in TRANSLATIONS:
            hidden = TRANSLATION
        elif not hidden and given.get("ruby") in READINGS:
            hidden = READING
        elif name not in CONTENT and name != ROOT:
            hidden = name
        speaker = around.speaker
        if name in CONTENT and "agent" in given:
            speaker = " and ".join(self.names.get(agent, agent) for agent in given["agent"].split()) or None
        is_word = around.is_word or given.get("unit") == "word"
        return _Element(name, start, end, speaker, number, is_word, hidden, base, given.get("timeContainer") == "seq")

    def _times(self, around: _Element, given: dict[str, str]) -> tuple[Fraction, Fraction | None]:
        begin, end, length = (self._time(given[key]) if key in given else None for key in ("begin", "end", "dur"))
        start = around.base + (begin or 0)
        ends = [around.base + end] if end is not None else []
        ends += [start + length] if length is not None else []
        last = min(ends, default=around.end)
        if last is not None and last < start:
            raise self.wrong(f"end {float(last):.12g} is before start {float(start):.12g}", "swap them")
        if around.end is not None and start >= around.end and begin:
            what = f"start {float(start):.12g} is after the end {float(around.end):.12g} of the element around it"
            raise self.wrong(what, "count times from the start of the element around it")
        return start, last

    def _time(self, text: str) -> Fraction:
        found = self.rates.seconds(text)
        if found is None:
            raise self.wrong(f"{text!r:.40} is not a time", REMEDY)
        if found > LATEST:
            raise self.wrong(f"{text:.40} is above 1e9 seconds", "count from the start of the recording")
        return found

    def text(self, text: str) -> None:
        around = self.open[-1]
        if around.name == "name" and self.agent:
            self.names[self.agent] = f"{self.names.get(self.agent, '')}{text}"
        elif self.is_inside:
            self.runs.append(_Run(" ".join(text.splitlines()) or " ", around))

    def end(self, _: str) -> None:
        closed = self.open.pop()
        if self.open[-1].is_sequence and closed.end is not None:
            self.open[-1] = self.open[-1]._replace(base=closed.end)
        if closed.name == "name" and self.names.get(self.agent, "").strip():
            self.names[self.agent] = " ".join(self.names[self.agent].split())
            self.agent = ""  # its first name is used
        elif closed.name == "agent":
            self.agent = ""
        elif closed.name == PARAGRAPH:
            self.is_inside = False
            self._add_paragraph(closed)

    def _add_paragraph(self, around: _Element) -> None:
        """Adds the cues of a paragraph: one for each speaker, or for each span with times and several words."""
        spoken = [run for run in self.runs if not run.around.hidden]
        for hidden, _ in groupby(run.around.hidden for run in self.runs if run.text.strip()):
            if hidden in LEFT_OUT:
                self.left_out[hidden] += 1
        for group in _by_speaker(spoken) or [[]]:
            filled = [run for run in group if run.text.strip()]
            timed_runs = bool(filled) and all(run.around.number != around.number for run in filled)
            if timed_runs and any(len(run.text.split()) > 1 for run in filled):
                for _, inside in groupby(filled, key=lambda run: run.around.number):
                    runs = list(inside)
                    self._add_cue(runs, runs[0].around)
            else:
                self._add_cue(group, around, timed_runs)

    def _add_cue(self, runs: list[_Run], around: _Element, are_timed: bool = False) -> None:
        """Adds a cue with the times of the element around it, and those of its words if they have spans."""
        pieces = [Piece(run.spaced(), *run.times() if are_timed else ()) for run in runs]
        text = "".join(piece.text for piece in pieces)
        found = timed(text, pieces) if are_timed else None
        words = None if found is None else found[0]
        start, end = _seconds(around.start), _seconds(around.end)
        if words and (start is None or end is None):
            start, end = min(start for start, _ in words), max(end for _, end in words)
        if start is None or end is None:
            if not text.strip():
                return
            raise self.wrong("a paragraph without begin or end", REMEDY, self.line)
        speaker = next((run.around.speaker for run in runs), around.speaker)
        self.cues.append(Cue(self.line, start, end, text.split("\n"), words, speaker))


def _by_speaker(runs: list[_Run]) -> list[list[_Run]]:
    """Splits text where the speaker changes; blank text changes nothing."""
    groups: list[list[_Run]] = []
    for run in runs:
        last = groups[-1] if groups else None
        if last is not None and (not run.text.strip() or run.around.speaker == last[0].around.speaker):
            last.append(run)
        elif run.text.strip():
            groups.append([run])
    return groups


def _seconds(time: Fraction | None) -> float | None:
    """Returns a time rounded to microseconds, since frames may have endless decimals."""
    return None if time is None else round(float(time), 6)


def read(file: BinaryIO, name: str) -> Transcript:
    data = read_all(file, name)
    if not data.strip():
        return Transcript([], name)
    document = _Document(name)
    document.parse(data)
    return subtitles.transcript(document.cues, name, document.left_out)


def looks(head: str) -> bool:
    found = _HEAD.match(head)
    return found is not None and any(space in found[1] for space in _SPACES)


FORMAT = Format(
    name="ttml",
    about="timed text in XML, with speakers: TTML, IMSC, EBU-TT, DFXP, iTT, Apple Podcasts",
    suffixes=(".ttml", ".dfxp", ".itt"),
    read=read,
    write=None,
    matches=looks,
    fields=frozenset({"speaker", "start", "end", "words", "turns", "untimed"}),
    priority=98,
    is_distinctive=True,
    one_session=True,
)
