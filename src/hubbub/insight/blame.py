"""blame(): errors by cause, from a chain of metrics in which each allows more matches than the one before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self, Unpack

from hubbub.errors import Interrupted
from hubbub.insight.breakdown import ErrorBreakdown, Part
from hubbub.insight.chains import ATTRIBUTION, MIXED, PARTS, TIMED, UNTIMED, Chain, as_chosen, chain_named, chain_plan
from hubbub.insight.reading import Reading
from hubbub.insight.selections import Group, grouped, ways_named
from hubbub.insight.session_causes import SessionBlame
from hubbub.insight.stretches import ErrorStretch, worst_first
from hubbub.model.messages import Caution, Message, Note
from hubbub.model.options import Options
from hubbub.model.result import Scores
from hubbub.model.score_intervals import Units, interval_of, of_blocks, of_sessions
from hubbub.model.scores import Sessions, json_text
from hubbub.model.settings import Settings
from hubbub.model.signatures import reference_digest
from hubbub.model.store import Store
from hubbub.model.tables import Cell, Column, counted, percent
from hubbub.prepare.inputs import Input, Text
from hubbub.scoring.engine import Progress, read_sides, scored
from hubbub.scoring.outcome import OutcomeReader
from hubbub.scoring.plan import Plan
from hubbub.statistics.intervals import Interval
from hubbub.version import __version__

BLAMED = "blame|"
"""Prefix of a signature, before the signature of the metric that is broken down."""


def _range(part: Part) -> Cell:
    """Returns the errors of a part, or their range."""
    return part.errors if part.exact else f"{part.low:,}–{part.high:,}"


def _shown(part: Part) -> str:
    cell = _range(part)
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


class Blame(Sessions[SessionBlame]):
    """One system's errors by cause: a mapping of session to SessionBlame, with their total."""

    chain: Chain
    collar: float | None
    """Seconds; None without times."""
    certainty: Mapping[str, Interval]
    """Intervals of the rate (`all`) and of each cause, for tables and files; empty without `with_interval`."""

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
    def total(self) -> ErrorBreakdown:
        """The sum of all sessions."""
        return ErrorBreakdown.total(self.chain, self.collar, self.values())

    @property
    def explained(self) -> Scores:
        """The scores that are broken down."""
        store = self.store.with_results({name: session.result for name, session in self.items()})
        return Scores(store, self.metric, self.recipe.removeprefix(BLAMED), self.system)

    @property
    def parts(self) -> dict[str, Part]:
        """The errors of each cause in the total."""
        return self.total.parts

    def column(self, name: str) -> list[int]:
        """Returns `errors`, `length` or the errors of a cause for each session, in order."""
        if name == "length":
            return [session.length for session in self.values()]
        return [session.ratios["all" if name == "errors" else name][0] for session in self.values()]

    def by(self, *ways: str) -> dict[str, list[Group]]:
        """Returns the errors by group: by `overlap`, `speaker`, `length` or `backchannel`, or by several of these."""
        return {way: grouped(way, self.chain, self.store) for way in ways_named(ways)}

    def worst(self, most: int = 20) -> list[ErrorStretch]:
        """Returns the worst stretches of all sessions: those with most errors of other causes than recognition.

        Stretches of more than 3 minutes, or without times of more than 500 words, are left out.
        """
        found = [stretch for session in self.values() for stretch in session.worst(most, short=True)]
        return worst_first(found)[:most]

    @property
    def reference_digest(self) -> str | None:
        """Digest of the whole reference as it was scored."""
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

    def row(self, part: ErrorBreakdown) -> Sequence[Cell]:
        first, *others = (_range(part.parts[name]) for name in self.part_names)
        words = part.recognition
        return (part.rate, first, words.substitutions, words.deletions, words.insertions, *others)

    @property
    def headline(self) -> str:
        total = self.total
        parts = " + ".join(f"{_shown(total.parts[name])} {name}" for name in self.part_names)
        return f"{counted(total.errors, 'error')} = {parts}  ({self.title} {percent(total.rate)})"

    def bar(self, part: ErrorBreakdown) -> Sequence[float]:
        return [part.parts[name].errors / part.length for name in self.part_names] if part.length else ()

    @property
    def bar_parts(self) -> Sequence[str]:
        return self.part_names

    def unpaired_cost(self, result: SessionBlame, speaker: str | None, stream: str | None) -> str:
        return self.explained.unpaired_cost(result.result, speaker, stream)

    @property
    def value(self) -> float | None:
        """The rate that is broken down."""
        return self.total.rate

    def ratio(self, part: SessionBlame) -> tuple[float, float]:
        return part.ratios["all"]

    def blocks(self) -> Units:
        (only,) = self.values()
        return of_blocks(only.result.alignment)

    def with_interval_for(self, settings: Settings) -> Self:
        """Returns a copy with intervals of the rate and of each cause, for options that are checked.

        A single session gets an interval of its rate only.
        """
        certainty = {"all": self.interval_for(settings)}
        for part in self.chain.parts:
            units = of_sessions({name: session.ratios[part] for name, session in self.items()}, settings.group)
            if len(self) == 1:
                units = Units((), (), why="there is one session")
            certainty[part] = interval_of(units, settings)
        return self.replace(certainty=certainty)

    @property
    def all_columns(self) -> Sequence[Column]:
        bounds = [f"{part} {bound}" for part in self.chain.parts for bound in ("low", "high")]
        counts = ("sub", "del", "ins", "correct", "misattributed", "median")
        titles = ("errors", "length", *self.chain.parts, *bounds, *counts)
        return (Column("rate", rate=True), *map(Column, titles), Column("beyond", rate=True))

    def full_row(self, part: ErrorBreakdown) -> Sequence[Cell]:
        counts, times = part.recognition, part.times
        return (
            *(part.rate, part.errors, part.length),
            *(one.errors for one in part.parts.values()),
            *(bound for one in part.parts.values() for bound in (one.low, one.high)),
            *(counts.substitutions, counts.deletions, counts.insertions, part.correct, part.misattributed),
            *((None, None) if times is None else times[1:]),
        )

    @property
    def meanings(self) -> list[str]:
        """The unit of each part."""
        first, *others = self.part_names
        return [
            f"{first}: {PARTS[first]}; sub, del and ins count only these",
            *(f"{one}: {PARTS[one]}" for one in others),
        ]

    @property
    def remarks(self) -> list[Message]:
        """Notes on misattributed words, on errors that are probably coincidental, and on word times."""
        total = self.total
        lines: list[Message] = []
        if total.misattributed and total.correct:
            share = f"{100 * total.misattributed / total.correct:.1f}%"
            words = f"{total.misattributed:,} of {total.correct:,} correct word{'s' * (total.correct != 1)} ({share})"
            where = f"{'is' if total.misattributed == 1 else 'are'} in another speaker's stream"
            lines.append(Note(f"{words} {where}", "misattributed"))
        for part, single in total.single.items():
            if single and part != ATTRIBUTION:
                kind = f"{'mixed-segment' if part == MIXED else part} errors"
                is_one = single == 1
                isolated = (
                    f"{single:,} of the {total.parts[part].errors:,} {kind} {'is' if is_one else 'are'} isolated and"
                    f" probably {'a coincidence' if is_one else 'coincidental'}"
                )
                lines.append(Note(isolated, "isolated"))
        if self.chain is TIMED and self._one_stream:
            one = "one stream for several speakers; without speaker labels, use -m tcorcwer"
            lines.append(Note(one, "one_stream"))
        if total.times is not None and total.times.median is not None and total.times.beyond is not None:
            delay = f"{abs(total.times.median):.2f} s"
            when = "on time" if delay == "0.00 s" else f"{delay} {'late' if total.times.median > 0 else 'early'}"
            beyond = f"{100 * total.times.beyond:.1f}%"
            off = f"correct words are {when} (median); {beyond} are off by more than {self.collar:g} s"
            lines.append(Note(off, "word_times"))
        return lines

    @property
    def _one_stream(self) -> bool:
        """Whether every session with several speakers has a single stream."""
        pairs = [session.pairing or () for session in self.values()]
        several = [pair for pair in pairs if sum(speaker is not None for speaker, _ in pair) > 1]
        return bool(several) and all(sum(stream is not None for _, stream in pair) == 1 for pair in several)

    @property
    def warnings(self) -> list[Message]:
        """Warnings on word times: guessed ones, and a median delay of more than half the collar."""
        times = self.total.times
        warnings = self.explained.warnings
        if times is None or times.median is None or self.collar is None or abs(times.median) <= self.collar / 2:
            return warnings
        late = "late" if times.median > 0 else "early"
        line = (
            f"correct words of {self.system} are {abs(times.median):.2f} s {late} (median), so words beyond the collar"
            " count as recognition errors; check the clocks of both sides"
        )
        return [*warnings, Caution(line, "word_times")]

    def __repr__(self) -> str:
        return f"<Blame of {self.title} {repr(self.total)[1:]}"

    def to_dict(self, alignment: bool = False, by: Sequence[str] = (), worst: int = 0) -> dict[str, Any]:
        """Returns plain data, as in the JSON; groups and worst stretches on request."""
        data = super().to_dict(alignment)
        data["reference"] = self.reference_digest
        if self.certainty:
            data["intervals"] = {name: interval.to_dict() for name, interval in self.certainty.items()}
        if by:
            data["by"] = {way: [group.to_dict() for group in groups] for way, groups in self.by(*by).items()}
        if worst:
            data["worst"] = [stretch.to_dict() for stretch in self.worst(worst)]
        return data

    def to_json(self, alignment: bool = False) -> str:
        """Returns the JSON that `hubbub blame --json` prints."""
        return dump_blames([self], alignment)

    def records(self) -> list[dict[str, Any]]:
        """Returns a flat row per session, for data frames."""
        titles = [column.title for column in self.all_columns]
        return [
            {"system": self.system, "metric": self.metric, "session": name}
            | dict(zip(titles, self.full_row(session), strict=True))
            for name, session in self.items()
        ]


def dump_blames(blames: Sequence[Blame], alignment: bool = False, by: Sequence[str] = (), worst: int = 0) -> str:
    """Returns the JSON of several systems."""
    data = {"hubbub": __version__, "blame": [one.to_dict(alignment, by, worst) for one in blames]}
    return json_text(data)


def blame(
    reference: Text,
    hypothesis: Text,
    metric: str | None = None,
    options: Options | None = None,
    **fields: Unpack[Options],
) -> Blame:
    """Breaks the errors of a metric down by cause: attribution, mixed, split and recognition errors.

    The metric is tcpwer, cpwer (without times) or tcorcwer (without speaker labels); by default tcpwer if all segments
    have times, else cpwer. Takes the inputs and options of `score`; the default collar is 5 seconds.

    >>> found = blame({"Alice": "a b f", "Bob": "c d"}, {"1": ["a b f", "c d"]})
    >>> found
    <Blame of cpWER 80.00%: 4 errors: attribution 4, mixed 0, recognition 0>
    """
    chain = TIMED if metric is None else chain_named(metric)
    plan = chain_plan(chain, metric, options, fields)
    sides = read_sides(UNTIMED.metrics, plan.settings, reference, hypothesis)
    if chosen_chain(metric, *sides) is not chain:
        chain, plan = UNTIMED, chain_plan(UNTIMED, metric, options, fields)
    return blame_sessions(chain, plan, *sides)


def chosen_chain(metric: str | None, *sides: Input) -> Chain:
    """Returns the chain of the metric; without one, the chain that fits the inputs."""
    if metric is not None:
        return chain_named(metric)
    return TIMED if all(side.transcript.columns.all_timed() for side in sides) else UNTIMED


def blame_sessions(
    chain: Chain,
    plan: Plan,
    reference: Input,
    hypothesis: Input,
    system: str = "hyp",
    progress: Progress | None = None,
) -> Blame:
    """Breaks down the errors of every session of the reference. The plan is that of the chain."""
    if not (reference.transcript.marked or hypothesis.transcript.marked):
        return _blame_of(chain, lambda: scored(plan, reference, hypothesis, progress), system, hypothesis.notes)
    try:
        head = scored(plan.under(plan.asked[:1]), reference, hypothesis, progress)
    except Interrupted as end:
        raise KeyboardInterrupt(*end.args) from None  # the other metrics have not begun
    return _blame_of(chain, lambda: scored(*as_chosen(chain, head), progress), system, hypothesis.notes, head)


def _blame_of(
    chain: Chain,
    score: Callable[[], OutcomeReader],
    system: str,
    notes: Sequence[Message],
    head: OutcomeReader | None = None,
) -> Blame:
    """Scores and breaks down; if interrupted, attaches the breakdown of the finished sessions to Interrupted."""
    try:
        found = score()
    except Interrupted as end:
        end.found = [_broken_down(chain, head or end.found, end.found, system).replace(inputs=notes)]
        raise
    return _broken_down(chain, head or found, found, system).replace(inputs=notes)


def _broken_down(chain: Chain, head: OutcomeReader, found: OutcomeReader, system: str) -> Blame:
    """Breaks down the sessions that were scored under all metrics. `head` has the scores under the first one."""
    head.require_all_sessions()
    matched, settings, signature = head.matched, head.plan.settings, head.plan.signatures[0]
    collar = settings.collar if chain.timed else None
    left_open = set().union(*found.unfinished)
    results = head.store(0)
    sessions = {
        name: SessionBlame(Reading(found, place, chain), results[name], collar)
        for place, name in enumerate(matched.names)
        if name not in left_open
    }
    states: dict[str, Any] = {field: getattr(matched, field) for field in ("silent", "unscored", "uncut")}
    states["unfinished"] = [name for name in matched.names if name in left_open]
    return Blame(Store.of(sessions, states), chain, signature, system, collar)
