"""Corrections exported from a report page: words to skip or to replace before scoring."""

import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple, NotRequired

from hubbub.errors import FormatError, OptionError, shown
from hubbub.model.transcript import SIDES
from hubbub.streams import digest, read_whole
from hubbub.text.units import UNITS

MARKS = ("wrong", "ignore", "comment")
"""Marks: the reference is wrong; the word is not scored; a comment, which changes nothing."""
AS_EXPORTED = "export the corrections from the page again, or remove the entry"


class CorrectedWord(NamedTuple):
    """The word that a correction applies to. Its text must match that of the input."""

    speaker: str
    segment: int
    """The index of its segment among those of this speaker, in time order."""
    word: int
    """Its index among the units of the segment, after the normalizer."""
    text: str
    start: float | None = None
    """Start of its segment, rounded to 0.01 s. Identifies the segment even if earlier segments change."""
    system: str | None = None
    """The system of a hypothesis word."""


class Correction(NamedTuple):
    """One entry of a file of corrections."""

    entry: int
    """Its number in the file, from 1, for messages."""
    session: str
    mark: str
    reference: CorrectedWord | None
    hypothesis: CorrectedWord | None
    instead: str
    """The correct words, if the reference is wrong; empty for none."""
    unit: str
    """The unit of the page: words or characters."""


class Corrections(NamedTuple):
    """All corrections of a file."""

    source: str
    """The file, for messages."""
    entries: tuple[Correction, ...]
    comments: int
    """The number of entries that change nothing."""
    digest: str
    """A hash of the corrections, for the signature."""
    called: str | None = None
    """The name of the system that is scored, if its hypothesis has none."""

    @property
    def systems(self) -> set[str]:
        """The systems with corrected hypothesis words."""
        words = (correction.hypothesis for correction in self.entries)
        return {word.system for word in words if word is not None and word.system is not None}

    def error(self, entry: int, what: str, remedy: str) -> FormatError:
        """Returns the error for one entry."""
        return FormatError(self.source, None, f"entry {entry}: {what}", remedy)


def read_corrections(value: Any) -> Corrections:
    """Reads corrections from a JSON file that a report page exported, or from its content as a dict."""
    if isinstance(value, Corrections):
        return value
    if isinstance(value, Mapping):
        return _parsed("corrections", value)
    if not isinstance(value, str | os.PathLike):
        raise OptionError(f"corrections {shown(value)} are not a file; pass the path of exported corrections")
    name = os.fspath(value)
    try:
        return _parsed(name, json.loads(read_whole(name).decode("utf-8-sig")))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise FormatError(name, None, "not JSON", "use corrections exported from a report page") from None


def _parsed(name: str, data: Any) -> Corrections:
    entries = data.get("corrections", data.get("notes")) if isinstance(data, Mapping) else None  # 0.2 has notes
    if not isinstance(entries, list):
        raise FormatError(name, None, "has no list of corrections", "use corrections exported from a report page")
    corrections = []
    for number, entry in enumerate(entries, 1):
        try:
            corrections.append(_correction(number, entry))
        except ValueError as error:
            raise FormatError(name, None, f"entry {number}: {error}", AS_EXPORTED) from None
    changing = tuple(correction for correction in corrections if correction.mark != "comment")
    _check_duplicates(name, changing)
    return Corrections(name, changing, len(corrections) - len(changing), _digest(changing))


def _correction(number: int, entry: Any) -> Correction:
    from msgspec import ValidationError, convert

    from hubbub.model.schema import data_of, lenient

    word = NotRequired[lenient(CorrectedWord) | None]
    kind = data_of(
        mark=Any, session=str, reference=word, hypothesis=word, instead=NotRequired[str], unit=NotRequired[str]
    )
    try:
        data = convert(entry, kind)
    except ValidationError as error:
        raise ValueError(_explained(str(error), entry)) from None
    mark, unit = data["mark"], data.get("unit", "word")
    for key, value, allowed in (("mark", mark, MARKS), ("unit", unit, UNITS)):
        if value not in allowed:
            raise ValueError(f"the {key} is {shown(value)}, not one of {', '.join(allowed)}")
    reference, hypothesis = (word and CorrectedWord(**word) for word in (data.get("reference"), data.get("hypothesis")))
    if reference is None and hypothesis is None:
        raise ValueError("names no word")
    instead = " ".join(data.get("instead", "").split())
    return Correction(number, data["session"], mark, reference, hypothesis, instead, unit)


def _explained(error: str, value: Any) -> str:
    """Returns a message for an error of msgspec."""
    what, _, path = error.rstrip("`").partition(" - at `$.")
    if "missing" in what:
        return f"has no {what.split('`')[1]!r}"
    keys = path.split(".") if path else []
    for key in keys:
        value = value[key]
    if not keys or keys[-1] in SIDES:
        return f"{shown(value)} {'names no word' if keys else 'is not a correction'}"
    return f"{keys[-1]} is {shown(value)}, which is not valid"


def _check_duplicates(name: str, corrections: tuple[Correction, ...]) -> None:
    seen: dict[tuple[object, ...], int] = {}
    for one in corrections:
        for side, word in zip(SIDES, (one.reference, one.hypothesis), strict=True):
            if word is None or (side == "hypothesis" and one.mark == "wrong" and one.reference is not None):
                continue  # correcting the reference leaves the hypothesis unchanged
            before = seen.setdefault((one.session, side, one.unit, word), one.entry)
            if before != one.entry:
                what = f"entry {one.entry}: applies to the same word as entry {before}"
                raise FormatError(name, None, what, "remove one of them")


def _digest(corrections: tuple[Correction, ...]) -> str:
    return digest("\n".join(sorted(_text(correction._replace(entry=0)) for correction in corrections)))


_NAMES: dict[type, str] = {Correction: "Note", CorrectedWord: "NotedWord"}


def _text(value: Any) -> str:
    """Returns the repr of a record in 0.2, so signatures stay the same."""
    if type(value) not in _NAMES:
        return repr(value)
    return f"{_NAMES[type(value)]}({', '.join(f'{name}={_text(field)}' for name, field in value._asdict().items())})"
