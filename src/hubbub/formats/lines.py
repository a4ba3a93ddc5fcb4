"""Reads formats with one segment per line, by layout, and explains invalid lines.

A layout names the columns, as in `session channel start end`. Apart from the fields of a Segment there are
`duration`, `<label>` (optional), `word` (a single word), `words...` (the rest of the line) and `marked...` (the rest,
which may have NIST's markup), `extra` and `extra...` (the rest), `-` (skipped), `...` (the rest, skipped), and `start?`
and `duration?`, which may be `<NA>`. `key` names the label and the extra columns in the Segment's extra.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Callable, Iterator
from io import SEEK_CUR, SEEK_END, SEEK_SET, BytesIO, RawIOBase
from typing import TYPE_CHECKING, BinaryIO, Final, cast

from hubbub import _core
from hubbub.errors import FormatError
from hubbub.formats.files import read_all
from hubbub.model.tables import counted
from hubbub.model.transcript import Markup, Segment, Transcript
from hubbub.parallel import threads
from hubbub.text.markup import is_marked, parse, without_tags

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

NOT_AVAILABLE: Final = "<NA>"
"""The missing value in NIST formats."""

ALTERNATIVES: Final = "alternatives (<ALT…>) are not supported"
"""The error of formats without alternatives for their tags."""

_CODES = {
    "session": "i", "channel": "c", "speaker": "k", "start": "s", "end": "e", "duration": "d", "start?": "S",
    "duration?": "D", "<label>": "l", "word": "w", "words...": "W", "marked...": "M",
    "extra": "x", "extra...": "X", "-": "_", "...": ".",
}  # fmt: skip


def read_lines(file: BinaryIO, name: str, layout: str, key: str = "extra") -> Transcript:
    """Reads a file whose lines have this layout."""
    columns = layout.split()
    try:
        codes = "".join(_CODES[column] for column in columns)
        segments, extras, marked_lines, fault = _core.read_lines(file, codes, threads())
    except UnicodeDecodeError:
        raise not_utf8(file, name) from None
    if fault is not None:
        raise FormatError(name, fault.line, *_explain(fault, columns, key))
    extra = {place: {key: value} for place, value in extras.items()}
    left_out: Counter[str] = Counter()
    changed: dict[int, str] = {}
    markups = {}
    for place, line in marked_lines:
        text = segments.text(place)
        words = without_tags(text, left_out)
        if words != text:
            changed[place] = words
        if is_marked(words):
            markups[place] = markup(words, name, line)
    if changed:
        texts = list(segments.make(0, len(segments), Segment, extra, markups))
        for place, words in changed.items():
            texts[place] = texts[place]._replace(words=words)
        return Transcript(texts, name, (), left_out)
    return Transcript.of_columns(segments, name, (), extra, markups)


def _explain(fault: _core.LineFault, columns: list[str], key: str) -> tuple[str, str]:
    """Returns what is wrong with a line, and the fix."""
    tokens = fault.text.decode(errors="replace").split()
    shown = {"extra": key, "extra...": "[...]", "marked...": "words...", "<label>": "[<label>]", "-": "subtype"}
    expected = " ".join(shown.get(column, column).rstrip("?") for column in columns)
    if any(token.startswith("<ALT") for token in tokens):
        return ALTERNATIVES, "keep one of the alternatives"
    if fault.kind == "few":
        return f"only {counted(len(tokens), 'field')}", f"write `{expected}`"
    if fault.kind == "many":
        return f"{len(tokens)} fields, too many", f"write `{expected}`"
    column, token = columns[fault.field].rstrip("?"), tokens[fault.field]
    if fault.kind == "number":
        if token.lower().lstrip("+-") in ("nan", "inf", "infinity"):
            return f"{column} {token} is not finite", "give seconds"
        return f"{column} {token!r} is not a number", f"write `{expected}`"
    if fault.kind == "range":
        return f"{column} {token} is above 1e9 seconds", "give seconds from the start of the recording"
    if fault.kind == "negative":
        return f"{column} {token} is negative", "give a duration of at least 0"
    return f"end {token} is before start {tokens[columns.index('start')]}", "swap them or drop the line"


def not_utf8(file: BinaryIO, name: str) -> FormatError:
    """Returns the error that names the line of the first byte that is not UTF-8."""
    data = read_all(file, name)
    try:
        data.decode()
        line = None
    except UnicodeDecodeError as error:
        line = len(re.findall(rb"\r\n|\r|\n", data[: error.start])) + 1
    return FormatError(name, line, "not UTF-8 text", _conversion(data))


def _conversion(data: bytes) -> str:
    """Returns the command that converts these bytes to UTF-8, with a guess of their encoding.

    >>> _conversion("schöne Grüße".encode("latin1")), _conversion("don’t".encode("cp1252"))
    ('convert it with `iconv -f latin1 -t utf-8`', 'convert it with `iconv -f cp1252 -t utf-8`')
    """
    lines = b"".join(line for line in data[: 1 << 20].splitlines() if not line.isascii())
    beyond, plain = (len(re.findall(letters, lines)) for letters in (rb"[\x80-\xff]", rb"[A-Za-z]"))
    if beyond > plain / 2:  # not a script of Western Europe
        known = "gb18030 or big5 for Chinese, shift_jis for Japanese, euc-kr for Korean, cp1251 for Cyrillic"
        return f"convert it from its encoding, e.g. with `iconv -f gb18030 -t utf-8`; common encodings: {known}"
    # Latin-1 has control characters where Windows has quotation marks, dashes and the euro sign.
    encoding = "cp1252" if re.search(rb"[\x80-\x9f]", data) else "latin1"
    return f"convert it with `iconv -f {encoding} -t utf-8`"


def text_of(file: BinaryIO, name: str) -> str:
    """Returns the complete text: UTF-8, or UTF-16 if it has a byte order mark."""
    data = read_all(file, name)
    if data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise FormatError(name, None, "not UTF-16 text, despite its byte order mark", "save it as UTF-8") from None
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise not_utf8(file, name) from None


def text_lines(file: BinaryIO, name: str) -> Iterator[tuple[int, str]]:
    """Yields every line with its number, without its line ending."""
    lines = re.split("\r\n|\r|\n", text_of(file, name))
    if not lines[-1]:
        lines.pop()
    return enumerate(lines, 1)


def line_number(file: BinaryIO, name: str, index: int) -> int:
    """Returns the line number of the index-th record, for messages."""
    records = (number for number, line in text_lines(file, name) if line.strip() and not line.lstrip().startswith(";"))
    return next(number for i, number in enumerate(records) if i == index)


def markup(words: str, name: str, line: int) -> Markup:
    """Returns the Markup of the words on this line. Raises FormatError if it cannot be parsed."""
    try:
        parse(words)
    except FormatError as error:
        raise FormatError(name, line, error.what, error.remedy) from None
    return Markup(f"{name}:{line}")


def marked(segment: Segment, name: str, line: int) -> Segment:
    """Returns the segment, with a flag that its words have markup."""
    return segment._replace(marked=markup(segment.words, name, line))


def chunked_reader(read: Callable[[BinaryIO, str], Transcript]) -> Callable[[BinaryIO, str, int], Iterator[Transcript]]:
    """Returns a reader of a chunk of lines at a time, from one that reads all. Lines must be independent of each other.

    Comments at the beginning of the file, which may change how it is read, are put before every other chunk.
    """

    def read_chunks(file: BinaryIO, name: str, size: int) -> Iterator[Transcript]:
        numbers, head = LineNumbers(file), b""
        for first, last in bounds(file, size):
            window = cast(BinaryIO, Window(file, first, last))
            part: BinaryIO = BytesIO(head + window.read()) if head else window
            yield _numbered(read, part, name, numbers.before)
            if first == 0:
                window.seek(0)
                head = _leading_comments(window.read())
                numbers.repeated = line_ends(head)
            numbers.passed(first, last)

    return read_chunks


def _leading_comments(data: bytes) -> bytes:
    found = re.match(rb"(?:[ \t]*(?:;[^\r\n]*)?(?:\r\n|\r|\n))*", data)
    return re.sub(rb"\r\Z", b"\n", found[0]) if found else b""  # a window may begin with \n


def _numbered(
    read: Callable[[BinaryIO, str], Transcript], file: BinaryIO, name: str, before: Callable[[], int]
) -> Transcript:
    """Reads some lines of a file; line numbers in errors and markup count the lines before them."""
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
"""Bytes that are searched at a time for the end of a line."""
_LINE_ENDS = rb"\r\n|\r|\n"


class Window(RawIOBase):
    """A range of bytes of a file, as a file."""

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
    """Yields start and end of windows of about `size` bytes that contain complete lines only."""
    end = file.seek(0, SEEK_END)
    first = 0
    while first < end:
        last = _cut(file, first, min(first + size, end), end)
        yield first, last
        first = last


def _cut(file: BinaryIO, first: int, last: int, end: int) -> int:
    """Returns the end of the last line before a position in the file, or else the first one after it."""
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
    """Returns the last line end between two positions, or 0. A carriage return at `last` may be half of a line end."""
    file.seek(low)
    data = file.read(high - low)
    found = max(data.rfind(b"\n"), data.rfind(b"\r", 0, len(data) - (high == last)))
    return low + found + 1 if found >= 0 else 0


def line_ends(data: bytes) -> int:
    """Counts the line ends in these bytes."""
    return data.count(b"\n") if b"\r" not in data else len(re.findall(_LINE_ENDS, data))


class LineNumbers:
    """Counts the lines before a position in a file, only when needed."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._windows: list[tuple[int, int]] = []
        self._lines = 0
        self.repeated = 0
        """Lines of the first window that are repeated before the others."""

    def passed(self, first: int, last: int) -> None:
        """Records that a window was read."""
        self._windows.append((first, last))

    def before(self) -> int:
        """Returns the number of lines in all windows that were read, without the repeated ones."""
        for first, last in self._windows:
            self._file.seek(first)
            self._lines += line_ends(self._file.read(last - first))
        self._windows.clear()
        return self._lines - self.repeated
