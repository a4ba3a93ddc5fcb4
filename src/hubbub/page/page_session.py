"""One session of the page: its words, and for every score the alignment with its counts and the causes of errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.json import encode

from hubbub import _core
from hubbub.insight.blame import Blame
from hubbub.insight.breakdown import ErrorBreakdown
from hubbub.insight.reading import Words
from hubbub.insight.selections import NOWHERE, SLICES
from hubbub.insight.session_causes import SessionBlame
from hubbub.insight.stretches import ErrorStretch
from hubbub.model.alignment import Alignment
from hubbub.model.result import Result
from hubbub.model.store import json_bytes
from hubbub.model.word_errors import WordErrors
from hubbub.page.packing import AUDIO_KEYS, ExtraKeys, alignment_with_keys, extra_keys, in_hundredths
from hubbub.scoring.outcome import by_speaker, shown

FREQUENT = 60
"""Number of frequent errors listed for each kind."""
STRETCHES = 100
"""Number of worst stretches listed for a session."""
CORRECT_WORD = "-"
CAUSES = "abc"
"""A letter for each cause, in the order of the chain."""


class Findings(NamedTuple):
    """Counts of one score of a session."""

    shown: _core.PageAlignment
    speakers: list[tuple[str | None, str | None, WordErrors]]
    """Speaker, stream (None if there are several), errors."""
    slices: list[Slice]
    segments: int
    """Number of segments of the reference."""
    stretches: Sequence[dict[str, Any]] = ()
    """The worst stretches by all errors, as the page has them."""


class _Sides:
    """The distinct sides of a session, by words and extra keys."""

    def __init__(self, sheet: _core.Sheet) -> None:
        self._sheet = sheet
        self._found: dict[tuple[int, bytes], int] = {}

    def number(self, side: int, further: ExtraKeys) -> int:
        """Returns the number of a side, and registers it if it is new."""
        return self._found.setdefault((side, encode(further.packed())), len(self._found))

    def pack(self) -> dict[str, Any]:
        """Returns all sides as data for the viewer."""
        words, names, columns = self._sheet.pack()
        sides = []
        for side, further in self._found:
            own = b",".join(b'"%b":%b' % (key.encode(), column) for key, column in columns[side].items())
            sides.append(Raw(b"{" + own + (b"," + further[1:] if further != b"{}" else b"}")))
        return {"words": Raw(words), "sides": sides, "names": Raw(names)}


def find(result: Result | Alignment, sheet: _core.Sheet, score: int) -> tuple[Findings, tuple[ExtraKeys, ExtraKeys]]:
    """Returns the counts of one result, whose number on the page is `score`, and the extra keys of both sides."""
    found = shown(result, sheet, score)
    alignment = alignment_with_keys(result)
    if alignment is None:
        further = ExtraKeys({}, {}), ExtraKeys({}, {})
    else:
        reference = (piece for lane in alignment for piece in lane.reference)
        hypothesis = (piece for lane in alignment for piece in lane.hypothesis)
        further = (extra_keys(reference, sheet, found.reference), extra_keys(hypothesis, sheet, found.hypothesis))
    segments = sheet.utterances(found.reference)
    slices = slices_of(found, segments, further[0].extra) if isinstance(result, Result) else []
    stretches = [_plain_stretch(found.timed, *one[:3]) for one in found.worst(STRETCHES)]
    return Findings(found, by_speaker(found), slices, segments, stretches), further


def pack_session(
    results: Sequence[Result | Alignment | None], blames: Sequence[SessionBlame | None]
) -> tuple[Raw, list[Findings | None]]:
    """Returns the session as JSON, and the counts of each result. `blames` has the causes of each result, or None.

    An Alignment instead of a Result is one of diarization.
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
        findings, (reference, hypothesis) = find(result, sheet, score)
        blame = None
        if blamed is not None:
            blame = pack_blame(blamed, blamed.worst(STRETCHES, all_causes=True, short=True), sheet, findings.shown)
        all_findings.append(findings)
        packed.append(
            {
                "reference": sides.number(findings.shown.reference, reference),
                "hypothesis": sides.number(findings.shown.hypothesis, hypothesis),
                **_score(findings, codes),
                "blame": blame,
            }
        )
    return Raw(json_bytes({**sides.pack(), "codes": list(codes), "scores": packed})), all_findings


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
            if one.is_shown
        ],
    }


def pack_parts(blamed: ErrorBreakdown) -> dict[str, Any]:
    """Returns the errors by cause, with their bounds, as data for the viewer."""
    return {
        "parts": [[name, *part] for name, part in blamed.parts.items()],
        "misattributed": blamed.misattributed,
        "correct": blamed.correct,
    }


def pack_total(blame: Blame) -> dict[str, Any]:
    """Returns the errors by cause of all sessions, with notes."""
    return {**pack_parts(blame.total), "remarks": list(map(str, blame.remarks))}


def pack_blame(
    blamed: SessionBlame, stretches: Sequence[ErrorStretch], sheet: _core.Sheet, shown: _core.PageAlignment
) -> dict[str, Any]:
    """Returns the causes of one session, word by word: a letter for each word."""
    packed = {**pack_parts(blamed), "matrix": [[*pair, words] for pair, words in blamed.matrix.items()]}
    sides = [(side, sheet.texts(side)) for side in (shown.reference, shown.hypothesis)]
    spoken, written = (_places(words, sheet, *side) for words, side in zip(blamed.reading.words, sides, strict=True))
    if spoken is None or written is None:
        return packed
    causes = blamed.causes
    letters = {part: CAUSES[place] for place, part in enumerate(blamed.parts)}
    misattributed = sorted((spoken[word], written[partner]) for _, word, partner in causes.misattributed)
    return packed | {
        "reference": _letters(causes.reference, letters, spoken, len(sides[0][1])),
        "hypothesis": _letters(causes.hypothesis, letters, written, len(sides[1][1])),
        "spoken": _gaps(place for place, _ in misattributed),
        "written": _gaps(place for _, place in misattributed),
        "worst": [_stretch(stretch, sheet, shown.hypothesis) for stretch in stretches],
    }


def _places(words: Words, sheet: _core.Sheet, side: int, texts: Sequence[str]) -> list[int] | None:
    """Returns the page's index of each word; None if the page shows other words, as with alternatives."""
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
    found = [CORRECT_WORD] * size
    for cause, place in zip(causes, places, strict=True):
        if cause is not None:
            found[place] = letters[cause]
    return "".join(found)


def _gaps(places: Iterable[int]) -> list[int]:
    """Returns each index as the distance from the one before, which compresses best."""
    found, before = [], 0
    for place in places:
        found.append(place - before)
        before = place
    return found


def _stretch(stretch: ErrorStretch, sheet: _core.Sheet, side: int) -> dict[str, Any]:
    """Packs the errors by cause, the time span, the first misattributed word, and whose words are in which stream."""

    def name(text: str | None) -> int:
        return -1 if text is None else sheet.name(text)

    span = None
    if stretch.start is not None and stretch.end is not None:
        span = in_hundredths(stretch.start, stretch.end)
    return {
        "errors": list(stretch.parts.values()),
        "span": span,
        "at": min((sheet.first(side, segment.stream, segment.number) for segment in stretch.misattributed), default=-1),
        "words": [sum(len(text.split()) for _, text in lines) for lines in (stretch.reference, stretch.hypothesis)],
        "segments": [[*map(name, key), words] for key, words in _misplaced(stretch).most_common()],
    }


def _plain_stretch(timed: bool, span: tuple[int, int], errors: int, reference: int) -> dict[str, Any]:
    """Packs a stretch of the alignment alone, which has no causes. Without times it has positions of words."""
    return {"errors": errors, "span" if timed else "positions": span, "words": reference}


def _misplaced(stretch: ErrorStretch) -> Counter[tuple[str, str | None, str]]:
    """Returns the words in other speakers' streams: by stream, the speaker paired with it, and their own speaker."""
    found: Counter[tuple[str, str | None, str]] = Counter()
    for segment in stretch.misattributed:
        for speaker, words in segment.speakers.items():
            if speaker != segment.paired:
                found[segment.stream, segment.paired, speaker] += words
    return found


FEW_VALUES = 8
"""Maximum number of values of a segment key that makes a slice."""


class Slice(NamedTuple):
    """One way to group the words of a session."""

    name: str
    labels: list[str]
    errors: list[WordErrors]
    """Errors of each group."""
    by_segment: bool
    letters: str
    """A letter for the group of each reference word, or of each segment: `a` for the first group."""
    inserted: str
    """A letter for the group of each insertion, in order of the steps."""

    @property
    def is_shown(self) -> bool:
        """Whether it has several groups, or is a standard slice."""
        return self.name in SLICES or len(self.labels) > 1


def in_order(name: str, labels: Iterable[str]) -> list[str]:
    """Sorts the groups of a slice: standard slices in their fixed order, others by name."""
    order = SLICES.get(name, (NOWHERE,))
    return sorted(labels, key=lambda label: (order.index(label), "") if label in order else (len(order), label))


def slices_of(shown: _core.PageAlignment, segments: int, extra: Mapping[int, Mapping[str, Any]]) -> list[Slice]:
    """Returns every slice of a session. `segments` is their number in the reference, `extra` their extra keys."""
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
    """Yields the segment keys with few distinct values: the values, and the index of each segment's value."""
    for key in dict.fromkeys(key for place in sorted(extra) for key in extra[place]):
        values = [extra.get(segment, {}).get(key) for segment in range(segments)]
        if key in AUDIO_KEYS or not all(value is None or isinstance(value, (str, bool, int)) for value in values):
            continue
        labels = sorted({f"no {key}" if value is None else str(value) for value in values})
        # A key with a different value in nearly every segment is a name, not a category.
        if len(labels) == 1 or len(labels) <= min(FEW_VALUES, len(values) // 2):
            place = {label: number for number, label in enumerate(labels)}
            name = f"{key} (key)" if key in (*SLICES, "cause") else key
            yield name, labels, [place[f"no {key}" if value is None else str(value)] for value in values]
