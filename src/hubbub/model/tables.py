"""A table that can be written for a terminal, as Markdown and CSV; flat rows as data frames and Parquet files."""

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import BytesIO
from typing import Any, NamedTuple
from unicodedata import combining, east_asian_width

from hubbub.errors import HubbubError
from hubbub.model.display import Scored

Cell = str | int | float | None

# Control characters, line ends, marks that turn the direction of a whole line, and halves of a surrogate pair.
_UNSEEN = "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"


_NOT_IN_CSV = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]"


def visible(text: str) -> str:
    r"""Returns foreign text for a terminal: characters that move the cursor, change colors or end a line are escaped.

    >>> visible("Ann\x1b[31m"), visible("naïve 会議")
    ('Ann\\x1b[31m', 'naïve 会議')
    """
    if text.isprintable():  # then there is no need to compile the pattern, which takes a millisecond
        return text
    return re.sub(_UNSEEN, lambda found: found[0].encode("unicode_escape").decode(), text)


def width(text: str) -> int:
    """Columns that the text takes on a terminal.

    >>> width("naïve"), width("会議")
    (5, 4)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def fit(text: str, columns: int) -> str:
    """Returns the text, shortened with an ellipsis if it is wider than the columns.

    >>> fit("a very long name", 8)
    'a very …'
    """
    if width(text) <= columns:
        return text
    taken = 0
    for place, char in enumerate(text):
        taken += width(char)
        if taken > columns - 1:
            return text[:place] + "…"
    return text + "…"


def fit_apart(texts: Sequence[str], columns: int) -> list[str]:
    """Returns the texts, each shortened if it is too wide: in the middle if different texts would look the same.

    >>> fit_apart(["monday-1", "monday-2", "tue"], 6), fit_apart(["a very long name", "another"], 8)
    (['mo…y-1', 'mo…y-2', 'tue'], ['a very …', 'another'])
    """
    cut = [fit(text, columns) for text in texts]
    if len(set(cut)) == len(set(texts)):
        return cut
    head = columns // 3
    return [text if text == short else _with_end(text, head, columns) for text, short in zip(texts, cut, strict=True)]


def _with_end(text: str, head: int, columns: int) -> str:
    begin = fit(text, head + 1).rstrip("…")
    end = fit(text[::-1], columns - width(begin)).rstrip("…")[::-1]
    return f"{begin}…{end}"


def wrapped(text: str, columns: int) -> str:
    """Returns the text wrapped to at most this many columns, lines after the first indented. A word, such as a path,
    is not broken.
    """
    if len(text) <= columns:
        return text
    from textwrap import fill

    return fill(text, columns, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def counted(number: int, noun: str) -> str:
    """Returns a number with its noun.

    >>> counted(1, "error"), counted(11443, "error")
    ('1 error', '11,443 errors')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def clock(seconds: float, places: int = 0) -> str:
    """Returns a time as minutes and seconds, with hours if there are any.

    >>> clock(318.4), clock(4.31), clock(3723.5, 1)
    ('5:18', '0:04', '1:02:03.5')
    """
    units = round(seconds * 10**places)
    whole, part = divmod(units, 10**places)
    fraction = f".{part:0{places}}" if places else ""
    hours, minutes = whole // 3600, whole // 60 % 60
    return (f"{hours}:{minutes:02}" if hours else f"{minutes}") + f":{whole % 60:02}{fraction}"


def clock_range(start: float, end: float) -> str:
    """Returns a time range; with tenths if it is below ten seconds.

    >>> clock_range(310.2, 357.9), clock_range(64.25, 66.91), clock_range(64.25, 64.25)
    ('5:10–5:58', '1:04.2–1:06.9', '1:04.2')
    """
    places = 0 if end - start >= 10 else 1
    return "–".join(dict.fromkeys(clock(time, places) for time in (start, end)))


def duration(seconds: float) -> str:
    """Returns a duration, rounded for people.

    >>> duration(42), duration(200), duration(8000)
    ('42 s', '3 min', '2 h 13 min')
    """
    minutes = round(seconds / 60)
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def listed(names: Sequence[str], most: int = 20) -> str:
    """Names for a note, which must not fill the screen; the JSON has them all.

    >>> listed(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(fit(name, 200) for name in names[:most]) + more


def percent(rate: float | None) -> str:
    """Returns a rate as a percentage with two decimals; n/a for None.

    >>> percent(0.2717), percent(None)
    ('27.17%', 'n/a')
    >>> percent(-0.0012)
    '−0.12%'
    """
    return "n/a" if rate is None else minus(f"{rate:.2%}")


def minus(text: str) -> str:
    """Returns a formatted number with a typographic minus, and none if only zeros are left.

    >>> minus("-1,000.5"), minus("-0.00%"), minus("+0.1")
    ('−1,000.5', '0.00%', '+0.1')
    """
    return text.replace("-", "−" if any(digit in text for digit in "123456789") else "")


def tidy(number: float) -> float:
    """Returns a number of seconds rounded to microseconds, without the rounding errors of sums.

    >>> tidy(2286.2349999999883), tidy(1 / 3)
    (2286.235, 0.3333333333333333)
    """
    rounded = round(number, 6) + 0.0  # without the sign of -0.0
    return rounded if abs(number - rounded) <= 1e-11 * abs(number) else number


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a cell begins that a spreadsheet takes for a formula."""

# An underscore within a word is one in Markdown too, and names of sessions have many.
_MARKDOWN = r"[\\`*\[\]<>&|~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])"
_LINKED = re.compile(r"(@)(?=\w)|(:)(?=//)|\b(www)(?=\.)", re.IGNORECASE)
_SPLIT = r"\1\2\3<!-- -->"
"""A comment splits what sites turn into a link, or into a notification of a user; a backslash does not."""


def markdown_text(text: str) -> str:
    r"""Returns foreign text escaped for Markdown: on one line, without links, tags and emphasis.

    >>> print(markdown_text("[a_b](javascript:c) <b>\n|"))
    \[a_b\](javascript:c) \<b\>\\n\|
    >>> print(markdown_text("@ann https://b.c"))
    @<!-- -->ann https:<!-- -->//b.c
    """
    return _LINKED.sub(_SPLIT, re.sub(_MARKDOWN, lambda found: "\\" + found[0], visible(text)))


def markdown_code(text: str) -> str:
    """Returns foreign text as code in Markdown.

    >>> markdown_code("a"), markdown_code("a`b")
    ('`a`', '`` a`b ``')
    """
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    return f"`{visible(text)}`" if not longest else f"{'`' * (longest + 1)} {visible(text)} {'`' * (longest + 1)}"


_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "–": "--",
    # At the start of a row, after `\\`, these would be a length and the starred form.
    "[": "{[}", "*": "{*}",
    # In LaTeX's own encoding of fonts these are other glyphs, and \textquotedbl is an error there.
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': "''",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
}  # fmt: skip


def latex_text(text: str) -> str:
    r"""Returns foreign text escaped for LaTeX.

    >>> print(latex_text("a_b & 50% \\input"))
    a\_b \& 50\% \textbackslash{}input
    >>> print(latex_text("[a] * <b>"))
    {[}a] {*} \textless{}b\textgreater{}
    """
    return "".join(_LATEX.get(sign, sign) for sign in visible(text))


BOLD, DIM, RED, YELLOW, PLAIN = "\033[1m", "\033[2m", "\033[31m", "\033[33m", "\033[0m"
MARKS = {"sub": "\033[4;38;5;163m", "del": "\033[9;38;5;131m", "ins": "\033[1;38;5;63m"}
"""Styles of substitutions, deletions and insertions on a terminal: underlined, struck through and bold, in the
colors of the page that are closest to its own among those with a contrast of 4.5 on black and on white."""
COLORS = {kind: f"\033[{code[4:]}" for kind, code in MARKS.items()}
"""The colors alone, for numbers."""


def painted(text: str, code: str, color: bool = True) -> str:
    """Returns the text in a terminal color or style on request; spaces around it stay plain.

    >>> painted(" 12 ", COLORS["ins"]), painted("12", BOLD, False)
    (' \\x1b[38;5;63m12\\x1b[0m ', '12')
    """
    inner = text.strip()
    return text.replace(inner, f"{code}{inner}{PLAIN}", 1) if color and inner else text


BAR, LEAST_BAR = 20, 6
"""Columns of a bar, and the fewest that are worth drawing."""
_SCALES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0)
"""Values of a full bar."""


def bar(parts: Sequence[float], columns: int) -> str:
    """Returns a bar of block characters: the parts one after the other, each a share of the columns.

    >>> bar([0.4811], 20), bar([0.4, 0.1, 0.05], 20), bar([0.0], 20)
    ('█████████▋', '████████▒▒░', '')
    """
    first, *others = [max(part, 0.0) * columns for part in parts] or [0.0]
    eighths = round(8 * first)
    text = "█" * (eighths // 8) + "▏▎▍▌▋▊▉"[eighths % 8 - 1 : eighths % 8]
    end = first
    for sign, part in zip("▒░", others, strict=False):
        end += part
        text += sign * (round(end) - len(text))
    return text[:columns]


class Screen(NamedTuple):
    """The output device: its columns and whether it has colors."""

    columns: int = 80
    color: bool = False
    bars: bool = False
    """Whether to draw bars, which only a terminal has. Numbers and words are the same everywhere."""


class Column(NamedTuple):
    """The heading of a column, and how its cells are shown."""

    title: str
    """The key of its values, in files for programs."""
    left: bool = False
    """Whether it is aligned to the left, as text is. Numbers go to the right."""
    rate: bool = False
    """Whether it is a fraction to be shown as a percentage."""
    places: int | None = None
    """Decimals of a fraction to show; None for all."""
    heading: str | None = None
    """The heading in tables; None for its title."""

    @property
    def shown_title(self) -> str:
        return self.title if self.heading is None else self.heading

    def show(self, cell: Cell) -> str:
        if self.places is not None and isinstance(cell, float):
            return minus(f"{cell:,.{self.places}f}")
        if self.rate and not isinstance(cell, str):
            return percent(cell)
        if isinstance(cell, int) and not isinstance(cell, bool):
            return f"{cell:,}".replace("-", "−")
        if isinstance(cell, int | float):
            return str(cell).replace("-", "−")
        return "" if cell is None else cell

    def padded(self, text: str, columns: int) -> str:
        """Returns the text padded to this many columns of a terminal."""
        if len(text) <= columns and text.isascii():
            return text.ljust(columns) if self.left else text.rjust(columns)
        text = fit(text, columns)
        space = " " * (columns - width(text))
        return text + space if self.left else space + text


MOST_ROWS, FEW_ROWS = 40, 19
"""A table of more rows, which fill a screen, is shown by its first and last ones, unless all are requested."""


def bold_line(line: str) -> str:
    """Returns the line in bold, with its colors."""
    return f"{BOLD}{line.replace(PLAIN, PLAIN + BOLD)}{PLAIN}"


class Table(NamedTuple):
    """Rows of cells under columns; the last rows can be totals."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    total: int = 0
    """Number of last rows that summarize the others."""
    headline: str = ""
    """The result in a line: on a terminal it comes first, in place of the title of the first column."""
    bars: Sequence[Sequence[float]] = ()
    """For each row the parts of its bar, if it has bars: shares of 1, drawn behind the first rate on a terminal."""
    bar_parts: Sequence[str] = ()
    """The names of the parts of a bar, if it has several."""

    def brief(self) -> "Table":
        """Returns the table; of a long one the first and last rows, and the number of rows in between."""
        if len(self.rows) <= MOST_ROWS:
            return self
        last = FEW_ROWS + self.total
        gone = len(self.rows) - FEW_ROWS - last
        between = (f"… {gone:,} more", *[""] * (len(self.columns) - 1))
        bars = [*self.bars[:FEW_ROWS], (), *self.bars[-last:]] if self.bars else ()
        return self._replace(rows=[*self.rows[:FEW_ROWS], between, *self.rows[-last:]], bars=bars)

    def shown(self) -> list[list[str]]:
        return [[column.show(cell) for column, cell in zip(self.columns, row, strict=True)] for row in self.rows]

    def text(self, columns: int = 80, color: bool = False, bars: bool = False) -> str:
        """Lines for a terminal. Text columns are shortened if the table would be too wide; bars fill what is left."""
        head = [column.shown_title for column in self.columns]
        if self.headline:
            head[0] = ""
        cells = [list(map(visible, own)) for own in zip(head, *self.shown(), strict=True)]
        widths = [max(map(width, own)) for own in cells]
        for i in sorted((i for i, column in enumerate(self.columns) if column.left), key=lambda i: -widths[i]):
            excess = sum(widths) + 2 * (len(widths) - 1) - columns
            widths[i] = max(min(widths[i], 8), widths[i] - max(excess, 0))
        padded = [
            [column.padded(cell, size) for cell in (fit_apart(own, size) if column.left else own)]
            for column, own, size in zip(self.columns, cells, widths, strict=True)
        ]
        if color:
            for column, own in zip(self.columns, padded, strict=True):
                if column.title in COLORS:
                    own[:] = [
                        painted(own[0], MARKS[column.title]),
                        *(painted(c, COLORS[column.title]) for c in own[1:]),
                    ]
        room = min(BAR, columns - sum(widths) - 2 * len(widths))
        if bars and self.bars and room >= LEAST_BAR:
            place = next((i for i, column in enumerate(self.columns) if column.rate), 0)
            padded.insert(place + 1, [" " * room, *(text.ljust(room) for text in self._drawn(room))])
        lines = ["  ".join(row).rstrip() for row in zip(*padded, strict=True)]
        if color:
            lines[0] = (
                painted(lines[0], DIM) if not any(column.title in COLORS for column in self.columns) else lines[0]
            )
            if self.total:
                lines[-self.total] = bold_line(lines[-self.total])
        if self.headline:
            first, gap, rest = wrapped(self.headline, columns).partition("  ")
            lines.insert(0, f"{painted(first, BOLD, color)}{gap}{rest}")
        return "\n".join(lines)

    def _drawn(self, columns: int) -> list[str]:
        """Returns the bars on one scale, so that the longest fits."""
        return [bar([part / self.scale for part in parts], columns) if parts else "" for parts in self.bars]

    @property
    def scale(self) -> float:
        """The full width of a bar, at least that of the longest."""
        most = max((sum(parts) for parts in self.bars), default=0.0)
        return next((scale for scale in _SCALES if scale >= most), most)

    def markdown(self) -> str:
        def line(cells: Sequence[str]) -> str:
            return "| " + " | ".join(map(markdown_text, cells)) + " |"

        rule = "| " + " | ".join("---" if column.left else "---:" for column in self.columns) + " |"
        return "\n".join([line([column.shown_title for column in self.columns]), rule, *map(line, self.shown())])

    def latex(self) -> str:
        """Returns a LaTeX tabular with rules of booktabs."""

        def line(cells: Sequence[str]) -> str:
            return "  " + " & ".join(map(latex_text, cells)) + r" \\"

        head, body = line([column.shown_title for column in self.columns]), list(map(line, self.shown()))
        if self.total and len(body) > self.total:
            body.insert(-self.total, r"  \midrule")
        sides = "".join("l" if column.left else "r" for column in self.columns)
        top, below = rf"\begin{{tabular}}{{{sides}}}", r"\end{tabular}"
        return "\n".join([top, r"  \toprule", head, r"  \midrule", *body, r"  \bottomrule", below])

    def csv(self) -> str:
        """Returns CSV: rates are fractions, and text that a spreadsheet would compute begins with '."""

        def quoted(cell: Cell) -> str:
            text = "" if cell is None else str(tidy(cell) if isinstance(cell, float) else cell)
            text = re.sub(_NOT_IN_CSV, lambda found: visible(found[0]), text)
            if isinstance(cell, str) and cell.startswith(_FORMULA):
                text = "'" + text
            return '"' + text.replace('"', '""') + '"' if any(char in text for char in ',"\n\r') else text

        head = [column.title for column in self.columns]
        return "".join(",".join(map(quoted, row)) + "\n" for row in [head, *self.rows])

    def records(self) -> list[dict[str, Cell]]:
        """Its rows, each by the titles of the columns."""
        titles = [column.title for column in self.columns]
        return [dict(zip(titles, row, strict=True)) for row in self.rows]


class Framed(Scored):
    """Scores with flat rows for data frames."""

    __slots__ = ()

    def records(self) -> list[dict[str, Any]]:
        """Returns a flat dict per row."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """Returns a pandas DataFrame of the records."""
        return frame("pandas", self.records())

    def to_polars(self) -> Any:
        """Returns a polars DataFrame of the records."""
        return frame("polars", self.records())


def columns_of(records: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Rows as columns; None where a row has no such key."""
    keys = dict.fromkeys(key for record in records for key in record)
    return {key: [record.get(key) for record in records] for key in keys}


def frame(library: str, records: list[dict[str, Any]]) -> Any:
    """Returns a data frame of pandas or polars; raises InputError if the package is missing."""
    try:
        make = import_module(library).DataFrame
    except ModuleNotFoundError:
        raise HubbubError(f"{library} is not installed; install it, or hubbub[dataframe]") from None
    # Of rows, polars takes the keys and types of the first hundred alone.
    return make(columns_of(records), strict=False) if library == "polars" else make(records)


def parquet_of(records: list[dict[str, Any]]) -> bytes:
    """Returns a Parquet file of these rows."""
    file = BytesIO()
    try:
        from pyarrow import parquet, table

        parquet.write_table(table(columns_of(records)), file)
    except ModuleNotFoundError:
        frame("polars", records).write_parquet(file)
    return file.getvalue()
