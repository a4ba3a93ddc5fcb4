"""The most frequent errors: which words are taken for which, left out or put in, of all and of each speaker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hubbub.model.alignment import DELETION, INSERTION, SUBSTITUTION
from hubbub.model.result import Scores
from hubbub.model.tables import Cell, Column, Table
from hubbub.scoring.outcome import shown
from hubbub.version import __version__

NAMES = {SUBSTITUTION: "substitution", DELETION: "deletion", INSERTION: "insertion"}
KINDS = tuple(NAMES)
Frequent = dict[str, Counter[tuple[str, str]]]
"""For each kind of error, how often each pair of reference word and hypothesis word occurs."""
NOBODY = "-"
"""The speaker of insertions on a stream without one."""


def frequent_errors(scores: Scores, speakers: bool = True) -> dict[str | None, Frequent]:
    """How often each error occurs: under None of all speakers, then of each. An insertion is that of its lane."""
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
    """The most frequent errors of each kind, as plain data. Ties are sorted by word."""
    return {
        kind: [
            [reference, hypothesis, number]
            for (reference, hypothesis), number in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:top]
        ]
        for kind, counts in frequent.items()
    }


def frequent_table(scores: Sequence[Scores], top: int, speakers: bool, full: bool = False) -> Table:
    """The most frequent errors of each kind. The full table, for CSV, names systems and metrics too."""
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


def frequent_data(scores: Sequence[Scores], top: int, speakers: bool) -> dict[str, Any]:
    """Plain data for JSON: `all`, and with speakers also each of them."""

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
