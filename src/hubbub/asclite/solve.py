"""MD-WER as NIST's asclite counts it: group by group of segments that overlap, at its costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hubbub.asclite.groups import Group, Stretch, gaps, groups, milliseconds
from hubbub.errors import InputError
from hubbub.model.alignment import Alignment
from hubbub.model.result import Routed
from hubbub.model.scores import OUTSIDE, SKIPPED
from hubbub.model.transcript import Region, Utterance
from hubbub.prepare.excluded import midpoints
from hubbub.scoring.lattice import Rules, Strand, strands, weave
from hubbub.scoring.solve import Limits, Solution, Task

COSTS, OPTIONAL = (0, 4, 3, 3), 2
"""Of correct, substitution, insertion, deletion; and of leaving out an optional word."""

NOBODY = Utterance("", 0, ())

REMEDY = (
    "raise it with --memory, or skip the groups of so many speakers with --overlap-limit; what is skipped is counted"
)


def size(utterance: Utterance) -> int:
    """How many words; of alternatives the first counts."""
    return len(utterance.words) if utterance.choices is None else utterance.choices.first_length


def words_heard(utterances: Iterable[Utterance]) -> list[Stretch]:
    """All words one by one: those without times of their own share their segment's by number of characters.

    An alternation is one word here, and so is a segment that has one among other words.
    """
    found = []
    for one in utterances:
        if one.choices is not None:
            found.append(_stretch(one))
            continue
        times = one.times or [(at, at) for at in midpoints(one) or ()]
        if len(one.words) == 1:
            times = one.times or [(one.start or 0.0, one.end or 0.0)]
        for i, (start, end) in enumerate(times):
            found.append(Stretch(milliseconds(start), milliseconds(end), one.part(i, i + 1)))
    return found


def _stretch(one: Utterance) -> Stretch:
    assert one.start is not None
    assert one.end is not None
    return Stretch(milliseconds(one.start), milliseconds(one.end), one)


class Session(NamedTuple):
    """Both sides of a session: whole, with the channel of every utterance, and what is excluded or asked for."""

    reference: Sequence[tuple[str | None, Utterance]]
    hypothesis: Sequence[tuple[str | None, Utterance]]
    ignored: Sequence[Region] = ()
    regions: Sequence[Region] | None = None
    """Of the UEM; None where all is scored."""


class Part(NamedTuple):
    """What one channel of a session has of them."""

    reference: Sequence[Utterance]
    hypothesis: Sequence[Utterance]
    ignored: Sequence[Region]
    regions: Sequence[Stretch] | None


def solve(task: Task, session: Session) -> Solution:
    """All groups, each by itself, laid down one after the other on the streams."""
    chosen = task.limits.asclite
    assert chosen is not None
    work = _Work(task)
    timed = {one.start is not None and one.end is not None for _, one in (*session.reference, *session.hypothesis)}
    if timed == {True, False}:
        raise InputError("asclite's groups need times on both sides or on none; give times, or leave --asclite away")
    if timed != {True}:
        everything = _by_speaker(one for _, one in session.reference)
        work.score(Group(0, 0, everything), [one for _, one in session.hypothesis])
        return work.solution()
    for part in _channels(session):
        _score_channel(part, work, chosen.gaps)
    return work.solution()


def _channels(session: Session) -> list[Part]:
    """Every channel by itself, where both sides call them by the same names."""
    names = dict.fromkeys(channel for channel, _ in session.reference)
    apart = len(names) > 1 and {channel for channel, _ in session.hypothesis} <= names.keys()
    parts = []
    for name in names if apart else [None]:

        def ours(channel: str | None, name: str | None = name) -> bool:
            return not apart or channel == name

        regions = session.regions
        parts.append(
            Part(
                [one for channel, one in session.reference if ours(channel)],
                [one for channel, one in session.hypothesis if ours(channel)],
                [region for region in session.ignored if region.channel is None or ours(region.channel)],
                None if regions is None else _joined(r for r in regions if r.channel is None or ours(r.channel)),
            )
        )
    return parts


def _score_channel(session: Part, work: _Work, with_gaps: bool) -> None:
    speakers: dict[str | None, list[Stretch]] = {}
    for one in session.reference:
        stretch = _stretch(one)
        if session.regions is None or _inside(stretch, session.regions):
            speakers.setdefault(one.speaker, []).append(stretch)
        else:
            work.leave_out("reference_words_outside_uem", size(one))
    if session.ignored:
        excluded = [Stretch(milliseconds(region.start), milliseconds(region.end), NOBODY) for region in session.ignored]
        speakers[None] = sorted(excluded, key=lambda stretch: stretch.start)
    heard = words_heard(session.hypothesis)
    if session.regions is not None:
        within = [one for one in heard if _middle_inside(one, session.regions)]
        work.leave_out("hypothesis_words_outside_uem", _words(heard) - _words(within))
        heard = within
    found = list(groups(speakers))
    if with_gaps:
        regions: list[tuple[float, float]] = [(float("-inf"), float("inf"))]
        if session.regions is not None:
            regions = [(region.start, region.end) for region in session.regions]
        found = sorted(found + gaps(found, regions), key=lambda group: group.start)
    scored = sum(size(one) for group in found for own in group.speakers.values() for one in own)
    said = sum(_words(own) for own in speakers.values())
    work.leave_out(OUTSIDE, said - scored)
    order = sorted(range(len(heard)), key=lambda i: heard[i].middle)
    at = 0
    for group in found:
        while at < len(order) and heard[order[at]].middle < group.start:
            work.leave_out("hypothesis_words_outside_every_group", _words([heard[order[at]]]))
            at += 1
        start = at
        while at < len(order) and heard[order[at]].middle < group.end:
            at += 1
        # In the order in which they were said, which need not be that of their middles.
        work.score(group, [heard[i].utterance for i in sorted(order[start:at])])
    work.leave_out("hypothesis_words_outside_every_group", _words([heard[i] for i in order[at:]]))


def _words(stretches: Iterable[Stretch]) -> int:
    return sum(size(one.utterance) for one in stretches)


def _inside(stretch: Stretch, regions: Sequence[Stretch]) -> bool:
    """Does a segment of the reference lie in a region? One that lies across an edge cannot be scored."""
    for region in regions:
        if region.start <= stretch.start and stretch.end <= region.end:
            return True
        if stretch.start < region.end and region.start < stretch.end:
            raise InputError(
                f"the reference segment from {stretch.start / 1000:g} to {stretch.end / 1000:g} s lies across the edge"
                f" of the UEM's region from {region.start / 1000:g} to {region.end / 1000:g} s; cut it there, or widen"
                " the region"
            )
    return False


def _middle_inside(stretch: Stretch, regions: Sequence[Stretch]) -> bool:
    return any(region.start <= stretch.middle <= region.end for region in regions)


def _joined(regions: Iterable[Region]) -> list[Stretch]:
    """Regions by time; those that overlap or touch are one."""
    made: list[Stretch] = []
    for start, end in sorted((milliseconds(region.start), milliseconds(region.end)) for region in regions):
        if made and start <= made[-1].end:
            made[-1] = made[-1]._replace(end=max(end, made[-1].end))
        else:
            made.append(Stretch(start, end, NOBODY))
    return made


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
        # What nobody heard is laid down on the first stream, if there is any.
        known = [name for name in self.strands if name is not None]
        routed = strands(path, group.speakers, streams or {name: [] for name in known[:1]}, self.strands)
        self.routing += [Routed(word.speaker, word.number, stream) for word, stream in routed]

    def solution(self) -> Solution:
        alignment = Alignment(strand.lane(stream) for stream, strand in self.strands.items())
        return Solution(alignment, self.cost, self.cost, routing=tuple(self.routing), left_out=self.left_out)
