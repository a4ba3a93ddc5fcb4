"""Two prepared sides of a session, as the core takes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from hubbub import _core
from hubbub.model.transcript import Utterance
from hubbub.model.utterances import Utterances
from hubbub.text.fragments import same_as


class Problem:
    """A session ready for any solver. Words that are equal under the key have equal numbers on both sides."""

    def __init__(
        self,
        reference: Utterances,
        hypothesis: Utterances,
        vocabulary: _core.Vocabulary,
        key: Callable[[str], str] | None = None,
    ) -> None:
        self.reference = reference
        self.hypothesis = hypothesis
        self.speakers = reference.by_speaker()
        """Each speaker's utterances; the first to speak comes first."""
        streams = hypothesis.by_speaker()
        self.streams = {name: streams[name] for name in sorted(streams)}
        """Each stream's utterances, by name, so that ties do not hang on who spoke first in the hypothesis."""
        self.choices = reference.columns.choices or hypothesis.columns.choices
        """Have some words alternatives?"""
        self.vocabulary = vocabulary
        self.key = key

    def told(self, utterances: Sequence[Utterance]) -> Utterances:
        """Parts of utterances, or others that are no columns yet, with the problem's numbers for their words."""
        if isinstance(utterances, Utterances):
            return utterances
        if not utterances:
            return self.reference.some(())
        return Utterances.of(utterances, self.vocabulary, self.key)

    @cached_property
    def fragments(self) -> list[tuple[int, int]]:
        """The numbers of reference and hypothesis words of which one is a fragment of the other."""
        sides = []
        for side in (self.reference, self.hypothesis):
            words = {word for one in side for word in one.words}
            sides.append(sorted(words if self.key is None else set(map(self.key, words))))
        number = self.vocabulary.number
        return [(number(said), number(heard)) for said, heard in same_as(*sides)]
