"""ASS and SSA: subtitles of Aegisub, with the name of the speaker in a column. The file is one session."""

from __future__ import annotations

import re
from collections import Counter
from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats import subtitles
from hubbub.formats.base import Format
from hubbub.formats.lines import text_lines
from hubbub.formats.subtitles import Cue
from hubbub.model.transcript import Transcript

SECTION = "[Script Info]"
FIELDS = "Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"
"""The columns of a line if the file does not list them."""
REMEDY = "write `Dialogue: 0,0:00:00.50,0:00:02.10,Default,Alice,0,0,0,,text`"
_OVERRIDE = re.compile(r"\{[^{}]*\}")


def read(file: BinaryIO, name: str) -> Transcript:
    left_out: Counter[str] = Counter()
    columns, cues = _columns(FIELDS), []
    for number, line in text_lines(file, name):
        kind, colon, rest = line.partition(":")
        if not colon:
            continue
        if kind == "Format" and "text" in _columns(rest):
            columns = _columns(rest)
        elif kind == "Comment":
            left_out["comments"] += 1
        elif kind == "Dialogue":
            cues.append(_cue(columns, rest, (number, line), name))
    return subtitles.transcript(cues, name, left_out)


def _columns(text: str) -> list[str]:
    return [column.strip().lower() for column in text.split(",")]


def _cue(columns: list[str], rest: str, line: subtitles.Line, name: str) -> Cue:
    cells = rest.split(",", len(columns) - 1)
    row = dict(zip(columns, map(str.strip, cells), strict=False))
    if len(cells) < len(columns) or not {"start", "end"} <= row.keys():
        raise FormatError(name, line[0], f"only {len(cells)} of {len(columns)} fields", REMEDY)
    times = re.fullmatch(rf"({subtitles.TIME}),({subtitles.TIME})", f"{row['start']},{row['end']}")
    start, end = subtitles.span(times, line, name)
    text = _OVERRIDE.sub("", row["text"]).replace("\\h", " ")
    return Cue(line[0], start, end, re.split(r"\\[Nn]", text), None, row.get("name", row.get("actor")) or None)


FORMAT = Format(
    name="ass",
    about="ASS and SSA: subtitles of Aegisub, with speakers",
    suffixes=(".ass", ".ssa"),
    read=read,
    write=None,
    matches=lambda head: head.lstrip().startswith(SECTION),
    fields=frozenset({"speaker", "start", "end", "words", "turns", "untimed"}),
    priority=97,
    is_distinctive=True,
    one_session=True,
    decimals=2,
)
