"""Problems in a transcript. Some of them can change a score: scoring looks for these only, and quickly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import fsum

from hubbub.model.messages import Caution
from hubbub.model.settings import Settings
from hubbub.model.tables import counted, listed
from hubbub.model.transcript import Segment, Transcript

SLOW, FAST = 0.05, 12.0
"""Words per second. People speak two or three; a thousandth of that suggests milliseconds read as seconds."""
FEW = 10
"""Fewer words than these are too few for a rate."""
COPIES = "(same speaker, times and words); remove the copies"
"""The end of the warning about duplicate segments."""
SHARE = 0.05
"""Segments with an impossible speech rate, as a share of the sample, that scoring reports."""
SAMPLE, MOST = 64, 10_000
"""Number of segments that scoring checks, and the most segments in which it searches for duplicates."""
_CONTROL = "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff\ufffd]"


def words_of(segment: Segment) -> int:
    """Returns the number of words."""
    return len(segment.words.split())


def quick_checks(transcript: Transcript, words: bool = True) -> list[Caution]:
    """Problems that can change a score, found in a few segments only, so scoring is not slower.

    Missing words are no problem if only times are scored.
    """
    size = len(transcript)
    if not size:
        return []
    sample = _sample(transcript)
    found = [*_unit(sample), *_ends(sample), *_swapped(sample)]
    if len(_fast(sample)) >= SHARE * len(sample):
        found += _rates(transcript)
    if size <= MOST:
        places = transcript.columns.texts()
        texts = [text for text in places if text]
        if texts:
            found += _halves(texts) if len(transcript.session_names()) == 1 else ()
            found += _copies(transcript, places)
        elif words:
            found.append(Caution("has no words; use hubbub der to score diarization", "no_words"))
    return [Caution(line.text, line.kind, transcript.source) for line in found]


def _copies(transcript: Transcript, texts: Sequence[str]) -> Iterator[Caution]:
    """Yields duplicate segments. Segments are built only if their text occurs more than once in a session."""
    sessions, repeated = transcript.columns.by_session(), list[int]()
    for number in range(len(sessions)) if len(sessions) < len(texts) else ():
        places = sessions.segments([number])
        said = [texts[place] for place in places]
        if len(set(said)) < len(said):
            times = Counter(said)
            repeated += [place for place, text in zip(places, said, strict=True) if text and times[text] > 1]
    segments = (transcript.columns.make(place, place + 1, Segment, {}, {})[0] for place in repeated)
    keys = [(one.session, one.speaker, start, end, one.words) for one, start, end in _timed(segments)]
    twice = len(keys) - len(set(keys))
    if twice:
        yield Caution(f"{counted(twice, 'duplicate segment')} {COPIES}", "duplicate_segments")


def _sample(transcript: Transcript) -> list[Segment]:
    """Returns segments from all over the transcript."""
    size, columns = len(transcript), transcript.columns
    places = range(0, size, max(1, size // SAMPLE))
    return [segment for place in places for segment in columns.make(place, place + 1, Segment, {}, {})]


def single_speaker_note(reference: Transcript, hypothesis: Transcript) -> str:
    """Returns why the hypothesis has one stream per session although the reference has several speakers; else empty.

    Only some segments are read. If the hypothesis has names, every session needs several of these segments.
    """
    ours, theirs = _voices(reference).values(), _voices(hypothesis).values()
    names = set(chain(*theirs))
    if not names - {None}:
        return "no speaker names" if any(len(set(voices)) > 1 for voices in ours) else ""
    one = all(len(voices) > 2 and len(set(voices)) == 1 for voices in theirs)
    if not one or not all(len(set(voices)) > 1 for voices in ours):
        return ""
    return f"one speaker per session ({listed(sorted(name or 'no name' for name in names), 3)})"


def _voices(transcript: Transcript) -> dict[str | None, list[str | None]]:
    """Returns the speaker of each segment in the sample, by session."""
    voices: dict[str | None, list[str | None]] = {}
    for segment in _sample(transcript):
        voices.setdefault(segment.session, []).append(segment.speaker)
    return voices


def sessions_by_channel(reference: Transcript, hypothesis: Transcript, settings: Settings) -> list[str]:
    """Returns the sessions whose channels are scored one by one; other sessions need not match."""
    if not reference.columns.has_channels():
        return []
    key, names = settings.session_key(), reference.columns.session_names()
    places = {key(name): place for place, name in enumerate(hypothesis.columns.session_names())}
    pairs = [(place, places.get(key(name), -1)) for place, name in enumerate(names)]
    if len(names) == len(places) == 1:
        pairs = [(0, 0)]
    return [names[pair] for pair in reference.columns.channel_rows(hypothesis.columns, pairs)]


def several_channels(reference: Transcript, hypothesis: Transcript) -> str | None:
    """Returns a session with several channels on both sides, found in some segments; None if there is none."""
    sides: list[dict[str, set[str]]] = [{}, {}]
    for side, found in zip((reference, hypothesis), sides, strict=True):
        for segment in _sample(side):
            if segment.channel is not None:
                found.setdefault(segment.session or "", set()).add(segment.channel.casefold())
    return next((name for name, own in sides[0].items() if len(own) > 1 and len(sides[1].get(name, ())) > 1), None)


def channels_of_one_stream(transcript: Transcript) -> tuple[str, list[str]] | None:
    """Returns the first session whose channels are one stream, and the channels; None if there is none."""
    columns = transcript.columns
    if not columns.has_channels():
        return None
    names, sessions = columns.session_names(), columns.by_session()
    rows = columns.channel_rows(columns, [(place, place) for place in range(len(names))])
    for place, channels in rows.items():
        segments = sessions.segments([place])
        sample = segments[:: max(1, len(segments) // SAMPLE)]
        if len({columns.make(one, one + 1, Segment, {}, {})[0].speaker for one in sample}) == 1:
            return names[place], sorted(row.rpartition("/")[2] for channel, row in channels.items() if channel)
    return None


def check_transcript(transcript: Transcript) -> list[Caution]:
    """Yields all problems, a line each."""
    segments = list(transcript)
    return [
        *_unit(segments),
        *_ends(segments),
        *_swapped(segments),
        *_repeated(transcript),
        *_order(segments),
        *_overlapping_itself(segments),
        *_speakers(segments),
        *_empty(segments),
        *_rates(segments),
        *_characters(segments),
    ]


def _timed(segments: Iterable[Segment]) -> Iterator[tuple[Segment, float, float]]:
    for segment in segments:
        if segment.start is not None and segment.end is not None:
            yield segment, float(segment.start), float(segment.end)


def _unit(segments: Sequence[Segment]) -> Iterator[Caution]:
    """Milliseconds that are read as seconds: hardly a word in a minute."""
    timed = [(words_of(segment), end - start) for segment, start, end in _timed(segments) if segment.words]
    words, seconds = sum(number for number, _ in timed), fsum(length for _, length in timed)
    if words >= FEW and seconds and words / seconds < SLOW:
        line = f"{words / seconds * 60:.2g} words per minute: times look like milliseconds; divide by 1000"
        yield Caution(line, "milliseconds")


def _ends(segments: Sequence[Segment]) -> Iterator[Caution]:
    """End times that are read as durations: each is longer than the time before it, and than the last one."""
    lengths: dict[str | None, list[tuple[float, float]]] = {}
    for segment, start, end in _timed(segments):
        lengths.setdefault(segment.session, []).append((start, end - start))
    for session, spans in lengths.items():
        spans.sort()
        longer = all(length > start for start, length in spans)
        growing = all(one[0] < other[0] and one[1] <= other[1] for one, other in pairwise(spans))
        if len(spans) > 2 and longer and growing:
            place = f"session {session}: " if session and len(lengths) > 1 else ""
            yield Caution(f"{place}the durations look like end times; subtract the start from each", "end_times")
            return


def _swapped(segments: Sequence[Segment]) -> Iterator[Caution]:
    """Speakers that are sentences, almost each of them another one, beside short texts."""
    both = [(str(one.speaker), one.words) for one in segments if one.speaker and one.words]
    names = [len(name.split()) for name, _ in both]
    if len(both) > 2 and 2 * len({name for name, _ in both}) > len(both):
        texts = sum(len(words.split()) for _, words in both)
        if sum(names) > max(2 * texts, 3 * len(both)):
            yield Caution(
                "the speakers look like text: are the columns of speaker and words swapped?", "swapped_columns"
            )


def _halves(texts: Sequence[str]) -> Iterator[Caution]:
    """Yields a line if all words occur a second time, as in the last result of Google."""
    half = len(texts) // 2
    words = " ".join(texts).split() if half else []
    middle = len(words) // 2
    if len(words) >= FEW and len(words) % 2 == 0 and words[:middle] == words[middle:]:
        line = f"all {middle:,} words occur twice, as in the last result of Google; remove one half"
        yield Caution(line, "words_twice")


def _repeated(transcript: Transcript) -> Iterator[Caution]:
    for name, session in transcript.sessions().items():
        for line in _halves([segment.words for segment in session if segment.words]):
            yield Caution(f"session {name}: {line}", line.kind) if name else line
    yield from _copies(transcript, transcript.columns.texts())


def _order(segments: Sequence[Segment]) -> Iterator[Caution]:
    last: dict[str | None, float] = {}
    late = 0
    for segment, start, _ in _timed(segments):
        late += start < last.get(segment.session, start)
        last[segment.session] = max(start, last.get(segment.session, start))
    if late:
        yield Caution(f"{counted(late, 'segment')} out of time order (scoring sorts them)", "out_of_order")


def _overlapping_itself(segments: Sequence[Segment]) -> Iterator[Caution]:
    ends: dict[tuple[str | None, str | None], float] = {}
    found: dict[str, int] = {}
    for segment, start, end in sorted(_timed(segments), key=lambda one: one[1]):
        key = segment.session, segment.speaker
        if start < ends.get(key, start) - 1e-6:
            name = str(segment.speaker or "no name")
            found[name] = found.get(name, 0) + 1
        ends[key] = max(end, ends.get(key, end))
    if found:
        number = sum(found.values())
        names = f"{listed(list(found), 3)} ({counted(number, 'segment')})"
        yield Caution(f"self-overlap: {names}; check the times and the speaker names", "self_overlap")


def _speakers(segments: Sequence[Segment]) -> Iterator[Caution]:
    names = {segment.speaker for segment in segments}
    if len(segments) > 1 and names == {None}:
        line = "no speaker names: metrics that pair speakers with streams see one stream per session"
        yield Caution(line, "no_speakers")
    elif len(segments) > 1 and len(names) == 1:
        yield Caution("only one speaker", "one_speaker")


def _empty(segments: Sequence[Segment]) -> Iterator[Caution]:
    empty = sum(not segment.words.strip() for segment in segments)
    if empty == len(segments):
        yield Caution("no words: only der, jer and other diarization metrics can score it", "no_words")
    elif empty:
        yield Caution(f"{counted(empty, 'segment')} without words", "empty_segments")


def _fast(segments: Sequence[Segment]) -> list[Segment]:
    """Returns the segments with more words than people can say in their time."""
    return [
        segment
        for segment, start, end in _timed(segments)
        if (number := words_of(segment)) > 3 and number > FAST * (end - start)
    ]


def _rates(segments: Sequence[Segment]) -> Iterator[Caution]:
    """Yields segments with an impossible speech rate."""
    fast = _fast(segments)
    if fast:
        have = "has" if len(fast) == 1 else "have"
        some = counted(len(fast), "segment")
        line = f"{some} {have} more than {FAST:g} words per second; the first starts at {fast[0].start:g} s"
        yield Caution(line, "speech_rate")


def _characters(segments: Sequence[Segment]) -> Iterator[Caution]:
    control = [found[0] for segment in segments if (found := re.search(_CONTROL, segment.words))]
    if control:
        first = f"U+{ord(control[0]):04X}"
        line = f"{counted(len(control), 'segment')} with invisible characters, such as {first}"
        yield Caution(line, "invisible_characters")
    mixed = [
        word for segment in segments if not segment.words.isascii() for word in segment.words.split() if _mixed(word)
    ]
    if mixed:
        line = f"{counted(len(mixed), 'word')} with letters of several scripts, such as {mixed[0]!r:.40}"
        yield Caution(line, "several_scripts")


def _mixed(word: str) -> bool:
    """Returns whether Latin letters are mixed with look-alikes of Greek or Cyrillic.

    >>> _mixed("p\\u0430y"), _mixed("pay"), _mixed("会議room")
    (True, False, False)
    """
    latin = any("a" <= char.lower() <= "z" for char in word)
    return latin and any("\u0370" <= char <= "\u052f" for char in word)


def speech(segments: Sequence[Segment]) -> tuple[float, float]:
    """Seconds of speech, and seconds in which several speak."""
    edges: dict[str | None, list[tuple[float, int, str | None]]] = {}
    for segment, start, end in _timed(segments):
        edges.setdefault(segment.session, []).extend(((start, 1, segment.speaker), (end, -1, segment.speaker)))
    spoken = overlap = 0.0
    for events in edges.values():
        going: dict[str | None, int] = {}
        before = 0.0
        for time, step, speaker in sorted(events, key=lambda event: event[:2]):
            active = len(going)
            spoken += (time - before) if active else 0.0
            overlap += (time - before) if active > 1 else 0.0
            going[speaker] = going.get(speaker, 0) + step
            if not going[speaker]:
                del going[speaker]
            before = time
    return spoken, overlap
