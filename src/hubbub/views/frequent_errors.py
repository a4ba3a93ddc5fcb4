"""The most frequent errors: which words are taken for which, left out or put in, of all and of each speaker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hubbub.model.alignment import DELETION, INSERTION, SUBSTITUTION
from hubbub.model.result import Scores
from hubbub.model.tables import COLORS, DIM, MARKS, Cell, Column, Table, fit, painted, visible, width
from hubbub.scoring.outcome import shown
from hubbub.version import __version__

NAMES = {SUBSTITUTION: "substitution", DELETION: "deletion", INSERTION: "insertion"}
KINDS = tuple(NAMES)
Frequent = dict[str, Counter[tuple[str, str]]]
"""For each kind of error, how often each pair of reference word and hypothesis word occurs."""
NOBODY = "-"
"""The speaker of insertions on a stream without one."""
FEW = 3
"""The most errors of a kind that are listed if each of them occurs once."""


def frequent_errors(scores: Scores, speakers: bool = True) -> dict[str | None, Frequent]:
    """Returns the number of each error: of all speakers under None, then of each. Insertions belong to their lane."""
    found: dict[str | None, Frequent] = {None: {kind: Counter() for kind in KINDS}}
    for result in scores.values():
        for speaker, kinds in shown(result).mistakes():
            own = found.setdefault(NOBODY if speaker is None else speaker, {kind: Counter() for kind in KINDS})
            for kind, errors in zip(KINDS, kinds, strict=True):
                for said, heard, number in errors:
                    for some in (found[None], own):
                        some[kind][said, heard] += number
    return found if speakers else {None: found[None]}


def most_frequent(frequent: Frequent, top: int) -> dict[str, list[list[Any]]]:
    """Returns the most frequent errors of each kind, as plain data. Ties are sorted by word."""
    return {
        kind: [
            [reference, hypothesis, number]
            for (reference, hypothesis), number in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:top]
        ]
        for kind, counts in frequent.items()
    }


def frequent_table(scores: Sequence[Scores], top: int, speakers: bool, full: bool = False) -> Table:
    """Returns the most frequent errors of each kind. The full table, for CSV, has systems and metrics too."""
    head = ["system", "metric"] if full else []
    head += ["speaker"] if speakers or full else []
    rows: list[list[Cell]] = []
    for run in scores:
        for speaker, frequent in frequent_errors(run, speakers).items():
            named: list[Cell] = [run.system, run.called] if full else []
            named += [speaker or ""] if full else ["all" if speaker is None else speaker] if speakers else []
            for kind, errors in most_frequent(frequent, top).items():
                rows += [[*named, NAMES[kind], reference, hypothesis, count] for reference, hypothesis, count in errors]
    columns = [Column(title, left=True) for title in (*head, "error", "reference", "hypothesis")]
    return Table([*columns, Column("count")], rows)


TITLES = {SUBSTITUTION: ("sub", "substitutions"), DELETION: ("del", "deletions"), INSERTION: ("ins", "insertions")}


def frequent_text(frequent: Frequent, top: int, columns: int = 80, color: bool = False) -> str:
    """Yields the most frequent errors of each kind side by side. Those that occur once are only counted, unless a kind
    has no others.
    """
    lists = []
    for kind, errors in most_frequent(frequent, top).items():
        counts = frequent[kind]
        often = [error for error in errors if error[2] > 1] or errors[:FEW]
        lines = [_written(kind, reference, hypothesis) for reference, hypothesis, _ in often]
        numbers = [f"{count:,}" for *_, count in often]
        once = sum(count == 1 for count in counts.values())
        listed_once = sum(count == 1 for *_, count in often)
        more = len(counts) - len(often) - (once - listed_once)
        ending = [f"{more:,} others more than once"] if more else []
        ending += [f"{once - listed_once:,} {'more ' if listed_once else ''}once each"] if once > listed_once else []
        lists.append((*TITLES[kind], counts.total(), lines, numbers, ending))
    space = max((columns - 4) // 3, 16)
    widths = []
    for _, title, total, lines, numbers, ending in lists:
        texts = [f"{total:,} {title}", *map("  ".join, zip(lines, numbers, strict=True)), *ending]
        widths.append(min(max(map(width, texts)), space))
    shown = []
    for (kind, title, total, lines, numbers, ending), size in zip(lists, widths, strict=True):
        rows = [painted(fit(f"{total:,} {title}", size), MARKS[kind], color)]
        gaps = [size - width(fit(f"{total:,} {title}", size))]
        for line, number in zip(lines, numbers, strict=True):
            text = fit(line, size - 2 - width(number))
            rows.append(painted(text, COLORS[kind], color) + " " * (size - width(text) - width(number)) + number)
            gaps.append(0)
        for line in ending:
            text = fit(line, size)
            rows.append(painted(text, DIM, color))
            gaps.append(size - width(text))
        shown.append([row + " " * gap for row, gap in zip(rows, gaps, strict=True)])
    height = max(map(len, shown))
    filled = [rows + [" " * size] * (height - len(rows)) for rows, size in zip(shown, widths, strict=True)]
    return "\n".join("  ".join(row).rstrip() for row in zip(*filled, strict=True))


def _written(kind: str, reference: str, hypothesis: str) -> str:
    """Returns an error as text, with a sign for its kind."""
    reference, hypothesis = visible(reference), visible(hypothesis)
    return {SUBSTITUTION: f"{reference} → {hypothesis}", DELETION: f"− {reference}"}.get(kind, f"+ {hypothesis}")


def frequent_data(scores: Sequence[Scores], top: int, speakers: bool) -> dict[str, Any]:
    """Returns plain data for JSON: `all`, and with speakers also each of them."""

    def plain(frequent: Frequent) -> dict[str, Any]:
        shown = most_frequent(frequent, top)
        return {NAMES[kind] + "s": {"count": frequent[kind].total(), "frequent": shown[kind]} for kind in KINDS}

    runs = []
    for run in scores:
        found = frequent_errors(run, speakers)
        data = {"metric": run.metric, "system": run.system, "signature": run.signature, "all": plain(found[None])}
        if speakers:
            data["speakers"] = {name: plain(frequent) for name, frequent in found.items() if name is not None}
        runs.append(data)
    return {"hubbub": __version__, "errors": runs}
