"""The parts of one session, and where they come from: incidents, causes of words, misplaced words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from hubbub.insight.breakdown import Breakdown, Member
from hubbub.insight.stretches import Incident, incidents_of
from hubbub.insight.reading import Reading, Words
from hubbub.model.result import Result
from hubbub.model.result_details import Stage
from hubbub.model.transcript import SIDES

RIGHT = "."
"""The letter of a word that is right; that of another is the first of its cause."""


class Causes:
    """The cause of every word of a session, and the words that are misplaced.

    The first alignment of the chain in which a word is right says what its cause was; a word that never is was not
    recognised. Where alignments differ by ties only, the stricter one is taken for both.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        rest = reading.chain.parts[-1]
        sides: list[list[str | None]] = [[rest] * len(side.texts) for side in reading.words]
        self.reference, self.hypothesis = sides
        """Of every word of both sides: None where it is right."""
        self.moved: list[tuple[str, int, int]] = []
        """Words that were heard rightly, but stand where the metric may not look for them: the part of the errors that
        each belongs to, the word that was said, and the one that was heard."""
        causes = (None, *reading.chain.parts[:-1])
        for match, cause in reversed(list(zip(reading.matches, causes, strict=True))):
            for word, partner in match.correct:
                self.reference[word] = self.hypothesis[partner] = cause
        for match, cause in zip(reading.matches[1:], reading.chain.parts[:-1], strict=True):
            self.moved += ((cause, *pair) for pair in match.correct if self.reference[pair[0]] == cause)

    def letters(self) -> dict[str, list[list[Any]]]:
        """Of every utterance of both sides: its speaker or stream, its number there, and a letter for each word."""
        sides = zip(SIDES, self.reading.words, (self.reference, self.hypothesis), strict=True)
        return {name: list(_spelt(words, causes)) for name, words, causes in sides}

    def moves(self) -> list[list[Any]]:
        """Every misplaced word: its cause; stream, utterance and place where it stands; who said it, and where."""
        reference, hypothesis = self.reading.words
        return [[cause, *_address(hypothesis, heard), *_address(reference, said)] for cause, said, heard in self.moved]


def _spelt(words: Words, causes: Sequence[str | None]) -> list[list[Any]]:
    found = []
    for place, some in groupby(zip(words.utterance_of, causes, strict=True), key=itemgetter(0)):
        letters = "".join(RIGHT if cause is None else cause[0] for _, cause in some)
        found.append([words.utterances[place].speaker, words.utterances[place].number, letters])
    return found


def _address(words: Words, word: int) -> tuple[str, int, int]:
    place = words.utterance_of[word]
    utterance = words.utterances[place]
    return utterance.speaker, utterance.number, utterance.offset + word - bisect_left(words.utterance_of, place)


class SessionBlame(Breakdown):
    """The parts of one session, and where they come from."""

    def __init__(self, reading: Reading, result: Result, collar: float | None) -> None:
        self.reading = reading
        self.result = result
        """The session under the metric that is explained."""
        self.session, self.signature = result.session, result.signature
        self.pairing, self.left_out = result.pairing, result.left_out
        self.missed_speakers, self.false_alarm_speakers = result.missed_speakers, result.false_alarm_speakers
        chain, errors = reading.chain, reading.errors
        members = zip(chain.names, map(sum, errors), reading.lower_bounds, strict=True)
        single = {
            part: sum(strict - free == 1 for strict, free in zip(*errors[place : place + 2], strict=True))
            for place, part in enumerate(chain.parts[:-1])
        }
        moved = sum(words for pair, words in self.matrix.items() if pair not in (self.pairing or ()))
        super().__init__(
            *(chain, collar, tuple(Member(*member) for member in members), reading.counts(-1)),
            *(reading.counts(1).correct, moved if chain.routes_hypothesis else None, single, reading.offsets),
        )

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages of the first search that left something open."""
        return self.reading.stages

    @property
    def matrix(self) -> dict[tuple[str, str], int]:
        """How many words of each speaker are right on each stream, if every segment goes to whom it fits best."""
        return self.reading.heard(1)

    @property
    def speaker_of(self) -> dict[str, str | None]:
        """The speaker who is paired with each stream."""
        return {stream: speaker for speaker, stream in self.pairing or () if stream is not None}

    def incidents(self, most: int | None = None) -> list[Incident]:
        """The stretches that hold an error, or so many of them: those with most errors of others than recognition."""
        return incidents_of(self.reading, self.session, self.speaker_of, most)

    @property
    def causes(self) -> Causes:
        """The cause of every wrong word, and the words that are misplaced."""
        return Causes(self.reading)

    def details(self) -> dict[str, Any]:
        """Plain data for whoever shows words: the cause of every word, misplaced words and incidents.

        `causes` has, for both sides, a list for every utterance: its speaker or stream, its number there, and a letter
        for each of its words: `.` where it is right, else the first one of its cause, such as `l` for labels. `moved`
        has a list for every misplaced word: its cause; the stream where it stands, the number of the utterance and its
        place there; then the speaker who said it, with the same two numbers. `incidents` are those of `incidents()`,
        `matrix` has speaker, stream and right words of the one on the other.
        """
        causes = self.causes
        return {
            "causes": causes.letters(),
            "moved": causes.moves(),
            "incidents": [incident.to_dict() for incident in self.incidents()],
            "matrix": [[*pair, words] for pair, words in self.matrix.items()],
            "pairing": None if self.pairing is None else [list(pair) for pair in self.pairing],
        }

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the metric that is explained, unproven where a limit ended any search of the chain."""
        *counts, _, missed, alarms = self.result.numbers
        return *counts, bool(self.limits), missed, alarms

    @property
    def limits(self) -> tuple[str, ...]:
        """The limits that ended a search of the chain."""
        return self.reading.limits

    def to_dict(self, alignment: bool = False) -> dict[str, Any]:
        """Plain data, as in the JSON; with the word alignment only on request, since it is long."""
        data = super().to_dict()
        if self.pairing is not None:
            data["pairing"] = [list(pair) for pair in self.pairing]
            data["matrix"] = [[*pair, words] for pair, words in self.matrix.items()]
        if self.left_out:
            data["left_out"] = dict(self.left_out)
        if alignment:
            data["alignment"] = [lane.to_dict() for lane in self.result.alignment]
            data["causes"], data["moved"] = self.causes.letters(), self.causes.moves()
        return data
