"""Two prepared sides of a session as the integers that the core takes."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from hubbub import _core
from hubbub.transcript import Utterance

Ids = array  # of C ints, one per word


class Problem:
    """A session ready for any solver. Equal words have equal numbers on both sides."""

    def __init__(self, reference: Sequence[Utterance], hypothesis: Sequence[Utterance]) -> None:
        self.reference = tuple(reference)
        self.hypothesis = tuple(hypothesis)
        self.speakers = _by_speaker(reference)
        """Each speaker's utterances; the first to speak comes first."""
        streams = _by_speaker(hypothesis)
        self.streams = {name: streams[name] for name in sorted(streams)}
        """Each stream's utterances, by name, so that ties do not hang on who spoke first in the hypothesis."""
        self._number: defaultdict[str, int] = defaultdict()
        self._number.default_factory = self._number.__len__
        # A speaker or a stream is asked for more than once. Its tuple lives as long as the problem, so that its
        # identity may stand for it.
        self._kept = {id(own) for side in (self.speakers, self.streams) for own in side.values()}
        self._known: dict[tuple[int, int | None], Ids[int]] = {}

    def ids(self, utterances: Iterable[Utterance]) -> Ids[int]:
        """The words of the utterances, one after the other."""
        key = id(utterances), None
        known = self._known.get(key)
        if known is None:
            words = chain.from_iterable(one.words for one in utterances)
            known = array("i", list(map(self._number.__getitem__, words)))
            if key[0] in self._kept:
                self._known[key] = known
        return known

    def spans(self, utterances: Iterable[Utterance], widened: int = 0) -> Ids[int]:
        """Start and end of every word in turn, in nanoseconds, widened on both sides."""
        key = id(utterances), widened
        known = self._known.get(key)
        if known is None:
            times = chain.from_iterable(one.times or () for one in utterances)
            seconds = array("d", list(chain.from_iterable(times)))
            known = array("q", _core.nanoseconds(seconds, widened))
            if key[0] in self._kept:
                self._known[key] = known
        return known


def _by_speaker(utterances: Iterable[Utterance]) -> dict[str, tuple[Utterance, ...]]:
    groups: dict[str, list[Utterance]] = {}
    for utterance in utterances:
        groups.setdefault(utterance.speaker, []).append(utterance)
    return {speaker: tuple(group) for speaker, group in groups.items()}
