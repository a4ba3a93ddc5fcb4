"""Word by word: the cause of every wrong word, and where a misplaced word belongs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from hubbub.insight.reading import ALONE, Reading, Words

RIGHT = "."
"""The letter of a word that is right; that of another is the first of its cause."""


class Moved(NamedTuple):
    """A word that was heard rightly, but stands where the metric may not look for it."""

    cause: str
    """The part of the errors that it belongs to."""
    reference: int
    """The word that was said, and the one that was heard, by their places on their sides."""
    hypothesis: int


class Causes:
    """The cause of every word of a session, and the words that are misplaced.

    The first alignment of the chain in which a word is right says what its cause was; a word that never is was not
    recognised. Where alignments differ by ties only, the stricter one is taken for both.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        reference, hypothesis = reading.words
        self.reference: list[str | None] = [reading.chain.parts[-1]] * len(reference.words)
        """Of every word of the reference: None where it is right."""
        self.hypothesis: list[str | None] = [reading.chain.parts[-1]] * len(hypothesis.words)
        """Of every word of the hypothesis."""
        self.moved: list[Moved] = []
        said, heard = ([word.text for word in side.words] for side in reading.words)
        causes = (None, *reading.chain.parts[:-1])
        for match, cause in reversed(list(zip(reading.matches, causes, strict=True))):
            for word, partner in enumerate(match.reference):
                if partner != ALONE and said[word] == heard[partner]:
                    self.reference[word] = self.hypothesis[partner] = cause
        for match, cause in zip(reading.matches, causes, strict=True):
            if cause is None:
                continue
            for word, partner in enumerate(match.reference):
                if self.reference[word] == cause and partner != ALONE and said[word] == heard[partner]:
                    self.moved.append(Moved(cause, word, partner))

    def letters(self) -> dict[str, list[list[Any]]]:
        """Of every utterance of both sides: its speaker or stream, its number there, and a letter for each word."""
        sides = zip(("reference", "hypothesis"), self.reading.words, (self.reference, self.hypothesis), strict=True)
        return {name: list(_spelt(words, causes)) for name, words, causes in sides}

    def moves(self) -> list[list[Any]]:
        """Every misplaced word: its cause; stream, utterance and place where it stands; who said it, and where."""
        reference, hypothesis = self.reading.words
        return [
            [moved.cause, *_address(hypothesis, moved.hypothesis), *_address(reference, moved.reference)]
            for moved in self.moved
        ]


def _spelt(words: Words, causes: Sequence[str | None]) -> list[list[Any]]:
    found = []
    for utterance, some in groupby(zip(words.words, causes, strict=True), key=lambda one: one[0].utterance):
        letters = "".join(RIGHT if cause is None else cause[0] for _, cause in some)
        found.append([words.utterances[utterance].speaker, words.utterances[utterance].number, letters])
    return found


def _address(words: Words, word: int) -> tuple[str, int, int]:
    place = words.words[word]
    utterance = words.utterances[place.utterance]
    return utterance.speaker, utterance.number, utterance.offset + place.number
