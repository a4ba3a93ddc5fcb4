"""What is left out of a score: segments outside the UEM, and words in stretches that a file excludes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hubbub.errors import InputError
from hubbub.model.timing import character_based, spread
from hubbub.model.transcript import Region, Segment, Transcript, Utterance


def touches(segment: Segment, regions: Iterable[Region]) -> bool:
    """The UEM rule: a segment counts whole if it shares at least a point with a region."""
    assert segment.start is not None
    assert segment.end is not None
    return any(region.start <= segment.end and segment.start <= region.end for region in regions)


def midpoints(utterance: Utterance) -> list[float] | None:
    """The middle of every word: from its own times, else its share of the utterance by characters.

    None where the utterance has no times.
    """
    if utterance.times is not None:
        return [(start + end) / 2 for start, end in utterance.times]
    if utterance.start is None or utterance.end is None:
        return None
    times = spread(utterance.choices, utterance.words, character_based, utterance.start, utterance.end)
    return [(start + end) / 2 for start, end in times]


def cut(segments: Sequence[Segment], side: str, regions: list[Region], left_out: dict[str, float]) -> list[Segment]:
    """The segments that touch a region; the others are counted."""
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


def without_ignored(utterance: Utterance, channel: str | None, ignored: Sequence[Region]) -> tuple[Utterance, int]:
    """The utterance without its words in stretches of its channel, and how many these are."""
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


def ignored(ours: Transcript, both: Sequence[Transcript]) -> list[Region]:
    """The stretches that either side excludes, as they bear on our segments.

    Where our channels have other names than those of the side that excludes, time alone decides.
    """
    regions = []
    for other in both:
        if not other.ignored:
            continue
        names = {segment.channel for segment in other} | {region.channel for region in other.ignored}
        shared = other is ours or any(segment.channel in names for segment in ours)
        regions += [region if shared else region._replace(channel=None) for region in other.ignored]
    return regions
