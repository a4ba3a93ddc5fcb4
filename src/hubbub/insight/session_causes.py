"""Errors of one session by cause, with the cause of every word, misattributed words and worst stretches."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from hubbub.insight.breakdown import ErrorBreakdown, Member
from hubbub.insight.reading import Reading, Words
from hubbub.insight.stretches import ErrorStretch, worst_stretches
from hubbub.model.result import Result
from hubbub.model.result_details import Stage, as_text
from hubbub.model.transcript import SIDES

CORRECT_WORD = "."
"""The letter of a correct word. A wrong word has the first letter of its cause."""


class MisattributedWord(NamedTuple):
    """A correct word in a place where the metric may not match it."""

    cause: str
    reference: int
    """Number of the word among the words of the reference."""
    hypothesis: int


class Causes:
    """The cause of every word of a session, and the misattributed words.

    The cause of a word is given by the first metric of the chain under which it is correct; if there is none, it is
    recognition. Alignments that differ only in ties are replaced by the stricter one.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        rest = reading.chain.parts[-1]
        sides: list[list[str | None]] = [[rest] * len(side.texts) for side in reading.words]
        self.reference, self.hypothesis = sides
        """The cause of every word of both sides; None if it is correct."""
        self.misattributed: list[MisattributedWord] = []
        causes = (None, *reading.chain.parts[:-1])
        for match, cause in reversed(list(zip(reading.matches, causes, strict=True))):
            for word, partner in match.correct:
                self.reference[word] = self.hypothesis[partner] = cause
        for match, cause in zip(reading.matches[1:], reading.chain.parts[:-1], strict=True):
            pairs = (pair for pair in match.correct if self.reference[pair[0]] == cause)
            self.misattributed += (MisattributedWord(cause, *pair) for pair in pairs)

    def letters(self) -> dict[str, list[list[Any]]]:
        """Returns, for every utterance, its speaker or stream, its number there, and a letter for each word."""
        sides = zip(SIDES, self.reading.words, (self.reference, self.hypothesis), strict=True)
        return {name: list(_letters(words, causes)) for name, words, causes in sides}

    def misattributed_words(self) -> list[list[Any]]:
        """Returns, for every misattributed word, its cause, and where it is in the hypothesis and in the reference."""
        reference, hypothesis = self.reading.words
        return [
            [word.cause, *_address(hypothesis, word.hypothesis), *_address(reference, word.reference)]
            for word in self.misattributed
        ]


def _letters(words: Words, causes: Sequence[str | None]) -> list[list[Any]]:
    found = []
    for place, some in groupby(zip(words.utterance_of, causes, strict=True), key=itemgetter(0)):
        letters = "".join(CORRECT_WORD if cause is None else cause[0] for _, cause in some)
        found.append([words.utterances[place].speaker, words.utterances[place].number, letters])
    return found


def _address(words: Words, word: int) -> tuple[str, int, int]:
    place = words.utterance_of[word]
    utterance = words.utterances[place]
    return utterance.speaker, utterance.number, utterance.offset + word - bisect_left(words.utterance_of, place)


class SessionBlame(ErrorBreakdown):
    """Errors of one session by cause, with access to every word."""

    def __init__(self, reading: Reading, result: Result, collar: float | None) -> None:
        self.reading = reading
        self.result = result
        """The session under the metric that is broken down."""
        self.session, self.signature = result.session, result.signature
        self.pairing = None if result.pairing is None else as_text(result.pairing)
        self.left_out = result.left_out
        self.missed_speakers, self.false_alarm_speakers = result.missed_speakers, result.false_alarm_speakers
        chain, errors = reading.chain, reading.errors
        members = zip(chain.names, map(sum, errors), reading.lower_bounds, strict=True)
        single = {
            part: sum(strict - free == 1 for strict, free in zip(*errors[place : place + 2], strict=True))
            for place, part in enumerate(chain.parts[:-1])
        }
        misattributed = sum(words for pair, words in self.matrix.items() if pair not in (self.pairing or ()))
        super().__init__(
            *(chain, collar, tuple(Member(*member) for member in members), reading.counts(-1)),
            *(reading.counts(1).correct, misattributed if chain.routes_hypothesis else None, single, reading.offsets),
        )

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Stages of the first search that was stopped early."""
        return self.reading.stages

    @property
    def matrix(self) -> dict[tuple[str, str], int]:
        """Correct words by (speaker, stream), with every segment routed to the speaker that fits best."""
        return self.reading.correct_words(1)

    @property
    def speaker_of(self) -> dict[str, str | None]:
        """The speaker paired with each stream."""
        return {stream: speaker for speaker, stream in self.pairing or () if stream is not None}

    def worst(self, most: int | None = None, all_causes: bool = False, short: bool = False) -> list[ErrorStretch]:
        """Returns the stretches with errors, worst first: those with most errors of other causes than recognition.

        With `all_causes`, recognition errors count too. With `short`, stretches of more than 3 minutes, or without
        times of more than 500 words, are left out.
        """
        return worst_stretches(self.reading, self.session, self.speaker_of, most, all_causes, short)

    @property
    def causes(self) -> Causes:
        """The cause of every wrong word, and the misattributed words."""
        return Causes(self.reading)

    def details(self) -> dict[str, Any]:
        """Returns plain data for displaying words: the cause of every word, misattributed words and worst stretches.

        `causes` has, for both sides, a list for every utterance: its speaker or stream, its number there, and a letter
        for each word: `.` if it is correct, else the first letter of its cause, such as `a` for attribution.
        `misattributed_words` has a list for every such word: its cause; its stream, utterance and position in the
        hypothesis; its speaker, utterance and position in the reference. `worst` has the stretches of `worst()`, and
        `matrix` has speaker, stream and correct words.
        """
        causes = self.causes
        return {
            "causes": causes.letters(),
            "misattributed_words": causes.misattributed_words(),
            "worst": [stretch.to_dict() for stretch in self.worst()],
            "matrix": [[*pair, words] for pair, words in self.matrix.items()],
            "pairing": None if self.pairing is None else [list(pair) for pair in self.pairing],
        }

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the metric that is broken down; not proven if a limit ended any search of the chain."""
        *counts, _, missed, alarms = self.result.numbers
        return *counts, bool(self.limits), missed, alarms

    @property
    def limits(self) -> tuple[str, ...]:
        """Limits that ended a search of the chain."""
        return self.reading.limits

    def to_dict(self, alignment: bool = False) -> dict[str, Any]:
        """Returns plain data, as in the JSON; the word alignment, which is long, only on request."""
        data = super().to_dict()
        if self.pairing is not None:
            data["pairing"] = [list(pair) for pair in self.pairing]
            data["matrix"] = [[*pair, words] for pair, words in self.matrix.items()]
        if self.left_out:
            data["left_out"] = dict(self.left_out)
        if alignment:
            data["alignment"] = [lane.to_dict() for lane in self.result.alignment]
            causes = self.causes
            data["causes"], data["misattributed_words"] = causes.letters(), causes.misattributed_words()
        return data
