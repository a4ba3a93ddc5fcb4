"""The core's outcome as Results, whose objects and imports are created when first used."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from hubbub import _core
from hubbub.errors import InputError, TooLargeError
from hubbub.model.result import Result
from hubbub.model.result_details import (
    NAMED,
    Doubts,
    Given,
    LongSegments,
    NamePair,
    Routed,
    SelfOverlap,
    Stage,
    as_given,
)
from hubbub.model.signatures import limited, limits_of, session_digests
from hubbub.model.store import Draft, Source, Store
from hubbub.model.transcript import SIDES
from hubbub.model.word_errors import WordErrors
from hubbub.prepare.matching import Matched
from hubbub.scoring.plan import Plan

if TYPE_CHECKING:
    from hubbub.model.alignment import Alignment
    from hubbub.model.utterances import Extras
    from hubbub.scoring.words import Words

NO_ONE = -2
"""The core's number for no speaker or no stream."""
AT_ONCE = 1 << 18
"""Characters of the sessions whose digests are computed in one call."""


@cache
def words_class() -> type[Words]:
    """Returns the class of words, imported when first used."""
    from hubbub.scoring.words import Words

    return Words


class OutcomeReader:
    """All sessions under all metrics, with details read from the core's outcome."""

    def __init__(
        self,
        outcome: _core.Outcome,
        sources: tuple[_core.Source, _core.Source],
        plan: Plan,
        matched: Matched,
        refused: list[dict[str, str]],
        extras: tuple[Extras | None, Extras | None] = (None, None),
        given: tuple[Given, Given] = NAMED,
    ) -> None:
        self.outcome = outcome
        self.plan = plan
        self.matched = matched
        self.refused = refused
        """For each metric the sessions that need more memory than allowed, with the reasons."""
        self.unfinished: Sequence[Sequence[str]] = ()
        """For each metric the sessions that were not scored; empty unless the run was interrupted."""
        self.sources = sources
        self.extras = extras
        self.given = given
        self._names: tuple[list[str | None], list[str | None]] | None = None
        self._words: Words | None = None
        self._digests: dict[int, str] = {}

    def require_all_sessions(self) -> None:
        """Raises TooLargeError if any session was refused."""
        for reason in chain(*map(dict.values, self.refused)):
            raise TooLargeError(reason)

    @property
    def names(self) -> tuple[list[str | None], list[str | None]]:
        """Names of the speakers and of the streams, indexed by the core's ids."""
        if self._names is None:
            self._names = self.sources[0].speakers, self.sources[1].speakers
        return self._names

    @property
    def words(self) -> Words:
        """The words of all sessions."""
        if self._words is None:
            self._words = words_class()(self.outcome, self.sources, self.extras)
        return self._words

    def result(self, number: int, place: int = 0) -> Result:
        """Returns the Result of one session; `number` is the index of the metric."""
        insertions, deletions, substitutions, correct, cost, bound, exact = self.outcome.summary(number, place)
        plan = self.plan
        signature = plan.signatures[number]
        if not exact:
            signature = limited(signature, limits_of(plan.settings, [self.outcome.ended(number, place)]))
        return Result.of(
            {
                "metric": plan.metrics[number].name,
                "session": self.matched.names[place],
                "signature": signature,
                "counts": WordErrors(insertions, deletions, substitutions, correct),
                "cost": cost,
                "lower_bound": bound,
                "exact": bool(exact),
                "look": (self.look, number, place),
            }
        )

    def alone(self, number: int, place: int) -> Result:
        """Returns the Result of one session while others may be unfinished."""
        if place not in self._digests:
            self._digests |= session_digests(enumerate(self.outcome.contents(place, 1), place))
        return self.result(number, place)

    def store(self, number: int) -> Store[Result]:
        """Returns all sessions under one metric, with their states."""
        matched = self.matched
        draft = Draft(matched.names)
        draft.refuse(self.refused[number])
        draft.mark("unfinished", self.unfinished[number] if self.unfinished else ())
        for field in ("silent", "unscored", "uncut"):
            draft.mark(field, getattr(matched, field))
        return draft.store(OutcomeSource(self, number))

    def look(self, number: int, session: int, field: str) -> Any:
        """Returns one field of a Result."""
        if field == "alignment":
            return self.words.alignment(number, session)
        metric = self.plan.metrics[number]
        if field in ("self_overlap", "long_segments"):
            return getattr(self, field)(session) if metric.timed else {}
        if field == "routing":
            return self.routing(number, session, metric.swapped)
        return getattr(self, field)(number, session)

    def alignment(self, metric: int, session: int) -> Alignment:
        return self.words.alignment(metric, session)

    def pairing(self, metric: int, session: int) -> tuple[NamePair, ...] | None:
        pairs = self.outcome.pairing(metric, session)
        speakers, streams = self.names
        if pairs is None:
            return None
        return as_given(((speakers[speaker], streams[stream]) for speaker, stream in pairs), self.given)

    def routing(self, metric: int, session: int, swapped: bool) -> tuple[Routed, ...] | None:
        routes = self.outcome.routing(metric, session)
        (origins, targets), given = self.names, self.given
        if swapped:
            origins, targets, given = targets, origins, (given[1], given[0])
        if routes is None:
            return None
        named = as_given(((origins[origin] or "", targets[target]) for origin, _, target, _ in routes), given)
        return tuple(Routed(origin, route[1], target) for route, (origin, target) in zip(routes, named, strict=True))

    def routed_segments(self, metric: int, session: int) -> tuple[int, ...] | None:
        routes = self.outcome.routing(metric, session)
        return None if routes is None else tuple(segment for *_, segment in routes)

    def missed_speakers(self, metric: int, session: int) -> int:
        return sum(stream == NO_ONE for _, stream in self.outcome.pairing(metric, session) or ())

    def false_alarm_speakers(self, metric: int, session: int) -> int:
        return sum(speaker == NO_ONE for speaker, _ in self.outcome.pairing(metric, session) or ())

    def left_out(self, metric: int, session: int) -> dict[str, float]:
        left_out = self.outcome.left_out(metric, session)
        return {reason: round(number, 6) if seconds else int(number) for reason, number, seconds in left_out}

    def stages(self, metric: int, session: int) -> tuple[Stage, ...]:
        return tuple(map(as_stage, self.outcome.stages(metric, session)))

    def reference_digest(self, _: int, session: int) -> str:
        if session not in self._digests:  # they are the same under all metrics
            in_order = session == 0 or session - 1 in self._digests  # then all will be needed
            contents = self.outcome.contents(session, AT_ONCE if in_order else 1)
            self._digests |= session_digests(enumerate(contents, session))
        if session not in self._digests:
            self.outcome.look(session)  # raises the reason
        return self._digests[session]

    def self_overlap(self, session: int) -> dict[str, SelfOverlap]:
        overlaps = {}
        for hypothesis, name in zip((False, True), SIDES, strict=True):
            overlap = self.outcome.overlap(session, hypothesis)
            if overlap is not None:
                seconds, total, segments = overlap
                names = self.names[hypothesis]
                by_speaker = {names[voice] or "": number for voice, number in segments}
                overlaps[name] = SelfOverlap(round(seconds, 6), round(total, 6), by_speaker)
        return overlaps

    def long_segments(self, session: int) -> dict[str, LongSegments]:
        by_side = {}
        for hypothesis, name in zip((False, True), SIDES, strict=True):
            long = self.outcome.long_segments(session, hypothesis)
            if long is not None:
                segments, words, longest, limit = long
                by_side[name] = LongSegments(segments, words, round(longest, 6), limit)
        return by_side


def as_stage(stage: _core.Stage) -> Stage:
    """Returns a stage of the core as one of the model."""
    return Stage(stage.name, stage.best, stage.bound, stage.cells, stage.work, stage.seconds)


class OutcomeSource(Source[Result]):
    """All sessions under one metric. The numbers are in the core; a Result is created when first used."""

    def __init__(self, reader: OutcomeReader, number: int) -> None:
        super().__init__({})
        self._reader, self._number = reader, number
        self._look = reader.look  # one object for all results, for faster garbage collections
        metric = reader.plan.metrics[number]
        self.metric, self.signature = metric.name, reader.plan.signatures[number]
        self._timed = metric.timed
        self._unpaired = dict.fromkeys(("pairing", "routing", "routed_segments")) if metric.solver == "align" else {}
        self.is_bare = metric.solver == "align" and not metric.timed

    def numbers(self, store: Store[Result]) -> array[int]:  # noqa: ARG002
        return array("q", self._reader.outcome.numbers(self._number))

    def limits(self, store: Store[Result], name: str, row: int) -> tuple[str, ...]:  # noqa: ARG002
        return limits_of(self._reader.plan.settings, [self._reader.outcome.ended(self._number, row)])

    def references(self, store: Store[Result]) -> dict[str, str | None]:
        return {name: self._reader.reference_digest(self._number, row) for name, row in store.scored()}

    def left_out(self, store: Store[Result]) -> dict[str, Mapping[str, float]]:  # noqa: ARG002
        names, number = self._reader.matched.names, self._number
        return {names[row]: self._reader.left_out(number, row) for row in self._reader.outcome.with_left_out(number)}

    @cached_property
    def _doubtful(self) -> set[int]:
        return set(self._reader.outcome.with_doubts() if self._timed else ())

    def doubts(self, store: Store[Result]) -> dict[str, Doubts]:  # noqa: ARG002
        reader, names = self._reader, self._reader.matched.names
        return {
            names[row]: Doubts(reader.self_overlap(row), reader.long_segments(row)) for row in sorted(self._doubtful)
        }

    def result(self, store: Store[Result], name: str, row: int) -> Result:
        fields = store.fields(name, row)
        fields.update(self._unpaired)
        if self._timed and row not in self._doubtful:
            fields.update(self_overlap={}, long_segments={})
        fields["look"] = self._look, self._number, row
        return Result.of(fields)


def origin(result: Result) -> tuple[OutcomeReader, int, int] | None:
    """Returns the reader, metric and session of a result in the core; None for one read from a file."""
    look, *arguments = result.__dict__.get("look", (None,))
    reader = getattr(look, "__self__", None)
    if not isinstance(reader, OutcomeReader):
        return None
    number, place = arguments
    return reader, number, place


def shown(result: Result | Alignment, sheet: _core.Sheet | None = None, score: int = 0) -> _core.PageAlignment:
    """Returns the alignment of a result in the core, which counts it; on the sheet of a page with its number there.

    An Alignment without a Result consists of time stretches.
    """
    sheet = sheet or _core.Sheet()
    if not isinstance(result, Result):
        return result.shown(sheet, score, in_time=True)
    found = origin(result)
    if found is not None:
        reader, metric, session = found
        return sheet.from_outcome(reader.outcome, metric, session, score)
    try:
        return result.alignment.shown(sheet, score)
    except (ValueError, TypeError, OverflowError):  # saved scores that were edited
        raise InputError(f"session {result.session}: words and steps of its alignment do not match") from None


def by_speaker(found: _core.PageAlignment) -> list[tuple[str | None, str | None, WordErrors]]:
    """Returns speaker, stream (None if several) and errors; insertions without a speaker come last."""
    return [(speaker, stream, WordErrors(*errors)) for speaker, stream, errors in found.speakers()]
