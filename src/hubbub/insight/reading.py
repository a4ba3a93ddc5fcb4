"""Word alignments of one session under a chain of metrics, as the core returns them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from hubbub.insight.chains import Chain
from hubbub.model.alignment import CORRECT, count
from hubbub.model.result_details import Stage
from hubbub.model.signatures import limits_of
from hubbub.model.utterances import Side, Utterance
from hubbub.model.word_errors import WordErrors
from hubbub.scoring.outcome import OutcomeReader

ALONE = -1
"""Partner of a word that is not aligned."""


class Words:
    """All words of one side in the core's order: utterance by utterance."""

    def __init__(self, side: Side, count: int) -> None:
        self.utterances: list[Utterance] = [side.utterance(place) for place in range(count)]
        self.texts = [text for utterance in self.utterances for text in utterance.words]
        self.utterance_of = [place for place, utterance in enumerate(self.utterances) for _ in utterance.words]
        """Index of each word's utterance, in scoring order."""
        self.times: list[tuple[float | None, float | None]] = []
        """Start and end of each word; of its utterance if the words have no times."""
        for utterance in self.utterances:
            self.times += utterance.times or [(utterance.start, utterance.end)] * len(utterance.words)

    def speaker(self, word: int) -> str:
        """Returns the speaker or the stream of a word."""
        return self.utterances[self.utterance_of[word]].speaker


class Match(NamedTuple):
    """One alignment of the session: the index of every word's partner on the other side, or ALONE."""

    reference: array[int]
    hypothesis: array[int]
    steps: str
    """C, S or D for every reference word, then I for every insertion."""

    @property
    def correct(self) -> Iterator[tuple[int, int]]:
        """Pairs of correct words: reference index, hypothesis index."""
        words = enumerate(zip(self.steps, self.reference, strict=False))
        return ((word, partner) for word, (kind, partner) in words if kind == CORRECT)


class Reading:
    """One session under a chain of metrics. Alignments that differ only in ties are made equal."""

    def __init__(self, reader: OutcomeReader, session: int, chain: Chain) -> None:
        self.reader = reader
        self.session = session
        self.chain = chain
        looked = reader.outcome.look(session)
        self._asked = list(range(len(chain.names))), session, chain.routes_hypothesis
        self._found, self._reference, self._hypothesis, self.errors = reader.outcome.incidents(*self._asked, looked)
        """Errors of each stretch under each metric."""
        self.offsets = array("d")
        """Delay of each correct word (seconds), from the untimed alignment, which the core has after the chain."""
        if chain.timed:
            self.offsets.frombytes(reader.outcome.offsets(len(chain.names), session, looked))

    def __getstate__(self) -> dict[str, Any]:
        """Returns the state without the core's outcome, which cannot be copied."""
        fields = ("words", "groups", "names", "lower_bounds", "stages", "limits")
        read = {field: getattr(self, field) for field in fields}
        return {**self.__dict__, **read, "reader": None}

    @cached_property
    def names(self) -> tuple[list[str | None], list[str | None]]:
        """Names of speakers and of streams, by their numbers in the core."""
        return self.reader.names

    @cached_property
    def lower_bounds(self) -> list[int]:
        """Lower bound of the errors under each metric of the chain."""
        return [self.reader.outcome.summary(member, self.session)[5] for member in range(len(self.chain.names))]

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """Stages of the first search of the chain that was stopped early; empty if all are proven."""
        for member, bound in enumerate(self.lower_bounds):
            if bound < sum(self.errors[member]):
                return self.reader.stages(member, self.session)
        return ()

    @cached_property
    def limits(self) -> tuple[str, ...]:
        """Limits that stopped searches of the chain early."""
        outcome = self.reader.outcome
        pairs = enumerate(zip(self.lower_bounds, self.errors, strict=True))
        ended = [outcome.ended(member, self.session) for member, (low, errors) in pairs if low < sum(errors)]
        return limits_of(self.reader.plan.settings, ended)

    def counts(self, member: int) -> WordErrors:
        """Returns the errors of the session under one metric of the chain."""
        return count(self.matches[member].steps)

    def correct_words(self, member: int) -> dict[tuple[str, str], int]:
        """Returns the number of correct words by (speaker, stream), under one metric of the chain."""
        speakers, streams = self.names
        found = self._found[member][3]
        return {(speakers[speaker] or "", streams[stream] or ""): words for speaker, stream, words in found}

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """The alignment under each metric of the chain."""
        return tuple(
            Match(array("i", reference), array("i", hypothesis), steps)
            for reference, hypothesis, steps, _ in self._found
        )

    @cached_property
    def stretches(self) -> tuple[Sequence[int], Sequence[int]]:
        """The number of the stretch of every word, of the reference and of the hypothesis."""
        return array("i", self._reference), array("i", self._hypothesis)

    @cached_property
    def words(self) -> tuple[Words, Words]:
        """All words of the reference and of the hypothesis."""
        sides = (self.reader.words.side(self.session, hypothesis) for hypothesis in (False, True))
        reference, hypothesis = (Words(side, side.look().utterances(side.hypothesis)) for side in sides)
        return reference, hypothesis

    @cached_property
    def groups(self) -> Sequence[list[tuple[int, list[tuple[int, int, int, int]]]] | None]:
        """Counts of each group under each metric of the chain, for each slice of the page and for speakers.

        A hypothesis word is counted by its own time, else with the word that it is aligned with or inserted after under
        the metric that is broken down. None if the times are not known.
        """
        return self.reader.outcome.groups(*self._asked, self.reader.outcome.look(self.session))
