"""ELAN annotations (.eaf): XML with tiers of annotations, whose times are in slots. The file is one session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import BinaryIO

from hubbub.formats.base import Format
from hubbub.formats.files import read_all, stem
from hubbub.formats.xml_reader import XmlReader
from hubbub.model.reading_options import DETECTED, Reading
from hubbub.model.transcript import Segment, Transcript

ROOT = "ANNOTATION_DOCUMENT"
LONGEST = 10**12
"""Milliseconds: 1e9 seconds."""


MARKERS = {"marker", "markers", "gesture", "gestures", "sectionmarker", "phone", "phones"}
"""Names of tiers, in lowercase, that have no words. They are skipped if there are other tiers."""


class _Annotation:
    """A text in a tier, with its time slots, or with its parent annotation."""

    def __init__(self, line: int, begin: str, end: str, parent: str) -> None:
        self.line, self.begin, self.end, self.parent, self.value = line, begin, end, parent, ""


class _Tier:
    def __init__(self, line: int, name: str, participant: str, parent: str) -> None:
        self.line, self.name, self.participant, self.parent = line, name, participant, parent
        self.annotations: list[_Annotation] = []

    def has_text(self) -> bool:
        return any(annotation.value for annotation in self.annotations)


class _Document(XmlReader):
    """The slots and tiers of a file, filled by the XML parser."""

    remedy = "fix it, or save the file again with ELAN"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.slots: dict[str, int | None] = {}
        self.tiers: dict[str, _Tier] = {}
        self.annotations: dict[str, _Annotation] = {}
        self.root = ""
        self.tier: _Tier | None = None
        self.annotation: _Annotation | None = None
        self.value: list[str] | None = None

    def _needed(self, element: str, attributes: dict[str, str], key: str) -> str:
        if not attributes.get(key):
            raise self.wrong(f"{element} has no {key}")
        return attributes[key]

    def begin(self, element: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        if not self.root:
            self.root = element
            if element != ROOT:
                raise self.wrong(f"{element:.40} instead of {ROOT}", "give an ELAN file")
        if element == "HEADER" and attributes.get("TIME_UNITS", "milliseconds") != "milliseconds":
            raise self.wrong(f"times in {attributes['TIME_UNITS']:.40}", "save the file with times in milliseconds")
        if element == "TIME_SLOT":
            self._slot(self._needed(element, attributes, "TIME_SLOT_ID"), attributes.get("TIME_VALUE"))
        elif element == "TIER":
            name = self._needed(element, attributes, "TIER_ID")
            if name in self.tiers:
                raise self.wrong(f"the tier {name:.40} occurs twice", "rename one of them")
            self.tier = _Tier(line, name, attributes.get("PARTICIPANT", ""), attributes.get("PARENT_REF", ""))
            self.tiers[name] = self.tier
        elif element in ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION"):
            if self.tier is None:
                raise self.wrong(f"{element} outside a tier")
            aligned = element == "ALIGNABLE_ANNOTATION"
            begin, end = (
                self._needed(element, attributes, key) if aligned else ""
                for key in ("TIME_SLOT_REF1", "TIME_SLOT_REF2")
            )
            parent = "" if aligned else self._needed(element, attributes, "ANNOTATION_REF")
            self.annotation = _Annotation(line, begin, end, parent)
            self.annotations[self._needed(element, attributes, "ANNOTATION_ID")] = self.annotation
            self.tier.annotations.append(self.annotation)
        elif element == "ANNOTATION_VALUE":
            self.value = []

    def _slot(self, slot: str, value: str | None) -> None:
        if value is not None and not (value.isascii() and value.isdecimal() and len(value) < 20):
            raise self.wrong(f"TIME_VALUE {value!r:.40} is not a number of milliseconds")
        if value is not None and int(value) > LONGEST:
            raise self.wrong(f"TIME_VALUE {value} is above 1e9 seconds")
        self.slots[slot] = None if value is None else int(value)

    def text(self, text: str) -> None:
        if self.value is not None:
            self.value.append(text)

    def end(self, element: str) -> None:
        if element == "ANNOTATION_VALUE" and self.value is not None:
            if self.annotation is not None:
                self.annotation.value = "".join(self.value).strip()
            self.value = None
        elif element == "TIER":
            self.tier = None

    def fill_slots(self) -> None:
        """Spaces slots without a time evenly between their neighbors, as ELAN shows them."""
        for tier in self.tiers.values():
            chain: list[str] = []
            for annotation in tier.annotations:
                for slot in (annotation.begin, annotation.end):
                    if slot and slot not in self.slots:
                        raise self.wrong(f"the slot {slot:.40} is not in TIME_ORDER", line=annotation.line)
                if not annotation.begin:
                    continue
                if not chain or chain[-1] != annotation.begin or self.slots[annotation.begin] is not None:
                    chain = [annotation.begin]
                chain.append(annotation.end)
                first, last = self.slots[chain[0]], self.slots[chain[-1]]
                if first is not None and last is not None:
                    for place, slot in enumerate(chain[1:-1], 1):
                        self.slots[slot] = first + round((last - first) * place / (len(chain) - 1))
                    chain = []

    def times(self, annotation: _Annotation) -> tuple[float, float]:
        """Returns start and end of an annotation, or of its parent."""
        holder, seen = annotation, 0
        while not holder.begin:
            seen += 1
            if holder.parent not in self.annotations or seen > len(self.annotations):
                raise self.wrong(f"its parent annotation {holder.parent:.40} has no times", line=annotation.line)
            holder = self.annotations[holder.parent]
        start, end = self.slots[holder.begin], self.slots[holder.end]
        if start is None or end is None:
            slot = holder.begin if start is None else holder.end
            raise self.wrong(f"neither the slot {slot:.40} nor its neighbors have a time", line=annotation.line)
        if end < start:
            raise self.wrong(f"end {end} is before start {start}", "swap them", annotation.line)
        return start / 1000, end / 1000

    def named(self, names: Collection[str]) -> list[_Tier]:
        """Returns the tiers with these names; the speaker of a child tier is that of its parent."""
        found = [tier for tier in self.tiers.values() if tier.name in names]
        for tier in found:
            parent = self.tiers.get(tier.parent)
            if parent is not None:
                tier.participant = tier.participant or parent.participant or parent.name
        return found

    def chosen(self) -> list[_Tier]:
        """Returns the tiers of segments: those without a parent, or a child tier if they have no text."""
        children: dict[str, list[_Tier]] = {}
        for tier in self.tiers.values():
            if tier.parent and tier.parent not in self.tiers:
                raise self.wrong(f"the parent {tier.parent:.40} of a tier is missing", line=tier.line)
            children.setdefault(tier.parent, []).append(tier)
        found = []
        for tier in children.get("", ()):
            below = [child for child in children.get(tier.name, ()) if child.has_text()]
            if tier.annotations and not tier.has_text() and below:
                if len(below) > 1:
                    names = " and ".join(child.name for child in below[:2])
                    what = f"the tier {tier.name} has no text, but its child tiers {names} both do"
                    raise self.wrong(what, "keep only the tier with the words", tier.line)
                below[0].participant = below[0].participant or tier.participant or tier.name
                tier = below[0]
            found.append(tier)
        return found


def read(file: BinaryIO, name: str, reading: Reading = DETECTED) -> Transcript:
    data = read_all(file, name)
    if not data.strip():
        return Transcript([], name)
    document = _Document(name)
    document.parse(data)
    document.fill_slots()
    reading.see_tiers(list(document.tiers), name)
    if reading.tiers:
        chosen = tiers = document.named(reading.tiers)
    else:
        chosen = document.chosen()
        tiers = [tier for tier in chosen if tier.name.casefold() not in MARKERS] or chosen
    session, segments = stem(name), []
    for tier in tiers:
        for annotation in tier.annotations:
            speaker, times = tier.participant or tier.name, document.times(annotation)
            segments.append(Segment(annotation.value, session, speaker, *times))
    segments.sort(key=lambda segment: (segment.start, segment.end))
    left_out: Counter[str] = Counter()
    for tier in document.tiers.values():
        if tier not in tiers and tier.has_text():
            what = (
                f"annotations of the tier {tier.name}"
                if tier in chosen or reading.tiers
                else "annotations in child tiers"
            )
            left_out[what] += sum(bool(annotation.value) for annotation in tier.annotations)
    return Transcript(segments, name, (), left_out)


FORMAT = Format(
    name="elan",
    about="ELAN annotations: a tier per speaker, in XML",
    suffixes=(".eaf",),
    read=read,
    write=None,
    matches=lambda head: head.lstrip().startswith("<") and f"<{ROOT}" in head,
    fields=frozenset({"speaker", "start", "end", "words", "turns", "untimed"}),
    priority=97,
    is_distinctive=True,
    one_session=True,
    read_as=read,
)
