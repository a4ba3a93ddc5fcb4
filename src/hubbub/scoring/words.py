"""The words of scored sessions: a session is prepared once more when somebody looks at them."""

from __future__ import annotations

from functools import partial
from weakref import ref

from hubbub import _core
from hubbub.model.alignment import Alignment, Lane
from hubbub.model.utterances import Extras, Pieces, Side, Utterances


class Once:
    """A session prepared once more, for its words and their times, when somebody first calls for it."""

    def __init__(self, outcome: _core.Outcome, session: int) -> None:
        self._outcome, self._session = outcome, session
        self._looked: _core.Looked | None = None

    def __call__(self) -> _core.Looked:
        if self._looked is None:
            self._looked = self._outcome.look(self._session)
        return self._looked


class View:
    """One session whose words are looked at."""

    __slots__ = ("__weakref__", "_sides", "_words", "look", "session")

    def __init__(self, words: Words, session: int) -> None:
        self._words = words
        self._sides: tuple[Side, Side] | None = None
        self.session = session
        # What the sides call does not refer to the view: a circle would keep the outcome until somebody looks for it.
        self.look = Once(words.outcome, session)

    @property
    def sides(self) -> tuple[Side, Side]:
        """Reference and hypothesis."""
        if self._sides is None:
            sides = zip(*self._words.of_sides, (False, True), strict=True)
            reference, hypothesis = (Side(self.look, *side) for side in sides)
            self._sides = reference, hypothesis
        return self._sides

    def pieces(self, metric: int, lane: int, hypothesis: bool) -> Pieces:
        """One side of a lane."""
        found = self._words.outcome.pieces(metric, self.session, lane, hypothesis, self.look())
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
        self._views: dict[int, ref[View]] = {}

    def view(self, session: int) -> View:
        """The view of a session. All metrics share it as long as it is in use."""
        known = self._views.get(session)
        view = None if known is None else known()
        if view is None:
            view, views = View(self, session), self._views
            views[session] = ref(view, lambda _: views.pop(session, None))
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
