"""Random meetings, small enough for the oracles, and full of what trips solvers: repeated words, empty things, ties."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from hubbub.model.transcript import Segment
from support.oracles import Costs

Words = list[int]


@dataclass(frozen=True)
class Meeting:
    """Utterances in queues, and the streams that a system made of them."""

    utterances: list[Words]
    queue_of: list[int]
    streams: list[Words]

    @property
    def queues(self) -> list[list[int]]:
        numbers = sorted(set(self.queue_of))
        return [[u for u, q in enumerate(self.queue_of) if q == number] for number in numbers]


@st.composite
def words(draw: st.DrawFn, max_size: int = 12, vocabulary: int | None = None) -> Words:
    """A sequence of words. The fewer there are to choose from, the more alignments are equally cheap."""
    size = vocabulary or draw(st.integers(1, 5))
    return draw(st.lists(st.integers(0, size - 1), max_size=max_size))


@st.composite
def word_pairs(draw: st.DrawFn, max_size: int = 12) -> tuple[Words, Words]:
    size = draw(st.integers(1, 5))
    return draw(words(max_size, size)), draw(words(max_size, size))


@st.composite
def costs(draw: st.DrawFn) -> Costs:
    """Mostly unit costs; else any, also those under which a substitution never pays or a correct word is dearer."""
    if draw(st.booleans()):
        return Costs()
    cost = st.one_of(st.integers(0, 4), st.sampled_from([60, 64, 127, 128, 1000, 2**30, 2**31 - 1]))
    return Costs(*(draw(cost) for _ in Costs._fields))


@st.composite
def speakers_and_streams(draw: st.DrawFn, most: int = 4, max_size: int = 5) -> tuple[list[Words], list[Words]]:
    """Any number on either side, also none."""
    vocabulary = draw(st.integers(1, 5))
    side = st.lists(words(max_size, vocabulary), max_size=most)
    return draw(side), draw(side)


@st.composite
def meetings(draw: st.DrawFn, utterances: int = 5, queues: int = 3, streams: int = 3, max_size: int = 4) -> Meeting:
    """A few utterances, some of them empty, of up to some queues; queue numbers need not start at 0."""
    vocabulary = draw(st.integers(1, 5))
    said = draw(st.lists(words(max_size, vocabulary), max_size=utterances))
    numbers = draw(st.lists(st.sampled_from([0, 1, 2, 7, -3]), min_size=1, max_size=queues, unique=True))
    queue_of = [draw(st.sampled_from(numbers)) for _ in said]
    return Meeting(said, queue_of, draw(st.lists(words(max_size, vocabulary), max_size=streams)))


@st.composite
def heard_meetings(draw: st.DrawFn) -> Meeting:
    """The streams hold the words that were said, shuffled between them and with errors, as a system would output."""
    meeting = draw(meetings(streams=0))
    streams: list[Words] = [[] for _ in range(draw(st.integers(1, 3)))]
    for utterance in meeting.utterances:
        stream = draw(st.sampled_from(streams))
        for word in utterance:
            stream.extend(draw(st.sampled_from([[word], [word], [word], [], [word, word], [word + 1]])))
    return Meeting(meeting.utterances, meeting.queue_of, streams)


VOCABULARY = "abc"
texts = st.lists(st.sampled_from(VOCABULARY), max_size=3).map(" ".join)


@st.composite
def segment_lists(draw: st.DrawFn, most: int = 4) -> list[Segment]:
    """Segments of up to three speakers: empty ones, equal starts, repeated words."""
    number = draw(st.integers(0, most))
    starts = draw(st.lists(st.integers(0, 5), min_size=number, max_size=number))
    return [
        Segment(draw(texts), session="s", speaker=draw(st.sampled_from("ABC")), start=float(at), end=at + 1.0)
        for at in starts
    ]
