"""What Python makes of texts before the core takes them: normalised, split into units, markup read.

Each distinct text is done once, over all sessions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hubbub import _core
from hubbub.errors import FormatError, HubbubError, InputError
from hubbub.model.timing import character_based
from hubbub.model.transcript import Transcript
from hubbub.text.alternatives import units
from hubbub.text.markup import is_optional, parse
from hubbub.text.normalizers import Normalize
from hubbub.text.units import UNITS, Unit


class TextRecipe(NamedTuple):
    """What is done to the texts of both sides."""

    normalize: Normalize | None = None
    unit: Unit = UNITS["word"]
    optional: bool = False
    """Is it a choice whether to say an optional word?"""
    literal: bool = False
    """Are the parentheses of an optional word letters of it?"""
    alone: bool = False
    """Is a text that is nothing but a word in parentheses an optional word, though no file has marked it?"""
    ignore_case: bool = False
    """Are words the same that differ in case only?"""
    sort: str = "segment"
    side: str = "reference"
    """Whose texts they are, for messages."""
    plain: bool = False
    """Is nothing done to a text without markup?"""

    @property
    def changes(self) -> bool:
        """Are units something else than the words of a text?"""
        return self.normalize is not None or self.unit is not UNITS["word"]

    def split(self, text: str) -> Sequence[str]:
        """The units of a text."""
        return self.unit.split(self.normalized(text))

    def normalized(self, text: str) -> str:
        """The text after the normaliser."""
        if self.normalize is None:
            return text
        made = self.normalize(text)
        if not isinstance(made, str):
            raise InputError(f"the normalizer made {made!r:.40} of {text!r:.40}; it must give a text")
        return made

    def joined(self, text: str) -> str:
        """The units of a text, parted by blanks. A unit holds none, so that they can be parted again."""
        return self.normalized(text) if self.unit is UNITS["word"] else " ".join(self.split(text))


def each_once(make: Callable[[str], str], texts: Sequence[str]) -> list[str]:
    """What is made of every text; the same is not made twice."""
    known = {text: make(text) for text in dict.fromkeys(texts)}
    return [known[text] for text in texts]


class Prepared(NamedTuple):
    """One side as the core takes it."""

    source: _core.Source
    broken: dict[int, HubbubError]
    """What is wrong with segments that cannot be scored. Only those that are scored are complained about."""


BROKEN = "!"
"""The shape of a segment that cannot be scored: the core ends at it."""


def prepared(transcript: Transcript, recipe: TextRecipe) -> Prepared:
    """Texts made ready where anything is to be done to them."""
    columns = transcript.columns
    if recipe.plain and not transcript.marked:
        return Prepared(_core.Source(columns), {})
    before = columns.texts()
    texts = each_once(recipe.joined, before) if recipe.changes else list(before)
    marked = sorted(transcript.marked)
    if recipe.alone:
        marked = sorted({*marked, *(i for i, text in enumerate(before) if is_optional(text))})
    shapes: dict[int, str] = {}
    broken: dict[int, HubbubError] = {}
    for place in marked:
        try:
            words, shape = _marked_words(transcript, place, recipe)
        except HubbubError as error:
            broken[place] = error
            continue
        texts[place] = " ".join(words)
        if shape is not None:
            shapes[place] = shape
    own = _own_times(transcript, texts, recipe, broken)
    shapes.update(dict.fromkeys(broken, BROKEN))
    source = _core.Source(
        columns,
        _core.Texts(texts) if recipe.changes or marked else None,
        _core.Texts(each_once(_lower, texts)) if recipe.ignore_case else None,
        own,
        sorted(shapes.items()),
    )
    return Prepared(source, broken)


def _lower(text: str) -> str:
    return " ".join([word.lower() for word in text.split()])


def place_of(transcript: Transcript, segment: int) -> str:
    """Where a segment stands, for messages."""
    markup = transcript.marked.get(segment)
    return (markup and markup.place) or f"session {transcript[segment].session}"


def _marked_words(transcript: Transcript, place: int, recipe: TextRecipe) -> tuple[Sequence[str], str | None]:
    """The units of a text with markup, and the shape of the choices among them where there are any."""
    try:
        words, shape = units(parse(transcript.columns.text(place)), recipe.split, recipe.literal)
    except FormatError as error:  # of a segment that came from no file
        raise FormatError(place_of(transcript, place), None, error.what, error.remedy) from None
    free = "{" in shape or (recipe.optional and "o" in shape)
    if free and recipe.sort == "word":
        where = place_of(transcript, place)
        raise InputError(f"{where}: sorting words would tear alternations apart; sort segments")
    return words, shape if free else None


def _own_times(
    transcript: Transcript, texts: Sequence[str], recipe: TextRecipe, broken: dict[int, HubbubError]
) -> list[tuple[int, list[float] | None]]:
    """Times of units, start and end in turn, for segments with times of words: None where they cannot be told.

    Units share the time of their word. A normaliser may drop words or split them, and so do units smaller than a
    word.
    """
    columns, marked = transcript.columns, transcript.marked
    made: list[tuple[int, list[float] | None]] = []
    if not (recipe.changes or marked):
        return made
    parts: dict[str, Sequence[str]] = {}
    for place in columns.timed():
        times = columns.word_times(place) or ()
        units = texts[place].split()
        if place in marked:
            if len(times) != len(units):
                made.append((place, None))
        elif recipe.changes and len(times) != 1 and not (recipe.normalize is None and len(times) == len(units)):
            words = columns.text(place).split()
            if len(words) != len(times):
                broken[place] = wrong_times(recipe.side, transcript[place].session, len(times), len(words))
                continue
            seconds: list[float] = []
            found: list[str] = []
            for word, (start, end) in zip(words, times, strict=True):
                own = parts.get(word)
                if own is None:
                    own = parts[word] = recipe.split(word)
                found += own
                seconds += [time for pair in character_based(own, start, end) for time in pair]
            made.append((place, seconds if found == units else None))
    return made


def wrong_times(side: str, session: str | None, times: int, words: int) -> InputError:
    """The error about a segment whose times are not those of its words."""
    return InputError(
        f"session {session}: a {side} segment has {times} times for {words} words; give start and end of every word"
    )
