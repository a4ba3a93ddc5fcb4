"""Slices of a session: errors in overlapped speech, in short and long segments, in backchannels.

Keys of the segments with few values, such as a label, are slices too.

Every reference word and every insertion belongs to one part of each slice, so that the parts add up to the session.
An insertion decides by its own time where the slice is one of time; else it goes with the reference word before it in
its lane, or after it where there is none before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from hubbub.insight.speech import LENGTHS, OVERLAP, REPLIES, Speech, length_of
from hubbub.model.alignment import CORRECT, DELETION, INSERTION, SPARED, SUBSTITUTION, WordErrors
from hubbub.report.packing import AUDIO_KEYS, HUNDREDTHS, Side, Sides, Step

NOWHERE = "no segment near"
ORDER = (*OVERLAP, *LENGTHS, *REPLIES, NOWHERE)
Steps = Sequence[tuple[int, Step]]
"""The steps of an alignment, each with the number of its lane."""


NAMES = ("overlap", "length", "backchannel")
"""Slices that every session with times has."""
FEW_VALUES = 8
"""A key of the segments with more values is no slice."""


class Slice(NamedTuple):
    """One way to cut a session into parts."""

    name: str
    labels: list[str]
    words: list[int]
    """The part of each reference word."""
    inserted: list[int]
    """The part of each insertion, in the order of the steps."""
    errors: list[WordErrors]
    """Of each part."""

    @property
    def tells(self) -> bool:
        """Is there more than one part, or is it a slice that everybody expects?"""
        return self.name in NAMES or len(self.labels) > 1


def in_order(labels: Iterable[str]) -> list[str]:
    """The parts of a slice in the order in which people expect them; others by name."""
    return sorted(labels, key=lambda label: (ORDER.index(label), "") if label in ORDER else (len(ORDER), label))


def slices_of(steps: Steps, sides: Sides) -> list[Slice]:
    """Every slice into which this session can be cut."""
    side = sides.reference
    of_word = [number for number, words in enumerate(side.counts) for _ in range(words)]
    near = _nearest_words(steps)

    def by_segment(name: str, labels: Sequence[str], part_of: Callable[[int], int]) -> Slice:
        parts = [part_of(segment) for segment in range(len(side.counts))]
        words = [*(parts[segment] for segment in of_word), len(labels)]
        return _counted(name, [*labels, NOWHERE], words[:-1], [words[word] for word in near], steps)

    found = [by_segment("length", LENGTHS, lambda segment: length_of(side.counts[segment]))]
    if sides.timed and side.counts:
        assert side.times is not None
        assert sides.hypothesis.times is not None
        heard = sides.hypothesis.times
        speech = Speech(side.speakers, side.counts, side.times, HUNDREDTHS)
        # A word of no length may stand at the end of its own segment: somebody says it nevertheless.
        said = [speech.overlap(span, 1) for span in side.times]
        inserted = [speech.overlap(heard[step.hypothesis], 0) for _, step in steps if step.reference < 0]
        found.insert(0, _counted("overlap", OVERLAP, said, inserted, steps))
        found.append(
            by_segment(
                "backchannel",
                REPLIES,
                lambda segment: speech.reply(side.counts[segment], speech.spans[segment], side.speakers[segment]),
            )
        )
    for key, labels, parts in _keys(side):
        found.append(by_segment(key, labels, parts.__getitem__))
    return found


def _keys(side: Side) -> Iterator[tuple[str, list[str], list[int]]]:
    """Keys of the segments with few values: their values, and which of them each segment has."""
    for key in dict.fromkeys(key for keys in side.extra.values() for key in keys):
        values = [side.extra.get(segment, {}).get(key) for segment in range(len(side.counts))]
        if key in AUDIO_KEYS or not all(value is None or isinstance(value, (str, bool, int)) for value in values):
            continue
        labels = sorted({f"no {key}" if value is None else str(value) for value in values})
        # A value of nearly every segment is a name and no kind.
        if len(labels) == 1 or len(labels) <= min(FEW_VALUES, len(values) // 2):
            place = {label: number for number, label in enumerate(labels)}
            name = f"{key} (key)" if key in (*NAMES, "cause") else key
            yield name, labels, [place[f"no {key}" if value is None else str(value)] for value in values]


def _nearest_words(steps: Steps) -> list[int]:
    """For each insertion the reference word before it in its lane, else the one after it; -1 where there is none."""
    words = [step.reference for _, step in steps]
    lanes = [lane for lane, _ in steps]
    for order in (range(1, len(words)), range(len(words) - 2, -1, -1)):
        for i in order:
            near = i - order.step
            if words[i] < 0 and lanes[near] == lanes[i]:
                words[i] = words[near]
    return [word for word, (_, step) in zip(words, steps, strict=True) if step.reference < 0]


def _counted(name: str, labels: Sequence[str], words: list[int], inserted: list[int], steps: Steps) -> Slice:
    """A slice with its errors; parts without any word are left away."""
    insertions = iter(inserted)
    found = Counter(
        (words[step.reference] if step.reference >= 0 else next(insertions), step.kind) for _, step in steps
    )
    there = sorted({*words, *inserted})
    number = {part: i for i, part in enumerate(there)}
    errors = [
        WordErrors(
            insertions=found[part, INSERTION],
            deletions=found[part, DELETION],
            substitutions=found[part, SUBSTITUTION],
            correct=found[part, CORRECT] + found[part, SPARED],
        )
        for part in there
    ]
    return Slice(
        name,
        [labels[part] for part in there],
        [number[part] for part in words],
        [number[part] for part in inserted],
        errors,
    )
