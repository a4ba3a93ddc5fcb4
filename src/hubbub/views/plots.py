"""Pictures of scores, causes, comparisons and transcripts, drawn as SVG in the color of the text around them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

from hubbub.errors import FormatError, HubbubError, InputError
from hubbub.formats.files import file_name
from hubbub.formats.writing import write_files
from hubbub.insight.comparison import Comparison, signed
from hubbub.insight.comparison_list import Comparisons
from hubbub.model.display import ByMetric
from hubbub.model.scores import Alone, Sessions
from hubbub.model.tables import Column, Table, clock, counted, fit, visible, width
from hubbub.model.transcript import Transcript
from hubbub.views.board import Board

KINDS = {
    "sub": "#b95a94",
    "del": "#d9731f",
    "ins": "#3f7fc4",
    "confusion": "#b95a94",
    "missed": "#d9731f",
    "falarm": "#3f7fc4",
    "attribution": "#2f9e8a",
    "mixed": "#7b6fd0",
    "split": "#b08d1e",
    "recognition": "#8a8f98",
}
"""The color of each kind of error: legible on white and on black."""
PLAIN = "#3f7fc4"
"""The color of a bar without parts, and of speech."""
STACKED = (("sub", "del", "ins"), ("confusion", "missed", "falarm"))
"""Columns of counts that are parts of the errors."""
NAMES = {"sub": "substitutions", "del": "deletions", "ins": "insertions", "falarm": "false alarm"}
"""The names of the kinds in a legend, where they differ from those of columns."""
WIDE, ROW, BAR, CHARACTER, SIZE = 860, 24, 14, 8.5, 13
"""Pixels: the width of a picture, a row, a bar, a wide character, and the height of text."""
NARROWEST = 560
"""Pixels to which a picture shrinks on a small screen."""
MOST_SPEAKERS = 20
"""The most speakers of a session that are drawn."""


class Picture:
    """A picture that notebooks show. `save` writes it."""

    def __init__(self, title: str, height: float, body: Sequence[str]) -> None:
        self.title = visible(title)
        self.height = round(height)
        self._body = body

    @property
    def svg(self) -> str:
        """The SVG as text. Its text and lines have the color of the text around it; in a file they are black."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{self.height}"'
            f' viewBox="0 0 {WIDE} {self.height}" role="img"'
            f' style="width:100%;min-width:{NARROWEST}px;max-width:{WIDE}px;height:auto"'
            f' font-family="system-ui, sans-serif" font-size="{SIZE}" fill="currentColor">'
        )
        return f"{head}<title>{escape(self.title)}</title>{''.join(self._body)}</svg>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture as .svg, or as .png if resvg-py is installed; completely or not at all."""
        name = file_name(path)
        if name.lower().endswith(".svg"):
            write_files({name: self.svg + "\n"})
        elif name.lower().endswith(".png"):
            write_files({name: _png(self.svg)})
        else:
            raise FormatError(name, None, "a picture is SVG or PNG", "name it *.svg or *.png")

    def __repr__(self) -> str:
        return f"<picture of {fit(self.title, 60)}; save(path) writes .svg or .png>"

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x:auto">{self.svg}</div>'

    def _repr_svg_(self) -> str:
        return self.svg


def _png(svg: str) -> bytes:
    """Returns the picture as PNG, on white and with twice the pixels."""
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError:
        raise HubbubError(
            "resvg-py, which makes PNG from SVG, is not installed; install it, or hubbub[png], or save as .svg"
        ) from None
    return bytes(svg_to_bytes(svg_string=svg, background="#ffffff", zoom=2))


def plot(thing: Any) -> Picture:
    """Returns the picture of scores, a blame, a board, comparisons or a transcript."""
    if isinstance(thing, Transcript):
        return _first_session(thing)
    if isinstance(thing, Comparison):
        return _differences([thing])
    if isinstance(thing, Comparisons):
        return _differences(thing)
    if isinstance(thing, Board):
        ends = [None if run.ci is None else (run.ci.low, run.ci.high) for run in thing]
        table = thing.table()
        names = [str(row[1]) for row in table.rows]
        return _bars(thing.headline, table, names, ends)
    if isinstance(thing, ByMetric):
        return _metric_bars(list(thing.values()))
    run = thing.alone() if isinstance(thing, Alone) else thing
    return _session_bars(run)


def _session_bars(run: Sessions[Any]) -> Picture:
    """Draws a bar for each session and one for the total."""
    table = run.table().brief()
    if len(run) == 1:
        table = table._replace(rows=table.rows[:1], bars=table.bars[:1], total=0)
    interval = None if run.ci is None or run.ci.low is None else (run.ci.low, run.ci.high)
    ends = [None] * (len(table.rows) - 1) + [interval]
    return _bars(run.headline, table, [str(row[0]) for row in table.rows], ends)


def _metric_bars(results: Sequence[Any]) -> Picture:
    """Draws a bar for each metric."""
    values = [one.value for one in results]
    bars = [() if value is None else (value,) for value in values]
    names = [one.title for one in results]
    columns = [Column("metric", left=True), Column("value", rate=True)]
    table = Table(columns, list(zip(names, values, strict=True)), bars=bars)
    return _bars(counted(len(names), "metric"), table, names, [None] * len(names))


class Stack(NamedTuple):
    """The parts of a bar."""

    names: Sequence[str]
    shares: Sequence[Sequence[float]]
    """For each row of a table its parts, as shares of 1."""


def stack(table: Table) -> Stack:
    """Returns the bars of a table in parts: as it names them, else by kind of error where it counts these."""
    if table.bar_parts:
        return Stack(table.bar_parts, table.bars)
    titles = [column.title for column in table.columns]
    names = next(
        (kinds for kinds in (("sub", "del", "ins"), ("confusion", "missed", "falarm")) if kinds[0] in titles), ()
    )
    shares = []
    for row, bar in zip(table.rows, table.bars, strict=True):
        cells = dict(zip(titles, row, strict=True))
        counts = [float(cells[name] or 0) for name in names] if bar else []
        whole = sum(counts)
        shares.append([sum(bar) * number / whole for number in counts] if whole else bar)
    return Stack(names, shares)


def color_of(part: str) -> str:
    return KINDS.get(part, PLAIN)


def _bars(
    headline: str, table: Table, names: Sequence[str], ends: Sequence[tuple[float | None, float | None] | None]
) -> Picture:
    """Draws a row for each name: its bar in parts, its rate, and its interval as a whisker."""
    parts, rates = stack(table), [_rate(table, row) for row in table.rows]
    highs = [high for end in ends if end is not None and (high := end[1]) is not None]
    scale = max([table.scale, *highs])
    left = _label_width(names)
    wide = WIDE - left - max(map(width, rates), default=0) * CHARACTER - 16
    body = [_headline(headline)]
    y = 2 * ROW
    total = len(table.rows) - table.total if table.total else None
    for row, (name, rate, shares, end) in enumerate(zip(names, rates, parts.shares, ends, strict=True)):
        weight = 'font-weight="bold"' if row == total else ""
        body.append(_text(left - 8, y, fit(visible(name), 30), f'text-anchor="end" {weight}'))
        x = float(left)
        for number, share in enumerate(shares):
            part = parts.names[number] if number < len(parts.names) else ""
            size = wide * max(share, 0.0) / scale
            body.append(_box(x, y - BAR + 3, size, color_of(part), part))
            x += size
        if end is not None and end[0] is not None and end[1] is not None:
            body.append(_whisker(left + wide * end[0] / scale, left + wide * end[1] / scale, y - BAR / 2 + 3))
            x = max(x, left + wide * end[1] / scale)
        body.append(_text(x + 8, y, rate, weight))
        y += ROW
    body += _legend(parts.names, left, y)
    return Picture(headline, y + (ROW if len(parts.names) > 1 else 0) - 8, body)


def _rate(table: Table, row: Sequence[Any]) -> str:
    place = next((i for i, column in enumerate(table.columns) if column.rate), 1)
    return table.columns[place].show(row[place])


def _differences(pairs: Sequence[Comparison]) -> Picture:
    """Draws the difference of every pair in points, with its interval."""
    ends = [(pair.interval.low, pair.difference, pair.interval.high) for pair in pairs]
    known = [number for row in ends for number in row if number is not None]
    low, high = min([0.0, *known]), max([0.0, *known])
    room = (high - low or 0.01) * 0.04
    low, high = low - room, high + room
    names = [f"{pair.b} − {pair.a}" for pair in pairs]
    left, right = _label_width(names), 210

    def at(number: float) -> float:
        return left + (WIDE - left - right) * (number - low) / (high - low)

    title = f"{pairs[0].title}: {'differences' if len(pairs) > 1 else 'difference'} in points" if pairs else "no pairs"
    y = 2 * ROW
    body = [
        _headline(title),
        _line(at(0), y - BAR - 4, at(0), y + ROW * (len(pairs) - 1) + 8, ' stroke-dasharray="3 3"'),
    ]
    for name, pair, (first, middle, last) in zip(names, pairs, ends, strict=True):
        color = "currentColor" if pair.shown_on_others or pair.shown_on_these else "#8a8f98"
        body.append(_text(left - 8, y, fit(visible(name), 30), 'text-anchor="end"'))
        if first is not None and last is not None:
            body.append(_whisker(at(first), at(last), y - 4))
        body.append(f'<circle cx="{at(middle):.1f}" cy="{y - 4}" r="4.5" fill="{color}" stroke="currentColor"/>')
        interval = "" if pair.interval.low is None else f" ({pair.interval})".replace(" points", "")
        body.append(_text(WIDE - right + 12, y, f"{signed(pair.difference)}{interval}"))
        y += ROW
    level = f"with {pairs[0].interval.title}; " if any(pair.interval.low is not None for pair in pairs) else ""
    legend = f"{level}right of 0 the first of the two has more errors; filled: significant"
    body.append(_text(left, y, legend, 'opacity="0.7" font-size="12"'))
    return Picture(title, y + 8, body)


def _first_session(transcript: Transcript) -> Picture:
    """Draws who speaks when in the first session."""
    names = transcript.session_names()
    if not names:
        raise InputError("the transcript has no segments to draw")
    more = f" (the first of {len(names):,} sessions)" if len(names) > 1 else ""
    return speech(names[0], transcript.select(names[:1]), more)


def speech(name: str, session: Transcript, more: str = "") -> Picture:
    """Draws a line for each speaker of a session, with a box wherever they speak."""
    spans: dict[str, list[tuple[float, float]]] = {}
    for segment in session:
        own = spans.setdefault(str(segment.speaker or "no name"), [])
        if segment.start is not None and segment.end is not None:
            own.append((segment.start, segment.end))
    times = [time for own in spans.values() for span in own for time in span]
    if not times:
        raise InputError(f"session {name} has no times, so who speaks when is not known")
    first, last = min(times), max(times)
    speakers = list(spans)[:MOST_SPEAKERS]
    left = _label_width(speakers)
    scale = (WIDE - left - 12) / (last - first or 1.0)
    title = f"{name or 'session'}: {counted(len(spans), 'speaker')}, {clock(first)}–{clock(last)}{more}"
    body, y = [_headline(title)], 2 * ROW
    for speaker in speakers:
        body.append(_text(left - 8, y, fit(visible(speaker), 30), 'text-anchor="end"'))
        body.append(_line(left, y + 5, WIDE - 12, y + 5, ' opacity="0.2"'))
        for start, end in _joined(spans[speaker], 1 / scale):
            body.append(_box(left + (start - first) * scale, y - BAR + 3, max((end - start) * scale, 1), PLAIN))
        y += ROW
    if len(spans) > len(speakers):
        body.append(_text(left, y, counted(len(spans) - len(speakers), "more speaker"), 'opacity="0.7"'))
        y += ROW
    for number in range(5):
        time, anchor = first + (last - first) * number / 4, ("start", "middle", "middle", "middle", "end")[number]
        body.append(_text(left + (time - first) * scale, y, clock(time), f'text-anchor="{anchor}" opacity="0.7"'))
    return Picture(title, y + 8, body)


def _joined(spans: Sequence[tuple[float, float]], gap: float) -> list[tuple[float, float]]:
    """Returns spans of time in order, those joined that are less than a pixel apart."""
    found: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if found and start - found[-1][1] < gap:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


# Elements


def _label_width(names: Sequence[str]) -> int:
    return 12 + round(CHARACTER * max((width(fit(visible(name), 30)) for name in names), default=0))


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}'.rstrip() + f">{escape(text)}</text>"


def _headline(text: str) -> str:
    first, _, rest = visible(text).partition("  ")
    spans = f'<tspan font-weight="bold">{escape(first)}</tspan><tspan dx="8">{escape(rest)}</tspan>'
    return f'<text x="0" y="16">{spans}</text>'


def _box(x: float, y: float, wide: float, color: str, title: str = "") -> str:
    inner = f"<title>{escape(title)}</title>" if title else ""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{BAR}" fill="{color}">{inner}</rect>'


def _line(x1: float, y1: float, x2: float, y2: float, more: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="currentColor"{more}/>'


def _whisker(x1: float, x2: float, y: float) -> str:
    return "".join([_line(x1, y, x2, y), _line(x1, y - 4, x1, y + 4), _line(x2, y - 4, x2, y + 4)])


def _legend(names: Sequence[str], x: float, y: float) -> list[str]:
    """Returns a colored box and the name of each part."""
    found: list[str] = []
    for name in names if len(names) > 1 else ():
        shown = NAMES.get(name, name)
        found += [_box(x, y - BAR + 3, BAR, color_of(name)), _text(x + BAR + 6, y, shown)]
        x += BAR + 24 + CHARACTER * width(shown)
    return found
