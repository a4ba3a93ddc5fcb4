"""Notes on words, as the report page exports them: which words to leave out or to replace before scoring."""

import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple, NotRequired

from hubbub.errors import FormatError, OptionError, shown
from hubbub.model.transcript import SIDES
from hubbub.streams import digest, read_whole
from hubbub.text.units import UNITS

MARKS = ("wrong", "ignore", "comment")
"""The reference is wrong; the word shall not be scored; only a remark, which changes nothing."""
AS_EXPORTED = "export the notes from the page anew, or take the entry out"


class NotedWord(NamedTuple):
    """The word that a note is about. Its text is compared before anything is changed."""

    speaker: str
    segment: int
    """Its number among the segments of this speaker, in order of time."""
    word: int
    """Its number among the units of the segment, after the normaliser."""
    text: str
    start: float | None = None
    """Where the segment begins, to a hundredth of a second: this outlives a change of the segments before it."""
    system: str | None = None
    """Of a hypothesis: which one."""


class Note(NamedTuple):
    """One entry of the notes."""

    entry: int
    """Its number in the file, from 1, for messages."""
    session: str
    mark: str
    reference: NotedWord | None
    hypothesis: NotedWord | None
    instead: str
    """What was said, where the reference is wrong; empty where nothing was."""
    unit: str
    """What the page counted: words or characters."""


class Corrections(NamedTuple):
    """All notes of a file."""

    source: str
    """The file, for messages."""
    notes: tuple[Note, ...]
    comments: int
    """How many of the file's entries change nothing."""
    digest: str
    """Stands for the notes in the signature."""
    called: str | None = None
    """The system that is scored, where its hypothesis does not tell its name."""

    @property
    def systems(self) -> set[str]:
        """The systems of which words are noted."""
        words = (note.hypothesis for note in self.notes)
        return {word.system for word in words if word is not None and word.system is not None}

    def error(self, entry: int, what: str, remedy: str) -> FormatError:
        """The error for one entry."""
        return FormatError(self.source, None, f"entry {entry}: {what}", remedy)


def read_corrections(value: Any) -> Corrections | None:
    """The notes of a JSON file that the report page exported, or of the dict that such a file holds."""
    if value is None or isinstance(value, Corrections):
        return value
    if isinstance(value, Mapping):
        return _parsed("corrections", value)
    if not isinstance(value, str | os.PathLike):
        raise OptionError(f"corrections {shown(value)} are no file; give the path of exported notes")
    name = os.fspath(value)
    try:
        return _parsed(name, json.loads(read_whole(name).decode("utf-8-sig")))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise FormatError(name, None, "not JSON", "give notes that a report page exported") from None


def _parsed(name: str, data: Any) -> Corrections:
    entries = data.get("corrections", data.get("notes")) if isinstance(data, Mapping) else None  # 0.2 has notes
    if not isinstance(entries, list):
        raise FormatError(name, None, "holds no list of notes", "give notes that a report page exported")
    notes = []
    for number, entry in enumerate(entries, 1):
        try:
            notes.append(_note(number, entry))
        except ValueError as error:
            raise FormatError(name, None, f"entry {number}: {error}", AS_EXPORTED) from None
    changing = tuple(note for note in notes if note.mark != "comment")
    _check_twice(name, changing)
    return Corrections(name, changing, len(notes) - len(changing), _digest(changing))


def _note(number: int, entry: Any) -> Note:
    from msgspec import ValidationError, convert

    from hubbub.model.schema import data_of, lenient

    word = NotRequired[lenient(NotedWord) | None]
    kind = data_of(
        mark=Any, session=str, reference=word, hypothesis=word, instead=NotRequired[str], unit=NotRequired[str]
    )
    try:
        data = convert(entry, kind)
    except ValidationError as error:
        raise ValueError(_in_words(str(error), entry)) from None
    mark, unit = data["mark"], data.get("unit", "word")
    for key, value, known in (("mark", mark, MARKS), ("unit", unit, UNITS)):
        if value not in known:
            raise ValueError(f"the {key} is {shown(value)}, not one of {', '.join(known)}")
    said, heard = (word and NotedWord(**word) for word in (data.get("reference"), data.get("hypothesis")))
    if said is None and heard is None:
        raise ValueError("names no word")
    return Note(number, data["session"], mark, said, heard, " ".join(data.get("instead", "").split()), unit)


def _in_words(error: str, value: Any) -> str:
    """What msgspec says about a value, in our words."""
    what, _, path = error.rstrip("`").partition(" - at `$.")
    if "missing" in what:
        return f"has no {what.split('`')[1]!r}"
    keys = path.split(".") if path else []
    for key in keys:
        value = value[key]
    if not keys or keys[-1] in SIDES:
        return f"{shown(value)} {'names no word' if keys else 'is no note'}"
    return f"{keys[-1]} is {shown(value)}, which it cannot be"


def _check_twice(name: str, notes: tuple[Note, ...]) -> None:
    seen: dict[tuple[object, ...], int] = {}
    for note in notes:
        for side, word in zip(SIDES, (note.reference, note.hypothesis), strict=True):
            if word is None or (side == "hypothesis" and note.mark == "wrong" and note.reference is not None):
                continue  # of a wrong reference, the hypothesis stays as it is
            before = seen.setdefault((note.session, side, note.unit, word), note.entry)
            if before != note.entry:
                what = f"entry {note.entry}: is about the same word as entry {before}"
                raise FormatError(name, None, what, "take one of them out")


def _digest(notes: tuple[Note, ...]) -> str:
    return digest("\n".join(sorted(repr(note._replace(entry=0)) for note in notes)))
