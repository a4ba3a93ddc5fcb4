"""Writes small SVG plots of run times on a logarithmic scale, legible on light and dark pages and in print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from typing import NamedTuple
from xml.sax.saxutils import escape

Points = Sequence[tuple[float, float]]

# One color per metric, for light and for dark pages; one stroke per tool.
COLOURS = {
    "a": ("#c2410c", "#fb923c"),
    "b": ("#64748b", "#94a3b8"),
    "c": ("#0369a1", "#38bdf8"),
    "d": ("#15803d", "#4ade80"),
}
STROKES = {
    "hubbub": "stroke-width:2.6",
    "peer": "stroke-width:1.6;stroke-dasharray:6 3",
    "paper": "stroke-width:1.2;stroke-dasharray:1.5 2.5",
}
PANEL_HEIGHT, LEFT, GAP, BOTTOM = 300, 62, 62, 44


class Curve(NamedTuple):
    """A metric by a tool."""

    colour: str
    stroke: str
    points: Points
    ended: str = ""
    """Why the curve ends: time, memory, unproven or nothing."""


class Panel(NamedTuple):
    """One pair of axes."""

    label: str
    first: float
    last: float
    ticks: Sequence[float]
    curves: Sequence[Curve]
    ratios: bool = False
    """Whether the x axis is logarithmic too, so a power law is a straight line."""


class Legend(NamedTuple):
    """Rows are colors, columns are strokes; a cell without a curve stays empty."""

    columns: dict[str, str]
    rows: dict[str, str]
    cells: dict[tuple[str, str], str]
    time: str
    memory: str
    """The limits as text; empty if nothing was measured."""


def style() -> str:
    light = "".join(f".{name}{{color:{pair[0]}}}" for name, pair in COLOURS.items())
    dark = "".join(f".{name}{{color:{pair[1]}}}" for name, pair in COLOURS.items())
    strokes = "".join(f".{name}{{{stroke}}}" for name, stroke in STROKES.items())
    return (
        "text{font:12px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#1e293b}.small{font-size:11px}"
        ".value{font-size:11px;fill:currentColor}.ours{font-weight:700}.soft-mark{color:#64748b}.title{font-size:14px;font-weight:600}.grid{stroke:#e2e8f0;stroke-width:1}.frame{stroke:#64748b;fill:none}"
        ".page{fill:#fff}.soft{fill:#64748b}path{fill:none;stroke:currentColor;stroke-linejoin:round}"
        f"circle{{fill:currentColor}}{light}{strokes}.end{{stroke-width:2;stroke-dasharray:none}}"
        "@media(prefers-color-scheme:dark){text{fill:#e2e8f0}.grid{stroke:#27324a}.page{fill:#0f172a}"
        f".soft{{fill:#94a3b8}}.frame{{stroke:#94a3b8}}{dark}}}"
    )


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>'


def seconds(value: float) -> str:
    """Formats a power of ten."""
    return {
        -6: "1 µs",
        -5: "10 µs",
        -4: "0.1 ms",
        -3: "1 ms",
        -2: "10 ms",
        -1: "0.1 s",
        0: "1 s",
        1: "10 s",
        2: "100 s",
    }.get(round(log10(value)), f"{value:g} s")


def short(value: float) -> str:
    """Formats a time briefly.

    >>> short(0.0123), short(75.4)
    ('12 ms', '75 s')
    """
    if value >= 10:
        return f"{value:.0f} s"
    return f"{value:.2g} s" if value >= 0.1 else f"{value * 1000:.2g} ms"


class Axes:
    """Returns the position of a number on the page."""

    def __init__(self, panel: Panel, x: float, y: float, width: float, low: int, high: int) -> None:
        self.panel, self.x, self.y, self.width = panel, x, y, width
        self.low, self.high = low, high

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        first, last, value = self.panel.first, self.panel.last, point[0]
        if self.panel.ratios:
            first, last, value = log10(first), log10(last), log10(value)
        share = (value - first) / (last - first)
        rise = (log10(point[1]) - self.low) / (self.high - self.low)
        return self.x + 8 + share * (self.width - 16), self.y + PANEL_HEIGHT * (1 - rise)

    def frame(self, labelled: bool) -> Iterator[str]:
        for power in range(self.low, self.high + 1):
            _, y = self.at((self.panel.first, 10.0**power))
            yield f'<line class="grid" x1="{self.x:.1f}" x2="{self.x + self.width:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
            if labelled:
                yield text(self.x - 8, y + 4, seconds(10.0**power), "end", "small")
        bottom = self.y + PANEL_HEIGHT
        for tick in self.panel.ticks:
            x, _ = self.at((tick, 1))
            yield f'<line class="frame" x1="{x:.1f}" x2="{x:.1f}" y1="{bottom:.1f}" y2="{bottom + 4:.1f}"/>'
            yield text(x, bottom + 18, f"{tick:,g}", "middle", "small")
        size = f'width="{self.width:.1f}" height="{PANEL_HEIGHT}"'
        yield f'<rect class="frame" x="{self.x:.1f}" y="{self.y:.1f}" {size}/>'
        yield text(self.x + self.width / 2, bottom + 36, self.panel.label, "middle")

    def curve(self, curve: Curve) -> Iterator[str]:
        places = [self.at(point) for point in curve.points]
        if not places:
            return
        line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        yield f'<g class="{curve.colour}"><path class="{curve.stroke}" d="{line}"/>'
        if len(places) == 1 or curve.stroke == "hubbub":
            yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2.4 if len(places) > 1 else 3}"/>' for x, y in places)
        yield f"{end_mark(curve.ended, *places[-1])}</g>"

    def values(self) -> Iterator[str]:
        """Returns the times at the right end, moved apart if they would overlap."""
        ends = [
            (self.at(c.points[-1])[1], c) for c in self.panel.curves if c.points and c.points[-1][0] == self.panel.last
        ]
        lowest = self.y - 8
        for y, curve in sorted(ends, key=lambda end: end[0]):
            lowest = max(y, lowest + 12)
            words = short(curve.points[-1][1])
            kind = f"value {curve.colour}" + (" ours" if curve.stroke == "hubbub" else "")
            yield text(self.x + self.width + 6, lowest + 4, words, kind=kind)


def end_mark(reason: str, x: float, y: float) -> str:
    """Draws a cross for too slow, a box for out of memory, a diamond for a bound below the best cost."""
    marks = {
        "time": f"M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8",
        "memory": f"M{x - 4.5:.1f} {y - 4.5:.1f}h9v9h-9z",
        "unproven": f"M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z",
    }
    return f'<path class="end" d="{marks[reason]}"/>' if reason in marks else ""


def legend(table: Legend, x: float, y: float) -> Iterator[str]:
    widths = dict(zip(table.columns, (150, 215, 215), strict=False))
    at = begin = x + (120 if any(table.rows.values()) else 0)
    for stroke, title in table.columns.items():
        yield text(at, y, title, kind="small soft")
        for i, (colour, name) in enumerate(table.rows.items()):
            line = y + 18 * (i + 1)
            if at == begin:
                yield text(x, line, name, kind="small")
            cell = table.cells.get((colour, stroke))
            if cell is not None:
                yield f'<g class="{colour}"><path class="{stroke}" d="M{at:.1f} {line - 4:.1f}h30"/>'
                yield f'<circle cx="{at + 15:.1f}" cy="{line - 4:.1f}" r="2.4"/></g>' if stroke == "hubbub" else "</g>"
                yield text(at + 37, line, cell, kind="small")
        at += widths[stroke]
    line = y + 18 * (len(table.rows) + 1)
    if not table.time:
        return
    ends = {
        "time": f"needs more than {table.time}",
        "memory": f"needs more than {table.memory}",
        "unproven": f"is not proven in {table.time}",
    }
    yield text(x, line, "ends where it", kind="small soft")
    for at, (reason, words) in zip((x + 125, x + 285, x + 450), ends.items(), strict=True):
        yield f'<g class="soft-mark">{end_mark(reason, at, line - 4)}</g>'
        yield text(at + 12, line, words, kind="small soft")


def draw(title: str, panels: Sequence[Panel], table: Legend, width: float = 760) -> str:
    """Returns the complete picture."""
    every = [value for panel in panels for curve in panel.curves for _, value in curve.points]
    low, high = floor(log10(0.8 * min(every))), ceil(log10(1.2 * max(every)))  # no curve on the frame
    above = 62 if any(table.columns.values()) else 44
    top = above + 18 * (len(table.rows) + bool(table.time))
    height = top + PANEL_HEIGHT + BOTTOM + 6
    each = (width - LEFT - GAP * len(panels)) / len(panels)
    box = f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f"<style>{style()}</style>",
        f'<rect class="page" width="{width:g}" height="{height:g}" rx="6"/>',
        text(LEFT - 46, 24, title, kind="title"),
        *legend(table, LEFT - 46, 46 if any(table.columns.values()) else 28),
    ]
    for i, panel in enumerate(panels):
        axes = Axes(panel, LEFT + i * (each + GAP), top, each, low, high)
        parts += axes.frame(labelled=i == 0)
        # hubbub's curve is drawn last, on top.
        for curve in sorted(panel.curves, key=lambda curve: list(STROKES)[::-1].index(curve.stroke)):
            parts += axes.curve(curve)
        parts += axes.values()
    return "\n".join([*parts, "</svg>"]) + "\n"
