"""How soon a routing is good and its bound high: python bench/anytime.py --data DIR [--seconds 10] [--svg FILE].

For every real meeting of eight minutes or more the best cost and the proven bound are followed while the search runs.
What is to be lowered is the mean gap: the area between both curves, as a share of the best cost at the end, over the
seconds that were allowed (a search that ends sooner keeps what it has). Seconds are processor time: the search tells
those of the clock, which are shortened by what other work on the machine took of them.

Beside ORC-WER stands the plain greedy assignment (bench/greedy.py, up to a minute for an hour): what a search that is
given one second returns is to be no worse.

Printed is a Markdown table; --svg draws a pair of curves for every meeting that took a second or more.
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

TITLE = "How soon a routing is good"
ABOUT = "The mean gap is the area between best and bound as a share of the best at the end, over the seconds allowed."
SOON = 1.0
"""Seconds: a search that is given no more is compared with greedy assignment."""
LONG = 8.0
"""Minutes: shorter meetings are proven before there is anything to follow."""
MOST = 10.0
"""Seconds a meeting."""
FIRST = 0.02
"""Seconds where the curves begin; below, nothing is to be seen."""
WIDTH, HEIGHT, COLUMNS = 240, 130, 3


class Moment(NamedTuple):
    """What the search had come to after so many seconds."""

    seconds: float
    best: float
    bound: float


class Course(NamedTuple):
    """A whole search."""

    name: str
    moments: Sequence[Moment]
    ended: str

    def mean_gap(self, seconds: float) -> float:
        """Until there is a bound or a routing, all of the cost is open."""
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
    """Two staircases over the logarithm of time, from a tenth below the bound to a tenth above the best."""
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
    """The rows of every run so far, by meeting. What greedy assignment costs is a fact of the meeting: found once."""

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
        return f"{ABOUT} In the mean: {'; '.join(means)}."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, metavar="DIR", help="real meetings: ref.json by hyp*.json")
    parser.add_argument("--metrics", default="orcwer,mimower", metavar="NAMES")
    parser.add_argument("--only", default="", metavar="TEXT", help="the meetings that have this in their name")
    parser.add_argument("--seconds", type=float, default=30, metavar="S", help="by the clock (default 30)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="add the rows to those that are here")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the curves here")
    given, _ = parser.parse_known_args()  # others are for other benches
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
