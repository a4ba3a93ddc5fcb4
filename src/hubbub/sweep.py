"""DER and JER of one session: who speaks when, swept once from the first event to the last.

The sums are taken the way md-eval takes them: in order of time, one stretch between two events after the other, an
end being start plus duration in binary fractions. See `hubbub.speech.settled` for why that matters.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hubbub import _core
from hubbub.assign import assign
from hubbub.diarization import DiarizationMetric, Profile
from hubbub.errors import InputError
from hubbub.excluded import duration
from hubbub.speech import NANOSECONDS, JaccardErrors, Match, SpeechErrors, nanoseconds, settled
from hubbub.transcript import Region, Segment, Transcript

Span = tuple[float, float]
Pairs = dict[int, int]
"""The stream of each speaker that has one, by number."""

IGNORED, COLLAR, VOICES = 0, 1, 2
"""What the core says is on: a stretch that is not scored, a collar, the first of the speakers and streams."""


class Rules(NamedTuple):
    """How all sessions are scored."""

    metric: DiarizationMetric
    profile: Profile
    collar: float
    skip_overlap: bool
    uem: dict[str, list[Region]] | None


class Diarized(NamedTuple):
    """What was found in a session."""

    counts: SpeechErrors | JaccardErrors
    matches: tuple[Match, ...]
    region: str
    """Where the scored region came from: "uem", "reference" or "both"."""
    left_out: dict[str, float]


ENDLESS = float("inf")


def _wrong(segment: Segment) -> str:
    who = f"of {segment.speaker}" if segment.speaker else "without speaker"
    if segment.start is None or segment.end is None:
        return f"{who} has no times"
    return f"{who} lasts from {segment.start} to {segment.end}"


class Side:
    """The turns of one side, as columns."""

    def __init__(self, transcript: Transcript, side: str, points: bool) -> None:
        self.name = side
        segments: Sequence[Segment] = transcript.segments
        times = [(segment.start, segment.end) for segment in segments]
        for segment, (start, end) in zip(segments, times, strict=True):
            if start is None or end is None or not 0 <= end - start < ENDLESS:
                raise InputError(f"a {side} segment {_wrong(segment)}; diarisation needs start and end")
        if not points:
            segments = [segment for segment in segments if segment.start != segment.end]
        self.starts = array("d", [segment.start or 0.0 for segment in segments])
        self.ends = array("d", [segment.end or 0.0 for segment in segments])
        self.speakers = [segment.speaker or "" for segment in segments]
        """Of each turn."""

    def __len__(self) -> int:
        return len(self.starts)

    def outside(self, regions: Sequence[Span]) -> int:
        """How many turns share no time with any region."""
        if len(self) == 0 or any(first <= min(self.starts) and max(self.ends) <= last for first, last in regions):
            return 0
        return sum(
            start < end and not any(first < end and start < last for first, last in regions)
            for start, end in zip(self.starts, self.ends, strict=True)
        )


class State(NamedTuple):
    """Who is heard at once, and for how long in all."""

    nanoseconds: int
    speakers: list[int]
    streams: list[int]
    in_region: bool
    """Not in a stretch that the reference excludes."""
    scored: bool
    """Nor in a collar, nor in overlap that is skipped."""


class Shared(NamedTuple):
    """Nanoseconds of each speaker, of each stream and of each pair."""

    spoken: list[int]
    detected: list[int]
    both: list[list[int]]


class Session:
    """Both sides of a session, swept."""

    def __init__(self, name: str, reference: Transcript, hypothesis: Transcript, rules: Rules) -> None:
        profile = rules.profile
        left, right = Side(reference, "reference", profile.points), Side(hypothesis, "hypothesis", profile.points)
        self.rules = rules
        self.speakers = list(dict.fromkeys(left.speakers))
        self.streams = sorted(set(right.speakers))
        regions, self.region = _regions(name, left, right, rules)
        self.left_out: dict[str, float] = {
            f"{side.name}_segments_outside_the_scored_region": number
            for side in (left, right)
            if (number := side.outside(regions))
        }
        if reference.ignored:
            self.left_out["reference_seconds_marked_to_be_ignored"] = duration(reference.ignored)
        speaker = {name: number for number, name in enumerate(self.speakers)}
        stream = {name: number for number, name in enumerate(self.streams, len(speaker))}
        self.stretches = _core.Stretches(
            regions,
            [(region.start, region.end) for region in reference.ignored],
            left.starts + right.starts,
            left.ends + right.ends,
            array("i", [*(speaker[name] for name in left.speakers), *(stream[name] for name in right.speakers)]),
            len(speaker),
            len(stream),
            rules.collar * profile.sides,
        )
        self.states = [
            self._state(tracks, seconds)
            for tracks, seconds in zip(self.stretches.states, self.stretches.seconds, strict=True)
        ]
        self.heard = self._shared([state for state in self.states if state.in_region])
        """Times in the whole region."""
        self.scored = self._shared([state for state in self.states if state.scored])
        """Times in what is scored of it."""

    def _state(self, tracks: list[int], seconds: float) -> State:
        middle = VOICES + len(self.speakers)
        speakers = [track - VOICES for track in tracks if VOICES <= track < middle]
        streams = [track - middle for track in tracks if track >= middle]
        skipped = COLLAR in tracks or (self.rules.skip_overlap and len(speakers) > 1)
        in_region = IGNORED not in tracks
        return State(nanoseconds(seconds), speakers, streams, in_region, in_region and not skipped)

    def _shared(self, states: Sequence[State]) -> Shared:
        rows, columns = len(self.speakers), len(self.streams)
        spoken, detected, both = [0] * rows, [0] * columns, [[0] * columns for _ in range(rows)]
        for state in states:
            time = state.nanoseconds
            for speaker in state.speakers:
                spoken[speaker] += time
                row = both[speaker]
                for stream in state.streams:
                    row[stream] += time
            for stream in state.streams:
                detected[stream] += time
        return Shared(spoken, detected, both)

    def matches(self, pairs: Pairs) -> tuple[Match, ...]:
        """Who was paired with whom; then who was heard in the region but not paired."""
        spoken, detected, both = self.scored
        found = []
        for i, speaker in enumerate(self.speakers):
            if i in pairs:
                j = pairs[i]
                times = (spoken[i], detected[j], both[i][j])
                found.append(Match(speaker, self.streams[j], *(time / NANOSECONDS for time in times)))
            elif self.heard.spoken[i]:
                found.append(Match(speaker, None, spoken[i] / NANOSECONDS))
        taken = set(pairs.values())
        found += [
            Match(None, stream, detected=detected[j] / NANOSECONDS)
            for j, stream in enumerate(self.streams)
            if j not in taken and self.heard.detected[j]
        ]
        return tuple(found)


def _regions(name: str, left: Side, right: Side, rules: Rules) -> tuple[list[Span], str]:
    """What is scored, and what says so."""
    if rules.uem is not None and name in rules.uem:
        return [(region.start, region.end) for region in rules.uem[name]], "uem"
    sides = [side for side in ([left] if rules.profile.region == "reference" else [left, right]) if len(side)]
    if not sides:
        return [], rules.profile.region
    return [(min(min(side.starts) for side in sides), max(max(side.ends) for side in sides))], rules.profile.region


def der(session: Session) -> tuple[SpeechErrors, Pairs]:
    """The parts of the error rate, and the pairing of speakers with streams."""
    pairs = assign((session.heard if session.rules.profile.mapped_on == "region" else session.scored).both)
    weights = []
    for state in session.states:
        heard, given = len(state.speakers), len(state.streams)
        right = sum(pairs.get(speaker) in state.streams for speaker in state.speakers)
        parts = (heard, max(heard - given, 0), max(given - heard, 0), min(heard, given) - right)
        weights.append(parts if state.scored else (0, 0, 0, 0))
    return SpeechErrors(*map(settled, session.stretches.sums(weights))), pairs


FINE = 10**15
"""Jaccard indices as whole numbers, for the assignment."""


def jer(session: Session) -> tuple[JaccardErrors, Pairs]:
    """The Jaccard errors, and the pairing of speakers with streams."""
    spoken, detected, both = session.scored
    indices = [
        [FINE * time // max(spoken[i] + detected[j] - time, 1) for j, time in enumerate(row)]
        for i, row in enumerate(both)
    ]
    pairs = assign(indices if session.rules.profile.jaccard_mapping == "jaccard" else both)
    heard = [i for i, time in enumerate(spoken) if time]
    errors = 0.0
    for i in heard:
        j = pairs.get(i)
        errors += 1.0 if j is None else 1 - both[i][j] / (spoken[i] + detected[j] - both[i][j])
    return JaccardErrors(errors, len(heard), sum(i not in pairs for i in heard)), pairs


SOLVERS: dict[str, Callable[[Session], tuple[SpeechErrors | JaccardErrors, Pairs]]] = {"der": der, "jer": jer}


def diarize(name: str, reference: Transcript, hypothesis: Transcript, rules: Rules) -> Diarized:
    """One session under one metric."""
    session = Session(name, reference, hypothesis, rules)
    counts, pairs = SOLVERS[rules.metric.name](session)
    return Diarized(counts, session.matches(pairs), session.region, session.left_out)
