"""All pairs of systems that were asked for, as data, on a terminal, and as Markdown for a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any, Self

from hubbub.insight.comparison import Comparison, Place, p_brief, p_text, points, whole
from hubbub.model.display import page_of, screenful
from hubbub.model.messages import Caution, Message, Note, latex_notes
from hubbub.model.metrics import counted_unit
from hubbub.model.score_intervals import remarks
from hubbub.model.scores import json_text
from hubbub.model.tables import (
    BOLD,
    Cell,
    Column,
    Framed,
    Table,
    bar,
    clock_range,
    counted,
    fit,
    listed,
    markdown_code,
    markdown_text,
    minus,
    painted,
    percent,
    visible,
    width,
)
from hubbub.version import __version__

LABEL, SIGNIFICANCE = 17, 17
"""The column where the text of a row begins, and the width of the words on significance."""
MOST = 20
"""The most sessions in a table: those that differ most."""
SHOWN = 8
"""The most sessions on a terminal."""
MANY = 3
"""From this number of pairs on, a table of all pairs comes first."""


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
    return Table([*head, Column("difference")], rows, total=int(total))


def pairs_table(pairs: Sequence[Comparison]) -> Table:
    """Returns a row per pair: the difference, its interval, and the p-values after Holm's correction."""
    level = pairs[0].interval.title
    titles = ("points", level, "p (others)", "p (these)")
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
    """Returns how many sessions are not listed."""
    more = len(pair.sessions) - MOST
    return f"\n{more} more session{'s' * (more != 1)} differ{'s' * (more == 1)} less" if more > 0 else ""


def _cells(first: float, second: float, length: float) -> tuple[Cell, ...]:
    rates = _rates(first, second, length)
    return rates[0], first, rates[1], second


def _rates(first: float, second: float, length: float) -> tuple[float | None, float | None]:
    return (first / length, second / length) if length else (None, None)


def words_table(pair: Comparison) -> Table:
    """Returns the words that the systems have wrong a different number of times, with the errors of both."""
    head = (
        Column("word", left=True),
        Column("error", left=True),
        *(Column(fit(name, 19)) for name in (pair.a, pair.b)),
        Column("difference"),
    )
    rows: list[Sequence[Cell]] = [
        (
            one.word,
            "inserted" if one.inserted else "deleted or substituted",
            one.first,
            one.second,
            whole(one.difference),
        )
        for one in pair.words
    ]
    return Table(head, rows)


def power(pair: Comparison) -> str:
    """Returns the detectable difference, and the number of sessions that this difference needs; empty if unknown."""
    others = pair.session_test
    if not others.detectable:
        return ""
    fewest = next(number for number in range(2, 99) if 2.0 ** (1 - number) <= pair.alpha + 1e-12)
    needed = None if others.needed is None else max(others.needed, fewest)
    # If there are as many already and they show nothing, these sessions are an exception.
    if needed is not None and not (pair.difference and (pair.shown_on_others or needed > others.n)):
        needed = None
    gap = points(pair.difference)
    if others.n < fewest:
        more = "" if needed is None else f"; about {needed:,} to detect {gap} points (80% power)"
        return f"at least {counted(fewest, others.unit)} are needed{more}"
    more = "" if needed is None else f"; {gap} points need about {needed:,}"
    units = counted(others.n, others.unit)
    return f"{units} can detect a difference of {points(others.detectable)} points (80% power){more}"


def rows(pair: Comparison, number: int) -> Iterator[tuple[str, str, str]]:
    """Yields the facts about one of several pairs: a label, whether it is significant, and the numbers."""
    interval, others, here = pair.interval, pair.session_test, pair.segment_test
    if here is not None:
        by = "" if here.cut == "time" else " by speaker"
        text = f"{p_brief(here.p)} ({counted(here.segments, 'segment')}{by}, {_flips(here.exact)})"
        yield "these sessions", _significant(pair.shown_on_these), text
    if pair.wordless:
        were = "were" if len(pair.wordless) > 1 else "was"
        names = " and ".join(pair.wordless)
        yield "these sessions", "not tested", f"{names} {were} saved without words; save with --alignment"
    if pair.several:
        units = counted(others.n, others.unit)
        t_test = "" if others.t_p is None else f"t-test {p_brief(others.t_p)}"
        if others.p <= others.least_p + 1e-12 and pair.too_few:
            text = f"{p_brief(others.p)}, the smallest that {units} can give"
            text += f" ({t_test})" if t_test else ""
        else:
            text = f"{p_brief(others.p)} ({units}, {_flips(others.exact)}{'; ' if t_test else ''}{t_test})"
        yield "other sessions", _significant(pair.shown_on_others), text
    else:
        yield "other sessions", "not tested", pair.alone
    if text := power(pair):
        yield "power", "", text
    if number > 1:
        text = "" if here is None else f"{p_brief(here.holm)} on these sessions, "
        yield f"Holm, {number} pairs", "", f"{text}{p_brief(others.holm)} on others"
    if pair.mapsswe is not None:
        nist = pair.mapsswe
        z = "0.000" if nist.z is None else minus(f"{nist.z:.3f}")
        mean = minus(f"{nist.mean:.3f}")
        text = f"{nist.segments:,} segments, mean {mean}, std dev {nist.sd:.3f}, Z {z} (as in sc_stats)"
        yield "MAPSSWE", "", text.replace("-", "−")
    if interval.low is None or interval.high is None:
        yield interval.title, "", f"none: {interval.why}"
    else:
        how = interval.method if number < 2 else f"{interval.method}, of this pair alone"
        yield interval.title, "", f"{_exactly(interval.low)} to {_exactly(interval.high)} points ({how})"
    if pair.parts:
        yield "causes", "", ", ".join(f"{part} {whole(more)}" for part, more in pair.parts.items())


def facts_table(pair: Comparison, number: int) -> Table:
    """The facts about one of several pairs, and the stretches in which its systems differ."""
    cells: list[Sequence[Cell]] = [("difference", f"{_exactly(pair.difference)} points")]
    for label, significance, text in rows(pair, number):
        cells.append((label, f"{significance}, {text}" if significance else text))
    more = pair.errors[1] - pair.errors[0]
    places = [one for one in pair.places if (one.second - one.first) * more >= 0]
    cells += [("where" if not n else "", f"{one.session}: {place_text(one)}") for n, one in enumerate(places)]
    return Table([Column(f"{pair.b} against {pair.a}", left=True), Column("", left=True)], cells)


def numbers(pair: Comparison) -> str:
    """Returns the rates of both systems, and their difference."""
    rates = [
        f"{fit(name, 20)} {percent(rate)}"
        for name, rate in zip((pair.a, pair.b), _rates(*pair.errors, pair.length), strict=True)
    ]
    more = pair.errors[1] - pair.errors[0]
    unit = counted_unit(pair.signature) if pair.unit == "word" else pair.unit
    of = f"{pair.length:,.0f} {unit}s" if float(pair.length).is_integer() else f"{pair.length:,.2f} {unit}s"
    errors = f"{whole(more)} error{'s' * (abs(more) != 1)} in {of}"
    if pair.unit != "word":
        errors = (
            f"{whole(more)} {pair.unit}s in {of}"
            if pair.unit == "second"
            else f"{counted(int(pair.length), 'speaker')}"
        )
    return f"{rates[0]}   {rates[1]}   {_exactly(pair.difference)} points ({errors})"


def _significant(shown: bool) -> str:
    return "significant" if shown else "not significant"


def place_text(place: Place) -> str:
    """Returns a stretch in which the systems differ: its times, and the difference in errors."""
    more = whole(place.difference)
    return more if place.start is None or place.end is None else f"{clock_range(place.start, place.end)} {more}"


def where(pair: Comparison, columns: int, bars: bool = False) -> list[str]:
    """Yields the sessions that differ most, with the stretches in which they do."""
    sessions = [one for one in pair.sessions if one.difference][:SHOWN]
    most = max((abs(one.difference) for one in sessions), default=0)
    size = min(max((width(visible(one.session)) for one in sessions), default=0), max(columns // 5, 8))
    lines = []
    for one in sessions:
        first, second = _rates(one.first, one.second, one.length)
        change = f"{percent(first).removesuffix('%')} → {percent(second)}"
        text = Column("", left=True).padded(visible(one.session), size) + f"  {change:>16}  {whole(one.difference):>6}"
        drawn = f" {bar([abs(one.difference) / most], 8):<8}"
        room = columns - len(text) - len(drawn) - 2
        places = ""
        for place in pair.places:
            longer = f"{places}{', ' if places else ''}{place_text(place)}"
            if place.session == one.session and len(longer) <= room:
                places = longer
        lines.append(f"{text}{drawn if bars else ''}  {places}".rstrip())
    more = sum(bool(one.difference) for one in pair.sessions) - len(sessions)
    return (
        [*lines, f"{counted(more, 'more session')} {'differs' if more == 1 else 'differ'} less"] if more > 0 else lines
    )


def interval_bar(pair: Comparison) -> str:
    """Returns the interval of the difference as a picture: its ends, the difference, and zero if it is in between."""
    low, high = pair.interval.low, pair.interval.high
    if low is None or high is None or high <= low:
        return ""
    cells = ["─"] * 21
    if low < 0 < high:
        cells[round(20 * -low / (high - low))] = "┼"
    cells[0], cells[-1] = "├", "┤"
    cells[round(20 * min(max(pair.difference - low, 0.0) / (high - low), 1.0))] = "●"
    return "".join(cells)


def _flips(exact: bool) -> str:
    return "exact sign-flip test" if exact else "sign-flip test, normal approximation"


def _plain(line: str) -> str:
    return re.sub("\033\\[[0-9;]*m", "", line)


def _exactly(difference: float) -> str:
    return minus(f"{100 * difference:+.2f}")


def _wrapped(line: str, columns: int) -> list[str]:
    """Returns the text in lines, none of which ends between p and its number."""
    line = re.sub("p ([=<]) ", "p\xa0\\1\xa0", visible(line))
    return [part.replace("\xa0", " ") for part in wrap(line, columns, break_on_hyphens=False)]


def _doubts(pair: Comparison) -> list[Message]:
    """Yields the warnings and notes on a pair, without those of its systems."""
    doubts = [line for line in remarks(pair.interval) if line.kind == "few_units"]
    if pair.unproven:
        number = counted(len(pair.unproven), "session")
        line = f"{number} not proven optimal, so the difference may be another: {listed(pair.unproven, 3)}"
        doubts.append(Caution(line, "unproven"))
    return doubts


def _all_doubts(pair: Comparison) -> list[Message]:
    return [*pair.notes, *_doubts(pair)]


class Comparisons(Framed, tuple[Comparison, ...]):
    """All pairs that were asked for. Printed, it shows everything; its repr is the verdicts alone."""

    runs: Sequence[Any]
    """The scores that are compared, for the report page."""

    def __new__(cls, pairs: Iterable[Comparison], runs: Sequence[Any] = ()) -> Self:
        comparisons = super().__new__(cls, pairs)
        comparisons.runs = runs
        return comparisons

    def __repr__(self) -> str:
        return screenful("\n".join(pair.verdict for pair in self), "csv()")

    def show(self) -> Any:
        """Returns the report page with the words of all systems; a notebook shows it inline."""
        return page_of(self.runs)

    @property
    def signatures(self) -> list[str]:
        return list(dict.fromkeys(visible(pair.signature) for pair in self))

    @property
    def notes(self) -> list[Message]:
        """The warnings and notes on all pairs, each once."""
        return list(dict.fromkeys([*(line for pair in self for line in _all_doubts(pair)), *self._adjusted]))

    @property
    def _adjusted(self) -> list[Message]:
        """What is adjusted for the number of pairs, and what is not."""
        what = f"p-values in the table are adjusted for {len(self)} pairs (Holm), intervals are of each pair alone"
        return [Note(what, "holm")] if len(self) >= MANY else []

    def text(self, columns: int = 80, each: bool = True) -> str:
        """The comparison for a terminal; sessions and words only if each is wanted."""
        lines = [line for note in self.notes for line in _wrapped(note.labeled, columns)]
        return "\n".join([self.screen_text(columns, each=each), *lines, *self.signatures])

    def screen_text(self, columns: int = 80, color: bool = False, bars: bool = False, *, each: bool = True) -> str:
        """Yields the same without notes and signatures, with colors and bars on request."""
        parts = [pairs_table(self).text(columns, color)] if len(self) >= MANY else []
        for pair in self:
            lines = [painted(line, BOLD, color) for line in _wrapped(pair.headline, columns)]
            lines += [f"  {line}" for line in _wrapped(numbers(pair), columns - 2)]
            for label, significance, text in rows(pair, len(self)):
                start = f"{significance:<{SIGNIFICANCE}}" if significance else ""
                wide = max(columns - 2 - LABEL - len(start), 24)
                for number, line in enumerate(_wrapped(text, wide)):
                    before = f"  {label:<{LABEL}}{start}" if not number else " " * (2 + LABEL + len(start))
                    if significance == "significant" and not number:
                        before = before.replace(significance, painted(significance, BOLD, color), 1)
                    lines.append(f"{before}{line}".rstrip())
                picture = interval_bar(pair) if bars and label == pair.interval.title else ""
                if picture and len(_plain(lines[-1])) + 2 + len(picture) <= columns:
                    lines[-1] += f"  {picture}"
            if each:
                found = where(pair, columns - 2 - LABEL, bars)
                lines += [f"  {'' if number else 'where':<{LABEL}}{line}" for number, line in enumerate(found)]
            parts.append("\n".join(lines))
            if each and pair.words:
                parts.append(words_table(pair).text(columns, color))
        return "\n\n".join(parts)

    def __str__(self) -> str:
        return screenful(self.text(), "text()")

    def markdown(self, each: bool = True) -> str:
        """Returns Markdown for a pull request: the verdict first, sessions and words folded."""
        parts = [pairs_table(self).markdown()] if len(self) >= MANY else []
        for pair in self:
            parts.append(f"**{markdown_text(pair.verdict)}**")
            parts.append(facts_table(pair, len(self)).markdown())
            parts += [f"- {markdown_text(doubt)}" for doubt in _all_doubts(pair)]
            if each:
                words = words_table(pair).markdown() if pair.words else ""
                tables = filter(None, (sessions_table(pair).markdown(), _more(pair).strip(), words))
                parts.append("\n\n".join(["<details><summary>Sessions and words</summary>", *tables, "</details>"]))
        parts += [f"- {markdown_text(line)}" for line in self._adjusted]
        parts += dict.fromkeys(markdown_code(pair.signature) for pair in self)
        return "\n\n".join(parts) + "\n"

    def latex(self, each: bool = True) -> str:
        """Returns LaTeX: all pairs in a line each, then the sessions of each pair; the rest as comments."""
        tables = [pairs_table(self), *(sessions_table(pair) for pair in self if each)]
        remarks = dict.fromkeys(line for pair in self for line in (pair.verdict, pair.signature))
        head = "\n".join(f"% {visible(line)}" for line in remarks)
        return "\n\n".join([head, *(table.latex() for table in tables), *latex_notes(self.notes)]) + "\n"

    def csv(self) -> str:
        """Returns a row for each pair and session, and one for all sessions of the pair."""
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
