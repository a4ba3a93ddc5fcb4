"""The core's outcome as Results. A Result and its details are built, and what they need is imported, when asked for."""

from __future__ import annotations

from array import array
from collections.abc import Collection, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from hubbub import _core
from hubbub.errors import InputError, TooLargeError
from hubbub.model.result import Result, Scores
from hubbub.model.result_details import LongSegments, Routed, SelfOverlap, Stage
from hubbub.model.scores import Listed, Summed, added
from hubbub.model.signatures import session_digests, with_endings
from hubbub.model.transcript import SIDES
from hubbub.model.word_errors import Summary, Totalled, WordErrors, plain_summary
from hubbub.prepare.matching import Matched
from hubbub.scoring.plan import Plan

if TYPE_CHECKING:
    from hubbub.model.alignment import Alignment
    from hubbub.model.utterances import Extras
    from hubbub.scoring.words import Words

NUMBERS = 9
"""How many numbers the core tells of each result at once: counts, cost, bound, whether it is unproven, speakers without
a partner."""
NOBODY = -2
"""The core's number for no speaker, or no stream."""
AT_ONCE = 1 << 18
"""Letters of the sessions of which digests are made at once."""


@cache
def words_class() -> type[Words]:
    """The class of words, which is imported when the first of them is looked at."""
    from hubbub.scoring.words import Words

    return Words


class OutcomeReader:
    """All sessions under all metrics: their details are read from the core's outcome."""

    def __init__(
        self,
        outcome: _core.Outcome,
        sources: tuple[_core.Source, _core.Source],
        plan: Plan,
        matched: Matched,
        refused: list[dict[str, str]],
        extras: tuple[Extras | None, Extras | None] = (None, None),
    ) -> None:
        self.outcome = outcome
        self.plan = plan
        self.matched = matched
        self.refused = refused
        """For each metric the sessions that need more memory than allowed, with the reasons."""
        self.unfinished: Sequence[Sequence[str]] = ()
        """For each metric the sessions that were not scored before the user ended the run; empty if nobody did."""
        self.sources = sources
        self.extras = extras
        self._names: tuple[list[str | None], list[str | None]] | None = None
        self._words: Words | None = None
        self._digests: dict[int, str] = {}

    def check_whole(self) -> None:
        """For who needs all sessions: one that was refused is an error."""
        for reason in chain(*map(dict.values, self.refused)):
            raise TooLargeError(reason)

    @property
    def names(self) -> tuple[list[str | None], list[str | None]]:
        """Names of the speakers and of the streams, by the core's numbers."""
        if self._names is None:
            self._names = self.sources[0].speakers, self.sources[1].speakers
        return self._names

    @property
    def words(self) -> Words:
        """The words of all sessions, for whoever looks at them."""
        if self._words is None:
            self._words = words_class()(self.outcome, self.sources, self.extras)
        return self._words

    def result(self, number: int, place: int = 0) -> Result:
        """The Result of one session; `number` is the metric's place among those that were scored."""
        return self._made(number, place, self.outcome.summary(number, place), {})

    def alone(self, number: int, place: int) -> Scores:
        """The Result of one session as Scores, which needs no other session to be done."""
        if place not in self._digests:
            self._digests |= session_digests(enumerate(self.outcome.contents(place, 1), place))
        result = self.result(number, place)
        return Scores({result.session: result}, result.metric, result.signature)

    def results(self, number: int, left_open: Collection[str]) -> dict[str, Result]:
        """The Results of all sessions but those left open, with whatever costs less for all at once."""
        numbers = array("q", self.outcome.numbers(number))
        left_out = set(self.outcome.with_left_out(number))
        metric = self.plan.metrics[number]
        doubtful = set(self.outcome.with_doubts() if metric.timed else ())
        alone = {"pairing": None, "routing": None} if metric.solver == "align" else {}
        made = {}
        for place, session in enumerate(self.matched.names):
            if left_open and session in left_open:
                continue
            *summary, unproven, missed, alarms = numbers[place * NUMBERS : (place + 1) * NUMBERS]
            known: dict[str, Any] = {"missed_speakers": missed, "false_alarm_speakers": alarms, **alone}
            if place not in left_out:
                known["left_out"] = {}
            if place not in doubtful:
                known |= {"self_overlap": {}, "long_segments": {}}
            made[session] = self._made(number, place, (*summary, not unproven), known)
        return made

    def _made(self, number: int, place: int, summary: Sequence[int], known: dict[str, Any]) -> Result:
        """A Result of the core's numbers, with the details that are known."""
        insertions, deletions, substitutions, correct, cost, bound, exact = summary
        plan = self.plan
        signature = plan.signatures[number]
        if not exact:
            signature = with_endings(signature, plan.settings, [self.outcome.ended(number, place)])
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
                **known,
            }
        )

    def look(self, number: int, session: int, field: str) -> Any:
        """One field of a Result."""
        metric = self.plan.metrics[number]
        if field in ("self_overlap", "long_segments"):
            return getattr(self, field)(session) if metric.timed else {}
        if field == "routing":
            return self.routing(number, session, metric.swapped)
        return getattr(self, field)(number, session)

    def alignment(self, metric: int, session: int) -> Alignment:
        return self.words.alignment(metric, session)

    def pairing(self, metric: int, session: int) -> tuple[tuple[str | None, str | None], ...] | None:
        pairs = self.outcome.pairing(metric, session)
        speakers, streams = self.names
        return None if pairs is None else tuple((speakers[speaker], streams[stream]) for speaker, stream in pairs)

    def routing(self, metric: int, session: int, swapped: bool) -> tuple[Routed, ...] | None:
        routes = self.outcome.routing(metric, session)
        origins, targets = self.names
        if swapped:
            origins, targets = targets, origins
        if routes is None:
            return None
        return tuple(Routed(origins[origin] or "", number, targets[target]) for origin, number, target in routes)

    def missed_speakers(self, metric: int, session: int) -> int:
        return sum(stream == NOBODY for _, stream in self.outcome.pairing(metric, session) or ())

    def false_alarm_speakers(self, metric: int, session: int) -> int:
        return sum(speaker == NOBODY for speaker, _ in self.outcome.pairing(metric, session) or ())

    def left_out(self, metric: int, session: int) -> dict[str, float]:
        left_out = self.outcome.left_out(metric, session)
        return {reason: round(number, 6) if seconds else int(number) for reason, number, seconds in left_out}

    def stages(self, metric: int, session: int) -> tuple[Stage, ...]:
        return tuple(map(as_stage, self.outcome.stages(metric, session)))

    def reference_digest(self, _: int, session: int) -> str:
        if session not in self._digests:  # they are the same under all metrics
            in_order = session == 0 or session - 1 in self._digests  # whoever asks so wants those of all
            contents = self.outcome.contents(session, AT_ONCE if in_order else 1)
            self._digests |= session_digests(enumerate(contents, session))
        if session not in self._digests:
            self.outcome.look(session)  # which says why
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
    """A stage of the core as a stage of the model."""
    return Stage(stage.name, stage.best, stage.bound, stage.cells, stage.work, stage.seconds)


class Results(Mapping[str, Result], Listed, Summed, Totalled):
    """All sessions under one metric. The core holds the numbers; a Result is built when it is asked for."""

    def __init__(self, reader: OutcomeReader, number: int, left_open: Collection[str] = ()) -> None:
        self._reader = reader
        self._number = number
        self._sessions = reader.matched.names
        self._left_open = left_open
        """Sessions without a result, of which there are mostly none."""
        self._places: dict[str, int] | None = None
        self._built: dict[str, Result] = {}
        self._whole = False
        """Are all of them built, in their order and not in that of who asked for them?"""

    def __getitem__(self, session: str) -> Result:
        result = self._built.get(session)
        if result is None:
            if self._places is None:
                self._places = {name: place for place, name in self._placed()}
            result = self._built[session] = self._reader.result(self._number, self._places[session])
        return result

    def items(self) -> ItemsView[str, Result]:
        return self._all().items()

    def values(self) -> ValuesView[Result]:
        return self._all().values()

    def _all(self) -> dict[str, Result]:
        """All of them, which costs less at once than one by one."""
        if not self._whole:
            all_at_once = self._reader.results(self._number, self._left_open)
            self._built, self._whole = all_at_once | self._built, True
        return self._built

    def dicts(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Every session as `Result.to_dict` gives it. Where that is no more than counts, no Result is built for it."""
        reader, number = self._reader, self._number
        metric = reader.plan.metrics[number]
        if metric.solver != "align" or metric.timed:
            for name, result in self.items():
                yield name, result.to_dict()
            return
        numbers = array("q", reader.outcome.numbers(number))
        left_out = set(reader.outcome.with_left_out(number))
        for place, name in self._placed():
            if place in left_out:
                yield name, self[name].to_dict()
                continue
            at = place * NUMBERS
            cost, bound, unproven = numbers[at + 4 : at + 7]
            data = plain_summary(numbers[at : at + 4], cost, bound, not unproven)
            data["reference"] = reader.reference_digest(number, place)
            yield name, data

    def wrong(self) -> int:
        """How many sessions hold an error."""
        numbers = array("q", self._reader.outcome.numbers(self._number))
        return sum(any(numbers[place * NUMBERS : place * NUMBERS + 3]) for place, _ in self._placed())

    def reference_digests(self) -> dict[str, str]:
        """The digest of the reference of each session."""
        return {name: self._reader.reference_digest(self._number, place) for place, name in self._placed()}

    def _placed(self) -> Iterable[tuple[int, str]]:
        """The places and names of all sessions that have a result."""
        placed = enumerate(self._sessions)
        return ((place, name) for place, name in placed if name not in self._left_open) if self._left_open else placed

    def __iter__(self) -> Iterator[str]:
        return iter(
            self._sessions if not self._left_open else [one for one in self._sessions if one not in self._left_open]
        )

    def __len__(self) -> int:
        return len(self._sessions) - len(self._left_open)

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)  # a copy, here or in another process, does without the core's outcome

    @property
    def signature(self) -> str:
        """The signature of them all: it names the limits that ended a search."""
        plan = self._reader.plan
        signature = plan.signatures[self._number]
        if self.total.exact:
            return signature
        ended = {self._reader.outcome.ended(self._number, place) for place, _ in self._placed()}
        return with_endings(signature, plan.settings, ended)

    @property
    def left_out(self) -> dict[str, float]:
        """What was not scored, by reason, over all sessions."""
        places = self._reader.outcome.with_left_out(self._number)
        sessions = (place for place in places if self._sessions[place] not in self._left_open)
        return added(self._reader.left_out(self._number, place) for place in sessions)

    @property
    def unpaired(self) -> tuple[int, int]:
        """Speakers without a stream and streams without a speaker, over all sessions."""
        return self._reader.outcome.unpaired(self._number)

    @property
    def total(self) -> Summary:
        """The sum of all sessions."""
        *counts, cost, bound, exact = self._reader.outcome.total(self._number)
        return Summary(counts=WordErrors(*counts), cost=cost, lower_bound=bound, exact=exact)


def origin(result: Result) -> tuple[OutcomeReader, int, int] | None:
    """Where the core holds a result: its reader, its metric's number and its session; None for one that was read."""
    look, *arguments = result.__dict__.get("look", (None,))
    reader = getattr(look, "__self__", None)
    if not isinstance(reader, OutcomeReader):
        return None
    number, place = arguments
    return reader, number, place


def shown(result: Result | Alignment, sheet: _core.Sheet | None = None, score: int = 0) -> _core.Shown:
    """The alignment of a result in the core, which counts it: on the sheet of a page, under its number there.

    An alignment alone is one of stretches of time.
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
    except (ValueError, TypeError, OverflowError):  # saved scores that somebody changed
        raise InputError(f"session {result.session}: the words and the steps of its alignment do not fit") from None


def by_speaker(found: _core.Shown) -> list[tuple[str | None, str | None, WordErrors]]:
    """Speaker, stream (None where it is more than one) and errors; insertions without a speaker come last."""
    return [(speaker, stream, WordErrors(*errors)) for speaker, stream, errors in found.speakers()]
