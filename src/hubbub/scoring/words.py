"""The words of scored sessions, which are prepared again when their words are first used."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from hubbub import _core
from hubbub.model.alignment import Alignment, Lane, Pair, Word
from hubbub.model.utterances import Extras, Pieces, Side, Utterance, Utterances

if TYPE_CHECKING:
    from collections.abc import Iterable

MAKER = _core.PairMaker(Word, Pair, Word._field_defaults["extra"])
"""Caches texts of words, most of which repeat within a corpus and between calls."""


class View:
    """The words of one session, prepared once more on first use."""

    __slots__ = ("__weakref__", "_looked", "_outcome", "_session", "built")

    def __init__(self, outcome: _core.Outcome, session: int) -> None:
        self._outcome = outcome
        self._session = session
        self._looked: _core.Looked | None = None
        # The sides refer to the view, but the view not to them: a cycle would keep the outcome until a garbage
        # collection.
        self.built: tuple[dict[int, Utterance], dict[int, Utterance]] = {}, {}

    def look(self) -> _core.Looked:
        """Returns the session as the core prepares it."""
        if self._looked is None:
            self._looked = self._outcome.look(self._session)
        return self._looked


class Words:
    """The words of all sessions."""

    def __init__(
        self,
        outcome: _core.Outcome,
        sources: tuple[_core.Source, _core.Source],
        extras: tuple[Extras | None, Extras | None],
    ) -> None:
        self._outcome = outcome
        self._sources = sources
        self._extras = extras
        self._views: WeakValueDictionary[int, View] | None = None

    @cached_property
    def names(self) -> tuple[list[str | None], list[str | None]]:
        """Names of the speakers and of the streams, by the core's numbers."""
        return self._sources[0].speakers, self._sources[1].speakers

    def side(self, session: int, hypothesis: bool) -> Side:
        """Returns one side of a session. All metrics share it while it is in use."""
        if self._views is None:
            self._views = WeakValueDictionary()
        view = self._views.get(session)
        if view is None:
            view = self._views[session] = View(self._outcome, session)
        inputs = self._sources[hypothesis], self.names[hypothesis], self._extras[hypothesis]
        return Side(view.look, *inputs, hypothesis, view.built[hypothesis])

    def _pieces(self, metric: int, session: int, lane: int, hypothesis: bool) -> Pieces:
        """Returns one side of a lane."""
        side = self.side(session, hypothesis)
        return side, self._outcome.pieces(metric, session, lane, hypothesis, side.look())

    def alignment(self, metric: int, session: int) -> Alignment:
        """Returns the alignment of a session under the metric with this index."""
        return Alignment((), self, metric, session)

    def lanes(self, metric: int, session: int) -> tuple[Lane, ...]:
        """Returns the lanes of a session under the metric with this index."""
        speakers, streams = self.names
        lanes = []
        for number, (speaker, stream, steps) in enumerate(self._outcome.lanes(metric, session)):
            reference, hypothesis = (
                Utterances(partial(self._pieces, metric, session, number, side)) for side in (False, True)
            )
            lanes.append(Lane(speakers[speaker], streams[stream], reference, hypothesis, steps))
        return tuple(lanes)

    def pairs(self, metric: int, session: int) -> Iterable[Pair]:
        """Returns all pairs of a session, lane by lane."""
        if self._extras[0] is self._extras[1] is None:
            return MAKER.pairs(self._outcome, metric, session)
        return Alignment(self.lanes(metric, session)).pairs()
