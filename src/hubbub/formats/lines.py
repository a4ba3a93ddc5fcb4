"""What the formats of one segment a line share when they are read: layouts, and the messages about a bad line.

A layout names the columns, as in `session channel start end`. Apart from the fields of a Segment there are
`duration`, `<label>` (optional), `word` (one), `words...` (the rest) and `marked...` (words too, in which sclite's
markup is refused), `extra` and `extra...` (the rest; `key` names
these and the label in the Segment's extra), `-` (skipped), `...` (the rest, skipped), and `start?` and `duration?`,
which may be `<NA>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from hubbub import _core
from hubbub.errors import FormatError
from hubbub.transcript import Segment

NOT_AVAILABLE: Final = "<NA>"
"""How NIST's formats write that there is nothing to say."""

_CODES = {
    "session": "i", "channel": "c", "speaker": "k", "start": "s", "end": "e", "duration": "d", "start?": "S",
    "duration?": "D", "<label>": "l", "word": "w", "words...": "W", "marked...": "M",
    "extra": "x", "extra...": "X", "-": "_", "...": ".",
}  # fmt: skip
_FEW, _MANY, _NUMBER, _RANGE, _ORDER, _NEGATIVE, _MARKUP = range(1, 8)


def read_lines(file: BinaryIO, name: str, layout: str, key: str = "extra") -> list[Segment]:
    """The segments of a file whose lines have this layout."""
    columns = layout.split()
    try:
        segments, fault = _core.read_lines(file, "".join(_CODES[column] for column in columns), Segment, key)
    except UnicodeDecodeError:
        raise not_utf8(file, name) from None
    if fault is not None:
        kind, line, field, text = fault
        raise FormatError(name, line, *_explain(kind, field, text.decode(errors="replace").split(), columns, key))
    return segments


def _explain(kind: int, field: int, tokens: list[str], columns: list[str], key: str) -> tuple[str, str]:
    """What is wrong with a line, and the remedy."""
    shown = {"extra": key, "extra...": "[...]", "marked...": "words...", "<label>": "[<label>]", "-": "subtype"}
    expected = " ".join(shown.get(column, column).rstrip("?") for column in columns)
    if any(token.startswith("<ALT") for token in tokens):
        return "alternative transcripts (<ALT…>) are not supported", "keep one of the alternatives"
    if kind == _MARKUP and (wrong := markup(" ".join(tokens[5:]))):
        return wrong
    if kind == _FEW:
        return f"{len(tokens)} fields are too few", f"a line is `{expected}`"
    if kind == _MANY:
        return f"{len(tokens)} fields are too many", f"a line is `{expected}`"
    column, token = columns[field].rstrip("?"), tokens[field]
    if kind == _NUMBER:
        if token.lower().lstrip("+-") in ("nan", "inf", "infinity"):
            return f"{column} {token} is not finite", "give it in seconds"
        return f"{column} {token!r} is not a number", f"a line is `{expected}`"
    if kind == _RANGE:
        return f"{column} {token} is beyond 1e9 seconds", "give it in seconds from the start of the recording"
    if kind == _NEGATIVE:
        return f"{column} {token} is negative", "give a duration of at least 0"
    return f"end {token} is before start {tokens[columns.index('start')]}", "swap them or drop the line"


def whole(file: BinaryIO) -> bytes:
    """All of the file, whatever was read of it already."""
    file.seek(0)
    return file.read()


def not_utf8(file: BinaryIO, name: str) -> FormatError:
    """The error that names the line of the first byte that is not UTF-8."""
    data = whole(file)
    try:
        data.decode()
        line = None
    except UnicodeDecodeError as error:
        line = len(re.findall(rb"\r\n|\r|\n", data[: error.start])) + 1
    return FormatError(name, line, "not UTF-8 text", "convert it, as with `iconv -f latin1 -t utf-8`")


def text_lines(file: BinaryIO, name: str) -> Iterator[tuple[int, str]]:
    """Every line with its number, without its end."""
    try:
        lines = re.split("\r\n|\r|\n", whole(file).decode())
    except UnicodeDecodeError:
        raise not_utf8(file, name) from None
    if not lines[-1]:
        lines.pop()
    return enumerate(lines, 1)


def line_number(file: BinaryIO, name: str, index: int) -> int:
    """The line of the index-th record, for messages about what it says."""
    records = (n for n, line in text_lines(file, name) if line.strip() and not line.lstrip().startswith(";"))
    return next(n for i, n in enumerate(records) if i == index)


_MARKED = re.compile(r"(?:^|\s)(?:(?P<alternation>\{)|(?P<optional>\(\S*\))(?=\s|$))|(?P<end>\}(?=\s|$))")


def markup(words: str) -> tuple[str, str] | None:
    """What is wrong, and the remedy, if the words have sclite's alternations or optionally deletable words.

    >>> markup("so {a / b} what")[0]
    'the alternation {…} cannot be scored as words'
    """
    found = _MARKED.search(words)
    if found is None:
        return None
    if found["optional"]:
        return (
            f"the optionally deletable word {found['optional']} cannot be scored as a word",
            "drop its parentheses or the word",
        )
    return "the alternation {…} cannot be scored as words", "write out one branch"
