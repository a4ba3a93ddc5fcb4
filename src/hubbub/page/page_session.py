"""One session of the page: its words once, and for every score the alignment with its findings and its blame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.json import encode

from hubbub import _core
from hubbub.insight.blame import Blame
from hubbub.insight.breakdown import Breakdown
from hubbub.insight.incidents import Incident
from hubbub.insight.reading import Words
from hubbub.insight.selections import NOWHERE, SLICES
from hubbub.insight.session_causes import SessionBlame
from hubbub.model.alignment import Alignment
from hubbub.model.result import Result
from hubbub.model.word_errors import WordErrors
from hubbub.page.packing import AUDIO_KEYS, Further, alignment_with_keys, further_of, in_hundredths, pack
from hubbub.scoring.outcome import by_speaker, shown

FREQUENT = 60
"""So many errors of each kind are listed."""
INCIDENTS = 100
"""So many incidents of a session are listed: the worst, of these the longest first."""
RIGHT = "-"
CAUSES = "abc"
"""A letter for each part of the chain."""


class Findings(NamedTuple):
    """What is counted of one score of a session."""

    shown: _core.Shown
    speakers: list[tuple[str | None, str | None, WordErrors]]
    """Speaker, stream (None where it is more than one), errors."""
    slices: list[Slice]


class _Sides:
    """The sides of a session that differ by their words or by further keys."""

    def __init__(self, sheet: _core.Sheet) -> None:
        self._sheet = sheet
        self._found: dict[tuple[int, bytes], int] = {}

    def number(self, side: int, further: Further) -> int:
        return self._found.setdefault((side, encode(further.packed())), len(self._found))

    def pack(self) -> dict[str, Any]:
        words, names, columns = self._sheet.pack()
        sides = []
        for side, further in self._found:
            own = b",".join(b'"%b":%b' % (key.encode(), column) for key, column in columns[side].items())
            sides.append(Raw(b"{" + own + (b"," + further[1:] if further != b"{}" else b"}")))
        return {"words": Raw(words), "sides": sides, "names": Raw(names)}


def find(result: Result | Alignment, sheet: _core.Sheet, score: int) -> tuple[Findings, tuple[Further, Further]]:
    """What is counted of one result, which has this number on the page, and the further keys of both of its sides."""
    found = shown(result, sheet, score)
    alignment = alignment_with_keys(result)
    if alignment is None:
        further = Further({}, {}), Further({}, {})
    else:
        reference = (piece for lane in alignment for piece in lane.reference)
        hypothesis = (piece for lane in alignment for piece in lane.hypothesis)
        further = (further_of(reference, sheet, found.reference), further_of(hypothesis, sheet, found.hypothesis))
    slices = slices_of(found, sheet.utterances(found.reference), further[0].extra) if isinstance(result, Result) else []
    return Findings(found, by_speaker(found), slices), further


def pack_session(
    results: Sequence[Result | Alignment | None], blames: Sequence[SessionBlame | None], level: int
) -> tuple[str, list[Findings | None]]:
    """The packed session, and the findings of each result; the blame stands beside its result.

    An alignment alone is one of stretches of time. The level is that of the compression.
    """
    sheet = _core.Sheet()
    sides = _Sides(sheet)
    codes: dict[str, int] = {}
    packed: list[dict[str, Any] | None] = []
    all_findings: list[Findings | None] = []
    for score, (result, blamed) in enumerate(zip(results, blames, strict=True)):
        if result is None:
            packed.append(None)
            all_findings.append(None)
            continue
        findings, (said, heard) = find(result, sheet, score)
        all_findings.append(findings)
        packed.append(
            {
                "reference": sides.number(findings.shown.reference, said),
                "hypothesis": sides.number(findings.shown.hypothesis, heard),
                **_score(findings, codes),
                "blame": None if blamed is None else pack_blame(blamed, sheet, findings.shown),
            }
        )
    return pack({**sides.pack(), "codes": list(codes), "scores": packed}, level), all_findings


def _score(findings: Findings, codes: dict[str, int]) -> dict[str, Any]:
    one = findings.shown
    return {
        "timed": one.timed,
        "lanes": Raw(one.lanes),
        "start": one.start,
        "end": one.end,
        "bins": Raw(one.bins),
        "frequent": Raw(one.frequent(FREQUENT)),
        "speakers": [[speaker, stream, errors.to_dict()] for speaker, stream, errors in findings.speakers],
        "slices": [
            {
                "name": one.name,
                "parts": [[label, errors.to_dict()] for label, errors in zip(one.labels, one.errors, strict=True)],
                "segments" if one.by_segment else "words": codes.setdefault(one.letters, len(codes)),
                "inserted": one.inserted,
            }
            for one in findings.slices
            if one.tells
        ],
    }


def pack_parts(blamed: Breakdown) -> dict[str, Any]:
    """The parts of a session or of all, with their bounds where they are not proven."""
    return {
        "parts": [[name, *part] for name, part in blamed.parts.items()],
        "moved": blamed.moved_words,
        "heard": blamed.heard_words,
    }


def pack_total(blame: Blame) -> dict[str, Any]:
    """What the overview says about the blame."""
    return {**pack_parts(blame.total), "remarks": list(map(str, (*blame.remarks, *blame.warnings)))}


def pack_blame(blamed: SessionBlame, sheet: _core.Sheet, shown: _core.Shown) -> dict[str, Any]:
    """The blame of one session, word by word; letters stand for the parts of the chain."""
    packed = {**pack_parts(blamed), "matrix": [[*pair, words] for pair, words in blamed.matrix.items()]}
    sides = [(side, sheet.texts(side)) for side in (shown.reference, shown.hypothesis)]
    said, heard = (_places(words, sheet, *side) for words, side in zip(blamed.reading.words, sides, strict=True))
    if said is None or heard is None:
        return packed
    causes = blamed.causes
    letters = {part: CAUSES[place] for place, part in enumerate(blamed.parts)}
    moved = sorted((said[word], heard[partner]) for _, word, partner in causes.moved)
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
    return places if [texts[place] for place in places] == words.texts else None


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


FEW_VALUES = 8
"""A key of the segments with more values is no slice."""


class Slice(NamedTuple):
    """One way to cut a session into parts."""

    name: str
    labels: list[str]
    errors: list[WordErrors]
    """Of each part."""
    by_segment: bool
    letters: str
    """A letter for the part of each reference word, or of each segment: `a` for the first one."""
    inserted: str
    """A letter for the part of each insertion, in the order of the steps."""

    @property
    def tells(self) -> bool:
        """Is there more than one part, or is it a slice that everybody expects?"""
        return self.name in SLICES or len(self.labels) > 1


def in_order(name: str, labels: Iterable[str]) -> list[str]:
    """The parts of a slice in the order in which people expect them; those of a key by name."""
    order = SLICES.get(name, (NOWHERE,))
    return sorted(labels, key=lambda label: (order.index(label), "") if label in order else (len(order), label))


def slices_of(shown: _core.Shown, segments: int, extra: Mapping[int, Mapping[str, Any]]) -> list[Slice]:
    """Every slice of a session. Its reference has so many segments; `extra` has further keys of some."""
    counted = [(name, labels, found) for (name, labels), found in zip(SLICES.items(), shown.slices(), strict=True)]
    for name, values, kinds in _keys(segments, extra):
        counted.append((name, (*values, NOWHERE), shown.by_segment(kinds, len(values))))
    slices = []
    for name, labels, found in counted:
        if found is not None:
            parts, errors, by_segment, letters, inserted = found
            own = [labels[part] for part in parts]
            slices.append(Slice(name, own, [WordErrors(*one) for one in errors], by_segment, letters, inserted))
    return slices


def _keys(segments: int, extra: Mapping[int, Mapping[str, Any]]) -> Iterator[tuple[str, list[str], list[int]]]:
    """Keys of the segments with few values: their values, and which of them each segment has."""
    for key in dict.fromkeys(key for place in sorted(extra) for key in extra[place]):
        values = [extra.get(segment, {}).get(key) for segment in range(segments)]
        if key in AUDIO_KEYS or not all(value is None or isinstance(value, (str, bool, int)) for value in values):
            continue
        labels = sorted({f"no {key}" if value is None else str(value) for value in values})
        # A value of nearly every segment is a name and no kind.
        if len(labels) == 1 or len(labels) <= min(FEW_VALUES, len(values) // 2):
            place = {label: number for number, label in enumerate(labels)}
            name = f"{key} (key)" if key in (*SLICES, "cause") else key
            yield name, labels, [place[f"no {key}" if value is None else str(value)] for value in values]
