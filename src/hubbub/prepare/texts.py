"""Prepares texts for the core: normalizes them, splits them into units and parses markup.

Each distinct text is prepared once, over all sessions.
"""

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from hubbub import _core
from hubbub.errors import FormatError, HubbubError, InputError
from hubbub.model.tables import counted
from hubbub.model.timing import shared_times
from hubbub.model.transcript import Segment, Transcript
from hubbub.text import Normalize
from hubbub.text.markup import is_marked, is_optional, parse, units
from hubbub.text.normalizers import Normalizer
from hubbub.text.units import UNITS, Unit


class TextRecipe(NamedTuple):
    """The preparation of the texts of one side."""

    normalize: Normalize | None = None
    unit: Unit = UNITS["word"]
    optional: bool = False
    """Whether an optional word may be deleted without an error."""
    literal: bool = False
    """Whether the parentheses of an optional word are part of the word."""
    alone: bool = False
    """Whether a text of one word in parentheses is an optional word even if the format has no markup."""
    ignore_case: bool = False
    """Whether words that differ only in case match, and empty branches have no words, as in asclite."""
    sort: str = "segment"
    side: str = "reference"
    """Reference or hypothesis, for messages."""
    marks: bool = False
    """Whether the normalizer reads and writes markup."""
    plain: bool = False
    """Whether texts without markup stay unchanged."""

    @property
    def changes(self) -> bool:
        """Whether the units may differ from the words of the text."""
        return self.normalize is not None or self.unit is not UNITS["word"]

    def split(self, text: str) -> Sequence[str]:
        """Returns the units of a text."""
        return self.unit.split(self.normalized(text))

    def normalized(self, text: str) -> str:
        """Returns the normalized text."""
        if self.normalize is None:
            return text
        result = self.normalize(text)
        if not isinstance(result, str):
            raise InputError(f"the normalizer returned {result!r:.40} for {text!r:.40}; it must return a string")
        return result

    def joined(self, text: str) -> str:
        """Returns the units of a text, joined by spaces. No unit contains a space, so the text can be split again."""
        return self.normalized(text) if self.unit is UNITS["word"] else " ".join(self.split(text))


def each_once(function: Callable[[str], str], texts: Sequence[str]) -> list[str]:
    """Returns the function's value for each text; calls it once per distinct text."""
    values = {text: function(text) for text in dict.fromkeys(texts)}
    return [values[text] for text in texts]


Span = tuple[float, float]
Prepared = tuple[_core.Source, dict[int, HubbubError]]
"""One side for the core, and the errors of segments that cannot be scored, by index. An error is raised only if its
segment is scored."""


BROKEN = "!"
"""The shape of a segment that cannot be scored: the core stops there and reports it."""


NOTHING_BROKEN: dict[int, HubbubError] = {}


def prepared(transcript: Transcript, recipe: TextRecipe) -> Prepared:
    """Prepares one side for the core; unchanged texts cost nothing."""
    columns = transcript.columns
    if recipe.plain and not transcript.marked:
        return _core.Source(columns), NOTHING_BROKEN
    originals = columns.texts()
    texts = each_once(recipe.joined, originals) if recipe.changes else list(originals)
    choices = set(transcript.marked)
    written = each_once(recipe.normalized, originals) if recipe.marks else originals
    if recipe.marks:
        choices.update(place for place, text in enumerate(written) if is_marked(text))
    if recipe.alone:
        choices.update(place for place, text in enumerate(originals) if is_optional(text))
    marked = sorted(choices)
    shapes: dict[int, str] = {}
    broken: dict[int, HubbubError] = {}
    for place in marked:
        try:
            words, shape = _marked_words(transcript, place, written[place], recipe)
        except HubbubError as error:
            broken[place] = error
            continue
        texts[place] = " ".join(words)
        if shape is not None:
            shapes[place] = shape
    times = _unit_times(transcript, texts, choices if recipe.marks else set(transcript.marked), recipe, broken)
    shapes.update(dict.fromkeys(broken, BROKEN))
    source = _core.Source(
        columns,
        _core.Texts(texts) if recipe.changes or marked else None,
        _core.Texts(each_once(_lower, texts)) if recipe.ignore_case else None,
        times,
        sorted(shapes.items()),
    )
    return source, broken


def _lower(text: str) -> str:
    return " ".join([word.lower() for word in text.split()])


def place_of(transcript: Transcript, segment: int) -> str:
    """Returns the location of a segment for messages: file and line if known, else its session."""
    markup = transcript.marked.get(segment)
    return (markup and markup.place) or f"session {transcript[segment].session}"


def _marked_words(
    transcript: Transcript, place: int, text: str, recipe: TextRecipe
) -> tuple[Sequence[str], str | None]:
    """Returns the units of a text with markup, and the shape of its choices, which is None if there are none."""
    try:
        words, shape = units(
            parse(text, recipe.ignore_case), recipe.unit.split if recipe.marks else recipe.split, recipe.literal
        )
    except FormatError as error:  # the segment is not from a file, so the error has no location yet
        raise FormatError(place_of(transcript, place), None, error.what, error.remedy) from None
    has_choices = "{" in shape or (recipe.optional and "o" in shape)
    if has_choices and recipe.sort == "word":
        where = place_of(transcript, place)
        raise InputError(f"{where}: sorting words would break alternations; sort segments")
    return words, shape if has_choices else None


def _unit_times(
    transcript: Transcript,
    texts: Sequence[str],
    marked: Collection[int],
    recipe: TextRecipe,
    broken: dict[int, HubbubError],
) -> list[tuple[int, list[float] | None]]:
    """Returns unit times (start, end, start, …) of segments with word times: None if they cannot be derived.

    If the normalizer removes or splits words, or units are smaller than words, the units of a word share its time.
    """
    columns = transcript.columns
    times_by_place: list[tuple[int, list[float] | None]] = []
    if not (recipe.changes or marked):
        return times_by_place
    split = cache(recipe.split)
    for place in columns.timed():
        times = columns.word_times(place) or ()
        units = texts[place].split()
        if place in marked:
            if len(times) != len(units):
                times_by_place.append((place, None))
        elif recipe.changes and len(times) != 1 and not (recipe.normalize is None and len(times) == len(units)):
            words = columns.text(place).split()
            if len(words) != len(times):
                broken[place] = wrong_times(recipe.side, transcript[place].session, len(times), len(words))
                continue
            found = _times_of_units(words, times, units, split)
            times_by_place.append((place, None if found is None else list(chain.from_iterable(found))))
    return times_by_place


def _times_of_units(
    words: Sequence[str], times: Sequence[Span], units: Sequence[str], split: Callable[[str], Sequence[str]]
) -> list[Span] | None:
    """Returns the times of units from those of words; None if splitting word by word gives other units."""
    if list(words) == list(units):  # also where single words would change alone
        return list(times)
    spans: list[Span] = []
    word_units: list[str] = []
    for word, (start, end) in zip(words, times, strict=True):
        parts = split(word)
        word_units += parts
        spans += shared_times(parts, start, end)
    # A normalizer that depends on neighboring words may split the text differently than its words.
    return spans if word_units == list(units) else None


def wrong_times(side: str, session: str | None, times: int, words: int) -> InputError:
    """Returns the error for a segment whose numbers of word times and words differ."""
    what = f"a {side} segment has {counted(times, 'time')} for {counted(words, 'word')}"
    return InputError(f"session {session}: {what}; give start and end of each word")


_SIGNS = r"([{}()]|(?<!\S)[/@](?!\S))"


def rewritten(transcript: Transcript, normalizer: Normalizer) -> Transcript:
    """Returns every segment with normalized words, and the times of those that remain, as they are scored."""
    marked = transcript.marked
    split = cache(lambda word: normalizer.text(word).split())

    def one(place: int, segment: Segment) -> Segment:
        words = normalizer.text(segment.words)
        if place in marked and not normalizer.marks:
            parts = re.split(_SIGNS, segment.words)
            words = " ".join(part if re.fullmatch(_SIGNS, part) else normalizer.text(part) for part in parts).strip()
            words = re.sub(r"\(\s*(\S+)\s*\)", r"(\1)", " ".join(words.split()))
        times, before, after = segment.word_times, segment.words.split(), words.split()
        if times is not None and place in marked:
            times = times if len(times) == len(after) else None
        elif times is not None and len(times) == 1:  # of all words together
            times = tuple(shared_times(after, *times[0])) or None
        elif times is not None and len(times) == len(before):
            found = _times_of_units(before, times, after, split)
            times = None if found is None else tuple(found)
        return segment._replace(words=words, word_times=times)

    segments = [one(place, segment) for place, segment in enumerate(transcript)]
    return Transcript(segments, transcript.source, transcript.ignored, transcript.left_out)
