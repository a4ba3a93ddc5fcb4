"""The parts of one session, and where they come from: incidents, causes of words, misplaced words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from hubbub.insight.breakdown import Blamed, Member, Times, times_of
from hubbub.insight.causes import Causes
from hubbub.insight.incidents import Incident, incidents_of
from hubbub.insight.reading import Reading
from hubbub.model.result import Result
from hubbub.model.result_details import Stage
from hubbub.model.word_errors import WordErrors


class SessionBlame(Blamed):
    """The parts of one session, and where they come from."""

    def __init__(self, reading: Reading, result: Result, collar: float | None) -> None:
        super().__init__(reading.chain)
        self.reading = reading
        self.result = result
        """The session under the metric that is explained."""
        self.session = result.session
        self._collar = collar

    @cached_property
    def members(self) -> tuple[Member, ...]:
        found = zip(self.chain.names, self.reading.errors, self.reading.lower_bounds, strict=True)
        return tuple(Member(name, sum(errors), bound) for name, errors, bound in found)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages of the first search that left something open."""
        return self.reading.stages

    @property
    def words(self) -> WordErrors:
        return self.reading.counts(-1)

    @cached_property
    def moved_words(self) -> int | None:
        if not self.chain.routes_hypothesis:
            return None
        own = set(self.pairing or ())
        return sum(words for pair, words in self.matrix.items() if pair not in own)

    @property
    def heard_words(self) -> int:
        return self.reading.counts(1).correct

    @property
    def single(self) -> dict[str, int]:
        errors = self.reading.errors
        return {
            part: sum(strict - free == 1 for strict, free in zip(*errors[place : place + 2], strict=True))
            for place, part in enumerate(self.chain.parts[:-1])
        }

    @cached_property
    def times(self) -> Times | None:
        return None if self._collar is None else times_of(self.reading.offsets, self._collar)

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
    def left_out(self) -> Mapping[str, float]:
        """What was not scored, by reason."""
        return self.result.left_out

    @property
    def pairing(self) -> tuple[tuple[str | None, str | None], ...] | None:
        """Speaker and stream of each pair, for the metrics that pair them. None stands for nobody."""
        return self.result.pairing

    @property
    def missed_speakers(self) -> int:
        return self.result.missed_speakers

    @property
    def false_alarm_speakers(self) -> int:
        return self.result.false_alarm_speakers

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
