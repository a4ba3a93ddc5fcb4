"""The blame on the page: for every wrong word its cause, where a misplaced word belongs, and incidents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from hubbub import _core
from hubbub.insight.blame import Blame
from hubbub.insight.breakdown import Blamed
from hubbub.insight.incidents import Incident
from hubbub.insight.reading import Words
from hubbub.insight.session_causes import SessionBlame
from hubbub.page.packing import in_hundredths

INCIDENTS = 100
"""So many incidents of a session are listed: the worst, of these the longest first."""
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
    return {**pack_parts(blame.total), "remarks": [*blame.remarks, *blame.warnings]}


def pack_blame(blamed: SessionBlame, sheet: _core.Sheet, shown: _core.Shown) -> dict[str, Any]:
    """The blame of one session, word by word; letters stand for the parts of the chain."""
    packed = {**pack_parts(blamed), "matrix": [[*pair, words] for pair, words in blamed.matrix.items()]}
    sides = [(side, sheet.texts(side)) for side in (shown.reference, shown.hypothesis)]
    said, heard = (_places(words, sheet, *side) for words, side in zip(blamed.reading.words, sides, strict=True))
    if said is None or heard is None:
        return packed
    causes = blamed.causes
    letters = {part: CAUSES[place] for place, part in enumerate(blamed.parts)}
    moved = sorted((said[word.reference], heard[word.hypothesis]) for word in causes.moved)
    return packed | {
        "reference": _letters(causes.reference, letters, said, len(sides[0][1])),
        "hypothesis": _letters(causes.hypothesis, letters, heard, len(sides[1][1])),
        "homes": _gaps(place for place, _ in moved),
        "stand": _gaps(place for _, place in moved),
        "incidents": [
            _incident(incident, sheet, shown.hypothesis)
            for incident in sorted(blamed.incidents(INCIDENTS), key=_length, reverse=True)
            if incident.misattributed
        ],
    }


def _length(incident: Incident) -> float:
    """Seconds; 0 without times, so that the worst stays first."""
    return 0.0 if incident.start is None or incident.end is None else incident.end - incident.start


def _places(words: Words, sheet: _core.Sheet, side: int, texts: Sequence[str]) -> list[int] | None:
    """Where the words of the blame stand on the page; None where the page shows others, as words with alternatives."""
    try:
        places = [
            place
            for one in words.utterances
            for place in sheet.places(side, one.speaker, one.number, one.offset, len(one.words))
        ]
    except ValueError:
        return None
    return places if [texts[place] for place in places] == [word.text for word in words.words] else None


def _letters(causes: Sequence[str | None], letters: dict[str, str], places: Sequence[int], size: int) -> str:
    found = [RIGHT] * size
    for cause, place in zip(causes, places, strict=True):
        if cause is not None:
            found[place] = letters[cause]
    return "".join(found)


def _gaps(places: Iterable[int]) -> list[int]:
    """Each as the distance from the one before, which packs best."""
    found, before = [], 0
    for place in places:
        found.append(place - before)
        before = place
    return found


def _incident(incident: Incident, sheet: _core.Sheet, side: int) -> dict[str, Any]:
    """Its errors by part, its time, where it begins, and whose words stand on whose stream."""

    def name(text: str | None) -> int:
        return -1 if text is None else sheet.name(text)

    found: Counter[tuple[str, str | None, str]] = Counter()
    for segment in incident.misplaced:
        for speaker, words in segment.said.items():
            if speaker != segment.written:
                found[segment.stream, segment.written, speaker] += words
    span = None
    if incident.start is not None and incident.end is not None:
        span = in_hundredths(incident.start, incident.end)
    return {
        "errors": list(incident.parts.values()),
        "span": span,
        "at": min((sheet.first(side, segment.stream, segment.number) for segment in incident.misplaced), default=-1),
        "words": [sum(len(text.split()) for _, text in said) for said in (incident.reference, incident.hypothesis)],
        "segments": [[*map(name, key), words] for key, words in found.most_common()],
    }
