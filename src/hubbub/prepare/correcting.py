"""Applies the corrections of a user: removes or replaces words of the transcripts before scoring."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice, pairwise
from typing import Any

from hubbub.errors import OptionError, either
from hubbub.model.corrections import CorrectedWord, Correction, Corrections
from hubbub.model.timing import shared_times
from hubbub.model.transcript import Segment, Transcript
from hubbub.model.utterances import OF_WORDS
from hubbub.prepare.inputs import Input
from hubbub.prepare.matching import Matched
from hubbub.prepare.texts import TextRecipe
from hubbub.text import Normalize
from hubbub.text.markup import is_marked
from hubbub.text.units import CHARACTER_UNITS, SPACE, UNITS

NEAR = 0.011
"""Tolerance in seconds: the page has the start of a segment to a hundredth of a second."""
FITTING = "score the files of the page with its options, or remove this entry from the corrections"


Piece = tuple[int, int, Sequence[str]]
"""The first and the last of the fewest words of a segment that give the same units alone as in the whole; and these."""
Edits = dict[int, dict[int, str]]
"""Replacements of units, by the index of the piece, then by the index of the unit in it."""


def corrected(
    corrections: Corrections, normalize: Normalize | None, reference: Input, hypothesis: Input, matched: Matched
) -> tuple[Input, Input]:
    """Returns both sides with the corrections. Raises OptionError if one does not match.

    For a batch, only the corrections of its sessions are checked; the caller checks the others after all batches.
    """
    places = {name: place for place, name in enumerate(matched.names)}
    if not reference.batch:
        check_sessions(corrections, places)
    system = _system(corrections, hypothesis.system or corrections.called)
    left, right = _Side("reference", reference.transcript), _Side("hypothesis", hypothesis.transcript)
    for correction in (correction for correction in corrections.entries if correction.session in places):
        place = places[correction.session]
        split = TextRecipe(normalize, UNITS[correction.unit]).split
        if correction.reference is not None:
            instead = correction.instead if correction.mark == "wrong" else ""
            left.edit(corrections, correction, correction.reference, matched.left[place], instead, split)
        word = correction.hypothesis
        changes = correction.mark == "ignore" or correction.reference is None
        if word is not None and word.system in (None, system) and changes:
            right.edit(corrections, correction, word, matched.right[place], "", split)
    return reference._replace(transcript=left.edited()), hypothesis._replace(transcript=right.edited())


def check_sessions(corrections: Corrections, sessions: Collection[str]) -> None:
    """Raises OptionError if a correction belongs to a session that is not scored."""
    for correction in corrections.entries:
        if correction.session not in sessions:
            some = ", ".join(islice(sessions, 3)) + (", …" if len(sessions) > 3 else "")
            raise corrections.error(
                correction.entry, f"session {correction.session} is not scored ({some} are)", FITTING
            )


def _system(corrections: Corrections, called: str | None) -> str | None:
    """Returns the name of the scored hypothesis in the corrections; None if they name no system."""
    if called is not None:
        return called
    if len(corrections.systems) > 1:
        names = ", ".join(sorted(corrections.systems))
        raise OptionError(
            f"{corrections.source}: contains corrections for several systems ({names});"
            " name the hypothesis, or export the corrections of one system"
        )
    return next(iter(corrections.systems), None)


class _Side:
    """One side, and the changes to it."""

    def __init__(self, name: str, transcript: Transcript) -> None:
        self.name = name
        self.transcript = transcript
        self.marked = transcript.marked
        self._by_speaker: dict[tuple[str, str], list[int]] | None = None
        self._edits: dict[tuple[int, str], Edits] = {}
        self._pieces: dict[tuple[int, str], list[Piece]] = {}

    def places(self, session: str, speaker: str) -> list[int]:
        """Returns the indices of a speaker's segments, in the order in which the page numbers them."""
        if self._by_speaker is None:
            self._by_speaker = {}
            for place, segment in enumerate(self.transcript):
                self._by_speaker.setdefault((segment.session or "", segment.speaker or ""), []).append(place)
            segments = self.transcript.segments
            for places in self._by_speaker.values():
                if all(segments[place].start is not None for place in places):
                    places.sort(key=lambda place: segments[place].start or 0.0)
        return self._by_speaker.get((session, speaker), [])

    def edit(
        self,
        corrections: Corrections,
        correction: Correction,
        word: CorrectedWord,
        session: str | None,
        instead: str,
        split: Callable[[str], Sequence[str]],
    ) -> None:
        """Records the change of a word of this side."""
        here = f"session {correction.session}: the {self.name}"
        found = self._candidates(word, self.places(session or "", word.speaker))
        if not found:
            when = f"segment {word.segment + 1}" if word.start is None else f"segment at {word.start:.2f} s"
            raise corrections.error(
                correction.entry, f"{here} has no {when} of {word.speaker or 'no speaker'}", FITTING
            )
        spots = [(place, at) for place in found if (at := _unit_at(self._cut(place, correction.unit, split), word))]
        if not spots:
            said = [unit for piece in self._cut(found[0], correction.unit, split) for unit in piece[2]]
            there = repr(said[word.word]) if 0 <= word.word < len(said) else "not there"
            what = f"word {word.word + 1} of a segment of {word.speaker or 'nobody'} is {there:.40}"
            raise corrections.error(correction.entry, f"{here} has changed: {what}, not {word.text!r:.40}", FITTING)
        place, at = spots[0]
        if place in self.marked and is_marked(instead):
            raise corrections.error(correction.entry, f"{instead!r:.40} would be read as markup", "write plain words")
        others = [unit for known, unit in self._edits if known == place and unit != correction.unit]
        edits = self._edits.setdefault((place, correction.unit), {}).setdefault(at[0], {})
        if others or at[1] in edits:
            what = f"{here}: another entry changes {word.text!r:.40} too"
            raise corrections.error(correction.entry, what, "remove one of them")
        edits[at[1]] = instead

    def _candidates(self, word: CorrectedWord, places: Sequence[int]) -> list[int]:
        """Returns the indices of the segments that may be meant, the most likely first."""
        segments = self.transcript.segments
        if word.start is None or all(segments[place].start is None for place in places):
            return [places[word.segment]] if 0 <= word.segment < len(places) else []
        near = [
            number
            for number, place in enumerate(places)
            if (start := segments[place].start) is not None and abs(start - word.start) <= NEAR
        ]
        return [places[number] for number in sorted(near, key=lambda number: abs(number - word.segment))]

    def _cut(self, place: int, unit: str, split: Callable[[str], Sequence[str]]) -> list[Piece]:
        if (place, unit) not in self._pieces:
            self._pieces[place, unit] = self._cut_anew(place, split)
        return self._pieces[place, unit]

    def _cut_anew(self, place: int, split: Callable[[str], Sequence[str]]) -> list[Piece]:
        words = self.transcript[place].words.split()
        if place in self.marked:
            return list(_outside(words, split))
        units = list(split(" ".join(words)))
        parts = [list(split(word)) for word in words]
        if [unit for part in parts for unit in part] == units:
            return [(i, i + 1, part) for i, part in enumerate(parts)]
        # The normaliser looks at neighbours, as where it writes numbers: cut where it makes no difference.
        halves = [(list(split(" ".join(words[:i]))), list(split(" ".join(words[i:])))) for i in range(len(words) + 1)]
        cuts = [i for i, (before, after) in enumerate(halves) if before + after == units]
        return [(a, b, units[len(halves[a][0]) : len(halves[b][0])]) for a, b in pairwise(cuts)]

    def edited(self) -> Transcript:
        """Returns the transcript with all changes."""
        if not self._edits:
            return self.transcript
        segments = list(self.transcript.segments)
        for (place, unit), edits in self._edits.items():
            glue = "" if unit in CHARACTER_UNITS else " "
            segments[place] = _rewritten(segments[place], self._pieces[place, unit], edits, glue)
        before = self.transcript
        after = Transcript(segments, before.source, before.ignored, before.left_out)
        after.called_after_file = before.called_after_file
        return after


def _outside(words: Sequence[str], split: Callable[[str], Sequence[str]]) -> Iterable[Piece]:
    """Yields the words of a text with markup outside its alternations, optional ones without their parentheses."""
    depth = 0
    for i, word in enumerate(words):
        if depth == 0 and "{" not in word:
            optional = word.startswith("(") and word.endswith(")")
            yield i, i + 1, list(split(word[1:-1] if optional else word))
        depth += word.count("{") - word.count("}")


def _unit_at(pieces: Sequence[Piece], word: CorrectedWord) -> tuple[int, int] | None:
    """Returns the piece of the word, and the unit in it. A word that has moved is found if it occurs once."""
    spots = [(number, unit) for number, (_, _, units) in enumerate(pieces) for unit in range(len(units))]
    same = [spot for spot in spots if pieces[spot[0]][2][spot[1]] == word.text]
    if 0 <= word.word < len(spots) and spots[word.word] in same:
        return spots[word.word]
    return same[0] if len(same) == 1 else None


def _rewritten(segment: Segment, pieces: Sequence[Piece], edits: Edits, glue: str) -> Segment:
    """Returns the segment with other words; unchanged words keep their times and extra values."""
    words, times = segment.words.split(), segment.word_times
    rows = {
        key: list(value)
        for key, value in (segment.extra or {}).items()
        if str(key).startswith(OF_WORDS) and isinstance(value, (list, tuple)) and len(value) == len(words)
    }
    timed = None if times is None or len(times) != len(words) else list(times)
    for number in sorted(edits, reverse=True):
        first, last, units = pieces[number]
        kept = (edits[number].get(place, unit) for place, unit in enumerate(units))
        new = glue.join(part for part in kept if part).replace(SPACE, " " if glue == "" else SPACE).split()
        if timed is not None:
            start, end = timed[first][0], timed[last - 1][1]
            timed[first:last] = list(shared_times(new, start, end)) if new else []
        for row in rows.values():
            row[first:last] = [None] * len(new)
        words[first:last] = new
    fields: dict[str, Any] = {"words": " ".join(words)}
    if timed is not None:
        fields["word_times"] = tuple(timed)
    if rows:
        fields["extra"] = {**(segment.extra or {}), **rows}
    return segment._replace(**fields)


def check_corrections(corrections: Corrections, systems: Sequence[str]) -> None:
    """Raises OptionError if the corrections belong to other systems than these."""
    if corrections.systems and not corrections.systems.intersection(systems):
        noted = sorted(corrections.systems)[0]
        raise OptionError(
            f"{corrections.source}: contains corrections for the system {noted}, but {', '.join(systems)} is scored;"
            f" name it {noted}, with {either(f'-h {noted}=FILE', f'{noted}=…')}"
        )
