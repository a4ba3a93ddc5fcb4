"""What the page says of a session, made of its alignment word by word: slow, obvious twins of what the core packs."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hubbub.insight.selections import LENGTHS, OVERLAP, REPLIES
from hubbub.model.alignment import Alignment, Lane, count
from hubbub.model.timing import shared_times
from hubbub.model.utterances import Utterance
from hubbub.model.word_errors import WordErrors

Times = list[tuple[int, int]]
Step = tuple[str, int, int]
"""Kind, and the places of both words, -1 for none."""


def hundredths(times: Iterable[tuple[float, float]]) -> Times:
    return [(round(100 * start), round(100 * end)) for start, end in times]


class Side:
    """All words of one side, utterance by utterance, each word once."""

    def __init__(self, pieces: Sequence[Utterance]) -> None:
        speakers = dict.fromkeys(piece.speaker for piece in pieces)
        keys = [(who, n) for who in speakers for n in sorted({one.number for one in pieces if one.speaker == who})]
        self.words: list[str] = []
        self.times: Times | None = []
        self.own: list[int] = []
        self.starts: list[float | None] = []
        self.utterances: list[tuple[str, int, int]] = []
        """Speaker, number, words."""
        self.place: dict[tuple[str, int, int], int] = {}
        for speaker, number in keys:
            self._add([one for one in pieces if (one.speaker, one.number) == (speaker, number)])

    def _add(self, parts: Sequence[Utterance]) -> None:
        first = parts[0]
        found: dict[int, tuple[str, tuple[float, float] | None]] = {}
        for part in parts:
            for i, word in enumerate(part.words):
                found.setdefault(part.offset + i, (word, part.times[i] if part.times else None))
        for index in sorted(found):
            self.place[first.speaker, first.number, index] = len(self.words)
            self.words.append(found[index][0])
        words = [found[index][0] for index in sorted(found)]
        times = [found[index][1] for index in sorted(found)]
        self.utterances.append((first.speaker, first.number, len(words)))
        self.starts.append(first.start)
        if not words or self.times is None:
            return
        shares = None if first.start is None else shared(words, first.start, first.end)
        if None not in times:
            known = hundredths(time for time in times if time is not None)
            if shares is None or not estimated(known, shares):
                self.own.append(len(self.utterances) - 1)
                self.times += known
                return
        self.times = None if shares is None else self.times + shares

    def places(self, pieces: Iterable[Utterance]) -> list[int]:
        keys = ((one.speaker, one.number, one.offset + i) for one in pieces for i in range(len(one.words)))
        return [self.place[key] for key in keys]

    @property
    def utterance_of(self) -> list[int]:
        return [number for number, (_, _, words) in enumerate(self.utterances) for _ in range(words)]


def shared(words: Sequence[str], start: float, end: float | None) -> Times:
    if end is None:
        end = start + 0.07 * sum(len(word) + 1 for word in words)
    return hundredths(shared_times(words, start, end))


def estimated(times: Times, shares: Times) -> bool:
    begin, end = shares[0][0], shares[-1][1]
    each = (end - begin) / len(times)
    equal = [(begin + i * each, begin + i * each + each) for i in range(len(times))]

    def close(others: Sequence[tuple[float, float]]) -> bool:
        return all(abs(a - c) <= 1 and abs(b - d) <= 1 for (a, b), (c, d) in zip(times, others, strict=True))

    points = all(start == stop for start, stop in times)
    return points or all(time == (begin, end) for time in times) or close(shares) or close(equal)


def steps_of(lane: Lane, reference: Side, hypothesis: Side) -> Iterator[Step]:
    said, heard = iter(reference.places(lane.reference)), iter(hypothesis.places(lane.hypothesis))
    for kind in lane.steps:
        yield kind, -1 if kind == "I" else next(said), -1 if kind in "DO" else next(heard)


class Shown:
    """One alignment; where it is one `in_time`, its steps count by how long they last."""

    def __init__(self, alignment: Alignment, in_time: bool = False) -> None:
        self.alignment, self.in_time = alignment, in_time
        self.reference = Side([piece for lane in alignment for piece in lane.reference])
        self.hypothesis = Side([piece for lane in alignment for piece in lane.hypothesis])
        self.timed = self.reference.times is not None and self.hypothesis.times is not None
        self.lanes = [list(steps_of(lane, self.reference, self.hypothesis)) for lane in alignment]
        self.steps = [(number, step) for number, lane in enumerate(self.lanes) for step in lane]

    def span(self, step: Step) -> tuple[int, int]:
        _, said, heard = step
        side, word = (self.reference, said) if said >= 0 else (self.hypothesis, heard)
        assert side.times is not None
        return side.times[word]

    def weight(self, step: Step) -> int:
        return self.span(step)[1] - self.span(step)[0] if self.in_time else 1

    def moments(self) -> Iterator[int]:
        """The middle of each step; without times, its number in its row."""
        length: dict[tuple[str | None, str | None], int] = defaultdict(int)
        for number, step in self.steps:
            lane = self.alignment[number]
            row = (lane.speaker, None) if lane.speaker is not None else (None, lane.stream)
            yield sum(self.span(step)) // 2 if self.timed else length[row]
            length[row] += 1

    def extent(self) -> tuple[int, int]:
        if not self.timed:
            return 0, max((moment + 1 for moment in self.moments()), default=0)
        times = [*(self.reference.times or ()), *(self.hypothesis.times or ())]
        return min((start for start, _ in times), default=0), max((end for _, end in times), default=0)

    def bins(self) -> list[list[int]]:
        start, end = self.extent()
        width = max(end - start, 1)
        number = max(1, min(240, width // (50 if self.timed else 1)))
        found = [[0] * number for _ in "CSDI"]
        for moment, (_, step) in zip(self.moments(), self.steps, strict=True):
            kind = "CSDI".index(step[0].replace("O", "C"))
            found[kind][min(max((moment - start) * number // width, 0), number - 1)] += self.weight(step)
        return found

    def worst(self, most: int) -> list[tuple[tuple[int, int], int, int, int]]:
        """Runs of steps without two correct words in a row: over all lanes by time, or lane by lane without times."""
        placed = [
            (self.span(step) if self.timed else (moment, moment + 1), lane, step)
            for moment, (lane, step) in zip(self.moments(), self.steps, strict=True)
        ]
        runs = [sorted(placed, key=lambda one: one[0])]
        if not self.timed:
            runs = [[one for one in placed if one[1] == lane] for lane in range(len(self.lanes))]
        found = []
        for steps in runs:
            kinds = "".join("right" if step[0] in "CO" else "wrong" for _, _, step in steps)
            for match in re.finditer("wrong(?:(?:right)?wrong)*", kinds):
                inside = steps[match.start() // 5 : match.end() // 5]
                while inside:
                    piece = self._not_too_long(inside)
                    spans = [span for span, _, (kind, *_) in piece if kind not in "CO"]
                    words = [
                        sum(word >= 0 for word in side) for side in zip(*(step[1:] for *_, step in piece), strict=True)
                    ]
                    found.append(((spans[0][0], max(end for _, end in spans)), len(spans), words[0], words[1]))
                    rest = inside[len(piece) :]
                    inside = rest[next((i for i, one in enumerate(rest) if one[2][0] not in "CO"), len(rest)) :]
        return sorted(found, key=lambda one: -one[1])[:most]

    def _not_too_long(self, run: list[Any]) -> list[Any]:
        """The first steps of a run, up to two minutes or 300 positions, and at least one."""
        latest = run[0][0][0] + (12_000 if self.timed else 300)
        errors = [i for i, (_, _, (kind, *_)) in enumerate(run) if kind not in "CO"]
        late = next((n for n, i in enumerate(errors[1:], 1) if run[i][0][1] > latest), len(errors))
        return run[: errors[late - 1] + 1]

    def mistakes(self) -> dict[str, Counter[tuple[str, str]]]:
        found: dict[str, Counter[tuple[str, str]]] = {kind: Counter() for kind in "SDI"}
        for _, step in self.steps:
            kind, said, heard = step
            if kind in found:
                words = (
                    self.reference.words[said] if said >= 0 else "",
                    (self.hypothesis.words[heard] if heard >= 0 else ""),
                )
                found[kind][words] += self.weight(step)
        return found

    def frequent(self, top: int) -> dict[str, list[list[Any]]]:
        return {
            kind: [[*words, n] for words, n in sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:top]]
            for kind, counts in self.mistakes().items()
        }

    def speakers(self) -> list[tuple[str | None, str | None, WordErrors]]:
        if self.in_time:
            sums: dict[tuple[str | None, str | None], Counter[str]] = {}
            for lane, steps in zip(self.alignment, self.lanes, strict=True):
                own = sums.setdefault((lane.speaker, lane.stream), Counter())
                for step in steps:
                    own[step[0]] += self.weight(step)
            return [(*key, WordErrors(*(found[kind] for kind in "IDSC"))) for key, found in sums.items()]
        kinds_of: dict[str, str] = {}
        said_by = [speaker for speaker, _, words in self.reference.utterances for _ in range(words)]
        for lane, steps in zip(self.alignment, self.lanes, strict=True):
            if lane.speaker is not None:
                kinds_of.setdefault(lane.speaker, "")
            for kind, said, _ in steps:
                who = lane.speaker if lane.speaker is not None else said_by[said] if said >= 0 else None
                if who is not None:
                    kinds_of[who] = kinds_of.get(who, "") + kind
        rows: list[tuple[str | None, str | None, WordErrors]] = []
        for speaker, kinds in kinds_of.items():
            streams = {lane.stream for lane in self.alignment if lane.speaker == speaker}
            rows.append((speaker, streams.pop() if len(streams) == 1 else None, count(kinds)))
        inserted: Counter[str | None] = Counter()
        for lane in self.alignment:
            if lane.speaker is None and "I" in lane.steps:
                inserted[lane.stream] += lane.steps.count("I")
        return rows + [(None, stream, WordErrors(insertions=number)) for stream, number in inserted.items()]

    def slices(self) -> dict[str, Any]:
        """By name: the label of each reference word, that of each insertion, and the errors of each label."""
        if self.in_time:
            return {}
        segments = self.reference.utterances
        lengths = [LENGTHS[bisect_left((1, 5, 15), words)] for _, _, words in segments]
        found = {"length": self._by_segment(lengths)}
        if self.timed:
            speech = Speech(self.reference)
            assert self.reference.times is not None
            words = [speech.overlap(time, 1) for time in self.reference.times]
            inserted = [speech.overlap(self.span(step), 0) for _, step in self.steps if step[1] < 0]
            replies = [REPLIES[not speech.is_reply(number)] for number in range(len(segments))]
            found = {"overlap": self._counted(words, inserted), **found, "backchannel": self._by_segment(replies)}
        return found

    def _by_segment(self, labels: Sequence[str]) -> Any:
        words = [labels[number] for number in self.reference.utterance_of]
        inserted = []
        for i, (lane, step) in enumerate(self.steps):
            if step[1] < 0:
                before = [one[1] for number, one in self.steps[:i] if number == lane and one[1] >= 0]
                after = [one[1] for number, one in self.steps[i:] if number == lane and one[1] >= 0]
                near = before[-1:] or after[:1]
                inserted.append(words[near[0]] if near else "stream without reference words")
        return self._counted(words, inserted)

    def _counted(self, words: list[str], inserted: list[str]) -> Any:
        insertion = iter(inserted)
        kinds: dict[str, str] = defaultdict(str)
        for _, (kind, said, _) in self.steps:
            kinds[words[said] if said >= 0 else next(insertion)] += kind
        return words, inserted, {label: count(steps) for label, steps in kinds.items()}


class Speech:
    """Who speaks when, looked at in every hundredth of a second."""

    def __init__(self, side: Side) -> None:
        assert side.times is not None
        self.speakers = [speaker for speaker, _, _ in side.utterances]
        self.counts = [words for _, _, words in side.utterances]
        self.spans, at = [], 0
        for words in self.counts:
            own = side.times[at : at + words]
            self.spans.append((min(a for a, _ in own), max(b for _, b in own)) if own else (0, 0))
            at += words

    def speaking(self, moment: float) -> int:
        return len({
            speaker
            for speaker, words, (start, end) in zip(self.speakers, self.counts, self.spans, strict=True)
            if words and start < moment < end
        })  # fmt: skip

    def overlap(self, span: tuple[int, int], least: int) -> str:
        moments = [span[0] + 0.5 + i for i in range(max(span[1] - span[0], 1))]
        most = max(least, *map(self.speaking, moments))
        return OVERLAP[min(most, 3) - 1] if most else OVERLAP[-1]

    def is_reply(self, number: int) -> bool:
        """A few words, and somebody else's turn begins before them and ends after them."""
        start, end = self.spans[number]
        others = set(self.speakers) - {self.speakers[number]}
        return self.counts[number] <= 3 and any(a < start and end < b for one in others for a, b in self.turns(one))

    def turns(self, speaker: str) -> list[tuple[int, int]]:
        """A pause of a second and a half belongs to a turn."""
        own = zip(self.speakers, self.counts, self.spans, strict=True)
        found: list[tuple[int, int]] = []
        for start, end in sorted(span for who, words, span in own if who == speaker and words):
            if found and start <= found[-1][1] + 150:
                found[-1] = found[-1][0], max(found[-1][1], end)
            else:
                found.append((start, end))
        return found
