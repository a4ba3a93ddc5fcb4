"""The steps of an alignment in time, over all of its lanes: reference words and insertions, at their middle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import NamedTuple

from hubbub.model.alignment import CORRECT, DELETION, INSERTION, SPARED, Lane
from hubbub.model.timing import Times, character_based
from hubbub.model.utterance import Utterance

Key = tuple[str, int, int]
"""Speaker, number of the utterance among the speaker's, and place in it: the same word in any alignment of it."""


class Event(NamedTuple):
    """A reference word with what became of it, or an inserted word."""

    time: float | None
    """The middle of the word; None where neither it nor its segment has times."""
    error: bool
    key: Key | None
    """The reference word; None for an insertion."""
    reference: str
    hypothesis: str


def events(lanes: Iterable[Lane]) -> Iterator[Event]:
    """Every step of these lanes, lane by lane."""
    for lane in lanes:
        reference, hypothesis = _placed(lane.reference), _placed(lane.hypothesis)
        for kind in lane.steps:
            key, text, time = (None, "", None) if kind == INSERTION else next(reference)
            other = ""
            if kind not in (DELETION, SPARED):
                _, other, middle = next(hypothesis)
                time = middle if kind == INSERTION else time
            yield Event(time, kind not in (CORRECT, SPARED), key, text, other)


def _placed(utterances: Iterable[Utterance]) -> Iterator[tuple[Key, str, float | None]]:
    for utterance in utterances:
        speaker, number, words = utterance[:3]
        times = _times(utterance)
        middles = repeat(None) if times is None else ((start + end) / 2 for start, end in times)
        for place, (text, middle) in enumerate(zip(words, middles, strict=False), utterance.offset):
            yield (speaker, number, place), text, middle


def _times(utterance: Utterance) -> Times | None:
    """The times of the words; where only the segment has some, a share of it by the number of letters."""
    if utterance.times is not None or not utterance.words:
        return utterance.times
    if utterance.start is None or utterance.end is None:
        return None
    return tuple(character_based(utterance.words, utterance.start, utterance.end))
