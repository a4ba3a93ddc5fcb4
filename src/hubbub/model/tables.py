"""A table that can be written for a terminal, as Markdown, CSV and HTML."""

from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import combining, east_asian_width

Cell = str | int | float | None


def width(text: str) -> int:
    """Columns that the text takes on a terminal.

    >>> width("naïve"), width("会議")
    (5, 4)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def fit(text: str, columns: int) -> str:
    """The text, shortened with an ellipsis where it is wider than the columns.

    >>> fit("a very long name", 8)
    'a very …'
    """
    if width(text) <= columns:
        return text
    while text and width(text) > columns - 1:
        text = text[:-1]
    return text + "…"


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "error"), counted(2, "error")
    ('1 error', '2 errors')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def percent(rate: float | None) -> str:
    """A rate for people: two decimals, n/a where there is none.

    >>> percent(0.2717), percent(None)
    ('27.17%', 'n/a')
    """
    return "n/a" if rate is None else f"{rate:.2%}"


class Column(NamedTuple):
    """The heading of a column, and how its cells are shown."""

    title: str
    left: bool = False
    """Is it aligned to the left, as text is? Numbers go to the right."""
    rate: bool = False
    """Is it a fraction to be shown as a percentage?"""
    places: int | None = None
    """Decimals of a fraction to show; None for all."""

    def show(self, cell: Cell) -> str:
        if self.places is not None and isinstance(cell, float):
            return f"{cell:.{self.places}f}"
        if self.rate and not isinstance(cell, str):
            return percent(cell)
        return "" if cell is None else str(cell)


class Table(NamedTuple):
    """Rows of cells under columns; the last row can be a total."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    total: bool = False

    def shown(self) -> list[list[str]]:
        return [[column.show(cell) for column, cell in zip(self.columns, row, strict=True)] for row in self.rows]

    def text(self, columns: int = 80, bold: bool = False) -> str:
        """Lines for a terminal. Text columns are shortened where the table would be too wide."""
        rows = [[column.title for column in self.columns], *self.shown()]
        widths = [max(width(row[i]) for row in rows) for i in range(len(self.columns))]
        for i in sorted((i for i, column in enumerate(self.columns) if column.left), key=lambda i: -widths[i]):
            excess = sum(widths) + 2 * (len(widths) - 1) - columns
            widths[i] = max(min(widths[i], 8), widths[i] - max(excess, 0))
        lines = []
        for row in rows:
            cells = []
            for column, cell, cell_width in zip(self.columns, row, widths, strict=True):
                cell = fit(cell, cell_width)
                space = " " * (cell_width - width(cell))
                cells.append(cell + space if column.left else space + cell)
            lines.append("  ".join(cells).rstrip())
        rule = "─" * (sum(widths) + 2 * (len(widths) - 1))
        lines.insert(1, rule)
        if self.total and len(lines) > 3:
            lines.insert(-1, rule)
        if bold:
            lines[0] = f"\033[1m{lines[0]}\033[0m"
            if self.total:
                lines[-1] = f"\033[1m{lines[-1]}\033[0m"
        return "\n".join(lines)

    def markdown(self) -> str:
        def line(cells: Sequence[str]) -> str:
            return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

        rule = "| " + " | ".join("---" if column.left else "---:" for column in self.columns) + " |"
        return "\n".join([line([column.title for column in self.columns]), rule, *map(line, self.shown())])

    def csv(self) -> str:
        """Plain numbers, for programs: rates are fractions."""

        def quoted(cell: Cell) -> str:
            text = "" if cell is None else str(cell)
            return '"' + text.replace('"', '""') + '"' if any(char in text for char in ',"\n\r') else text

        head = [column.title for column in self.columns]
        return "".join(",".join(map(quoted, row)) + "\n" for row in [head, *self.rows])

    def html(self) -> str:
        from html import escape

        def line(cells: Sequence[str], tag: str) -> str:
            sides = ("left" if column.left else "right" for column in self.columns)
            return (
                "<tr>"
                + "".join(
                    f'<{tag} style="text-align:{side}">{escape(cell)}</{tag}>'
                    for side, cell in zip(sides, cells, strict=True)
                )
                + "</tr>"
            )

        head = line([column.title for column in self.columns], "th")
        body = "".join(line(row, "td") for row in self.shown())
        return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"
