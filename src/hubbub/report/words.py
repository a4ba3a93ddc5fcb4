"""An alignment as text: reference above hypothesis, errors marked by a letter and, on a terminal, by colour."""

from __future__ import annotations

from collections.abc import Iterator

from hubbub.model.alignment import CORRECT, DELETION, INSERTION, SPARED, SUBSTITUTION, Lane, Pair
from hubbub.model.metrics import counted_unit
from hubbub.model.result import Result
from hubbub.model.tables import counted, percent, visible, width

COLOURS = {SUBSTITUTION: "\033[33m", DELETION: "\033[34m", INSERTION: "\033[31m", CORRECT: "", SPARED: ""}
MARGIN = 5


def alignment_text(result: Result, columns: int = 80, colour: bool = False, only_errors: bool = False) -> str:
    """All lanes of a result, wrapped to a number of columns."""
    return "\n".join(
        line
        for lane in result.alignment
        for line in _lane(lane, counted_unit(result.signature), columns, colour, only_errors)
    )


def _title(lane: Lane, unit: str) -> str:
    """Who is matched with whom; empty where neither side has a name, since the session's line tells the rest."""
    if lane.speaker is None:
        names = "all streams" if lane.stream is None else f"stream {lane.stream}"
    elif not lane.speaker and lane.stream == "":
        return ""
    else:
        stream = "no stream" if lane.stream is None else lane.stream or "no name"
        names = f"{lane.speaker or 'no name'} → {stream}"
    errors, words = counted(lane.errors.errors, "error"), counted(lane.errors.length, unit)
    return f"{visible(names)}: {errors} in {words} ({percent(lane.errors.rate)})"


def _lane(lane: Lane, unit: str, columns: int, colour: bool, only_errors: bool) -> Iterator[str]:
    if title := _title(lane, unit):
        yield f"\033[1m{title}\033[0m" if colour else title
    for row in _rows(lane, max(columns - MARGIN, 20)):
        if only_errors and all(pair.kind in (CORRECT, SPARED) for pair, _ in row):
            continue
        if lane.speaker is None and (speakers := _speaker_line(row)):
            yield speakers
        yield from _row(row, colour)


def _new_speaker(pair: Pair, last: str) -> str:
    """The speaker of the reference word if it differs from the last speaker; else empty."""
    speaker = "" if pair.reference is None else visible(pair.reference.speaker)
    return speaker if speaker != last else ""


def _speaker_line(row: list[tuple[Pair, int]]) -> str:
    """A line with the name of each speaker above the first word of a turn."""
    line, last, at = "", "", MARGIN
    for pair, cell_width in row:
        if name := _new_speaker(pair, last):
            line += " " * (at - width(line)) + name
            last = name
        at += cell_width + 1
    return line


def _rows(lane: Lane, columns: int) -> Iterator[list[tuple[Pair, int]]]:
    """The pairs that fit into each row, with the width of their column."""
    row: list[tuple[Pair, int]] = []
    used, last = 0, ""
    for pair in lane.pairs():
        texts = [visible(word.text) for word in (pair.reference, pair.hypothesis) if word is not None]
        name = "" if lane.speaker is not None else _new_speaker(pair, last)
        cell_width = max(map(width, [*texts, name]))
        if row and used + cell_width > columns:
            yield row
            row, used = [], 0
            name = "" if lane.speaker is not None else _new_speaker(pair, "")
            cell_width = max(map(width, [*texts, name]))
        row.append((pair, cell_width))
        used += cell_width + 1
        last = name or last
    if row:
        yield row


def _row(row: list[tuple[Pair, int]], colour: bool) -> Iterator[str]:
    ref: list[str] = []
    hyp: list[str] = []
    marks: list[str] = []
    for pair, cell_width in row:
        above = visible(pair.reference.text) if pair.reference else "*" * cell_width
        below = visible(pair.hypothesis.text) if pair.hypothesis else "*" * cell_width
        mark = "" if pair.kind == CORRECT else pair.kind
        for line, text in ((ref, above), (hyp, below), (marks, mark)):
            padded = text + " " * (cell_width - width(text))
            line.append(f"{COLOURS[pair.kind]}{padded}\033[0m" if colour and pair.kind != CORRECT else padded)
    yield "REF  " + " ".join(ref).rstrip()
    yield "HYP  " + " ".join(hyp).rstrip()
    if any(pair.kind != CORRECT for pair, _ in row):
        yield "     " + " ".join(marks).rstrip()
    yield ""
