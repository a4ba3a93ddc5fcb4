"""What the core found, as Results that are made when somebody looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

from hubbub import _core
from hubbub.model.alignment import Alignment, Lane, WordErrors
from hubbub.model.metrics import Metric
from hubbub.model.result import Result, Routed, Stage, Summary
from hubbub.model.time_warnings import LongSegments, SelfOverlap
from hubbub.model.utterances import Side, Utterances

SIDES = {"reference": False, "hypothesis": True}
"""Is it the hypothesis?"""


class View:
    """One session that somebody looks at."""

    def __init__(self, found: Found, session: int) -> None:
        self.looked = found.outcome.look(session)
        self.reference = Side(self.looked, found.sources[0], found.names[0], hypothesis=False)
        self.hypothesis = Side(self.looked, found.sources[1], found.names[1], hypothesis=True)


class Found:
    """All sessions under all metrics."""

    def __init__(self, outcome: _core.Outcome, reference: _core.Source, hypothesis: _core.Source) -> None:
        self.outcome = outcome
        self.sources = reference, hypothesis
        self._names: tuple[list[str | None], list[str | None]] | None = None
        self._views: WeakValueDictionary[int, View] | None = None

    @property
    def names(self) -> tuple[list[str | None], list[str | None]]:
        """Of the speakers and of the streams, by the core's numbers, of which -1 is the empty name and -2 nobody."""
        if self._names is None:
            left, right = ([*source.speakers, None, ""] for source in self.sources)
            self._names = left, right
        return self._names

    def view(self, session: int) -> View:
        """The same for all metrics, as long as somebody holds it."""
        if self._views is None:
            self._views = WeakValueDictionary()
        view = self._views.get(session)
        if view is None:
            view = self._views[session] = View(self, session)
        return view

    def look(self, number: int, metric: Metric, session: int, field: str) -> Any:
        """One field of a Result."""
        if field in ("self_overlap", "long_segments"):
            return getattr(self, field)(session) if metric.timed else {}
        if field == "routing":
            return self.routing(number, session, metric.swapped)
        return getattr(self, field)(number, session)

    def alignment(self, metric: int, session: int) -> Alignment:
        view = self.view(session)
        speakers, streams = self.names
        return Alignment(
            Lane(
                speakers[speaker],
                streams[stream],
                Utterances(view.reference, said),
                Utterances(view.hypothesis, heard),
                steps,
            )
            for speaker, stream, said, heard, steps in self.outcome.lanes(metric, session, view.looked)
        )

    def pairing(self, metric: int, session: int) -> tuple[tuple[str | None, str | None], ...] | None:
        found = self.outcome.pairing(metric, session)
        speakers, streams = self.names
        return None if found is None else tuple((speakers[one], streams[other]) for one, other in found)

    def routing(self, metric: int, session: int, swapped: bool) -> tuple[Routed, ...] | None:
        found = self.outcome.routing(metric, session)
        own, goals = self.names
        if swapped:
            own, goals = goals, own
        return (
            None
            if found is None
            else tuple(Routed(own[voice] or "", number, goals[goal]) for voice, number, goal in found)
        )

    def missed_speakers(self, metric: int, session: int) -> int:
        return sum(stream is None for _, stream in self.pairing(metric, session) or ())

    def false_alarm_speakers(self, metric: int, session: int) -> int:
        return sum(speaker is None for speaker, _ in self.pairing(metric, session) or ())

    def left_out(self, metric: int, session: int) -> dict[str, float]:
        found = self.outcome.left_out(metric, session)
        return {reason: round(number, 6) if seconds else int(number) for reason, number, seconds in found}

    def stages(self, metric: int, session: int) -> tuple[Stage, ...]:
        return tuple(map(as_stage, self.outcome.stages(metric, session)))

    def self_overlap(self, session: int) -> dict[str, SelfOverlap]:
        made = {}
        for name, hypothesis in SIDES.items():
            found = self.outcome.overlap(session, hypothesis)
            if found is not None:
                seconds, total, segments = found
                names = self.names[hypothesis]
                who = {names[voice] or "": number for voice, number in segments}
                made[name] = SelfOverlap(round(seconds, 6), round(total, 6), who)
        return made

    def long_segments(self, session: int) -> dict[str, LongSegments]:
        made = {}
        for name, hypothesis in SIDES.items():
            found = self.outcome.long_segments(session, hypothesis)
            if found is not None:
                segments, words, longest, limit = found
                made[name] = LongSegments(segments, words, round(longest, 6), limit)
        return made


def as_stage(stage: _core.Stage) -> Stage:
    """The core's object as ours."""
    return Stage(stage.name, stage.best, stage.bound, stage.cells, stage.work, stage.seconds)


class Results(Mapping[str, Result]):
    """All sessions under one metric: columns, of which a Result is made when it is asked for."""

    def __init__(self, found: Found, number: int, metric: Metric, signature: str, sessions: Sequence[str]) -> None:
        self._found = found
        self._number = number
        self._metric = metric
        self._signature = signature
        self._sessions = sessions
        self._places: dict[str, int] | None = None
        self._made: dict[str, Result] = {}

    def __getitem__(self, session: str) -> Result:
        made = self._made.get(session)
        if made is None:
            if self._places is None:
                self._places = {name: place for place, name in enumerate(self._sessions)}
            made = self._made[session] = self.at(self._places[session])
        return made

    def at(self, place: int) -> Result:
        """The result of the session at this place."""
        found, number, metric = self._found, self._number, self._metric
        insertions, deletions, substitutions, correct, cost, bound, exact = found.outcome.summary(number, place)
        return Result.of(
            metric=metric.name,
            session=self._sessions[place],
            signature=self._signature,
            counts=WordErrors(insertions, deletions, substitutions, correct),
            cost=cost,
            lower_bound=bound,
            exact=exact,
            look=(found.look, number, metric, place),
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._sessions)

    def __len__(self) -> int:
        return len(self._sessions)

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)  # a copy, here or in another process, needs no columns

    @property
    def total(self) -> Summary:
        """Of all sessions."""
        *counts, cost, bound, exact = self._found.outcome.total(self._number)
        return Summary(counts=WordErrors(*counts), cost=cost, lower_bound=bound, exact=exact)
