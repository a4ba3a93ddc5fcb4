"""All pairs of systems that were asked for, as data, on a terminal, and as Markdown for a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from hubbub.insight.comparison import Comparison, brief, p_text, points, whole
from hubbub.model.certainty import remarks
from hubbub.model.scores import json_text
from hubbub.model.tables import Cell, Column, Framed, Table, counted, fit, listed, markdown_code, markdown_text, visible
from hubbub.version import __version__

LABEL = 22
"""The column where what is told begins."""
MOST = 20
"""Sessions that are listed; those that differ most."""
MANY = 3
"""So many pairs are also shown in a table of their own, first of all."""
FEW = 0.001
"""So few sessions that they cannot give less than this p are told so."""


def sessions_table(pair: Comparison, total: bool = True) -> Table:
    """Rates and errors of both systems in the sessions that differ most, and in all."""
    places = None if pair.unit == "word" else 2
    head = [Column(pair.title, left=True)]
    for name in (pair.a, pair.b):
        head += [Column(fit(name, 14), rate=True), Column("errors", places=places)]
    rows: list[Sequence[Cell]] = [
        (one.session, *_cells(one.first, one.second, one.length), whole(one.difference)) for one in pair.sessions[:MOST]
    ]
    if total:
        rows.append(("total", *_cells(*pair.errors, pair.length), whole(pair.errors[1] - pair.errors[0])))
    return Table([*head, Column("difference")], rows, total=total)


def pairs_table(pairs: Sequence[Comparison]) -> Table:
    """All pairs in a line each: how far apart they are, and after Holm's correction how sure that is."""
    level = pairs[0].interval.title
    titles = ("points", level, "p, others", "p, these")
    head = [Column("system", left=True), Column("against", left=True), *map(Column, titles)]
    rows: list[Sequence[Cell]] = []
    for pair in pairs:
        low, high = pair.interval.low, pair.interval.high
        between = "none" if low is None or high is None else f"{_exactly(low)} to {_exactly(high)}"
        ps = [
            "" if one is None else p_text(one.holm)[2:].lstrip("= ") for one in (pair.session_test, pair.segment_test)
        ]
        rows.append((pair.b, pair.a, _exactly(pair.difference), between, *ps))
    return Table(head, rows)


def _more(pair: Comparison) -> str:
    """How many sessions are not listed."""
    more = len(pair.sessions) - MOST
    return f"\n{more} more session{'s' * (more != 1)} differ{'s' * (more == 1)} less" if more > 0 else ""


def _cells(first: float, second: float, length: float) -> tuple[Cell, ...]:
    rates = _rates(first, second, length)
    return rates[0], first, rates[1], second


def _rates(first: float, second: float, length: float) -> tuple[float | None, float | None]:
    return (first / length, second / length) if length else (None, None)


def words_table(pair: Comparison) -> Table:
    """The words that made the difference."""
    head = (
        Column("word", left=True),
        Column("what went wrong", left=True),
        *(Column(f"only {fit(name, 14)}") for name in (pair.a, pair.b)),
        Column("difference"),
    )
    rows: list[Sequence[Cell]] = [
        (
            one.word,
            "inserted more often" if one.inserted else "missed or replaced",
            one.only_first,
            one.only_second,
            whole(one.difference),
        )
        for one in pair.words
    ]
    return Table(head, rows)


def power(pair: Comparison) -> str:
    """What so many sessions could show, and how many this difference would need; empty where nothing is known of it."""
    others = pair.session_test
    if not others.detectable:
        return ""
    units = counted(others.n, others.unit)
    fewest = next(number for number in range(2, 99) if 2.0 ** (1 - number) <= pair.alpha + 1e-12)
    enough = others.n >= fewest
    text = f"{units} would show {points(others.detectable)} points"
    text = text if enough else f"{units} can show no difference, {fewest} are the least that can"
    needed = None if others.needed is None else max(others.needed, fewest)
    # Where there are as many already and they show nothing, these sessions are no such case.
    if needed is not None and pair.difference and (pair.shown_on_others or needed > others.n):
        text += f"; {points(pair.difference)} points would need {counted(needed, others.unit)}"
    return text + (" (in four of five cases)" if enough or "need" in text else "")


def told(pair: Comparison, number: int) -> Iterator[tuple[str, str]]:
    """What is to be told of a pair, of so many: a label and a text."""
    interval, others, here = pair.interval, pair.session_test, pair.segment_test
    yield (
        "difference",
        f"{_exactly(pair.difference)} points"
        + (
            f", no {interval.title}: {interval.why}"
            if interval.low is None or interval.high is None
            else f", {interval.title} {_exactly(interval.low)} to {_exactly(interval.high)} ({interval.method})"
        ),
    )
    if pair.parts:
        parts = ", ".join(f"{part} {whole(more)}" for part, more in pair.parts.items())
        more = pair.errors[1] - pair.errors[0]
        yield "by cause", f"{whole(more)} error{'s' * (abs(more) != 1)}: {parts}"
    units = counted(others.n, others.unit)
    if pair.several:
        least = f", which cannot give less than {brief(others.least_p)}" if others.least_p >= FEW else ""
        text = f"{p_text(others.p)} ({_flips(others.exact)} over {units}{least})"
        text += "" if others.t_p is None else f"; {p_text(others.t_p)} by Student's t"
        yield "on other sessions?", text
    else:
        yield "on other sessions?", pair.alone
    if text := power(pair):
        yield "", text
    if pair.wordless:
        yield "on these recordings?", f"not told: {_saved(pair.wordless)} saved without words; save with --alignment"
    if here is not None:
        how = "in time over all speakers" if here.cut == "time" else "speaker by speaker, since words have no times"
        z = "" if here.z is None else f", Z {_decimal(here.z)}"
        segments = f"{counted(here.segments, 'segment')} cut {how}"
        yield "on these recordings?", f"{p_text(here.p)} ({_flips(here.exact)} over {segments}{z})"
    if number > 1:
        text = f"{p_text(others.holm)} for others" + ("" if here is None else f", {p_text(here.holm)} for these")
        yield f"Holm, {number} pairs", text
    if pair.mapsswe is not None:
        nist = pair.mapsswe
        z = "0.000" if nist.z is None else f"{nist.z:.3f}"
        yield "MAPSSWE as sc_stats", f"{nist.segments} segments, mean {nist.mean:.3f}, std dev {nist.sd:.3f}, Z {z}"
    for place in pair.places:
        where = place.session
        if place.start is not None and place.end is not None:
            digits = 0 if place.end - place.start >= 2 else 1
            times = dict.fromkeys(f"{time:.{digits}f}" for time in (place.start, place.end))
            where += f" {'–'.join(times)} s"
        label = "most in" if place is pair.places[0] else ""
        yield label, f"{where}: {place.first} and {place.second} errors ({whole(place.second - place.first)})"


def _saved(systems: Sequence[str]) -> str:
    return f"{' and '.join(systems)} {'were' if len(systems) > 1 else 'was'}"


def _flips(exact: bool) -> str:
    return "exact sign flips" if exact else "sign flips, by the normal distribution,"


def _exactly(difference: float) -> str:
    return _decimal(100 * difference, plus=True)


def _decimal(number: float, plus: bool = False) -> str:
    return f"{number:{'+' if plus else ''}.2f}".replace("-", "−")


def _wrapped(line: str, columns: int) -> list[str]:
    """The text in lines, none of which ends between p and its number."""
    return [part.replace("\xa0", " ") for part in wrap(visible(re.sub("p ([=<]) ", "p\xa0\\1\xa0", line)), columns)]


def _doubts(pair: Comparison) -> list[str]:
    """Reasons to doubt the numbers."""
    doubts = [f"not in {name}, scored as silence: {listed(missing)}" for name, missing in pair.silent.items()]
    doubts += [f"in {name}, but not in the reference: {listed(more)}" for name, more in pair.unscored.items()]
    doubts += pair.notes
    doubts += [line for line in remarks(pair.interval) if line.startswith("few ")]
    if pair.unproven:
        doubts.append(f"not proven, so that the difference may be another: {listed(pair.unproven, 3)}")
    return doubts


class Comparisons(Framed, tuple[Comparison, ...]):
    """All pairs that were asked for. Printed, it tells all; its repr is the verdicts alone."""

    def __repr__(self) -> str:
        return "\n".join(pair.verdict for pair in self)

    def text(self, columns: int = 80, each: bool = True) -> str:
        """All that is told, for a terminal; sessions and words only if each is wanted."""
        parts = [pairs_table(self).text(columns)] if len(self) >= MANY else []
        for pair in self:
            tables = [sessions_table(pair).text(columns) + _more(pair)] if each else []
            lines = [visible(f"{fit(pair.b, 30)} against {fit(pair.a, 30)}")]
            for label, told_text in told(pair, len(self)):
                wrapped = _wrapped(told_text, max(columns - LABEL, 30))
                lines += [f"{label if not i else '':<{LABEL}}{line}" for i, line in enumerate(wrapped)]
            tables.append("\n".join(lines))
            if each and pair.words:
                tables.append(words_table(pair).text(columns))
            ending = [line for doubt in (*_doubts(pair), pair.verdict) for line in _wrapped(doubt, columns)]
            parts.append("\n\n".join([*tables, "\n".join(ending)]))
        signatures = dict.fromkeys(visible(pair.signature) for pair in self)
        return "\n\n".join([*parts, "\n".join(signatures)])

    def __str__(self) -> str:
        return self.text()

    def markdown(self, each: bool = True) -> str:
        """The same for a pull request: the verdict first, sessions and words folded away."""
        parts = [pairs_table(self).markdown()] if len(self) >= MANY else []
        for pair in self:
            parts.append(f"**{markdown_text(pair.verdict)}**")
            rows: list[Sequence[Cell]] = [(label, told_text) for label, told_text in told(pair, len(self))]
            head = [Column(f"{pair.b} against {pair.a}", left=True), Column("", left=True)]
            parts.append(Table(head, rows).markdown())
            parts += [f"- {markdown_text(doubt)}" for doubt in _doubts(pair)]
            if each:
                words = words_table(pair).markdown() if pair.words else ""
                tables = filter(None, (sessions_table(pair).markdown(), _more(pair).strip(), words))
                parts.append("\n\n".join(["<details><summary>Sessions and words</summary>", *tables, "</details>"]))
        parts += dict.fromkeys(markdown_code(pair.signature) for pair in self)
        return "\n\n".join(parts) + "\n"

    def latex(self, each: bool = True) -> str:
        """The tables for a paper: all pairs in a line each, then the sessions of each pair; the rest as remarks."""
        tables = [pairs_table(self), *(sessions_table(pair) for pair in self if each)]
        remarks = [line for pair in self for line in (pair.verdict, *_doubts(pair), pair.signature)]
        head = "\n".join(f"% {visible(line)}" for line in dict.fromkeys(remarks))
        return "\n\n".join([head, *(table.latex() for table in tables)]) + "\n"

    def csv(self) -> str:
        """A row for each pair and session, and one for all sessions of the pair."""
        head = [Column(title) for title in ("a", "b", "metric", "session", "errors a", "errors b", "length", "row")]
        rows: list[Sequence[Cell]] = []
        for pair in self:
            names = (pair.a, pair.b, pair.metric)
            rows += [(*names, one.session, one.first, one.second, one.length, "session") for one in pair.sessions]
            rows.append((*names, "total", *pair.errors, pair.length, "total"))
        return Table(head, rows).csv()

    def records(self) -> list[dict[str, Any]]:
        """Returns a flat row per pair, for data frames: rates, interval, p-values, and Holm's corrections."""
        return [
            {
                "a": pair.a,
                "b": pair.b,
                "metric": pair.metric,
                "errors a": pair.errors[0],
                "errors b": pair.errors[1],
                "length": pair.length,
                "rate a": rates[0],
                "rate b": rates[1],
                "difference": pair.difference,
                "low": pair.interval.low,
                "high": pair.interval.high,
                "p sessions": pair.session_test.p,
                "p segments": None if pair.segment_test is None else pair.segment_test.p,
                "holm sessions": pair.session_test.holm,
                "holm segments": None if pair.segment_test is None else pair.segment_test.holm,
            }
            for pair in self
            for rates in [_rates(*pair.errors, pair.length)]
        ]

    def to_dict(self) -> dict[str, Any]:
        """Returns plain data, as in the JSON."""
        return {"hubbub": __version__, "compare": [pair.to_dict() for pair in self]}

    def to_json(self) -> str:
        return json_text(self.to_dict())
