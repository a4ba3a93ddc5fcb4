"""From the segments of a session to utterances that can be scored: cut to the UEM, normalised, split, in order.

Nothing is dropped in silence: what is left out is counted by reason.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import chain, compress
from math import nan
from operator import attrgetter
from typing import Any, NamedTuple

from hubbub import _core
from hubbub.errors import FormatError, InputError
from hubbub.model.time_warnings import LongSegments, SelfOverlap, Turns, long_segments, self_overlap
from hubbub.model.timing import Times, Timing, character_based, none, spread
from hubbub.model.transcript import Region, Segment, Transcript, Utterance
from hubbub.model.utterances import Columns, Utterances, numbered
from hubbub.prepare.excluded import cut, duration, ignored, without_ignored
from hubbub.text.alternatives import Choices, units
from hubbub.text.markup import is_optional, parse
from hubbub.text.normalizers import Normalize
from hubbub.text.units import UNITS, Unit


class Prepared(NamedTuple):
    """One side of a session."""

    utterances: Utterances
    """All speakers, by start time."""
    left_out: dict[str, float]
    """Counts (or seconds) by reason."""
    overlap: SelfOverlap | None = None
    """None where no metric asks for times."""
    long: LongSegments | None = None
    choices_at: str | None = None
    """Where the first choice among words stands, if there is any."""


class Recipe(NamedTuple):
    """How one side of all sessions is prepared."""

    side: str
    """reference or hypothesis, for messages"""
    normalize: Normalize | None = None
    unit: Unit = UNITS["word"]
    uem: dict[str, list[Region]] | None = None
    sort: str = "segment"
    timing: Timing | None = None
    """How words get times; None where nothing asks for them."""
    collar: float | None = None
    """Of the timed metrics; None where there is none."""
    optional: bool = False
    """Is it a choice whether to say an optional word?"""
    literal: bool = False
    """Are the parentheses of an optional word letters of it?"""
    whole: bool = False
    """Is nothing to be cut or left out, neither by a UEM nor where a file excludes a stretch?"""
    key: Callable[[str], str] | None = None
    """Words that are equal under it are the same."""


def in_order(segments: Sequence[Segment], side: str, sort: str) -> Sequence[Segment]:
    """By start time; those that start together stay in the order of the file, as do segments without times."""
    untimed = [segment.start for segment in segments].count(None)
    if untimed == len(segments) or sort == "none":
        return segments
    if untimed:
        raise InputError(
            f"session {segments[0].session}: {untimed} of {len(segments)} {side} segments have no start time;"
            " give times to all or to none"
        )
    ordered = sorted(segments, key=attrgetter("start"))
    if sort == "strict" and ordered != list(segments):
        late = next(segment for segment, placed in zip(segments, ordered, strict=True) if segment != placed)
        raise InputError(
            f"session {late.session}: the {side} segment at {late.start:g} s is not in order of time;"
            " sort the file, or choose another order with --ref-sort and --hyp-sort"
        )
    return ordered


def _place(segment: Segment) -> str:
    return (segment.marked and segment.marked.place) or f"session {segment.session}"


def _marked_words(segment: Segment, recipe: Recipe) -> tuple[tuple[str, ...], Choices | None]:
    """The units of a text with markup, and the choices among them where there are any."""
    normalize, split = recipe.normalize, recipe.unit.split
    one = split if normalize is None else lambda text: split(normalize(text))
    try:
        words, choices = units(parse(segment.words), one, recipe.literal)
    except FormatError as error:  # of a segment that came from no file
        raise FormatError(_place(segment), None, error.what, error.remedy) from None
    free = any(not isinstance(node, int) for node in choices.tree) or (recipe.optional and choices.optional)
    if free and recipe.sort == "word":
        raise InputError(f"{_place(segment)}: sorting words would tear alternations apart; sort segments")
    return words, choices if free else None


def _word_times(segment: Segment, words: Sequence[str], choices: Choices | None, recipe: Recipe) -> Times | None:
    """The times of all units: the file's own where it has them, else by the recipe's timing."""
    own = None if segment.word_times is None else _own_times(segment, words, recipe)
    if own is not None:
        return own
    if recipe.timing is None or not words:
        return None
    if segment.start is None or segment.end is None:
        raise InputError(
            f"session {segment.session}: a {recipe.side} segment has no times; give it times, or use an untimed metric"
        )
    return spread(choices, words, recipe.timing.times, segment.start, segment.end)


def _own_times(segment: Segment, units: Sequence[str], recipe: Recipe) -> Times | None:
    """The words' own times, if each unit can be told to be of one word: units share their word's time.

    A normaliser may drop words or split them, and so do units smaller than a word.
    """
    assert segment.word_times is not None
    if len(segment.word_times) == len(units) and (recipe.normalize is None or segment.marked is not None):
        return segment.word_times
    if segment.marked is not None:
        return None
    if len(segment.word_times) == 1:
        return character_based(units, *segment.word_times[0])
    times: list[tuple[float, float]] = []
    found: list[str] = []
    for word, (start, end) in zip(segment.words.split(), segment.word_times, strict=True):
        parts = recipe.unit.split(word if recipe.normalize is None else recipe.normalize(word))
        found += parts
        times += character_based(parts, start, end)
    return tuple(times) if found == list(units) else None


def _by_word(utterances: Sequence[Utterance]) -> list[Utterance]:
    """Words one by one, in order of their start; those that start together stay as they were."""
    parts = [utterance.part(i, i + 1) for utterance in utterances for i in range(len(utterance.words))]
    return sorted(parts, key=lambda part: part.times[0][0] if part.times else part.start or 0.0)


def _own_seconds(segments: Sequence[Segment], recipe: Recipe) -> tuple[list[int], array[float]]:
    """For how many words of each segment the file gives times, -1 for none of them, and these times."""
    if [segment.word_times for segment in segments].count(None) == len(segments):
        return [], array("d")
    numbers, times = [], []
    for segment in segments:
        words = _units(segment, recipe) if segment.word_times is not None else ()
        own = _own_times(segment, words, recipe) if segment.word_times is not None else None
        numbers.append(-1 if own is None else len(own))
        times.append(own or ())
    return numbers, array("d", chain.from_iterable(chain.from_iterable(times)))


def _units(segment: Segment, recipe: Recipe) -> tuple[str, ...]:
    return recipe.unit.split(segment.words if recipe.normalize is None else recipe.normalize(segment.words))


def _all_at_once(segments: Sequence[Segment], recipe: Recipe, vocabulary: _core.Vocabulary) -> Utterances:
    """Where there is no markup and nothing to leave out, the core splits and times all words in one go."""
    timing = recipe.timing
    texts: list[Any] = [segment.words for segment in segments]
    if recipe.normalize is not None:
        texts = list(map(recipe.normalize, texts))
    if recipe.unit is not UNITS["word"]:
        texts = list(map(recipe.unit.split, texts))
    starts, ends = [segment.start for segment in segments], [segment.end for segment in segments]
    own, seconds = _own_seconds(segments, recipe)
    sure: list[Any] = [starts, ends]
    if timing is not None and (None in starts or None in ends or timing.times is none):
        for i, segment in enumerate(segments):  # whatever is wrong is told of the first that it is wrong with
            if not own or own[i] < 0:
                _word_times(segment, _units(segment, recipe), None, recipe)
        sure = [[nan if time is None else time for time in times] for times in sure]
    speech = _core.Speech(
        vocabulary,
        texts,
        sure[0] if timing is not None else (),
        sure[1] if timing is not None else (),
        "whole" if timing is None else timing.share,
        timing is not None and timing.points,
        own,
        seconds,
    )
    speakers = [segment.speaker or "" for segment in segments]
    columns = Columns(speakers, texts, starts, ends, speech)
    return Utterances(columns, range(len(segments)))


class _OneByOne(NamedTuple):
    utterances: list[Utterance]
    choices_at: str | None
    ignored: int
    """Words in stretches that are left out."""


def _one_by_one(segments: Sequence[Segment], recipe: Recipe, stretches: Sequence[Region]) -> _OneByOne:
    """Where words have markup or lie in stretches that are left out."""
    utterances, words_ignored, choices_at = [], 0, None
    speakers = [segment.speaker or "" for segment in segments]
    for segment, speaker, number in zip(segments, speakers, numbered(speakers), strict=True):
        marked = _marked(segment, recipe)
        words, choices = _marked_words(segment, recipe) if marked else (_units(segment, recipe), None)
        if choices is not None and choices_at is None:
            choices_at = _place(segment)
        times = _word_times(segment, words, choices, recipe)
        utterance = Utterance(speaker, number, words, segment.start, segment.end, times, 0, choices)
        utterance, ignored_here = without_ignored(utterance, segment.channel, stretches)
        words_ignored += ignored_here
        utterances.append(utterance)
    return _OneByOne(utterances, choices_at, words_ignored)


def _marked(segment: Segment, recipe: Recipe) -> bool:
    return segment.marked is not None or (recipe.whole and recipe.optional and is_optional(segment.words))


def _turns(segments: Sequence[Segment], utterances: Utterances) -> Turns:
    """The segments without word times."""
    columns = utterances.columns
    turns = Turns(columns.speakers, columns.starts, columns.ends, columns.speech.lengths)  # type: ignore[arg-type]
    if None in columns.ends:
        pairs = zip(columns.starts, columns.ends, strict=True)
        turns = turns._replace(ends=[start if end is None else end for start, end in pairs])  # type: ignore[misc]
    guessed = [segment.word_times is None and segment.start is not None for segment in segments]
    if all(guessed):
        return turns
    columns_left: list[Any] = [list(compress(column, guessed)) for column in turns]
    return Turns(*columns_left)


def prepare(
    transcript: Transcript,
    recipe: Recipe,
    vocabulary: _core.Vocabulary,
    other: Transcript | None = None,
) -> Prepared:
    """The utterances of one side of a session; stretches that the other side excludes go too."""
    side = recipe.side
    stretches = [] if recipe.whole else ignored(transcript, [transcript] if other is None else [transcript, other])
    segments: Sequence[Segment] = transcript.segments
    left_out: dict[str, float] = {}
    if transcript.ignored and not recipe.whole:
        left_out[f"{side}_seconds_marked_to_be_ignored"] = duration(transcript.ignored)
    if recipe.uem is not None and segments and not recipe.whole:
        regions = recipe.uem.get(segments[0].session or "")
        if regions is not None:
            segments = cut(segments, side, regions, left_out)
    segments = in_order(segments, side, recipe.sort)
    choices_at = None
    plain = [segment.marked for segment in segments].count(None) == len(segments)
    if stretches or recipe.key is not None or not plain:
        found = _one_by_one(segments, recipe, stretches)
        utterances, choices_at = Utterances.of(found.utterances, vocabulary, recipe.key), found.choices_at
        if found.ignored:
            left_out[f"{side}_words_in_ignored_stretches"] = found.ignored
    else:
        utterances = _all_at_once(segments, recipe, vocabulary)
    if recipe.timing is not None and (far := utterances.columns.speech.out_of_range) is not None:
        start, end = segments[far].start, segments[far].end
        raise InputError(
            f"session {segments[far].session}: a {side} segment lasts from {start} to {end}; give times in seconds"
        )
    overlap = long = None
    if recipe.collar is not None:
        turns = _turns(segments, utterances)
        overlap, long = self_overlap(turns), long_segments(turns, recipe.collar, recipe.timing)
    if recipe.sort == "word":
        utterances = Utterances.of(_by_word(utterances), vocabulary, recipe.key)
    return Prepared(utterances, left_out, overlap, long, choices_at)
