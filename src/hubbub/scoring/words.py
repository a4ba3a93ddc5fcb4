"""The words of scored sessions: a session is prepared once more when somebody looks at them."""

from __future__ import annotations

from functools import cache, partial
from weakref import WeakValueDictionary

from hubbub import _core
from hubbub.model.alignment import Alignment, Lane
from hubbub.model.utterances import Extras, Pieces, Side, Utterances


class View:
    """One session whose words are looked at: it is prepared once more when somebody first asks for them."""

    __slots__ = ("__weakref__", "_outcome", "look", "session", "sides")

    def __init__(self, words: Words, session: int) -> None:
        self._outcome = words.outcome
        self.session = session
        # What the sides call does not refer to the view: a circle would keep the outcome until somebody looks for it.
        self.look = cache(partial(words.outcome.look, session))
        reference, hypothesis = zip(*words.of_sides, (False, True), strict=True)
        self.sides = Side(self.look, *reference), Side(self.look, *hypothesis)

    def pieces(self, metric: int, lane: int, hypothesis: bool) -> Pieces:
        """One side of a lane."""
        found = self._outcome.pieces(metric, self.session, lane, hypothesis, self.look())
        return self.sides[hypothesis], found


class Words:
    """The words of all sessions."""

    def __init__(
        self,
        outcome: _core.Outcome,
        sources: tuple[_core.Source, _core.Source],
        names: tuple[list[str | None], list[str | None]],
        extras: tuple[Extras | None, Extras | None],
    ) -> None:
        self.outcome = outcome
        self.of_sides = sources, names, extras
        """What is known of reference and hypothesis; names are those of speakers and of streams, by number."""
        self._views: WeakValueDictionary[int, View] = WeakValueDictionary()

    def view(self, session: int) -> View:
        """The view of a session. All metrics share it as long as it is in use."""
        view = self._views.get(session)
        if view is None:
            view = self._views[session] = View(self, session)
        return view

    def alignment(self, metric: int, session: int) -> Alignment:
        """The lanes of a session under the metric of this number."""
        pieces = self.view(session).pieces
        speakers, streams = self.of_sides[1]
        lanes = []
        for number, (speaker, stream, steps) in enumerate(self.outcome.lanes(metric, session)):
            reference = Utterances(partial(pieces, metric, number, False))
            hypothesis = Utterances(partial(pieces, metric, number, True))
            lanes.append(Lane(speakers[speaker], streams[stream], reference, hypothesis, steps))
        return Alignment(lanes)
