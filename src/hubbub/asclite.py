"""MD-WER as NIST's asclite counts it: group by group of segments that overlap, at its costs.

Its rules, from its documentation and its tests: times are whole milliseconds; a group begins with the earliest segment
that is not in one yet and goes on while a speaker's next segment starts before its end; segments of the reference and
words of the hypothesis belong to the group that holds their middle.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import floor
from typing import NamedTuple

from hubbub.alignment import Alignment
from hubbub.errors import InputError
from hubbub.prepare import midpoints
from hubbub.result import Routed
from hubbub.solve import Limits, Solution, Task
from hubbub.transcript import Region, Utterance
from hubbub.weave import Rules, Strand, strands, weave

COSTS, OPTIONAL = (0, 4, 3, 3), 2
"""Of correct, substitution, insertion, deletion; and of leaving out an optional word."""

SKIPPED = "groups_beyond_the_overlap_limit"
"""What was skipped although it is to be scored: whoever sees this must not take the figure for the whole."""

REMEDY = (
    "raise it with --memory, or skip the groups of so many speakers with --overlap-limit; what is skipped is counted"
)


class Stretch(NamedTuple):
    """What someone says, or what a file excludes, between two milliseconds."""

    start: int
    end: int
    utterance: Utterance | None = None

    @property
    def middle(self) -> int:
        return (self.start + self.end) // 2


class Group(NamedTuple):
    """A stretch of time that is scored by itself."""

    start: int
    end: int
    speakers: Mapping[str, Sequence[Utterance]]
    ignored: bool = False

    def holds(self, stretch: Stretch) -> bool:
        return self.start <= stretch.middle < self.end


def milliseconds(seconds: float) -> int:
    """As asclite rounds them.

    >>> milliseconds(1.0005), milliseconds(39.14)
    (1001, 39140)
    """
    return floor(seconds * 1000 + 0.5)


def size(utterance: Utterance) -> int:
    """How many words; of alternatives the first counts."""
    return len(utterance.words) if utterance.choices is None else utterance.choices.first_length


class _Voice:
    """The segments of one speaker, by start."""

    def __init__(self, segments: list[Stretch]) -> None:
        self.segments = segments
        self.reach = list(accumulate((segment.end for segment in segments), max))

    def next_after(self, time: float) -> Stretch | None:
        """The first that ends later."""
        at = bisect_right(self.reach, time)
        return self.segments[at] if at < len(self.segments) else None


def groups(speakers: Mapping[str | None, list[Stretch]]) -> Iterator[Group]:
    """The groups of one channel, in order of time. Nobody (None) says what the file excludes."""
    voices = [_Voice(own) for own in speakers.values()]
    waiting = {name: deque(sorted(own, key=lambda one: one.middle)) for name, own in speakers.items()}
    end = float("-inf")
    while starts := [segment for own in voices if (segment := own.next_after(end)) is not None]:
        first = min(starts, key=lambda segment: segment.start)
        end = first.end
        while reach := [s.end for own in voices if (s := own.next_after(end)) is not None and s.start < end]:
            end = max(reach)
        inside: dict[str | None, list[Stretch]] = {}
        for name, own in waiting.items():
            while own and own[0].middle < first.start:
                own.popleft()  # it has no duration, and asclite has no group for such
            while own and own[0].middle < end:
                inside.setdefault(name, []).append(own.popleft())
        ignored = inside.pop(None, None) is not None
        said = {str(name): [one.utterance for one in own if one.utterance] for name, own in inside.items()}
        yield Group(first.start, int(end), {name: said[name] for name in sorted(said)}, ignored)


def gaps(found: Sequence[Group], regions: Sequence[tuple[float, float]]) -> list[Group]:
    """What lies in the regions but in no group. Whatever is heard there is an insertion.

    >>> [(gap.start, gap.end) for gap in gaps([Group(2, 5, {}), Group(5, 6, {}), Group(8, 9, {})], [(0, 10)])]
    [(0, 2), (6, 8), (9, 10)]
    """
    made = []
    for start, end in regions:
        at = start
        for group in found:
            if group.end <= start or group.start >= end:
                continue
            if group.start > at:
                made.append(Group(at, group.start, {}))
            at = max(at, group.end)
        if at < end:
            made.append(Group(at, end, {}))
    return made


class Heard(NamedTuple):
    """A word of the hypothesis, or an alternation, with its time."""

    stream: str
    stretch: Stretch


def words_heard(utterances: Sequence[Utterance]) -> list[Heard]:
    """All words one by one: those without times of their own share their segment's by number of characters."""
    found = []
    for one in utterances:
        if one.choices is not None or len(one.words) == 1:
            times = one.times[0] if one.times and one.choices is None else (one.start, one.end)
            found.append(Heard(one.speaker, _stretch(*times, one)))
            continue
        for i, at in enumerate(midpoints(one) or ()):
            times = one.times[i] if one.times else (at, at)
            found.append(Heard(one.speaker, _stretch(*times, one.part(i, i + 1))))
    return found


def _stretch(start: float | None, end: float | None, utterance: Utterance | None) -> Stretch:
    assert start is not None
    assert end is not None
    return Stretch(milliseconds(start), milliseconds(end), utterance)


class Session(NamedTuple):
    """Both sides of a session: whole, with the channel of every utterance, and what is excluded or asked for."""

    reference: Sequence[tuple[str | None, Utterance]]
    hypothesis: Sequence[tuple[str | None, Utterance]]
    ignored: Sequence[Region] = ()
    regions: Sequence[Region] | None = None
    """Of the UEM; None where all is scored."""


def solve(task: Task, session: Session) -> Solution:
    """All groups, each by itself, laid down one after the other on the streams."""
    chosen = task.limits.asclite
    assert chosen is not None
    work = _Work(task)
    timed = {one.start is not None for _, one in (*session.reference, *session.hypothesis)}
    if timed == {True, False}:
        raise InputError("asclite's groups need times on both sides or on none; give times, or leave --asclite away")
    if timed != {True}:
        everything = _by_speaker(one for _, one in session.reference)
        work.score(Group(0, 0, everything), [one for _, one in session.hypothesis])
        return work.solution()
    for part in _channels(session):
        _score_channel(part, work, chosen.gaps)
    return work.solution()


def _channels(session: Session) -> list[Session]:
    """Every channel by itself, where both sides call them by the same names."""
    names = dict.fromkeys(channel for channel, _ in session.reference)
    if len(names) < 2 or not {channel for channel, _ in session.hypothesis} <= names.keys():
        return [session]
    return [
        session._replace(
            reference=[pair for pair in session.reference if pair[0] == name],
            hypothesis=[pair for pair in session.hypothesis if pair[0] == name],
            ignored=[region for region in session.ignored if region.channel in (None, name)],
            regions=None
            if session.regions is None
            else [region for region in session.regions if region.channel in (None, name)],
        )
        for name in names
    ]


def _score_channel(session: Session, work: _Work, with_gaps: bool) -> None:
    speakers: dict[str | None, list[Stretch]] = {}
    for _, one in session.reference:
        stretch = _stretch(one.start, one.end, one)
        if session.regions is None or _inside(stretch, session.regions):
            speakers.setdefault(one.speaker, []).append(stretch)
        else:
            work.leave_out("reference_words_outside_uem", size(one))
    excluded = sorted(_stretch(region.start, region.end, None) for region in session.ignored)
    if excluded:
        speakers[None] = excluded
    heard = words_heard([one for _, one in session.hypothesis])
    if session.regions is not None:
        within = [one for one in heard if _middle_inside(one.stretch, session.regions)]
        work.leave_out("hypothesis_words_outside_uem", _words(heard) - _words(within))
        heard = within
    found = list(groups(speakers))
    if with_gaps:
        regions = [(float("-inf"), float("inf"))]
        if session.regions is not None:
            regions = [(milliseconds(region.start), milliseconds(region.end)) for region in session.regions]
        found = sorted(found + gaps(found, regions), key=lambda group: group.start)
    scored = sum(size(one) for group in found for own in group.speakers.values() for one in own)
    said = sum(size(one.utterance) for own in speakers.values() for one in own if one.utterance)
    work.leave_out("reference_words_outside_every_group", said - scored)
    order = sorted(range(len(heard)), key=lambda i: heard[i].stretch.middle)
    at = 0
    for group in found:
        while at < len(order) and heard[order[at]].stretch.middle < group.start:
            work.leave_out("hypothesis_words_outside_every_group", _words([heard[order[at]]]))
            at += 1
        start = at
        while at < len(order) and heard[order[at]].stretch.middle < group.end:
            at += 1
        # In the order of the file, as they were said, and not by their middles.
        work.score(group, [one.stretch.utterance for i in sorted(order[start:at]) if (one := heard[i]).stretch.utterance])
    work.leave_out("hypothesis_words_outside_every_group", _words([heard[i] for i in order[at:]]))


def _words(heard: Sequence[Heard]) -> int:
    return sum(size(one.stretch.utterance) for one in heard if one.stretch.utterance)


def _inside(stretch: Stretch, regions: Sequence[Region]) -> bool:
    """Does a segment of the reference lie in a region? One that lies across an edge cannot be scored."""
    for region in regions:
        start, end = milliseconds(region.start), milliseconds(region.end)
        if start <= stretch.start and stretch.end <= end:
            return True
        if stretch.start < end and start < stretch.end:
            raise InputError(
                f"the reference segment from {stretch.start / 1000:g} to {stretch.end / 1000:g} s lies across the edge of"
                f" the UEM's region from {region.start:g} to {region.end:g} s; cut it there, or widen the region"
            )
    return False


def _middle_inside(stretch: Stretch, regions: Sequence[Region]) -> bool:
    return any(milliseconds(r.start) <= stretch.middle <= milliseconds(r.end) for r in regions)


def _by_speaker(utterances: Iterable[Utterance]) -> dict[str, list[Utterance]]:
    found: dict[str, list[Utterance]] = {}
    for one in utterances:
        found.setdefault(one.speaker, []).append(one)
    return {name: found[name] for name in sorted(found)}


class _Work:
    """Groups scored one after the other, and what was left out."""

    def __init__(self, task: Task) -> None:
        limits: Limits = task.limits
        assert limits.asclite is not None
        self.task, self.limit = task, limits.asclite.overlap_limit
        self.rules = Rules(
            COSTS,
            spared=OPTIONAL if limits.optional_words else None,
            optional_insertion=OPTIONAL if limits.optional_words else None,
            pairs_first=True,
            also_same=task.problem.fragments if limits.fragments else (),
            memory=limits.memory,
            stop=limits.stop,
        )
        self.strands: dict[str | None, Strand] = {name: Strand([], [], []) for name in task.problem.streams}
        self.routing: list[Routed] = []
        self.left_out: dict[str, float] = {}
        self.cost = 0

    def leave_out(self, reason: str, number: int) -> None:
        if number:
            self.left_out[reason] = self.left_out.get(reason, 0) + number

    def score(self, group: Group, hypothesis: Sequence[Utterance]) -> None:
        said = sum(size(one) for own in group.speakers.values() for one in own)
        heard = sum(map(size, hypothesis))
        if group.ignored:
            self.leave_out("reference_words_in_ignored_stretches", said)
            self.leave_out("hypothesis_words_in_ignored_stretches", heard)
            return
        if self.limit is not None and len(group.speakers) > self.limit:
            self.leave_out(SKIPPED, 1)
            self.leave_out("reference_words_in_skipped_groups", said)
            self.leave_out("hypothesis_words_in_skipped_groups", heard)
            return
        if not said and not heard:
            return
        streams = _by_speaker(hypothesis)
        title = f"the group of {len(group.speakers)} speakers from {group.start / 1000:g} to {group.end / 1000:g} s"
        path = weave(self.task.problem, group.speakers, streams, self.rules, title, REMEDY)
        self.cost += path.cost
        names = streams or {name: () for name in list(self.strands)[:1]}
        routed = strands(path, group.speakers, names, self.strands)
        self.routing += [Routed(word.speaker, word.number, stream) for word, stream in routed]

    def solution(self) -> Solution:
        alignment = Alignment(strand.lane(stream) for stream, strand in self.strands.items())
        return Solution(alignment, self.cost, self.cost, routing=tuple(self.routing), left_out=self.left_out)
