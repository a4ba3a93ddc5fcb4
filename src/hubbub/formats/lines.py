"""Reading for the formats with one segment per line: layouts, and the messages about a bad line.

A layout names the columns, as in `session channel start end`. Apart from the fields of a Segment there are
`duration`, `<label>` (optional), `word` (a single word), `words...` (the rest of the line) and `marked...` (the rest,
which may have NIST's markup), `extra` and `extra...` (the rest), `-` (skipped), `...` (the rest, skipped), and `start?`
and `duration?`, which may be `<NA>`. `key` names the label and the extra columns in the Segment's extra.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from io import SEEK_CUR, SEEK_END, SEEK_SET, BytesIO, RawIOBase
from typing import TYPE_CHECKING, BinaryIO, Final, cast

from hubbub import _core
from hubbub.errors import FormatError
from hubbub.formats.files import whole
from hubbub.model.transcript import Markup, Segment, Transcript
from hubbub.parallel import threads
from hubbub.text.markup import parse

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

NOT_AVAILABLE: Final = "<NA>"
"""The missing value in NIST's formats."""

ALTERNATIVES: Final = "alternatives (<ALT…>) are not supported"
"""The fault where a format without alternatives meets their tags."""

_CODES = {
    "session": "i", "channel": "c", "speaker": "k", "start": "s", "end": "e", "duration": "d", "start?": "S",
    "duration?": "D", "<label>": "l", "word": "w", "words...": "W", "marked...": "M",
    "extra": "x", "extra...": "X", "-": "_", "...": ".",
}  # fmt: skip


def read_lines(file: BinaryIO, name: str, layout: str, key: str = "extra") -> Transcript:
    """The segments of a file whose lines have this layout."""
    columns = layout.split()
    try:
        codes = "".join(_CODES[column] for column in columns)
        segments, extras, marked_lines, fault = _core.read_lines(file, codes, threads())
    except UnicodeDecodeError:
        raise not_utf8(file, name) from None
    if fault is not None:
        raise FormatError(name, fault.line, *_explain(fault, columns, key))
    extra = {place: {key: value} for place, value in extras.items()}
    markups = {place: markup(segments.text(place), name, line) for place, line in marked_lines}
    return Transcript.of_columns(segments, name, (), extra, markups)


def _explain(fault: _core.LineFault, columns: list[str], key: str) -> tuple[str, str]:
    """The fault of a line, and its remedy."""
    tokens = fault.text.decode(errors="replace").split()
    shown = {"extra": key, "extra...": "[...]", "marked...": "words...", "<label>": "[<label>]", "-": "subtype"}
    expected = " ".join(shown.get(column, column).rstrip("?") for column in columns)
    if any(token.startswith("<ALT") for token in tokens):
        return ALTERNATIVES, "keep one of the alternatives"
    if fault.kind == "few":
        return f"{len(tokens)} fields are too few", f"a line is `{expected}`"
    if fault.kind == "many":
        return f"{len(tokens)} fields are too many", f"a line is `{expected}`"
    column, token = columns[fault.field].rstrip("?"), tokens[fault.field]
    if fault.kind == "number":
        if token.lower().lstrip("+-") in ("nan", "inf", "infinity"):
            return f"{column} {token} is not finite", "give it in seconds"
        return f"{column} {token!r} is not a number", f"a line is `{expected}`"
    if fault.kind == "range":
        return f"{column} {token} is beyond 1e9 seconds", "give it in seconds from the start of the recording"
    if fault.kind == "negative":
        return f"{column} {token} is negative", "give a duration of at least 0"
    return f"end {token} is before start {tokens[columns.index('start')]}", "swap them or drop the line"


def not_utf8(file: BinaryIO, name: str) -> FormatError:
    """The error that names the line of the first byte that is not UTF-8."""
    data = whole(file, name)
    try:
        data.decode()
        line = None
    except UnicodeDecodeError as error:
        line = len(re.findall(rb"\r\n|\r|\n", data[: error.start])) + 1
    return FormatError(name, line, "not UTF-8 text", _conversion(data))


def _conversion(data: bytes) -> str:
    """What turns bytes into UTF-8, as far as they tell.

    >>> _conversion("schöne Grüße".encode("latin1")), _conversion("don’t".encode("cp1252"))
    ('convert it, as with `iconv -f latin1 -t utf-8`', 'convert it, as with `iconv -f cp1252 -t utf-8`')
    """
    lines = b"".join(line for line in data[: 1 << 20].splitlines() if not line.isascii())
    beyond, plain = (len(re.findall(letters, lines)) for letters in (rb"[\x80-\xff]", rb"[A-Za-z]"))
    if beyond > plain / 2:  # no script of Western Europe
        known = "gb18030 or big5 for Chinese, shift_jis for Japanese, euc-kr for Korean, cp1251 for Cyrillic"
        return f"convert it from its encoding, as with `iconv -f gb18030 -t utf-8`; common ones are {known}"
    # Latin-1 has only control characters where Windows has its quotation marks, dashes and the euro.
    encoding = "cp1252" if re.search(rb"[\x80-\x9f]", data) else "latin1"
    return f"convert it, as with `iconv -f {encoding} -t utf-8`"


def text_of(file: BinaryIO, name: str) -> str:
    """The whole text: UTF-8, or UTF-16 where a byte order mark says so."""
    data = whole(file, name)
    if data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise FormatError(name, None, "not UTF-16 text, though it begins so", "write it again as UTF-8") from None
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise not_utf8(file, name) from None


def text_lines(file: BinaryIO, name: str) -> Iterator[tuple[int, str]]:
    """Every line with its number, without its line ending."""
    lines = re.split("\r\n|\r|\n", text_of(file, name))
    if not lines[-1]:
        lines.pop()
    return enumerate(lines, 1)


def line_number(file: BinaryIO, name: str, index: int) -> int:
    """The line number of the index-th record, for messages."""
    records = (number for number, line in text_lines(file, name) if line.strip() and not line.lstrip().startswith(";"))
    return next(number for i, number in enumerate(records) if i == index)


def markup(words: str, name: str, line: int) -> Markup:
    """The Markup of words in this line. Markup that cannot be parsed is an error."""
    try:
        parse(words)
    except FormatError as error:
        raise FormatError(name, line, error.what, error.remedy) from None
    return Markup(f"{name}:{line}")


def marked(segment: Segment, name: str, line: int) -> Segment:
    """The segment, flagged as one whose words have markup."""
    return segment._replace(marked=markup(segment.words, name, line))


def in_parts(read: Callable[[BinaryIO, str], Transcript]) -> Callable[[BinaryIO, str, int], Iterator[Transcript]]:
    """A reader of some lines at a time, made of one that reads them all. Every line must stand for itself.

    Remarks at the beginning of the file, which may say how it is to be read, are put before all other parts.
    """

    def parts(file: BinaryIO, name: str, size: int) -> Iterator[Transcript]:
        numbers, head = LineNumbers(file), b""
        for first, last in bounds(file, size):
            window = cast(BinaryIO, Window(file, first, last))
            part: BinaryIO = BytesIO(head + window.read()) if head else window
            yield _numbered(read, part, name, numbers.before)
            if first == 0:
                window.seek(0)
                head = _remarks(window.read())
                numbers.repeated = line_ends(head)
            numbers.passed(first, last)

    return parts


def _remarks(data: bytes) -> bytes:
    found = re.match(rb"(?:[ \t]*(?:;[^\r\n]*)?(?:\r\n|\r|\n))*", data)
    return found[0] if found else b""


def _numbered(
    read: Callable[[BinaryIO, str], Transcript], file: BinaryIO, name: str, before: Callable[[], int]
) -> Transcript:
    """What some lines of a file say, before which so many others stand in it."""
    try:
        transcript = read(file, name)
    except FormatError as error:
        line = None if error.line is None else before() + error.line
        raise FormatError(error.file, line, error.what, error.remedy) from None
    if transcript.marked:
        lines = before()
        for place, markup in transcript.marked.items():
            source, _, line_text = (markup.place or "").rpartition(":")
            transcript.marked[place] = Markup(f"{source}:{lines + int(line_text)}")
    return transcript


STEP = 1 << 16
"""How many bytes are looked through at a time for the end of a line."""
_LINE_ENDS = rb"\r\n|\r|\n"


class Window(RawIOBase):
    """Some bytes of a file, as a file."""

    def __init__(self, file: BinaryIO, first: int, last: int) -> None:
        self._file, self._first, self._last = file, first, last
        self._place = first

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place - self._first

    def seek(self, offset: int, whence: int = SEEK_SET, /) -> int:
        self._place = offset + {SEEK_SET: self._first, SEEK_CUR: self._place, SEEK_END: self._last}[whence]
        return self.tell()

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer)[: max(0, self._last - self._place)]
        self._file.seek(self._place)
        count: int = self._file.readinto(view)  # type: ignore[attr-defined]  # whatever `opened` gives has it
        self._place += count
        return count


def bounds(file: BinaryIO, size: int) -> Iterator[tuple[int, int]]:
    """Where windows of about so many bytes begin and end, so that all lines in them are whole."""
    end = file.seek(0, SEEK_END)
    first = 0
    while first < end:
        last = _cut(file, first, min(first + size, end), end)
        yield first, last
        first = last


def _cut(file: BinaryIO, first: int, last: int, end: int) -> int:
    """The end of the last line before a place in the file; where there is none, the first behind it."""
    low = last
    while last < end and low > first:
        high, low = low, max(first, low - STEP)
        found = _line_end(file, low, high, last)
        if found:
            return found
    while last < end:
        low, last = last, min(last + STEP, end)
        found = _line_end(file, low, last, last)
        if found:
            return found
    return end


def _line_end(file: BinaryIO, low: int, high: int, last: int) -> int:
    """The last end of a line between two places; 0 if there is none. A return at the last may be half of one."""
    file.seek(low)
    data = file.read(high - low)
    found = max(data.rfind(b"\n"), data.rfind(b"\r", 0, len(data) - (high == last)))
    return low + found + 1 if found >= 0 else 0


def line_ends(data: bytes) -> int:
    """How many lines end in these bytes."""
    return data.count(b"\n") if b"\r" not in data else len(re.findall(_LINE_ENDS, data))


class LineNumbers:
    """How many lines stand before a place in a file, which is looked up only if somebody asks."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._windows: list[tuple[int, int]] = []
        self._lines = 0
        self.repeated = 0
        """Lines of the first window that are put before all others."""

    def passed(self, first: int, last: int) -> None:
        """A window was read, and others come behind it."""
        self._windows.append((first, last))

    def before(self) -> int:
        """The lines of all windows that were passed, less those that are repeated."""
        for first, last in self._windows:
            self._file.seek(first)
            self._lines += line_ends(self._file.read(last - first))
        self._windows.clear()
        return self._lines - self.repeated
