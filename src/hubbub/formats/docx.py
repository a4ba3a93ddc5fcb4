"""Word documents: their paragraphs are read like lines of text, a table with named columns like CSV. Read-only.

A document is one session, named after the file.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Sequence
from typing import BinaryIO, cast

from hubbub.errors import FormatError
from hubbub.formats import speaker_colon, table_columns, text
from hubbub.formats.base import Format
from hubbub.formats.files import DOCUMENT, in_memory, stem, unpacked
from hubbub.formats.registry import FORMATS
from hubbub.formats.xml_reader import XmlReader
from hubbub.model.messages import Note
from hubbub.model.reading_options import DETECTED, Reading
from hubbub.model.transcript import Transcript

MAIN = re.compile(r"word/document\d*\.xml")
ASIDE = ("word/footnotes.xml", "word/endnotes.xml", "word/comments.xml", "word/header", "word/footer")
"""Beginnings of the names of parts whose text is not spoken."""
WORD = ("http://schemas.openxmlformats.org/wordprocessingml/", "http://purl.oclc.org/ooxml/wordprocessingml/")
SKIPPED = {"Fallback", "del", "moveFrom"}
"""Elements whose text is a copy for old programs, deleted, or moved elsewhere."""
OUTSIDE = "lines outside the transcript"
Row = list[str]
Block = str | list[Row]
"""A paragraph, or a table as rows of cells."""


class _Part(XmlReader):
    """The paragraphs and tables of a part of a document, filled by the XML parser."""

    remedy = "save the document again"

    def __init__(self, name: str) -> None:
        super().__init__(name, " ")
        self.blocks: list[Block] = []
        self.tables, self.skipped, self.is_text = 0, 0, False
        self.words: list[str] = []

    def begin(self, element: str, attributes: dict[str, str]) -> None:  # noqa: ARG002  # none is needed
        space, _, name = element.rpartition(" ")
        self.skipped += name in SKIPPED
        if self.skipped or not space.startswith(WORD):
            return
        if name == "tbl":
            self.tables += 1
            if self.tables == 1:
                self.blocks.append([])
        elif name == "tr" and self.tables == 1:
            self._rows().append([])
        elif name == "tc" and self.tables == 1:
            self.words = []
        self.is_text = name == "t"
        if name in SIGNS:
            self.words.append(SIGNS[name])

    def text(self, text: str) -> None:
        if self.is_text and not self.skipped:
            self.words.append(text)

    def end(self, element: str) -> None:
        space, _, name = element.rpartition(" ")
        if name in SKIPPED:
            self.skipped -= 1
        elif space.startswith(WORD) and not self.skipped:
            self._close(name)

    def _close(self, name: str) -> None:
        self.is_text = False
        if name == "tbl":
            self.tables -= 1
        elif name == "tc" and self.tables == 1 and self._rows():
            self._rows()[-1].append(" ".join("".join(self.words).split()))
            self.words = []
        elif name == "p" and self.tables:
            self.words.append("\n")
        elif name == "p":
            self.blocks += "".join(self.words).splitlines() or [""]
            self.words = []

    def _rows(self) -> list[Row]:
        block = self.blocks[-1]
        assert isinstance(block, list)  # the table that is open
        return block


SIGNS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": "\t"}
"""Elements that stand for a character."""


def read(file: BinaryIO, name: str, reading: Reading = DETECTED) -> Transcript:
    left_out: Counter[str] = Counter()
    blocks = _blocks(file, name, left_out)
    paragraphs = [block for block in blocks if isinstance(block, str)]
    tables = [block for block in blocks if not isinstance(block, str)]
    table = max(filter(_has_columns, tables), key=len, default=None)
    if table is not None:
        found, used = _read_table(table, name, reading), _lines([table])
    else:
        choices = (_lines(paragraphs), _lines(tables), _lines(blocks))
        format, used = next(filter(None, map(_as_text, choices)), (text.FORMAT, _lines(blocks)))
        found = _read_lines(used, format, name)
    left_out[OUTSIDE] += len(list(filter(str.strip, _lines(blocks)))) - len(list(filter(str.strip, used)))
    found.left_out.update(+left_out)
    found.called_after_file = True
    return found


def _blocks(file: BinaryIO, name: str, left_out: Counter[str]) -> list[Block]:
    """Returns the paragraphs and tables; counts the paragraphs of notes, comments, headers and footers."""
    size = file.seek(0, 2)
    try:
        with zipfile.ZipFile(file) as archive:
            parts = [part for part in archive.namelist() if part.startswith(ASIDE) and part.endswith(".xml")]
            for part in parts[:20]:
                aside = sum(bool(line.strip()) for line in _lines(_part(archive, part, name, size)))
                left_out["paragraphs in notes, comments, headers and footers"] += aside
            main = next(filter(MAIN.fullmatch, archive.namelist()), "word/document.xml")
            return _part(archive, main, name, size)
    except (zipfile.BadZipFile, zlib.error, KeyError, RuntimeError, NotImplementedError, EOFError, ValueError) as error:
        reason = str(error).strip("'\"") or type(error).__name__
        what = f"not a Word document, or incomplete ({reason:.80})"
        raise FormatError(name, None, what, "save it again as .docx, or as plain text (.txt)") from None


def _part(archive: zipfile.ZipFile, part: str, name: str, size: int) -> list[Block]:
    with archive.open(part, "r", None) as content:
        data = unpacked(cast(BinaryIO, content), min(size, archive.getinfo(part).compress_size), name)
    found = _Part(name)
    found.parse(data)
    return found.blocks


def _has_columns(table: list[Row]) -> bool:
    """Returns whether the first row of a table names the columns of a transcript."""
    return len(table) > 1 and table_columns.layout(table[0]).is_sure()


def _read_table(rows: list[Row], name: str, reading: Reading) -> Transcript:
    table = table_columns.chosen_layout(rows[0], reading, name)
    table_columns.check(table, name, None)
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            what = f"row {number} of the table has {len(row)} cells, the first row {len(rows[0])}"
            raise FormatError(name, None, what, "split or merge cells")

    def fault(place: int, error: FormatError) -> FormatError:
        return FormatError(name, None, f"row {place + 2} of the table: {error.what}", error.remedy)

    return table_columns.transcript(table, rows[1:], name, fault, reading)


def _lines(blocks: Sequence[Block]) -> list[str]:
    """Returns paragraphs, and the rows of tables as lines. The first of two cells is a speaker."""
    lines = []
    for block in blocks:
        for row in [[block]] if isinstance(block, str) else block:
            is_turn = len(row) == 2 and row[0][-1:] not in ("", ":")
            lines.append(": ".join(row) if is_turn else "\t".join(row))
    return lines


def _as_text(lines: list[str]) -> tuple[Format, list[str]] | None:
    """Returns the format of text that these lines match, with the lines; None if there is none."""
    whole = "".join(f"{line}\n" for line in lines)
    known = (format for format in FORMATS.values() if format.one_session and ".txt" in format.suffixes)
    return next(((format, lines) for format in known if format.matches(whole)), None)


def _read_lines(lines: list[str], format: Format, name: str) -> Transcript:
    whole = "".join(f"{line}\n" for line in lines)
    found = format.read(in_memory(whole.encode()), name)
    if format is text.FORMAT:
        found = text.one_session(found, stem(name)) if whole.strip() else Transcript([], name)
    if why := speaker_colon.note_on(whole, format.name):
        found.doubts.append(Note(f"{why.partition(';')[0]}; if that is wrong, save it as .txt", "read_as", name))
    return found


FORMAT = Format(
    name="docx",
    about="Word documents: turns as in text with speakers, or a table with named columns",
    suffixes=(".docx",),
    read=read,
    write=None,
    matches=lambda head: head.startswith(DOCUMENT.decode()) and "word/" in head,
    fields=frozenset({"session", "speaker", "start", "end", "words", "turns", "untimed"}),
    priority=99,
    is_distinctive=True,
    one_session=True,
    read_as=read,
)
