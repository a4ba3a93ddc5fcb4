"""Writes the tables of docs/speed.md and the README from RESULTS.md: `python bench/readme.py`. Benchmarks do so too."""

from __future__ import annotations

import re
import statistics
import sys
from collections.abc import Iterator

from harness import HERE

HEAD = "| | hubbub | peer | |\n| --- | --- | --- | --- |\n"
REAL_MEETING = 9.8
"""Minutes of the shortest meeting that is not an excerpt."""
Row = dict[str, str]


class Results:
    """The tables in RESULTS.md."""

    def __init__(self, text: str) -> None:
        self._sections: dict[str, list[Row]] = {}
        heads: list[str] = []
        section = ""
        for line in text.splitlines():
            cells = [cell.strip() for cell in line.strip("| ").split(" | ")] if line.startswith("|") else []
            if line.startswith("## "):
                section = line[3:]
            if not cells or line.startswith("| ---"):
                heads = heads if cells else []
            elif not heads:
                heads = cells
            else:
                self._sections.setdefault(section, []).append(dict(zip(heads, cells, strict=False)))

    def rows(self, section: str) -> Iterator[Row]:
        """Yields all rows of the section whose title starts with these words."""
        for title, rows in self._sections.items():
            if title.startswith(section):
                yield from rows

    def row(self, section: str, **cells: str) -> Row:
        """Returns the row with these cells (column title=cell). Raises LookupError if there is none."""
        for row in self.rows(section):
            if all(row.get(name) == cell for name, cell in cells.items()):
                return row
        raise LookupError(f"RESULTS.md has no {', '.join(cells.values())} under {section}")


def rounded(value: float, digits: int = 2) -> str:
    """Rounds to a number of significant digits.

    >>> rounded(4.92), rounded(432), rounded(2850), rounded(0.0272), rounded(10.4)
    ('4.9', '430', '2,800', '0.027', '10')
    """
    return f"{float(f'{value:.{digits}g}'):,.10f}".rstrip("0").rstrip(".")


def seconds(cell: str) -> float:
    """Converts a time to seconds.

    >>> seconds("4.92 ms"), seconds("8.35 s")
    (0.00492, 8.35)
    """
    number, unit = cell.split(" ")[:2]
    return round(float(number) * {"µs": 1e-6, "ms": 1e-3, "s": 1.0}[unit.rstrip(",")], 12)


def time(cell: str) -> str:
    """Formats a time with two significant digits: `4.92 ms` becomes 4.9 ms."""
    number, unit = cell.split(" ")[:2]
    return f"{rounded(float(number))} {unit.rstrip(',')}"


def times(cell: str) -> str:
    """Formats a ratio with two significant digits: `2.85e+03x` becomes 2,800."""
    return rounded(float(cell.rstrip("x")))


PAGES = {"docs/speed.md": "", "README.md": "cpWER of 8|ORC-WER of 200|ORC-WER of an hour-long meeting, 8|tcpWER and"}
"""The pages with a table, and the beginnings of the rows that a page has; empty for all."""


def table(results: Results, starts: str = "") -> str:
    """Returns a table: all rows, or those that start like this. Raises LookupError if a benchmark has not been run."""
    lines = [cells for cells in _lines(results) if cells[0].startswith(tuple(starts.split("|")))]
    return HEAD + "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _lines(results: Results) -> Iterator[tuple[str, str, str, str]]:
    start = results.row("Start-up", case="cpwer of the small example")
    clock = rounded(1 / float(start["wall-clock ratio"]))
    less = rounded(seconds(start["MeetEval"]) / seconds(start["hubbub"]))
    yield (
        "`cpwer` of a small example, whole command",
        time(start["hubbub"]),
        f"MeetEval {time(start['MeetEval'])}",
        f"{less} times less CPU time, {clock} times less wall-clock time",
    )
    found = results.row("cpWER of 8 speakers", case="segments")
    yield _beside("cpWER of 8 speakers and 10,000 words", found, "MeetEval", found["ratio"])
    found = results.row("Pairs of sentences", case="10000 pairs of 20 words")
    yield _beside("WER of 10,000 pairs of 20 words", found, "jiwer", found["jiwer / hubbub"])
    for label, case in (
        ("ORC-WER of 200 utterances and 2 streams", "orcwer: 200 utterances, 4 speakers, 2 streams"),
        ("ORC-WER of 40 utterances and 3 streams", "orcwer: 40 utterances, 4 speakers, 3 streams"),
        ("MIMO-WER of 25 utterances, 4 speakers, 2 streams", "mimower: 25 utterances, 4 speakers, 2 streams"),
    ):
        found = results.row("Routing", case=case)
        yield _beside(label, found, "MeetEval", found["ratio"])
    for label, meeting in (
        ("4 streams, 9,757 words", "routing/ami_60min_4spk_css4"),
        ("8 streams, 12,922 words", "routing/icsi_60min_7spk_diar"),
    ):
        found = results.row("Routing", metric="orcwer", meeting=meeting)
        proven = ", proven" if found["errors"] == found["proven ≥"] else f", proven ≥ {found['proven ≥']}"
        yield f"ORC-WER of an hour-long meeting, {label}", f"{rounded(float(found['seconds']))} s{proven}", "", ""
    hour = {name: results.row("Timed", **{"an hour": f"{name}: 9994 words, css"}) for name in ("tcorcwer", "tcpwer")}
    label = "tcORC-WER of a simulated hour, 8 streams, 9,994 words"
    yield _beside(label, hour["tcorcwer"], "MeetEval", hour["tcorcwer"]["ratio"])
    yield _beside("tcpWER of the same", hour["tcpwer"], "MeetEval", hour["tcpwer"]["ratio"])
    yield _of_meetings(results)
    vbx, diaper = (results.row("Diarization", case=f"6 AMI meetings, {name}, collar 0.25 s") for name in SYSTEMS)
    name, peer = "hubbub, a meeting", "MeetEval's wrapper"
    yield (
        "DER of six meetings, each, of two systems",
        f"{time(vbx[name])} and {time(diaper[name])}",
        f"MeetEval with md-eval-22 {time(vbx[peer])} and {time(diaper[peer])}",
        f"{times(vbx[peer + ': ratio'])} and {times(diaper[peer + ': ratio'])} times",
    )
    found = results.row("Two sequences", case="kinds of errors, 10000 words, 15% errors")
    found = {**found, "jiwer": found["peer"].split(" ", 1)[1]}
    yield _beside("sub, del, ins of two texts of 10,000 words, 15% errors", found, "jiwer", found["ratio"])
    stm, seglst = (results.row("Load", case=case) for case in ("stm", "seglst"))

    def both(key: str) -> str:
        return " / ".join(rounded(float(row[key])) for row in (stm, seglst))

    smaller = rounded(2 / (float(stm["memory_ratio"]) + float(seglst["memory_ratio"])), 1)
    yield (
        "loading a million segments, STM / SegLST",
        f"{both('hubbub_seconds')} s",
        f"MeetEval {both('meeteval_seconds')} s",
        f"{both('times_faster')} times, a {ORDINALS[smaller]} of the memory",
    )


SYSTEMS = ("vbx", "diaper")
ORDINALS = {"4": "quarter", "5": "fifth", "6": "sixth", "7": "seventh", "8": "eighth", "9": "ninth", "10": "tenth"}


def _beside(label: str, found: Row, peer: str, ratio: str) -> tuple[str, str, str, str]:
    return label, time(found["hubbub"]), f"{peer} {time(found[peer])}", f"{times(ratio)} times"


def _of_meetings(results: Results) -> tuple[str, str, str, str]:
    """Returns the row about real meetings: how many times as long MeetEval takes, if it finishes."""
    real = [
        row
        for row in results.rows("Timed")
        if row.get("metric") in ("tcpwer", "tcorcwer") and float(row["minutes"]) >= REAL_MEETING
    ]
    if not real:
        raise LookupError("RESULTS.md has no real meetings; give bench/run.py --data")
    minutes = [float(row["minutes"]) for row in real]
    ratios = [
        seconds(row["MeetEval"]) / float(row["seconds"])
        for row in real
        if re.match(r"[\d.]+ (µs|ms|s)$", row["MeetEval"])
    ]
    label = f"tcpWER and tcORC-WER of {len({row['meeting'] for row in real})} real meetings"
    spread = f"{rounded(min(ratios))} to {rounded(max(ratios))} times, the median {rounded(statistics.median(ratios))}"
    return f"{label}, {min(minutes):.0f} to {max(minutes):.0f} minutes", "", "MeetEval", spread


def with_table(page: str, results: str, starts: str = "") -> str:
    """Returns the page with the table of these results."""
    before, head, after = page.partition(HEAD)
    if not head:
        raise LookupError(f"the page has no table that begins with {HEAD.splitlines()[0]}")
    rest = after.splitlines(keepends=True)
    while rest and rest[0].startswith("|"):
        rest.pop(0)
    return before + table(Results(results), starts) + "".join(rest)


def write() -> None:
    """Writes the pages with the tables of RESULTS.md."""
    results = (HERE / "RESULTS.md").read_text(encoding="utf-8")
    for name, starts in PAGES.items():
        page = HERE.parent / name
        page.write_text(with_table(page.read_text(encoding="utf-8"), results, starts), encoding="utf-8")


if __name__ == "__main__":
    try:
        write()
    except LookupError as error:
        sys.exit(str(error))
