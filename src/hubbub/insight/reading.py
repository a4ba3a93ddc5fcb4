"""What the core found in one session under a chain of metrics, word by word."""

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
"""The partner of a word that has none."""


class Words:
    """All words of one side, in the order of the core: utterance by utterance."""

    def __init__(self, side: Side, count: int) -> None:
        self.utterances: list[Utterance] = [side.utterance(place) for place in range(count)]
        self.texts = [text for utterance in self.utterances for text in utterance.words]
        self.utterance_of = [place for place, utterance in enumerate(self.utterances) for _ in utterance.words]
        """The place of the utterance of each word on its side, in the order of scoring."""
        self.times: list[tuple[float | None, float | None]] = []
        """Start and end of each word, else of its utterance."""
        for utterance in self.utterances:
            self.times += utterance.times or [(utterance.start, utterance.end)] * len(utterance.words)

    def speaker(self, word: int) -> str:
        """Who said it, or the stream that it is on."""
        return self.utterances[self.utterance_of[word]].speaker


class Match(NamedTuple):
    """One alignment of the session: the partner of every word on the other side, or ALONE."""

    reference: array[int]
    hypothesis: array[int]
    steps: str
    """A letter for every word of the reference, C correct, S substitution, D deletion; then one for every insertion."""

    @property
    def correct(self) -> Iterator[tuple[int, int]]:
        """The right words of the reference, with those of the hypothesis."""
        words = enumerate(zip(self.steps, self.reference, strict=False))
        return ((word, partner) for word, (kind, partner) in words if kind == CORRECT)


class Reading:
    """One session under a chain of metrics. What differs between two of them by ties alone is made the same."""

    def __init__(self, reader: OutcomeReader, session: int, chain: Chain) -> None:
        self.reader = reader
        self.session = session
        self.chain = chain
        looked = reader.outcome.look(session)
        self._asked = list(range(len(chain.names))), session, chain.routes_hypothesis
        self._found, self._reference, self._hypothesis, self.errors = reader.outcome.incidents(*self._asked, looked)
        """The errors of each incident under each metric."""
        self.offsets = array("d")
        """Seconds by which right words were heard late, under the metric of the clock, which stands after the chain."""
        if chain.timed:
            self.offsets.frombytes(reader.outcome.offsets(len(chain.names), session, looked))

    def __getstate__(self) -> dict[str, Any]:
        """A copy, here or in another process, does without the core's outcome."""
        fields = ("words", "groups", "names", "lower_bounds", "stages", "limits")
        read = {field: getattr(self, field) for field in fields}
        return {**self.__dict__, **read, "reader": None}

    @cached_property
    def names(self) -> tuple[list[str | None], list[str | None]]:
        """Names of the speakers and of the streams, by the core's numbers."""
        return self.reader.names

    @cached_property
    def lower_bounds(self) -> list[int]:
        """What is proven of each metric of the chain: it has no fewer errors."""
        return [self.reader.outcome.summary(member, self.session)[5] for member in range(len(self.chain.names))]

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The stages of the first search of the chain that left something open; empty where all is proven."""
        for member, bound in enumerate(self.lower_bounds):
            if bound < sum(self.errors[member]):
                return self.reader.stages(member, self.session)
        return ()

    @cached_property
    def limits(self) -> tuple[str, ...]:
        """The limits that ended the searches of the chain which left something open."""
        outcome = self.reader.outcome
        pairs = enumerate(zip(self.lower_bounds, self.errors, strict=True))
        ended = [outcome.ended(member, self.session) for member, (low, errors) in pairs if low < sum(errors)]
        return limits_of(self.reader.plan.settings, ended)

    def counts(self, member: int) -> WordErrors:
        """The errors of the session under one metric of the chain."""
        return count(self.matches[member].steps)

    def heard(self, member: int) -> dict[tuple[str, str], int]:
        """How many words of a speaker are right on a stream, under one metric of the chain."""
        speakers, streams = self.names
        found = self._found[member][3]
        return {(speakers[speaker] or "", streams[stream] or ""): words for speaker, stream, words in found}

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """An alignment for each metric of the chain."""
        return tuple(
            Match(array("i", reference), array("i", hypothesis), steps)
            for reference, hypothesis, steps, _ in self._found
        )

    @cached_property
    def incidents(self) -> tuple[Sequence[int], Sequence[int]]:
        """The incident of every word of the reference and of the hypothesis."""
        return array("i", self._reference), array("i", self._hypothesis)

    @cached_property
    def words(self) -> tuple[Words, Words]:
        """All words of the reference and of the hypothesis."""
        sides = (self.reader.words.side(self.session, hypothesis) for hypothesis in (False, True))
        reference, hypothesis = (Words(side, side.look().utterances(side.hypothesis)) for side in sides)
        return reference, hypothesis

    @cached_property
    def groups(self) -> Sequence[list[tuple[int, list[tuple[int, int, int, int]]]] | None]:
        """By each slice of the page, and by speaker: what each group has under each metric of the chain.

        A word that was heard goes by its own time, else with the word that it is aligned with under the metric that is
        explained, or that its insertion goes with. None where times are not known.
        """
        return self.reader.outcome.groups(*self._asked, self.reader.outcome.look(self.session))
