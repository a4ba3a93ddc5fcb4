"""From the segments of a session to utterances that can be scored: cut to the UEM, normalised, split, in order.

Nothing is dropped in silence: what is left out is counted by reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from hubbub.choices import Choices, spread, units
from hubbub.doubts import LongSegments, SelfOverlap, Turn, long_segments, self_overlap
from hubbub.errors import FormatError, InputError
from hubbub.markup import is_optional, parse
from hubbub.normalizers import Normalize
from hubbub.timing import Times, Timing, character_based
from hubbub.transcript import Region, Segment, Transcript, Utterance
from hubbub.units import UNITS, Unit


class Prepared(NamedTuple):
    """One side of a session."""

    utterances: list[Utterance]
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


def touches(segment: Segment, regions: Iterable[Region]) -> bool:
    """The UEM rule: a segment counts whole if it shares at least a point with a region."""
    assert segment.start is not None
    assert segment.end is not None
    return any(region.start <= segment.end and segment.start <= region.end for region in regions)


def _timed(
    words: Sequence[str],
    choices: Choices | None,
    times: Callable[[Sequence[str], float, float], Times],
    start: float,
    end: float,
) -> Times:
    return times(words, start, end) if choices is None else spread(choices, words, times, start, end)


def midpoints(utterance: Utterance) -> list[float] | None:
    """The middle of every word: from its own times, else its share of the utterance by characters.

    None where the utterance has no times.
    """
    if utterance.times is not None:
        return [(start + end) / 2 for start, end in utterance.times]
    if utterance.start is None or utterance.end is None:
        return None
    times = _timed(utterance.words, utterance.choices, character_based, utterance.start, utterance.end)
    return [(start + end) / 2 for start, end in times]


def _cut(segments: Sequence[Segment], side: str, regions: list[Region], left_out: dict[str, float]) -> list[Segment]:
    kept = []
    for segment in segments:
        if segment.start is None or segment.end is None:
            raise InputError(
                f"session {segment.session}: a {side} segment without times cannot be cut to the UEM;"
                " give it times or leave the UEM away"
            )
        if touches(segment, regions):
            kept.append(segment)
    if len(kept) < len(segments):
        words = sum(len(segment.words.split()) for segment in segments)
        left_out[f"{side}_segments_outside_uem"] = len(segments) - len(kept)
        left_out[f"{side}_words_outside_uem"] = words - sum(len(segment.words.split()) for segment in kept)
    return kept


def duration(regions: Sequence[Region]) -> float:
    """Seconds that the regions cover together."""
    total, reached = 0.0, float("-inf")
    for region in sorted(regions, key=lambda region: region.start):
        total += max(0.0, region.end - max(region.start, reached))
        reached = max(reached, region.end)
    return round(total, 6)


def _without_ignored(utterance: Utterance, channel: str | None, ignored: Sequence[Region]) -> tuple[Utterance, int]:
    stretches = [region for region in ignored if region.channel in (None, channel) or channel is None]
    points = midpoints(utterance) if stretches else None
    if points is None:
        return utterance, 0
    kept = [i for i, at in enumerate(points) if not any(r.start <= at < r.end for r in stretches)]
    if len(kept) == len(points):
        return utterance, 0
    times = None if utterance.times is None else tuple(utterance.times[i] for i in kept)
    words = tuple(utterance.words[i] for i in kept)
    choices = utterance.choices
    if choices is not None:
        choices = choices.without(frozenset(range(len(points))) - frozenset(kept))
    return utterance._replace(words=words, times=times, choices=choices), len(points) - len(kept)


def in_order(segments: Sequence[Segment], side: str, sort: str) -> Sequence[Segment]:
    """By start time; those that start together stay in the order of the file, as do segments without times."""
    untimed = sum(segment.start is None for segment in segments)
    if untimed == len(segments) or sort == "none":
        return segments
    if untimed:
        raise InputError(
            f"session {segments[0].session}: {untimed} of {len(segments)} {side} segments have no start time;"
            " give times to all or to none"
        )
    ordered = sorted(segments, key=lambda segment: segment.start or 0.0)
    if sort == "strict" and ordered != list(segments):
        late = next(segment for segment, placed in zip(segments, ordered, strict=True) if segment != placed)
        raise InputError(
            f"session {late.session}: the {side} segment at {late.start:g} s is not in order of time;"
            " sort the file, or choose another order with --ref-sort and --hyp-sort"
        )
    return ordered


def _ignored(ours: Transcript, both: Sequence[Transcript]) -> list[Region]:
    """The stretches that either side excludes, as they bear on our segments.

    Where our channels have other names than those of the side that excludes, time alone decides.
    """
    regions = []
    for other in both:
        names = {segment.channel for segment in other} | {region.channel for region in other.ignored}
        shared = other is ours or any(segment.channel in names for segment in ours)
        regions += [region if shared else region._replace(channel=None) for region in other.ignored]
    return regions


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
    return _timed(words, choices, recipe.timing.times, segment.start, segment.end)


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


def _by_word(utterances: list[Utterance]) -> list[Utterance]:
    """Words one by one, in order of their start; those that start together stay as they were."""
    parts = [utterance.part(i, i + 1) for utterance in utterances for i in range(len(utterance.words))]
    return sorted(parts, key=lambda part: part.times[0][0] if part.times else part.start or 0.0)


def prepare(transcript: Transcript, recipe: Recipe, other: Transcript | None = None) -> Prepared:
    """The utterances of one side of a session; stretches that the other side excludes go too."""
    side = recipe.side
    ignored = [] if recipe.whole else _ignored(transcript, [transcript] if other is None else [transcript, other])
    segments: Sequence[Segment] = transcript.segments
    left_out: dict[str, float] = {}
    if transcript.ignored and not recipe.whole:
        left_out[f"{side}_seconds_marked_to_be_ignored"] = duration(transcript.ignored)
    if recipe.uem is not None and segments and not recipe.whole:
        regions = recipe.uem.get(segments[0].session or "")
        if regions is not None:
            segments = _cut(segments, side, regions, left_out)
    normalize, split = recipe.normalize, recipe.unit.split
    counts: dict[str, int] = {}
    utterances, words_ignored, choices_at = [], 0, None
    turns: list[Turn] = []
    for segment in in_order(segments, side, recipe.sort):
        speaker = segment.speaker or ""
        number = counts.get(speaker, 0)
        counts[speaker] = number + 1
        choices = None
        if segment.marked is None and not (recipe.whole and recipe.optional and is_optional(segment.words)):
            words = split(segment.words if normalize is None else normalize(segment.words))
        else:
            words, choices = _marked_words(segment, recipe)
            if choices is not None and choices_at is None:
                choices_at = _place(segment)
        times = _word_times(segment, words, choices, recipe)
        utterance = Utterance(speaker, number, words, segment.start, segment.end, times, 0, choices)
        if ignored:
            utterance, ignored_here = _without_ignored(utterance, segment.channel, ignored)
            words_ignored += ignored_here
        utterances.append(utterance)
        if recipe.collar is not None and segment.word_times is None and segment.start is not None:
            turns.append(Turn(speaker, segment.start, segment.end or segment.start, len(utterance.words)))
    if words_ignored:
        left_out[f"{side}_words_in_ignored_stretches"] = words_ignored
    return Prepared(
        _by_word(utterances) if recipe.sort == "word" else utterances,
        left_out,
        None if recipe.collar is None else self_overlap(turns),
        None if recipe.collar is None else long_segments(turns, recipe.collar, recipe.timing),
        choices_at,
    )
