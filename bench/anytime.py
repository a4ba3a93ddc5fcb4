"""Measures how quickly routings and lower bounds improve: python bench/anytime.py --data DIR [--seconds 10] [--svg
FILE].

For every real meeting of at least eight minutes, the best cost and the lower bound are recorded during the search.
The score (lower is better) is the mean gap: the area between both curves, relative to the final best cost, over the
allowed seconds (a search that ends sooner keeps its last values). Seconds are CPU time: the search reports
wall-clock time, which is scaled down by the share of other load on the machine.

For ORC-WER, a plain greedy assignment (bench/greedy.py, up to a minute for an hour) is shown too: a search limited
to one second must not be worse.

Prints a Markdown table; --svg draws a pair of curves for every meeting that took at least one second.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from importlib import import_module
from math import log10
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from greedy import greedy
from harness import Row, progress
from meetings import Meeting, read
from results import table
from tools import COLLAR, transcript

TITLE = "How quickly routings improve"
ABOUT = (
    "The mean gap is the area between best cost and lower bound over the allowed seconds, relative to the final best"
    " cost."
)
SOON = 1.0
"""Seconds: a search with this limit is compared with greedy assignment."""
LONG = 8.0
"""Minutes: shorter meetings are proven optimal too quickly to measure."""
MOST = 10.0
"""Seconds per meeting."""
FIRST = 0.02
"""Seconds at which the curves begin; earlier values are not visible."""
WIDTH, HEIGHT, COLUMNS = 240, 130, 3


class Moment(NamedTuple):
    """The state of the search after a number of seconds."""

    seconds: float
    best: float
    bound: float


class Course(NamedTuple):
    """A complete search."""

    name: str
    moments: Sequence[Moment]
    ended: str

    def mean_gap(self, seconds: float) -> float:
        """Without a bound or a routing, the gap is the whole cost."""
        last, area, before = self.moments[-1].best or 1, 0.0, Moment(0, 0, 0)
        for moment in (*self.moments, self.moments[-1]._replace(seconds=seconds)):
            gap = min(1.0, (before.best - before.bound) / last) if before.best else 1.0
            area += gap * max(0.0, min(moment.seconds, seconds) - before.seconds)
            before = moment
        return area / seconds


def follow(metric: str, meeting: Meeting, seconds: float) -> Course:
    hubbub: Any = import_module("hubbub")
    sides = (transcript(side) for side in (meeting.reference, meeting.hypothesis))
    options = hubbub.Options(jobs=1, time_limit=seconds, collar=COLLAR)
    began, used = perf_counter(), process_time()
    result = getattr(hubbub, metric)(*sides, options)
    share = (process_time() - used) / (perf_counter() - began)
    moments = [Moment(stage.seconds * share, stage.best, stage.bound) for stage in result.stages]
    return Course(f"{metric} {meeting.name}", moments or [Moment(0, result.cost, result.cost)], _ended(result))


def _ended(result: Any) -> str:
    return str(result.stages[-1].name) if result.stages else "proven"


def row(course: Course, seconds: float) -> Row:
    last = course.moments[-1]
    shown: Row = {"meeting": course.name}
    shown |= {"best": last.best, "bound": f"{last.bound:.1f}", "seconds": f"{last.seconds:.2f}", "ended": course.ended}
    return shown | {"mean gap": f"{course.mean_gap(seconds):.2%}"}


def panel(course: Course, x: float, y: float, seconds: float) -> str:
    """Draws two step functions over log time, from 10% below the bound to 10% above the best cost."""
    best = course.moments[-1].best or 1.0
    low, high = 0.9 * course.moments[-1].bound, 1.1 * best

    def place(second: float, value: float) -> tuple[float, float]:
        along = log10(max(second, FIRST) / FIRST) / log10(seconds / FIRST)
        return x + WIDTH * min(1, along), y + HEIGHT * (1 - (min(max(value, low), high) - low) / (high - low))

    parts = [f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#94a3b8"/>']
    for field, colour in (("best", "#c2410c"), ("bound", "#0369a1")):
        path, before = "", None
        for moment in (*course.moments, course.moments[-1]._replace(seconds=seconds)):
            right, height = place(moment.seconds, getattr(moment, field))
            path += f"M{right:.1f},{height:.1f}" if before is None else f"H{right:.1f}V{height:.1f}"
            before = height
        parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
    title = f"{course.name}: {course.moments[-1].bound:.0f} to {best:.0f}"
    parts.append(f'<text x="{x}" y="{y - 5}" font-size="9" fill="#64748b">{escape(title)}</text>')
    return "".join(parts)


def drawing(courses: Sequence[Course], seconds: float) -> str:
    across, down = WIDTH + 20, HEIGHT + 28
    rows = -(-len(courses) // COLUMNS)
    panels = [
        panel(course, 10 + across * (number % COLUMNS), 24 + down * (number // COLUMNS), seconds)
        for number, course in enumerate(courses)
    ]
    size = f'width="{across * COLUMNS}" height="{down * rows + 10}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">{"".join(panels)}</svg>\n'


class Record:
    """Returns the rows of all runs so far, by meeting. The cost of greedy assignment is computed once per meeting."""

    def __init__(self, path: Path | None, seconds: float) -> None:
        self.path, self.seconds = path, seconds
        known = json.loads(path.read_text("utf-8")) if path is not None and path.exists() else {"rows": []}
        self.rows: dict[str, Row] = {row["meeting"]: row for row in known["rows"]}

    def keep(self, course: Course, meeting: Meeting, compare: bool) -> None:
        made = row(course, self.seconds)
        if compare:
            soon = follow("orcwer", meeting, SOON).moments[-1].best
            made["greedy"] = self.rows.get(course.name, {}).get("greedy") or greedy(meeting)
            made[f"given {SOON:g} s"] = soon
            made["met"] = soon <= made["greedy"]
        self.rows[course.name] = made
        if self.path is not None:
            rows = sorted(self.rows.values(), key=lambda one: str(one["meeting"]))
            found = {"title": f"{TITLE} (at most {self.seconds:g} s a meeting)", "rows": rows, "note": self.note()}
            self.path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")

    def note(self) -> str:
        gaps: dict[str, list[float]] = {}
        for one in self.rows.values():
            gaps.setdefault(str(one["meeting"]).split()[0], []).append(float(str(one["mean gap"]).rstrip("%")))
        means = (f"{metric} {sum(own) / len(own):.2f}%, {len(own)} meetings" for metric, own in sorted(gaps.items()))
        return f"{ABOUT} Means: {'; '.join(means)}."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, metavar="DIR", help="real meetings: ref.json by hyp*.json")
    parser.add_argument("--metrics", default="orcwer,mimower", metavar="NAMES")
    parser.add_argument("--only", default="", metavar="TEXT", help="the meetings that have this in their name")
    parser.add_argument("--seconds", type=float, default=30, metavar="S", help="wall-clock seconds (default 30)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="add the rows to those that are here")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the curves here")
    given, _ = parser.parse_known_args()  # the other options belong to other benchmarks
    if given.data is None:
        progress("anytime: there are no real meetings without --data")
        return
    seconds = min(given.seconds, MOST)
    courses, record = [], Record(given.json, seconds)
    for metric in given.metrics.split(","):
        for meeting in read(given.data):
            if given.only in meeting.name and meeting.minutes >= LONG:
                progress("anytime:", metric, meeting.name)
                courses.append(follow(metric, meeting, seconds))
                record.keep(courses[-1], meeting, metric == "orcwer")
    if given.json is None:
        print("\n".join([*table(list(record.rows.values())), "", record.note()]))
    if given.svg is not None:
        given.svg.write_text(
            drawing([one for one in courses if one.moments[-1].seconds >= 1], seconds), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
