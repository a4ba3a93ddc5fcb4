"""Audacity labels: start, end and text, separated by tabs. The file is one session; WhisperX adds [[speakers]]."""

from __future__ import annotations

from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.base import Format
from hubbub.formats.decimals import number, numeric
from hubbub.formats.files import stem
from hubbub.formats.lines import text_lines
from hubbub.formats.rows import one_line, only_session
from hubbub.model.transcript import Segment, Transcript

LAYOUT = "write `start end label` with tabs between them, times in seconds"
SPECTRAL = "\\\t"
"""The start of a line that has the frequencies of the label above it."""


def read(file: BinaryIO, name: str) -> Transcript:
    segments: list[Segment] = []
    session = stem(name)
    for line_number, line in text_lines(file, name):
        if not line.strip() or (line.startswith(SPECTRAL) and segments):
            continue
        start, end, label = _fields(line)
        for what, token in (("start", start), ("end", end)):
            if not numeric(token):
                raise FormatError(name, line_number, f"{what} {token.strip()!r} is not a number", LAYOUT)
            if abs(float(token)) > 1e9:
                raise FormatError(name, line_number, f"{what} {token} is above 1e9 seconds", LAYOUT)
        if float(end) < float(start):
            what = f"end {end} is before start {start}"
            raise FormatError(name, line_number, what, "swap them or drop the line")
        speaker, words = _speaker(label)
        segments.append(Segment(words, session, speaker, float(start) + 0.0, float(end) + 0.0))
    return Transcript(segments, name)


def _fields(line: str) -> tuple[str, str, str]:
    start, _, rest = line.partition("\t")
    end, _, label = rest.partition("\t")
    return start, end, label


def _speaker(label: str) -> tuple[str | None, str]:
    """Splits a label into speaker and words.

    >>> _speaker("[[SPEAKER_00]]Good morning."), _speaker("Thanks.")
    (('SPEAKER_00', 'Good morning.'), (None, 'Thanks.'))
    """
    speaker, brackets, words = label.removeprefix("[[").partition("]]")
    if not label.startswith("[[") or not brackets or not speaker.strip():
        return None, label.strip()
    return speaker.strip(), words.strip()


def write(transcript: Transcript) -> str:
    only_session(transcript)
    lines = []
    for index, segment in enumerate(transcript):
        where = f"segment {index + 1}"
        if segment.start is None or segment.end is None:
            raise FormatError("", None, f"{where} has no times", "write a format without times, such as trn")
        words, speaker = one_line(segment.words), segment.speaker
        label = words if speaker is None else f"[[{speaker}]]{words}"
        if _speaker(label) != (speaker, words) or one_line(speaker or "") != (speaker or ""):
            what = f"{where}: reading {label!r} would give another speaker or other words"
            raise FormatError("", None, what, "rename the speaker, or write seglst")
        lines.append(f"{number(segment.start)}\t{number(segment.end)}\t{label}\n")
    return "".join(lines)


def looks(head: str) -> bool:
    """Returns whether the first line is two numbers and a tab, and a label has letters: columns of numbers are none.

    Later lines that differ are then errors, not text.
    """
    lines = [line for line in head.splitlines() if line.strip()]
    start, end, label = _fields(lines[0] if lines else "")
    if not numeric(start.replace(",", "."), end.replace(",", ".")) or "\t" not in lines[0] or "\t" in label:
        return False
    return any(letter.isalpha() for line in lines for letter in _fields(line)[2])


FORMAT = Format(
    name="audacity",
    about="Audacity labels: start, end and text, separated by tabs",
    suffixes=(".aud", ".txt"),
    read=read,
    write=write,
    matches=looks,
    fields=frozenset({"speaker", "start", "end", "words", "turns", "untimed"}),
    priority=25,
    is_distinctive=True,
    one_session=True,
)
