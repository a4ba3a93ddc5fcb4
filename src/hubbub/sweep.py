"""DER and JER of one session: who speaks when, swept once from the first event to the last.

The sums are taken the way md-eval takes them: in order of time, one stretch between two events after the other, an
end being start plus duration in binary fractions. See `hubbub.speech.settled` for why that matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from hubbub.assign import assign
from hubbub.diarization import DiarizationMetric, Profile
from hubbub.errors import InputError
from hubbub.problem import natural
from hubbub.speech import JaccardErrors, Match, SpeechErrors, nanoseconds, settled
from hubbub.transcript import Region, Transcript

Span = tuple[float, float]

REGION, IGNORED, COLLAR = 1, 2, 4
SPEAKERS = 3
"""The track of the first speaker; those before it tell what is scored."""


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
    left_out: dict[str, int]


def spans(transcript: Transcript, side: str) -> dict[str, list[Span]]:
    """The times of every speaker."""
    found: dict[str, list[Span]] = {}
    for segment in transcript:
        start, end = segment.start, segment.end
        if start is None or end is None:
            raise InputError(
                f"a {side} segment of {segment.speaker or 'nobody'} has no times; who speaks when is asked"
            )
        if not 0 <= end - start < float("inf"):  # neither backwards nor endless nor not a number
            raise InputError(f"a {side} segment lasts from {start} to {end}; give a start and a later end")
        found.setdefault(segment.speaker or "", []).append((start, start + round(end - start, 9)))
    return found


def sweep(tracks: Sequence[Iterable[Span]]) -> list[tuple[float, int]]:
    """The stretches between events while track 0 is on: duration, and a bit for every track that is on.

    >>> sweep([[(0, 5)], [(1, 2), (1, 3)]])
    [(1, 1), (1, 3), (1, 3), (2, 1)]
    """
    events = []
    for track, own in enumerate(tracks):
        for start, end in own:
            # Times that differ by dust alone are the same moment, at which ends come before starts.
            events.append((round(start * 1e7), 1, start, track))
            events.append((round(end * 1e7), -1, end, track))
    events.sort()
    depth = [0] * len(tracks)
    stretches, state, since = [], 0, 0.0
    for _, step, time, track in events:
        if not state & 1:
            since = time
        elif since < time:
            stretches.append((time - since, state))
            since = time
        depth[track] += step
        state = state | 1 << track if depth[track] > 0 else state & ~(1 << track)
    return stretches


def _bits(state: int) -> list[int]:
    return [bit for bit in range(state.bit_length()) if state >> bit & 1]


class Session:
    """Both sides of a session, swept."""

    def __init__(self, name: str, reference: Transcript, hypothesis: Transcript, rules: Rules) -> None:
        left, right = spans(reference, "reference"), spans(hypothesis, "hypothesis")
        self.rules = rules
        self.speakers = list(left)
        self.streams = sorted(right, key=natural)
        regions, self.region = self._regions(name, left, right)
        self.left_out = {
            f"{side}_segments_outside_the_scored_region": number
            for side, all_spans in (("reference", left), ("hypothesis", right))
            if (number := sum(_outside(span, regions) for own in all_spans.values() for span in own))
        }
        width = rules.collar * rules.profile.sides
        counted = [span for own in left.values() for span in own if rules.profile.points or span[0] < span[1]]
        collars = [(time - width, time + width) for span in counted for time in span] if width else []
        ignored = [(region.start, region.end) for region in reference.ignored]
        voices = [*left.values(), *(right[stream] for stream in self.streams)]
        self.stretches = sweep([regions, ignored, collars, *voices])
        self.seconds: dict[int, float] = {}
        for duration, state in self.stretches:
            self.seconds[state] = self.seconds.get(state, 0.0) + duration

    def _regions(self, name: str, left: dict[str, list[Span]], right: dict[str, list[Span]]) -> tuple[list[Span], str]:
        profile, uem = self.rules.profile, self.rules.uem
        if uem is not None and name in uem:
            return [(region.start, region.end) for region in uem[name]], "uem"
        sides = [left] if profile.region == "reference" else [left, right]
        extent = [
            span for side in sides for own in side.values() for span in own if profile.points or span[0] < span[1]
        ]
        if not extent:
            return [], profile.region
        return [(min(start for start, _ in extent), max(end for _, end in extent))], profile.region

    def voices(self, state: int) -> tuple[list[int], list[int]]:
        """The speakers and the streams that are heard, by number."""
        heard, number = _bits(state >> SPEAKERS), len(self.speakers)
        return [bit for bit in heard if bit < number], [bit - number for bit in heard if bit >= number]

    def scores(self, state: int) -> bool:
        """Does a stretch in this state count?"""
        if state & (IGNORED | COLLAR):
            return False
        return not (self.rules.skip_overlap and len(self.voices(state)[0]) > 1)

    def shared(self, where: Callable[[int], bool]) -> tuple[list[int], list[int], list[list[int]]]:
        """Nanoseconds of each speaker, of each stream and of each pair."""
        spoken, detected = [0] * len(self.speakers), [0] * len(self.streams)
        both = [[0] * len(self.streams) for _ in self.speakers]
        for state, seconds in self.seconds.items():
            if not where(state):
                continue
            time = nanoseconds(seconds)
            speakers, streams = self.voices(state)
            for speaker in speakers:
                spoken[speaker] += time
                for stream in streams:
                    both[speaker][stream] += time
            for stream in streams:
                detected[stream] += time
        return spoken, detected, both

    def matches(self, pairs: dict[int, int]) -> tuple[Match, ...]:
        """Who was paired with whom; then who was heard in the region but not paired."""
        in_region = self.shared(lambda state: not state & IGNORED)
        spoken, detected, both = self.shared(self.scores)
        taken = set(pairs.values())
        found = []
        for i, speaker in enumerate(self.speakers):
            stream = pairs.get(i)
            if stream is not None:
                times = (spoken[i], detected[stream], both[i][stream])
                found.append(Match(speaker, self.streams[stream], *(time / 1e9 for time in times)))
            elif in_region[0][i]:
                found.append(Match(speaker, None, spoken[i] / 1e9))
        for i, stream_name in enumerate(self.streams):
            if i not in taken and in_region[1][i]:
                found.append(Match(None, stream_name, detected=detected[i] / 1e9))
        return tuple(found)


def _outside(span: Span, regions: Sequence[Span]) -> bool:
    return span[0] < span[1] and not any(start < span[1] and span[0] < end for start, end in regions)


def der(session: Session) -> tuple[SpeechErrors, dict[int, int]]:
    """The parts of the error rate, and the pairing of speakers with streams."""
    mapped_on_region = session.rules.profile.mapped_on == "region"
    where = (lambda state: not state & IGNORED) if mapped_on_region else session.scores
    pairs = assign(session.shared(where)[2])
    weights = {}
    for state in session.seconds:
        speakers, streams = session.voices(state)
        if not session.scores(state):
            continue
        right = sum(pairs.get(speaker, -1) in streams for speaker in speakers)
        heard, given = len(speakers), len(streams)
        weights[state] = (heard, max(heard - given, 0), max(given - heard, 0), min(heard, given) - right)
    scored = missed = false_alarm = confusion = 0.0
    for duration, state in session.stretches:
        if state in weights:
            a, b, c, d = weights[state]
            scored += duration * a
            missed += duration * b
            false_alarm += duration * c
            confusion += duration * d
    return SpeechErrors(settled(scored), settled(missed), settled(false_alarm), settled(confusion)), pairs


FINE = 10**15
"""Jaccard indices as whole numbers, for the assignment."""


def jer(session: Session) -> tuple[JaccardErrors, dict[int, int]]:
    """The Jaccard errors, and the pairing of speakers with streams."""
    spoken, detected, both = session.shared(session.scores)
    indices = [
        [FINE * time // max(spoken[i] + detected[j] - time, 1) for j, time in enumerate(row)]
        for i, row in enumerate(both)
    ]
    pairs = assign(indices if session.rules.profile.jaccard_mapping == "jaccard" else both)
    errors, heard = 0.0, [i for i, time in enumerate(spoken) if time]
    for i in heard:
        j = pairs.get(i)
        errors += 1.0 if j is None else 1 - both[i][j] / (spoken[i] + detected[j] - both[i][j])
    return JaccardErrors(errors, len(heard), sum(i not in pairs for i in heard)), pairs


SOLVERS: dict[str, Callable[[Session], tuple[SpeechErrors | JaccardErrors, dict[int, int]]]] = {"der": der, "jer": jer}


def diarize(name: str, reference: Transcript, hypothesis: Transcript, rules: Rules) -> Diarized:
    """One session under one metric."""
    session = Session(name, reference, hypothesis, rules)
    counts, pairs = SOLVERS[rules.metric.name](session)
    return Diarized(counts, session.matches(pairs), session.region, session.left_out)
