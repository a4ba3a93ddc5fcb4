"""Speech time of one session, by a sweep line over the starts and ends of all turns.

Sums are computed as in md-eval: in order of time, over the stretches between two events, with ends as start plus
duration in binary floating point. `settled` in `hubbub.model.diarization_counts` explains why.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hubbub import _core
from hubbub.errors import InputError
from hubbub.model.diarization_counts import NANOSECONDS, Match
from hubbub.model.diarization_metrics import DiarizationMetric, Profile
from hubbub.model.transcript import Region, Segment, Transcript, is_outside_turns, lacking

Span = tuple[float, float]
Pairs = dict[int, int]
"""Stream number by speaker number."""


class Rules(NamedTuple):
    """Rules that apply to all sessions."""

    metric: DiarizationMetric
    profile: Profile
    collar: float
    skip_overlap: bool
    uem: Mapping[str, list[Region]] | None


class Side:
    """The turns of the reference or of the hypothesis, by session."""

    def __init__(self, role: str, transcript: Transcript, merged: bool = False) -> None:
        """With `merged`, all turns belong to one speaker."""
        self.role = role
        self.words_outside = Counter(
            transcript[place].session or "" for place, extra in transcript.extra.items() if is_outside_turns(extra)
        )
        """The number of words outside turns of each session, which are no speech."""
        if self.words_outside:
            turns = [segment for segment in transcript if not is_outside_turns(segment.extra)]
            transcript = Transcript(turns, transcript.source, transcript.ignored)
        self.unmerged = Side(role, transcript) if merged else self
        if merged:
            turns = [segment._replace(speaker="speech") for segment in transcript]
            transcript = Transcript(turns, transcript.source, transcript.ignored)
        self._transcript = transcript
        self._sessions = transcript.columns.by_session()
        self._places = {name: place for place, name in enumerate(transcript.columns.session_names())}
        self._ignored: dict[str, list[Region]] = {}
        for region in transcript.ignored:
            self._ignored.setdefault(region.session, []).append(region)

    def turns(self, session: str | None, points: bool, by_name: bool) -> _core.Turns:
        """Returns the turns of a session; no turns if this side does not have it."""
        place = None if session is None else self._places.get(session)
        if place is None:
            return _core.Turns()
        turns = _core.Turns(self._transcript.columns, self._sessions, place, points, by_name)
        if turns.wrong is not None:
            raise InputError(f"a {self.role} segment {_problem(self._transcript[turns.wrong])}")
        return turns

    def overlap(self, session: str | None, regions: list[Span]) -> list[Span]:
        """Returns the spans of the regions in which several speakers speak."""
        turns = self.unmerged.turns(session, points=False, by_name=False)
        stretches = _core.Stretches(regions, [], turns, _core.Turns(), 0.0, False).in_order()
        return [(start, start + seconds) for start, seconds, speakers, _ in stretches if len(speakers) > 1]

    def ignored(self, session: str | None) -> list[Region]:
        """Returns the regions of a session that this side excludes."""
        return self._ignored.get(session or "", [])


def _problem(segment: Segment) -> str:
    who = f"of {segment.speaker}" if segment.speaker else "without speaker"
    if segment.start is None or segment.end is None:
        return f"{who} has {lacking(segment)}; diarization needs start and end"
    return f"{who} lasts from {segment.start} to {segment.end}; diarization needs start and end in seconds"


def duration(regions: Sequence[Region]) -> float:
    """Returns the seconds covered by the regions. Overlaps count once."""
    total, reached = 0.0, float("-inf")
    for region in sorted(regions, key=lambda region: region.start):
        total += max(0.0, region.end - max(region.start, reached))
        reached = max(reached, region.end)
    return round(total, 6)


Names = tuple[str, str | None, str | None]
"""A session's name in results and on both sides: None for a side that does not have it."""
Times = tuple[list[int], list[int], list[list[int]]]
"""Nanoseconds of speech of each speaker, of each stream, and of each speaker together with each stream."""


class Session:
    """Speakers and streams of a session, with their speech time."""

    def __init__(self, names: Names, reference: Side, hypothesis: Side, rules: Rules) -> None:
        profile = rules.profile
        shown, ours, theirs = names
        left = reference.turns(ours, profile.points, by_name=False)
        right = hypothesis.turns(theirs, profile.points, by_name=True)
        self.rules = rules
        self.speakers, self.streams = left.names, right.names
        regions, self.region = _regions(shown, left, right, rules)
        self.left_out: dict[str, float] = {
            f"{side}_segments_outside_the_scored_region": number
            for side, turns in (("reference", left), ("hypothesis", right))
            if (number := turns.outside(regions))
        }
        for side, name in ((reference, ours), (hypothesis, theirs)):
            if words := side.words_outside[name or ""]:
                self.left_out[f"{side.role}_words_outside_turns"] = words
        excluded = reference.ignored(ours)
        if excluded:
            self.left_out["reference_seconds_marked_to_be_ignored"] = duration(excluded)
        ignored = [(region.start, region.end) for region in excluded]
        if rules.skip_overlap and rules.metric.mapping == "merged":
            ignored += reference.overlap(ours, regions)
        width = rules.collar * profile.sides
        self.stretches = _core.Stretches(regions, ignored, left, right, width, rules.skip_overlap)
        self.in_region: Times = self.stretches.shared(scored=False)
        """Speech in the whole region."""
        self.scored: Times = self.stretches.shared(scored=True)
        """Speech in the part of the region that is scored."""

    def matches(self, pairs: Iterable[tuple[int, int]]) -> tuple[Match, ...]:
        """Returns the speakers, each with its paired streams, then the streams without a speaker.

        Speakers and streams without speech in the region are omitted.
        """
        spoken, detected, both = self.scored
        all_spoken, all_detected, _ = self.in_region
        streams_of: dict[int, list[int]] = {}
        for i, j in pairs:
            streams_of.setdefault(i, []).append(j)
        matches = []
        for i, speaker in enumerate(self.speakers):
            for j in streams_of.get(i, ()):
                times = (spoken[i], detected[j], both[i][j])
                matches.append(Match(speaker, self.streams[j], *(time / NANOSECONDS for time in times)))
            if i not in streams_of and all_spoken[i]:
                matches.append(Match(speaker, None, spoken[i] / NANOSECONDS))
        taken = {j for streams in streams_of.values() for j in streams}
        matches += [
            Match(None, stream, detected=detected[j] / NANOSECONDS)
            for j, stream in enumerate(self.streams)
            if j not in taken and all_detected[j]
        ]
        return tuple(matches)


def _regions(name: str, left: _core.Turns, right: _core.Turns, rules: Rules) -> tuple[list[Span], str]:
    """Returns the regions to score, and their source."""
    if rules.uem is not None and name in rules.uem:
        return [(region.start, region.end) for region in rules.uem[name]], "uem"
    sides = [side for side in ([left] if rules.profile.region == "reference" else [left, right]) if len(side)]
    if not sides:
        return [], rules.profile.region
    return [(min(side.first for side in sides), max(side.last for side in sides))], rules.profile.region


def assign(weights: Sequence[Sequence[int]]) -> Pairs:
    """Solves the assignment problem: returns the column of each row in a one-to-one assignment of maximum weight.

    Pairs of weight 0 are omitted. The weights are integers, so the result is exact and the same on every machine.

    >>> assign([[7, 5, 0], [6, 1, 0]])
    {0: 1, 1: 0}
    """
    columns = len(weights[0]) if weights else 0
    assigned = _core.heaviest([weight for row in weights for weight in row], len(weights), columns)
    return {row: column for row, column in enumerate(assigned) if column >= 0}
