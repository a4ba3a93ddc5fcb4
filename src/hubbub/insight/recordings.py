"""What two systems made of the words of all sessions: the answer for these recordings, and what made the difference."""

from __future__ import annotations

from collections import Counter

from hubbub.insight import matched_pairs
from hubbub.insight.comparison import OnThese, Place, WordDifference
from hubbub.insight.matched_pairs import Events, Piece
from hubbub.statistics.paired_tests import sign_flip

WORDS, PLACES = 10, 5
"""How many words and places that made the difference are told."""


class Recordings:
    """Takes session after session and keeps only what is asked of them: a large corpus has millions of words."""

    def __init__(self, nist: bool = False) -> None:
        """NIST's own segments are cut too, where they are asked for."""
        self.pieces: dict[str, list[Piece]] = {}
        self.by_speaker: list[Piece] = []
        self._nist = nist
        self._cut = "time"
        self._only: tuple[Counter[tuple[str, bool]], Counter[tuple[str, bool]]] = Counter(), Counter()

    def add(self, session: str, first: Events, second: Events) -> None:
        """A session, as both systems have it."""
        pieces = matched_pairs.by_time(first, second)
        if self._nist or pieces is None:
            cut = matched_pairs.by_speaker(first, second)
            self.by_speaker += cut
            if pieces is None:
                self._cut, pieces = "speaker", cut
        self.pieces[session] = pieces
        found = [[event for lane in lanes for event in lane if event.error] for lanes in (first, second)]
        wrong = [{event.key: event.reference for event in side if event.key is not None} for side in found]
        inserted = [Counter(event.hypothesis for event in side if event.key is None) for side in found]
        for side, other in ((0, 1), (1, 0)):
            more = inserted[side] - inserted[other]
            self._only[side].update((text, False) for key, text in wrong[side].items() if key not in wrong[other])
            self._only[side].update({(text, True): number for text, number in more.items()})

    def answer(self) -> OnThese:
        """Is the difference more than chance?"""
        every = [piece for pieces in self.pieces.values() for piece in pieces]
        flipped = sign_flip([piece.difference for piece in every])
        return OnThese(*matched_pairs.statistic(every), flipped.p, flipped.exact, self._cut, flipped.p)

    def places(self) -> list[Place]:
        """Where they differ most."""
        places = [
            Place(session, piece.start, piece.end, piece.first, piece.second)
            for session, pieces in self.pieces.items()
            for piece in pieces
            if piece.difference
        ]
        return sorted(places, key=lambda place: -abs(place.second - place.first))[:PLACES]

    def words(self) -> list[WordDifference]:
        """The words that most often only one of them has wrong; of insertions, how often each has more in a session."""
        first, second = self._only
        rows = [WordDifference(*word, first[word], second[word]) for word in {*first, *second}]
        rows.sort(key=lambda row: (-abs(row.difference), row.word, row.inserted))
        return [row for row in rows[:WORDS] if row.difference]
