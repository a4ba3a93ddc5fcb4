"""blame(): whose fault the errors are. A rate is taken apart by a chain of metrics, each allowed more than the last."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from hubbub.errors import Interrupted
from hubbub.insight.breakdown import Breakdown, Part
from hubbub.insight.chains import LABELS, PARTS, TIMED, UNTIMED, Chain, as_chosen, chain_named, chain_options, in_unit
from hubbub.insight.incidents import Incident, worst_first
from hubbub.insight.reading import Reading
from hubbub.insight.selections import Group, grouped, ways_named
from hubbub.insight.session_causes import SessionBlame
from hubbub.model.certainty import IntervalOptions, Units, interval_of, of_blocks, of_sessions
from hubbub.model.metrics import metric_named
from hubbub.model.options import DEFAULT, Options, check_effect, read, with_options
from hubbub.model.result import Scores
from hubbub.model.scores import Sessions, json_text
from hubbub.model.signatures import reference_digest
from hubbub.model.store import Store
from hubbub.model.tables import Cell, Column, Note, counted, percent
from hubbub.prepare.inputs import Given, Text
from hubbub.scoring.engine import Progress, check_unit, given_sides, scored
from hubbub.scoring.outcome import OutcomeReader
from hubbub.statistics import JACKKNIFE
from hubbub.statistics.intervals import Interval
from hubbub.version import __version__

BLAMED = "blame|"
"""What a signature begins with, in front of that of the metric that is taken apart."""


def _range(part: Part) -> Cell:
    """The errors of a part, or between which numbers they are."""
    return part.errors if part.exact else f"{part.low:,}–{part.high:,}"


def _shown(part: Part) -> str:
    cell = _range(part)
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


class Blame(Sessions[SessionBlame]):
    """The parts of all sessions of one system: a mapping of session to SessionBlame, with their total."""

    chain: Chain
    collar: float | None
    """Of the metrics of the chain (seconds); None without times."""
    certainty: Mapping[str, Interval]
    """The intervals of the rate (`all`) and of its parts that tables and files show, where they were asked for."""

    def __init__(
        self,
        sessions: Mapping[str, SessionBlame],
        chain: Chain,
        signature: str,
        system: str,
        collar: float | None,
    ) -> None:
        super().__init__(sessions, chain.names[0], f"{BLAMED}{signature}", system)
        vars(self).update(chain=chain, collar=collar, certainty={})

    @cached_property
    def total(self) -> Breakdown:
        """Errors and parts of all sessions added up."""
        return Breakdown.total(self.chain, self.collar, self.values())

    @property
    def explained(self) -> Scores:
        """The scores that are taken apart."""
        store = self.store.holding({name: session.result for name, session in self.items()})
        return Scores(store, self.metric, self.recipe.removeprefix(BLAMED), self.system)

    @property
    def parts(self) -> dict[str, Part]:
        """The parts of the total."""
        return self.total.parts

    def column(self, name: str) -> list[int]:
        """`errors`, `length` or a part of every session, in their order: what an interval is made of."""
        if name == "length":
            return [session.length for session in self.values()]
        return [session.ratios["all" if name == "errors" else name][0] for session in self.values()]

    def by(self, *ways: str) -> dict[str, list[Group]]:
        """The parts by group: by `overlap`, `speaker` or `length` of the segment, or by several of these."""
        return {way: grouped(way, self.chain, self.store) for way in ways_named(ways)}

    def incidents(self, most: int = 20) -> list[Incident]:
        """The worst incidents of all sessions: those with most errors of others than recognition."""
        return worst_first([one for session in self.values() for one in session.incidents(most)])[:most]

    @property
    def reference_digest(self) -> str | None:
        """A digest of the whole reference as it was scored."""
        return reference_digest({name: session.result.reference_digest for name, session in self.items()})

    @property
    def part_names(self) -> list[str]:
        """The parts as tables show them: recognition first, then what other labels or segments would fix."""
        *others, rest = self.chain.parts
        return [rest, *others]

    @property
    def columns(self) -> Sequence[Column]:
        first, *others = self.part_names
        counts = (Column("sub", heading="(sub"), Column("del"), Column("ins", heading="ins)"))
        return (Column("rate", rate=True), Column(first), *counts, *map(Column, others))

    def row(self, part: Breakdown) -> Sequence[Cell]:
        first, *others = (_range(part.parts[name]) for name in self.part_names)
        words = part.words
        return (part.rate, first, words.substitutions, words.deletions, words.insertions, *others)

    @property
    def headline(self) -> str:
        total = self.total
        parts = " + ".join(f"{_shown(total.parts[name])} {name}" for name in self.part_names)
        return f"{counted(total.errors, 'error')} = {parts}  ({self.title} {percent(total.rate)})"

    def bar(self, part: Breakdown) -> Sequence[float]:
        return [part.parts[name].errors / part.length for name in self.part_names] if part.length else ()

    def unpaired_cost(self, result: SessionBlame, speaker: str | None, stream: str | None) -> str:
        return self.explained.unpaired_cost(result.result, speaker, stream)

    @property
    def value(self) -> float | None:
        """The rate that is taken apart."""
        return self.total.rate

    def ratio(self, part: SessionBlame) -> tuple[float, float]:
        return part.ratios["all"]

    def blocks(self) -> Units:
        (only,) = self.values()
        return of_blocks(only.result.alignment)

    def be_sure(
        self,
        level: float | str = 0.95,
        group: str | None = None,
        method: str = JACKKNIFE,
        resamples: int = 10_000,
        seed: int = 0,
    ) -> Self:
        """The same with the intervals of the rate and of its parts on other sessions, which tables and files show.

        The arguments are those of `interval`. A single session has one for its rate alone.
        """
        options = IntervalOptions(level, group, method, resamples, seed)
        certainty = {"all": self.interval(level, group, method, resamples, seed)}
        for part in self.chain.parts:
            units = of_sessions({name: session.ratios[part] for name, session in self.items()}, group)
            if len(self) == 1:
                units = Units((), (), why="there is one session")
            certainty[part] = interval_of(units, options)
        return self.replace(certainty=certainty)

    @property
    def all_columns(self) -> Sequence[Column]:
        bounds = [f"{part} {bound}" for part in self.chain.parts for bound in ("low", "high")]
        titles = ("errors", "length", *self.chain.parts, *bounds, "sub", "del", "ins", "heard", "moved", "median")
        return (Column("rate", rate=True), *map(Column, titles), Column("beyond", rate=True))

    def full_row(self, part: Breakdown) -> Sequence[Cell]:
        words, times = part.words, part.times
        return (
            *(part.rate, part.errors, part.length),
            *(one.errors for one in part.parts.values()),
            *(bound for one in part.parts.values() for bound in (one.low, one.high)),
            *(words.substitutions, words.deletions, words.insertions, part.heard_words, part.moved_words),
            *((None, None) if times is None else times[1:]),
        )

    @property
    def meanings(self) -> list[str]:
        """What each part counts."""
        first, *others = self.part_names
        return [
            f"{first}: {PARTS[first]}; sub, del and ins count only these",
            *(f"{one}: {PARTS[one]}" for one in others),
        ]

    @property
    def remarks(self) -> list[str]:
        """How many errors of a part are coincidental, how many words are misattributed, and how far off times are."""
        total = self.total
        lines: list[str] = []
        if total.moved_words and total.heard_words:
            share = f"{total.moved_words / total.heard_words:.1%}"
            verb = "is" if total.moved_words == 1 else "are"
            number = f"{total.moved_words:,} of {counted(total.heard_words, 'correct word')}"
            lines.append(f"{number} ({share}) {verb} in another speaker's stream")
        for part, single in total.single.items():
            if single and part != LABELS:
                verb = "is" if single == 1 else "are"
                number = f"{single:,} of the {total.parts[part].errors:,} {part} errors"
                lines.append(f"{number} {verb} isolated and probably coincidental")
        if self.chain is TIMED and self._one_stream:
            lines.append("one stream holds several speakers; for a system without speakers use -m tcorcwer")
        if total.times is not None and total.times.median is not None:
            late = "late" if total.times.median > 0 else "early"
            off = f"{abs(total.times.median):.2f} s"
            on = "on time" if off == "0.00 s" else f"{off} {late}"
            beyond = f"{100 * total.times.beyond:.1f}%" if total.times.beyond else "none"
            are = "is" if beyond == "none" else "are"
            lines.append(f"correct words are {on} (median); {beyond} {are} off by more than {self.collar:g} s")
        return list(map(Note, lines))

    @property
    def _one_stream(self) -> bool:
        """Is there a single stream wherever there are several speakers?"""
        pairs = [session.pairing or () for session in self.values()]
        several = [pair for pair in pairs if sum(speaker is not None for speaker, _ in pair) > 1]
        return bool(several) and all(sum(stream is not None for _, stream in pair) == 1 for pair in several)

    @property
    def warnings(self) -> list[str]:
        """Doubtful word times, and a clock that is off: the median word is farther away than half the collar."""
        times = self.total.times
        warnings = self.explained.warnings
        if times is None or times.median is None or self.collar is None or abs(times.median) <= self.collar / 2:
            return warnings
        late = "late" if times.median > 0 else "early"
        return [
            *warnings,
            f"correct words of {self.system} are {abs(times.median):.2f} s {late} (median), so words beyond the collar"
            " count as recognition errors; check the clocks of both sides",
        ]

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} {part.errors}" for name, part in self.parts.items())
        total = self.total
        return f"<Blame of {self.title} {percent(total.rate)}: {counted(total.errors, 'error')}: {parts}>"

    def to_dict(self, alignment: bool = False, by: Sequence[str] = (), incidents: int = 0) -> dict[str, Any]:
        """Plain data, as in the JSON: with groups and the worst incidents, where they are wanted."""
        data = super().to_dict(alignment)
        data["reference"] = self.reference_digest
        if self.certainty:
            data["intervals"] = {name: interval.to_dict() for name, interval in self.certainty.items()}
        if by:
            data["by"] = {way: [group.to_dict() for group in groups] for way, groups in self.by(*by).items()}
        if incidents:
            data["incidents"] = [incident.to_dict() for incident in self.incidents(incidents)]
        return data

    def to_json(self, alignment: bool = False) -> str:
        """The JSON that `hubbub blame --json` prints."""
        return dump_blames([self], alignment)

    def records(self) -> list[dict[str, Any]]:
        """A flat row per session, for data frames."""
        titles = [column.title for column in self.all_columns]
        return [
            {"system": self.system, "metric": self.metric, "session": name}
            | dict(zip(titles, self.full_row(session), strict=True))
            for name, session in self.items()
        ]


def dump_blames(blames: Sequence[Blame], alignment: bool = False, by: Sequence[str] = (), incidents: int = 0) -> str:
    """The JSON of several systems."""
    data = {"hubbub": __version__, "blame": [one.to_dict(alignment, by, incidents) for one in blames]}
    return json_text(data)


def blame(
    reference: Text, hypothesis: Text, metric: str | None = None, options: Options | None = None, **fields: Any
) -> Blame:
    """Whose fault the errors of a metric are: tcpwer, cpwer without times, or tcorcwer for systems without speakers.

    Without a metric it is tcpwer where all segments have times, else cpwer. Inputs and options are those of `score`;
    the collar is 5 seconds where none is given.

    >>> found = blame({"Alice": "a b f", "Bob": "c d"}, {"1": ["a b f", "c d"]})
    >>> found
    <Blame of cpWER 80.00%: 4 errors: labels 4, inside 0, words 0>
    """
    chosen = with_options(DEFAULT, options, fields)
    if metric is not None:
        check_unit([metric_named(metric)], fields.get("unit"))
        chosen = in_unit(metric, chosen)
    left, right = given_sides(UNTIMED.metrics, reference, hypothesis, chosen)
    chain = chosen_chain(metric, left, right)
    if fields:
        check_effect(read(chosen), chain.metrics, fields)
    return blame_sessions(chain, left, right, chosen)


def chosen_chain(metric: str | None, *sides: Given) -> Chain:
    """The chain of the metric, or the one that fits these sides."""
    if metric is not None:
        return chain_named(metric)
    return TIMED if all(side.transcript.columns.all_timed() for side in sides) else UNTIMED


def blame_sessions(
    chain: Chain,
    reference: Given,
    hypothesis: Given,
    options: Options,
    system: str = "hyp",
    progress: Progress | None = None,
) -> Blame:
    """The parts of every session of the reference."""
    options = chain_options(chain, options)
    if not (reference.transcript.marked or hypothesis.transcript.marked):
        return _blame_of(chain, lambda: scored(chain.scored, reference, hypothesis, options, progress), system)
    try:
        head = scored(chain.metrics[:1], reference, hypothesis, options, progress)
    except Interrupted as end:
        raise KeyboardInterrupt(*end.args) from None  # the other metrics have not begun
    return _blame_of(chain, lambda: scored(chain.scored, *as_chosen(head), progress), system, head)


def _blame_of(
    chain: Chain, score: Callable[[], OutcomeReader], system: str, head: OutcomeReader | None = None
) -> Blame:
    """The parts of what is scored; where the user ends that, of the sessions that are whole."""
    try:
        found = score()
    except Interrupted as end:
        end.found = [_taken_apart(chain, head or end.found, end.found, system)]
        raise
    return _taken_apart(chain, head or found, found, system)


def _taken_apart(chain: Chain, head: OutcomeReader, found: OutcomeReader, system: str) -> Blame:
    """The parts of the sessions that were scored under all metrics. The head is how the first was scored."""
    head.check_whole()
    matched, settings, signature = head.matched, head.plan.settings, head.plan.signatures[0]
    collar = settings.collar if chain.timed else None
    left_open = set().union(*found.unfinished)
    results = head.store(0)
    sessions = {
        name: SessionBlame(Reading(found, place, chain), results[name], collar)
        for place, name in enumerate(matched.names)
        if name not in left_open
    }
    noted: dict[str, Any] = {field: getattr(matched, field) for field in ("silent", "unscored", "uncut")}
    noted["unfinished"] = [name for name in matched.names if name in left_open]
    return Blame(Store.of(sessions, noted), chain, signature, system, collar)
