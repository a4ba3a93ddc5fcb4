"""Measures growth of time with words, streams, sessions, the error rate and threads. python bench/scaling.py

Each curve is fitted by a power law over its larger half, where the fixed cost of a call is negligible. Times are
medians of CPU time; preparation is not counted. Threads need wall-clock time, the best of the rounds: they are
skipped if the machine has other load.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from math import log
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from harness import HERE, Row, arguments, busy, duration, finish, pictures_in, progress
from meetings import make
from plot import Curve, Legend, Panel, draw

METRICS: dict[str, dict[str, Any]] = {"cpwer": {}, "tcpwer": {"collar": 5}, "orcwer": {}, "mimower": {}}
COLOURS = dict(zip(METRICS, "abcd", strict=True))
Points = list[tuple[float, float]]


class Work(NamedTuple):
    """A corpus of equal meetings, with the varied quantity."""

    utterances: int = 40
    streams: int = 3
    sessions: int = 1
    error_rate: float = 0.15
    threads: int = 1


class Axis(NamedTuple):
    """The varied quantity: its values, the work at each, the metrics that are fast enough so far, and the ticks of
    the axis.
    """

    label: str
    values: Sequence[float]
    work: Callable[[Any], Work]
    metrics: tuple[str, ...] = tuple(METRICS)
    marks: Sequence[float] = ()
    clock: bool = False


WORDS = 9.4
"""Words per utterance, on average."""


def axes(quick: bool) -> list[Axis]:
    few = 3 if quick else 9
    most = ("cpwer", "tcpwer", "orcwer")
    utterances = [25, 50, 100, 200, 400, 800][:few]
    found = [
        Axis(
            "words of a session",
            [round(WORDS * n) for n in utterances],
            lambda words: Work(utterances=round(words / WORDS), sessions=4),
            most,
            (250, 500, 1000, 2000, 5000),
        ),
        Axis("streams", [1, 2, 3, 4, 5, 6][:few], lambda n: Work(utterances=24, streams=n, sessions=16)),
        Axis("sessions", [10, 20, 40, 80, 160, 320][:few], lambda n: Work(sessions=n), most),
        Axis("error rate in %", [2, 5, 10, 20, 40][:few], lambda n: Work(error_rate=n / 100, sessions=16)),
    ]
    cores = [2**i for i in range(8) if 2**i <= max(2, os.cpu_count() or 1)]
    if not busy():
        found.append(Axis("threads", cores, lambda n: Work(sessions=320, threads=n), most, clock=True))
    return found


def sides(work: Work) -> tuple[Any, Any]:
    """Returns reference and hypothesis as Transcripts."""
    import hubbub

    both: tuple[list[Any], list[Any]] = ([], [])
    for number in range(work.sessions):
        meeting = make(work.utterances, 4, work.streams, seed=number, system="diar", error_rate=work.error_rate)
        for side, segments in zip(both, (meeting.reference, meeting.hypothesis), strict=True):
            side += [
                hubbub.Segment(s["words"], f"s{number}", s["speaker"], float(s["start_time"]), float(s["end_time"]))
                for s in segments
            ]
    return hubbub.Transcript(both[0]), hubbub.Transcript(both[1])


def seconds(metric: str, work: Work, clock: bool, rounds: int) -> float:
    import hubbub

    reference, hypothesis = sides(work)
    times = []
    for _ in range(rounds + 1):
        now = perf_counter if clock else process_time
        start = now()
        hubbub.score(metric, reference, hypothesis, jobs=work.threads, time_limit=60, **METRICS[metric])
        times.append(now() - start)
    return min(times[1:]) if clock else median(times[1:])  # the first call imports


def exponent(points: Points) -> float | None:
    """Returns the exponent of x for y, by least squares on logarithms, over the larger half of the points.

    >>> round(exponent([(1, 3), (2, 12), (4, 48), (8, 192)]), 3)
    2.0
    """
    half = [(log(x), log(y)) for x, y in points[len(points) // 2 - 1 if len(points) > 3 else 0 :] if x > 0 and y > 0]
    if len(half) < 2:
        return None
    mean_x, mean_y = (sum(values) / len(half) for values in zip(*half, strict=True))
    spread = sum((x - mean_x) ** 2 for x, _ in half)
    return sum((x - mean_x) * (y - mean_y) for x, y in half) / spread if spread else None


def panel(axis: Axis, measured: dict[str, Points]) -> Panel:
    curves = [Curve(COLOURS[metric], "hubbub", points) for metric, points in measured.items()]
    marks = [mark for mark in axis.marks or axis.values if axis.values[0] <= mark <= axis.values[-1]]
    return Panel(axis.label, axis.values[0], axis.values[-1], marks, curves, ratios=True)


def title(metric: str) -> str:
    from hubbub.model.metrics import METRICS as KNOWN

    return KNOWN[metric].title


def main() -> None:
    given = arguments(__doc__)
    rows: list[Row] = []
    panels: list[Panel] = []
    tried = axes(given.quick)
    for axis in tried:
        measured: dict[str, Points] = {}
        for metric in axis.metrics:
            progress(f"scaling: {metric} by {axis.label}")
            points = [(x, seconds(metric, axis.work(x), axis.clock, 1 if given.quick else 3)) for x in axis.values]
            measured[metric] = points
            power = exponent(points)
            rows.append(
                {
                    "metric": metric,
                    "by": axis.label,
                    "from": f"{axis.values[0]:g}: {duration(points[0][1])}",
                    "to": f"{axis.values[-1]:g}: {duration(points[-1][1])}",
                    "grows as the power": None if power is None else round(power, 2),
                }
            )
        panels.append(panel(axis, measured))
    names = {(COLOURS[name], "hubbub"): title(name) for name in METRICS}
    legend = Legend({"hubbub": ""}, dict.fromkeys(COLOURS.values(), ""), names, "", "")
    folder = pictures_in(given)
    paths = []
    for number, some in enumerate((panels[:2], panels[2:])):
        paths.append(folder / f"scaling{number + 1}.svg")
        paths[-1].write_text(draw("How time grows", some, legend), "utf-8")
    note = "CPU time of `hubbub.score` on Transcripts, with one thread."
    if any(axis.clock for axis in tried):
        note += " With more threads, wall-clock time."
    else:
        note += " Threads were left out: the machine was busy, and only the clock could tell."
    finish(given, "How time grows", rows, pictures=[os.path.relpath(path, HERE) for path in paths], note=note)


if __name__ == "__main__":
    main()
