"""How files are read, what they contain, and problems in them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from textwrap import wrap
from typing import Any, NamedTuple

from hubbub.advice.checks import check_transcript, speech, words_of
from hubbub.advice.notes import check_names
from hubbub.errors import FormatError, InputError
from hubbub.formats import Format, files, load_each, parse_file
from hubbub.formats.both import load_sides, sides_in
from hubbub.formats.files import Path
from hubbub.formats.registry import content_head, fits, text_head
from hubbub.formats.speaker_choice import with_chosen_speakers
from hubbub.model.display import html_of, screenful
from hubbub.model.reading_options import Reading, as_reading, check_seen
from hubbub.model.tables import BOLD, YELLOW, clock, counted, listed, painted, visible
from hubbub.model.transcript import SIDES, Transcript
from hubbub.prepare.matching import lines_joined

_OTHER_FILES = re.compile("files? that (is|are) not")


class FileReport(NamedTuple):
    """The contents of a file."""

    file: str
    format: str
    why: str
    """The source of the format: content, name, or the user."""
    sessions: tuple[str, ...]
    speakers: tuple[str, ...]
    segments: int
    words: int
    start: float | None
    """The first time in the file, in seconds; None where there is none."""
    end: float | None
    timed: int
    """Segments that have times."""
    word_timed: int
    """Segments that have a time for every word."""
    speech: float
    """Seconds in which anybody speaks."""
    overlap: float
    """Seconds in which several speak."""
    left_out: dict[str, int]
    warnings: tuple[str, ...]
    side: str = ""
    """reference or hypothesis, where the file holds both."""
    starts: int = 0
    """Segments that have a start, with an end or without."""

    def to_dict(self) -> dict[str, Any]:
        """Returns plain data, as in the JSON."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in self._asdict().items()}

    def lines(self) -> list[str]:
        """Yields the contents, a line for each fact."""
        side = f", its {self.side}" if self.side else ""
        shown = [f"{self.file}: {self.format}{side} ({self.why})"]
        names = [name or "no name" for name in self.sessions]
        shown.append(f"  {counted(len(names), 'session')}: {listed(names, 4)}")
        speakers = [name or "no name" for name in self.speakers]
        shown.append(f"  {counted(len(speakers), 'speaker')}: {listed(speakers, 4)}")
        shown.append(f"  {counted(self.words, 'word')} in {counted(self.segments, 'segment')}{self._times()}")
        if self.timed:
            rate = f" ({self.overlap / self.speech:.1%})" if self.speech else ""
            overlap = f"{_clock(self.overlap)}{rate} overlap" if self.overlap else "no overlap"
            shown.append(f"  {_clock(self.speech)} of speech, {overlap}")
        shown += [f"  skipped: {number:,} {what}" for what, number in self.left_out.items() if what not in self._beside]
        return shown + [f"  ! {warning}" for warning in self.warnings]

    @property
    def _beside(self) -> list[str]:
        """What was skipped in the folder of the file, not in the file itself."""
        return [what for what in self.left_out if _OTHER_FILES.match(what) and not os.path.isdir(self.file)]

    def _times(self) -> str:
        """Returns the times of segments and words as text."""
        if self.starts and not self.timed:
            some = "" if self.starts == self.segments else f" in {self.starts:,} of {self.segments:,} segments"
            return f", start times{some} but no end times (timed metrics and DER need both)"
        if self.start is None or self.end is None:
            return ", no times"
        some = "" if self.timed == self.segments else f" (times in {self.timed:,} of {self.segments:,} segments)"
        words = "no word times" if not self.word_timed else f"word times in {counted(self.word_timed, 'segment')}"
        words = "word times" if self.word_timed == self.segments else words
        return f", {_moment(self.start)} to {_moment(self.end)}{some}, {words}"


class Inspection(NamedTuple):
    """The contents of some files, and whether two sides match."""

    files: tuple[FileReport, ...]
    sides: tuple[str, ...] = ()
    """Whether reference and hypothesis match, or why not; empty for one side."""
    unread: tuple[FormatError, ...] = ()
    """The files that cannot be read, and why."""

    @property
    def warnings(self) -> list[str]:
        """All that is odd, with the file."""
        return [f"{report.file}: {warning}" for report in self.files for warning in report.warnings]

    def to_dict(self) -> dict[str, Any]:
        """Returns plain data, as in the JSON."""
        return {
            "files": [report.to_dict() for report in self.files],
            "sides": list(self.sides),
            "unread": [{"file": error.file, "error": str(error)} for error in self.unread],
        }

    def text(self, columns: int = 80, color: bool = False) -> str:
        """Lines for a terminal."""
        lines = [line for report in self.files for line in report.lines()]
        lines += [f"skipped: {one.left_out[what]:,} {what}" for one in self.files for what in one._beside]
        lines += ["reference and hypothesis", *(f"  {line}" for line in self.sides)] if self.sides else []
        lines += ["cannot be read", *(f"  ! {unread}" for unread in self.unread)] if self.unread else []
        folded: list[str] = []
        for line in map(visible, lines):
            indent = " " * (len(line) - len(line.lstrip(" !")))
            parts = wrap(
                line, columns, subsequent_indent=indent or "  ", break_long_words=False, break_on_hyphens=False
            )
            if line.startswith("  ! "):
                parts = [painted(part, YELLOW, color) for part in parts]
            elif not indent:
                parts = [painted(part, BOLD, color) for part in parts]
            folded += parts
        return "\n".join(folded)

    def __str__(self) -> str:
        return screenful(self.text(), "text()")

    def __repr__(self) -> str:
        doubts = len(self.warnings) + len(self.unread)
        warned = f": {counted(doubts, 'warning')}" if doubts else ""
        return f"<inspection of {counted(len(self.files) + len(self.unread), 'file')}{warned}>"

    def _repr_html_(self) -> str:
        return html_of(self)


def inspect(*paths: Path, reference: Any = (), hypothesis: Any = (), format: str | Reading | None = None) -> Inspection:
    """Returns how files are read, and problems in them. Files that cannot be read are listed with the reason.

    Given two files, `reference` and `hypothesis`, or a file that holds both sides, it also looks whether their sessions
    and speakers go together.
    """
    left, right = _listed(reference), _listed(hypothesis)
    if len(paths) == 2 and not left and not right:
        left, right, paths = [paths[0]], [paths[1]], ()
    reading = as_reading(format)
    format = reading.format
    chosen = reading != Reading(format)
    reading = reading._replace(seen={}) if chosen else reading
    read: list[tuple[Transcript, Format, int, str]] = []
    unread: list[FormatError] = []
    for side, names in enumerate((paths, left, right)):
        for name in files.expand(names):
            try:
                found = None if format is not None or chosen else _detected(name)
            except FormatError as error:
                unread.append(error)
                continue
            if found is None or len(found) == 1:
                read += [(*one, side, "") for one in found or load_each(name, reading, unread)]
                continue
            read += [(*one, which + 1, SIDES[which]) for which, one in enumerate(found)]
    if chosen and read:
        transcripts = with_chosen_speakers([transcript for transcript, *_ in read], reading)
        if not unread:
            check_seen(reading, reading.seen or {})
        read = [(transcript, *one[1:]) for transcript, one in zip(transcripts, read, strict=True)]
    reports = [_report(transcript, found, format)._replace(side=label) for transcript, found, _, label in read]
    sides = [[transcript for transcript, _, own, _ in read if own == side] for side in range(3)]
    return Inspection(tuple(reports), tuple(_fitting(sides[1], sides[2], format)), tuple(unread))


def _detected(name: str) -> list[tuple[Transcript, Format]] | None:
    """Returns both sides of a file that contains both, or all of standard input, which is read once; else None."""
    if name != files.STANDARD:
        both = load_sides(name)
    else:
        with files.open_file(name) as file:
            both = sides_in(file, name)
            if both is None:
                file.seek(0)
                return [parse_file(file, name, None)]
    return None if both is None else [(side, both[2]) for side in both[:2]]


def _fitting(reference: list[Transcript], hypothesis: list[Transcript], format: str | None) -> Iterator[str]:
    """Yields what keeps both sides apart, or that they fit; nothing if only one side is given."""
    if not reference or not hypothesis:
        return
    if len(reference) == len(hypothesis) == 1:
        before = [*reference, *hypothesis]
        try:
            sides = lines_joined(before, (format,))
        except InputError as error:
            yield f"! {error}"
            return
        for side, old in zip(sides, before, strict=True):
            yield from (doubt for doubt in side.doubts if doubt not in old.doubts)
        reference, hypothesis = sides[:1], sides[1:]
    yield from check_names(reference, hypothesis)


def _listed(paths: Any) -> list[Path]:
    return [paths] if isinstance(paths, str | os.PathLike) else list(paths)


def _report(transcript: Transcript, found: Format, given: str | None) -> FileReport:
    name, segments = transcript.source, list(transcript)
    times = [(segment.start, segment.end) for segment in segments]
    timed = [(start, end) for start, end in times if start is not None and end is not None]
    spoken, overlap = speech(segments)
    why = "as given" if given is not None else _why(name, found)
    return FileReport(
        name,
        found.name,
        why,
        tuple(transcript.session_names()),
        tuple(dict.fromkeys(str(segment.speaker or "") for segment in segments)),
        len(segments),
        sum(map(words_of, segments)),
        min((start for start, _ in timed), default=None),
        max((end for _, end in timed), default=None),
        len(timed),
        sum(segment.word_times is not None for segment in segments),
        spoken,
        overlap,
        dict(transcript.left_out),
        tuple(line.text for line in (*transcript.doubts, *check_transcript(transcript))),
        starts=sum(start is not None for start, _ in times),
    )


def _why(name: str, found: Format) -> str:
    if name == files.STANDARD:
        return "detected from content"
    if os.path.isdir(name):
        return "the transcript of this folder"
    with files.open_file(name) as file:
        by_content, by_name = any(map(found.matches, (text_head(file), content_head(file)))), fits(found, name)
    if by_content and by_name:
        return "detected from name and content"
    return f"detected from {'content' if by_content else 'name'}"


def _moment(seconds: float) -> str:
    """Returns a time within a recording as text.

    >>> _moment(0.02), _moment(2101.9)
    ('0:00', '35:01')
    """
    return _clock(seconds) if seconds >= 60 else f"0:{int(seconds):02}" if seconds >= 0 else f"{seconds:g} s"


def _clock(seconds: float) -> str:
    """Returns a duration as text.

    >>> _clock(4.3), _clock(75), _clock(3723.5)
    ('4.3 s', '1:15', '1:02:03')
    """
    if abs(seconds) < 60:
        return f"{seconds:.3g} s" if seconds else "0 s"
    return clock(int(seconds))
