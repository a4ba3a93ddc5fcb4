"""Files with both sides: NeMo manifests with `pred_text`, DiarizationLM, tables and JSON with columns for both."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from hubbub.errors import FormatError, either
from hubbub.formats import diarizationlm, files
from hubbub.formats import table_columns as tables
from hubbub.formats.base import Format
from hubbub.formats.column_names import COLUMNS, HYPOTHESES, REFERENCES
from hubbub.formats.csv import full_rows
from hubbub.formats.directories import KALDI, TRNS, split_espnet_ids
from hubbub.formats.files import Path
from hubbub.formats.jsonvalues import label, parsed_lines
from hubbub.formats.nemo import read_lines
from hubbub.formats.parquet import pair_rows
from hubbub.formats.registry import detect, named, no_segments, text_head
from hubbub.formats.seglst import parse_list
from hubbub.formats.serialized import split_speakers
from hubbub.formats.sniff import is_json
from hubbub.formats.speaker_choice import with_chosen_speakers
from hubbub.model.reading_options import DETECTED, Reading, as_reading, check_seen
from hubbub.model.tables import listed
from hubbub.model.transcript import Segment, Transcript

TABLES, OBJECTS = ("csv", "tsv", "parquet"), ("jsonl", "seglst")
"""Formats whose rows, or objects, may contain both sides."""


def _remedy() -> str:
    return either("give the reference with -r and the hypothesis with -h", "give reference and hypothesis separately")


SHORT = "ref", "hyp"
"""The sides in the names of options."""


class SegmentPair(NamedTuple):
    """A reference segment and the hypothesis for it."""

    reference: Segment
    hypothesis: str


def load_pairs(
    path: Path, by_recording: bool = False, readings: tuple[Reading, Reading] | None = None
) -> tuple[Transcript, Transcript]:
    """Reads both sides from one file: a NeMo manifest, DiarizationLM, or a table or JSON with a column or key for each.

    Each line is a session: its reference is aligned only with its own hypothesis. With `by_recording`, lines of the
    same recording, or of the same session in a table, form one session. A folder with ref.trn and hyp.trn, as ESPnet
    writes it, has both sides too. `readings` choose the columns or keys of the words of both sides, and speakers.
    """
    if readings is not None and readings[0].seen is None:
        return _chosen_pairs(path, by_recording, readings)
    name = files.file_name(path)
    if os.path.isdir(name):
        return _folder(name)
    try:
        with files.open_file(name) as file:
            return _pairs_in(file, name, _detect(file, name), by_recording, readings)
    except OSError as error:
        raise files.read_error(name, error) from None


def _chosen_pairs(path: Path, by_recording: bool, readings: tuple[Reading, Reading]) -> tuple[Transcript, Transcript]:
    """Reads both sides with the chosen speakers. Raises if a choice has no effect."""
    seen: dict[str, dict[str, None]] = {}
    left, right = (as_reading(one)._replace(side=side, seen=seen) for one, side in zip(readings, SHORT, strict=True))
    sides = with_chosen_speakers(load_pairs(path, by_recording, (left, right)), left)
    check_seen(left._replace(text_column=None, speaker_column=None, session_column=None), seen)
    return sides[0], sides[1]


def _pairs_in(
    file: BinaryIO,
    name: str,
    format: Format,
    by_recording: bool = False,
    readings: tuple[Reading, Reading] | None = None,
) -> tuple[Transcript, Transcript]:
    if format.name == "diarizationlm":
        return diarizationlm.pair(file, name, readings or (DETECTED, DETECTED))
    chosen = readings is not None and any(reading.columns() for reading in readings)
    if format.name == "nemo" and not chosen:
        pairs = _manifest(file, name)
    elif format.name in TABLES:
        pairs = _table(file, name, format, readings)
    elif format.name in OBJECTS or (chosen and format.name in ("nemo", "json_table")):
        pairs = _objects(file, name, format, readings)
    else:
        raise FormatError(name, None, f"read as {format.name}, which contains one side only", _remedy())
    if not pairs:
        raise no_segments(name)
    sessions = [pair.reference.session or "" for pair in pairs]
    if not by_recording:
        sessions = _unique_names(sessions)
    left = [pair.reference._replace(session=session) for pair, session in zip(pairs, sessions, strict=True)]
    right = [segment._replace(words=pair.hypothesis) for segment, pair in zip(left, pairs, strict=True)]
    return Transcript(list(split_speakers(left)), name), Transcript(list(split_speakers(right)), name)


def load_sides(name: str) -> tuple[Transcript, Transcript, Format] | None:
    """Reads reference and hypothesis, with the format, if a file or folder contains both; else returns None."""
    if os.path.isdir(name):
        inside = [os.path.isfile(os.path.join(name, base)) for base in (*TRNS, KALDI)]
        return (*load_pairs(name), named("trn")) if inside == [True, True, False] else None
    try:
        with files.open_file(name) as file:
            return sides_in(file, name)
    except OSError as error:
        raise files.read_error(name, error) from None


def sides_in(file: BinaryIO, name: str) -> tuple[Transcript, Transcript, Format] | None:
    """Reads reference and hypothesis, with the format, if an open file contains both; else returns None."""
    format = _detect(file, name)
    file.seek(0)
    both = format.name in ("nemo", "diarizationlm", *TABLES, *OBJECTS) and _holds_both(file, name, format)
    file.seek(0)
    return (*_pairs_in(file, name, format), format) if both else None


def _detect(file: BinaryIO, name: str) -> Format:
    """Returns the format; JSON with the keys of both sides needs no suffix, since it may come from standard input."""
    try:
        return detect(file, name)
    except FormatError:
        if is_json(text_head(file)) and _keys(file, name).sides() is not None:
            return named(OBJECTS[0])
        raise


def _rows(
    file: BinaryIO, name: str, format: Format, readings: tuple[Reading, Reading] = (DETECTED, DETECTED)
) -> Sequence[tuple[int | None, list[str]]]:
    """Returns the header and all rows of a table, each with the line that it begins in."""
    chosen = [column for reading in readings for column in reading.columns().values()]
    return pair_rows(file, name, chosen) if format.name == "parquet" else full_rows(file, name)


def _holds_both(file: BinaryIO, name: str, format: Format) -> bool:
    if format.name == "diarizationlm":
        return diarizationlm.has_both(file, name)
    if format.name == "nemo":
        values = parsed_lines(file, name)
        return all(any(value.get(key) for value in values) for key in ("text", "pred_text"))
    if format.name in OBJECTS:
        head = file.read(1 << 16).lower()
        file.seek(0)
        return (b'"hyp' in head or b'"pred' in head) and _keys(file, name).sides() is not None
    rows = _rows(file, name, format)
    return bool(rows) and tables.layout(rows[0][1]).sides() is not None


def _keys(file: BinaryIO, name: str) -> tables.Layout:
    """Returns the keys of the first JSON object, as the columns of a table."""
    values = parsed_lines(file, name)
    return tables.layout(values[0].raw if values and isinstance(values[0].raw, dict) else ())


def _unique_names(names: list[str]) -> list[str]:
    """Returns unique names: names that occur several times get a number.

    >>> _unique_names(["a", "b", "a"])
    ['a-1', 'b', 'a-2']
    """
    counts, used = Counter(names), Counter[str]()
    found = []
    for name in names:
        used[name] += 1
        found.append(f"{name}-{used[name]}" if counts[name] > 1 else name)
    if len(set(found)) < len(found):  # a name already ends in such a number
        return [f"{name}-{number}" for number, name in enumerate(names, 1)]
    return found


def _manifest(file: BinaryIO, name: str) -> list[SegmentPair]:
    values = parsed_lines(file, name)
    if not any(value.get("pred_text") for value in values):
        raise FormatError(name, None, "no line has pred_text, so it contains one side only", _remedy())
    hypotheses = [value["pred_text"].text() for value in values]
    if not any(value.get("text") for value in values):
        raise FormatError(name, None, "no line has text, so it contains one side only", _remedy())
    return [
        SegmentPair(segment._replace(extra=None), text)
        for segment, text in zip(read_lines(file, name), hypotheses, strict=True)
    ]


def _sides(
    names: Sequence[str], name: str, readings: tuple[Reading, Reading]
) -> tuple[tables.Layout, tuple[int, int] | None]:
    """Returns the layout of a table of both sides, and the indices of their words; None if one is missing.

    Without a column of its own, the reference is the chosen column of words.
    """

    def words(reading: Reading, known: Sequence[str]) -> int | None:
        if reading.text_column is None or (known is HYPOTHESES and not reading.side):
            return table.column(known)
        of_words = reading._replace(speaker_column=None, session_column=None)
        return tables.chosen_layout(names, of_words, name).keys.index("words")

    table = tables.chosen_layout(names, readings[0]._replace(text_column=None), name)
    left, right = words(readings[0], (*REFERENCES, *COLUMNS["words"])), words(readings[1], HYPOTHESES)
    return table, None if left is None or right is None else (left, right)


def _table(
    file: BinaryIO, name: str, format: Format, readings: tuple[Reading, Reading] | None = None
) -> list[SegmentPair]:
    readings = readings or (DETECTED, DETECTED)
    rows = _rows(file, name, format, readings)
    table, sides = _sides(rows[0][1] if rows else (), name, readings)
    if sides is None:
        what = f"no columns for reference and hypothesis (found {listed(table.names)})"
        raise FormatError(name, None, what, _remedy())
    table = tables.resolve_sessions(table, lambda index: [row[index] for _, row in rows[1:]], of_meetings=False)
    session, speaker = (table.keys.index(key) if key in table.keys else None for key in ("session_id", "speaker"))
    pairs = []
    for number, (line, row) in enumerate(rows[1:], 1):
        try:
            name_of_session = str(number) if session is None else tables.session_of(table, row[session])
        except FormatError as error:
            raise FormatError(name, line, error.what, error.remedy) from None
        speaker_name = None if speaker is None else row[speaker].strip() or None
        pairs.append(SegmentPair(Segment(row[sides[0]].strip(), name_of_session, speaker_name), row[sides[1]].strip()))
    return pairs


def _objects(
    file: BinaryIO, name: str, format: Format, readings: tuple[Reading, Reading] | None = None
) -> list[SegmentPair]:
    if format.name == "seglst":
        parse_list(file, name)  # its error says so if these are saved results
    table, sides = _sides(_keys(file, name).names, name, readings or (DETECTED, DETECTED))
    if sides is None:
        raise FormatError(name, None, f"read as {format.name}, which contains one side only", _remedy())
    left, right = (table.names[side] for side in sides)
    values = parsed_lines(file, name)
    table = tables.resolve_sessions(
        table, lambda index: [value.mapping().get(table.names[index]) for value in values], of_meetings=False
    )
    session, speaker = (
        table.names[table.keys.index(key)] if key in table.keys else None for key in ("session_id", "speaker")
    )
    pairs = []
    for number, value in enumerate(values, 1):
        if session is not None and not tables.path_of(value[session].raw):
            raise value.error(f"the key {session} is empty", "give a name in every object, or in none")
        name_of_session = str(number) if session is None else tables.session_of(table, value[session].raw)
        speaker_name = None if speaker is None else label(value.get(speaker))
        pairs.append(
            SegmentPair(Segment(value[left].text().strip(), name_of_session, speaker_name), value[right].text().strip())
        )
    return pairs


def _folder(folder: str) -> tuple[Transcript, Transcript]:
    sides = []
    for base in TRNS:
        path = os.path.join(folder, base)
        if not os.path.isfile(path):
            raise FormatError(folder, None, f"has no {base}, so it does not contain both sides", _remedy())
        with files.open_file(path) as file:
            sides.append(split_espnet_ids(named("trn").read(file, path)))
    return sides[0], sides[1]
