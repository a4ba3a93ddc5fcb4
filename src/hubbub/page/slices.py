"""Slices of a session: errors in overlapped speech, in short and long segments, in backchannels.

Keys of the segments with few values, such as a label, are slices too. The core counts them: every reference word and
every insertion belongs to one part of each slice, so that the parts add up to the session.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hubbub import _core
from hubbub.insight.groups import LENGTHS, OVERLAP, REPLIES
from hubbub.model.word_errors import WordErrors
from hubbub.page.packing import AUDIO_KEYS

NOWHERE = "no segment near"
"""Insertions in a lane without any word of the reference."""
NAMES = {"overlap": OVERLAP, "length": (*LENGTHS, NOWHERE), "backchannel": (*REPLIES, NOWHERE)}
"""Slices that every session with times has, in the order of the core, with their parts."""
ORDER = (*OVERLAP, *LENGTHS, *REPLIES, NOWHERE)
FEW_VALUES = 8
"""A key of the segments with more values is no slice."""


class Slice(NamedTuple):
    """One way to cut a session into parts."""

    name: str
    labels: list[str]
    by_segment: bool
    letters: str
    """A letter for the part of each reference word, or of each segment: `a` for the first one."""
    inserted: str
    """A letter for the part of each insertion, in the order of the steps."""
    errors: list[WordErrors]
    """Of each part."""

    @property
    def tells(self) -> bool:
        """Is there more than one part, or is it a slice that everybody expects?"""
        return self.name in NAMES or len(self.labels) > 1


def in_order(labels: Iterable[str]) -> list[str]:
    """The parts of a slice in the order in which people expect them; others by name."""
    return sorted(labels, key=lambda label: (ORDER.index(label), "") if label in ORDER else (len(ORDER), label))


def slices_of(shown: _core.Shown, segments: int, extra: Mapping[int, Mapping[str, Any]]) -> list[Slice]:
    """Every slice of a session. Its reference has so many segments; `extra` has further keys of some."""
    found = [
        _slice(name, labels, counted)
        for (name, labels), counted in zip(NAMES.items(), shown.slices(), strict=True)
        if counted is not None
    ]
    for name, labels, kinds in _keys(segments, extra):
        found.append(_slice(name, [*labels, NOWHERE], shown.by_segment(kinds, len(labels))))
    return found


def _slice(name: str, labels: Sequence[str], counted: tuple[list[int], list[Any], bool, str, str]) -> Slice:
    parts, errors, by_segment, letters, inserted = counted
    return Slice(
        name, [labels[part] for part in parts], by_segment, letters, inserted, [WordErrors(*one) for one in errors]
    )


def _keys(segments: int, extra: Mapping[int, Mapping[str, Any]]) -> Iterator[tuple[str, list[str], list[int]]]:
    """Keys of the segments with few values: their values, and which of them each segment has."""
    for key in dict.fromkeys(key for place in sorted(extra) for key in extra[place]):
        values = [extra.get(segment, {}).get(key) for segment in range(segments)]
        if key in AUDIO_KEYS or not all(value is None or isinstance(value, (str, bool, int)) for value in values):
            continue
        labels = sorted({f"no {key}" if value is None else str(value) for value in values})
        # A value of nearly every segment is a name and no kind.
        if len(labels) == 1 or len(labels) <= min(FEW_VALUES, len(values) // 2):
            place = {label: number for number, label in enumerate(labels)}
            name = f"{key} (key)" if key in (*NAMES, "cause") else key
            yield name, labels, [place[f"no {key}" if value is None else str(value)] for value in values]
