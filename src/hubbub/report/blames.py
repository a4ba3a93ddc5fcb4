"""The blame on the page: for every wrong word its cause, where a misplaced word belongs, and incidents."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hubbub.insight.blame import Blame, SessionBlame
from hubbub.insight.parts import Blamed
from hubbub.insight.reading import ALONE, Match, Words
from hubbub.report.packing import Side, Sides

INCIDENTS = 100
"""So many incidents of a session are listed, those with most errors first."""
SEGMENTS = 12
"""And of each so many misplaced segments."""
RIGHT = "-"
CAUSES = "abc"
"""A letter for each part of the chain."""


def pack_parts(blamed: Blamed) -> dict[str, Any]:
    """The parts of a session or of all, with their bounds where they are not proven."""
    return {
        "parts": [[name, *part] for name, part in blamed.parts.items()],
        "moved": blamed.moved_words,
        "heard": blamed.heard_words,
    }


def pack_total(blame: Blame) -> dict[str, Any]:
    """What the overview says about the blame."""
    return {**pack_parts(blame.total), "remarks": [*blame.remarks, *blame.warnings], "metric": blame.metric}


class _Words(NamedTuple):
    """The words of one side in the order of the blame, and as they stand on the page."""

    texts: list[str]
    places: list[int]
    voices: list[str]


def _words(words: Words, side: Side) -> _Words | None:
    """None where the blame read other words than the page shows, as where words have alternatives."""
    texts = [word.text for word in words.words]
    try:
        places = [place for utterance in words.utterances for place in side.places(utterance)]
    except (KeyError, IndexError):
        return None
    if len(places) != len(texts) or any(side.words[place] != text for place, text in zip(places, texts, strict=True)):
        return None
    voices = [utterance.speaker for utterance in words.utterances for _ in utterance.words]
    return _Words(texts, places, voices)


def pack_blame(blamed: SessionBlame, sides: Sides, names: dict[str, int]) -> dict[str, Any]:
    """The blame of one session, word by word; letters stand for the parts of the chain."""
    packed = {**pack_parts(blamed), "matrix": [[*pair, words] for pair, words in blamed.matrix.items()]}
    reading = blamed.reading
    reference, hypothesis = (_words(words, side) for words, side in zip(reading.words, sides, strict=True))
    if reference is None or hypothesis is None:
        return packed
    rights = [_right(match, reference, hypothesis) for match in reading.matches]
    homes = list(_homes(reading.matches, rights, reference, hypothesis))
    homes.sort()
    return packed | {
        "reference": _causes([said for said, _ in rights], reference.places, len(sides.reference.words)),
        "hypothesis": _causes([heard for _, heard in rights], hypothesis.places, len(sides.hypothesis.words)),
        "homes": [said - before for (said, _), before in zip(homes, [0, *(one for one, _ in homes)], strict=False)],
        "stand": [heard - before for (_, heard), before in zip(homes, [0, *(one for _, one in homes)], strict=False)],
        "incidents": list(_incidents(blamed, reference, hypothesis, sides, names)),
    }


Rights = tuple[list[bool], list[bool]]


def _right(match: Match, reference: _Words, hypothesis: _Words) -> Rights:
    """Which words of both sides are right in an alignment."""
    right = [
        partner != ALONE and text == hypothesis.texts[partner]
        for text, partner in zip(reference.texts, match.reference, strict=True)
    ]
    return right, [partner != ALONE and right[partner] for partner in match.hypothesis]


def _causes(rights: Sequence[list[bool]], places: Sequence[int], size: int) -> str:
    """For each word of the page its cause; a word that is right as scored has none."""
    letters = [RIGHT] * size
    last = CAUSES[len(rights) - 1]
    for place, right in zip(places, zip(*rights, strict=True), strict=True):
        if not right[0]:
            letters[place] = next((CAUSES[member] for member, one in enumerate(right[1:]) if one), last)
    return "".join(letters)


def _homes(
    matches: Sequence[Match], rights: Sequence[Rights], reference: _Words, hypothesis: _Words
) -> Iterator[tuple[int, int]]:
    """Words that are right as soon as labels or segments are mended: who said each, and where it stands."""
    for heard in range(len(hypothesis.texts)):
        if rights[0][1][heard]:
            continue
        member = next((member for member in range(1, len(matches)) if rights[member][1][heard]), None)
        if member is not None:
            yield reference.places[matches[member].hypothesis[heard]], hypothesis.places[heard]


def _incidents(
    blamed: SessionBlame, reference: _Words, hypothesis: _Words, sides: Sides, names: dict[str, int]
) -> Iterator[dict[str, Any]]:
    """The incidents that recognition alone does not explain: times, errors by part, misplaced segments, a word."""
    errors = list(zip(*blamed.reading.errors, strict=True))
    parts = [(*(a - b for a, b in itertools.pairwise(one)), one[-1]) for one in errors]
    chosen = [number for number, one in enumerate(parts) if any(one[:-1])]
    chosen.sort(key=lambda number: (-sum(parts[number]), number))
    chosen = chosen[:INCIDENTS]
    of_words = [dict[int, list[int]](), dict[int, list[int]]()]
    wanted = set(chosen)
    for found, incidents in zip(of_words, blamed.reading.incidents, strict=True):
        for word, incident in enumerate(incidents):
            if incident in wanted:
                found.setdefault(incident, []).append(word)
    speaker_of = {stream: speaker for speaker, stream in blamed.pairing or () if stream is not None}
    for number in chosen:
        said, heard = (found.get(number, []) for found in of_words)
        spoken = [reference.places[word] for word in said]
        written = [hypothesis.places[word] for word in heard]
        yield {
            "errors": parts[number],
            "words": [len(said), len(heard)],
            "span": _span(sides, spoken, written),
            "at": [min(spoken, default=-1), min(written, default=-1)],
            "segments": _misplaced(blamed, heard, reference, hypothesis, speaker_of, names),
        }


def _span(sides: Sides, said: Sequence[int], heard: Sequence[int]) -> list[int] | None:
    if not sides.timed:
        return None
    assert sides.reference.times is not None
    assert sides.hypothesis.times is not None
    times = [*(sides.reference.times[word] for word in said), *(sides.hypothesis.times[word] for word in heard)]
    return [min(start for start, _ in times), max(end for _, end in times)] if times else None


def _misplaced(
    blamed: SessionBlame,
    heard: Sequence[int],
    reference: _Words,
    hypothesis: _Words,
    speaker_of: dict[str, str | None],
    names: dict[str, int],
) -> list[list[int]]:
    """Segments under a wrong name: stream, the speaker that the stream stands for, who speaks, and how many words."""
    if not blamed.reading.chain.routes_hypothesis:
        return []
    match = blamed.reading.matches[1]
    found: Counter[tuple[str, str]] = Counter()
    for word in heard:
        partner = match.hypothesis[word]
        stream = hypothesis.voices[word]
        if partner != ALONE and speaker_of.get(stream) != reference.voices[partner]:
            found[stream, reference.voices[partner]] += 1

    def name(text: str | None) -> int:
        return -1 if text is None else names.setdefault(text, len(names))

    return [
        [name(stream), name(speaker_of.get(stream)), name(speaker), words]
        for (stream, speaker), words in found.most_common(SEGMENTS)
    ]
