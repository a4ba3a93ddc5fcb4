"""Measures the routing metrics: simulated meetings against MeetEval, and real ones if a folder of them is given."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from harness import (
    GIGABYTE,
    Arguments,
    Budget,
    Outcome,
    Row,
    arguments,
    compare,
    duration,
    faster,
    finish,
    measure,
    progress,
)
from meetings import Meeting, make, read

BOTH = ("hubbub", "MeetEval")


def beside_meeteval(given: Arguments, budget: Budget) -> list[Row]:
    """Cases that MeetEval can compute, with the target speedup."""
    cases: list[tuple[str, tuple[int, int, int], float]] = [
        ("orcwer", (79, 4, 2), 200),
        ("orcwer", (200, 4, 2), 1000),
        ("orcwer", (40, 4, 3), 1000),
        ("mimower", (25, 4, 2), 100),
        ("mimower", (40, 4, 2), 1000),
    ]
    rows = []
    for metric, shape, least in cases:
        meeting = make(*shape)
        progress("routing:", metric, meeting.name)
        ours, peer = compare(metric, BOTH, meeting, budget, 1 if given.quick else 3)
        rows.append({"case": f"{metric}: {meeting.name}", **faster(ours, peer, least)})
    return rows


def within(case: str, outcomes: list[Outcome], bar: str, typical: float, worst: float, most: float) -> Row:
    """Returns a row with the number of proofs, and the limits of time and memory."""
    times = [one.seconds for one in outcomes if one.seconds is not None]
    proven = [one for one in outcomes if one.failed is None and one.exact]
    peak = max((one.bytes or 0 for one in outcomes), default=0)
    good = len(proven) == len(outcomes) and median(times) <= typical and max(times) <= worst and peak <= most
    return {
        "case": case,
        "proven": f"{len(proven)} of {len(outcomes)}",
        "median": duration(median(times)) if times else "",
        "worst": duration(max(times)) if times else "",
        "peak memory": f"{peak / 2**20:.0f} MB",
        "bar": bar,
        "met": good if bar else None,
    }


def ours_alone(given: Arguments, budget: Budget) -> list[Row]:
    """Cases that must be proven optimal within a given time."""
    seeds = range(2 if given.quick else 10)

    def all_of(metric: str, *shapes: tuple[int, int, int]) -> list[Outcome]:
        progress("routing:", metric, *shapes)
        return [measure(metric, "hubbub", make(*shape, seed), budget) for shape in shapes for seed in seeds]

    endless = 2**60
    rows = [
        within(
            "orcwer: 25 utterances, 4 speakers, 5 streams",
            all_of("orcwer", (25, 4, 5)),
            "≤ 20 ms each",
            0.02,
            0.02,
            endless,
        )
    ]
    for n in (10, 25, 40, 60, 79):
        typical = 0.2 if n == 79 else 2
        bar = "median ≤ 0.2 s, each ≤ 2 s" if n == 79 else "each ≤ 2 s"
        case = f"mimower: {n} utterances, 4 speakers, 2 streams"
        rows.append(within(case, all_of("mimower", (n, 4, 2)), bar, typical, 2, endless))
    speakers, streams = [(25, k, 2) for k in range(1, 9)], [(25, 4, j) for j in range(1, 5)]
    rows.append(
        within("mimower: 25 utterances, 1 to 8 speakers", all_of("mimower", *speakers), "each ≤ 1 s", 1, 1, endless)
    )
    rows.append(
        within("mimower: 25 utterances, 1 to 4 streams", all_of("mimower", *streams), "each ≤ 1 s", 1, 1, endless)
    )
    return rows


Choice = Callable[[Meeting], bool]


def _groups() -> list[tuple[str, str, Choice, str, float, float, int]]:
    """Title, metric, meetings, target, typical and longest seconds, bytes."""
    endless = 2**60
    long = 12.0  # minutes

    def under(*folders: str) -> Choice:
        return lambda meeting: meeting.name.split("/")[0] in folders

    def both(one: Choice, other: Choice) -> Choice:
        return lambda meeting: one(meeting) and other(meeting)

    routing, ami = under("routing"), under("ami", "ami_diarised")
    return [
        (
            "up to 4 streams",
            "orcwer",
            both(routing, lambda m: m.streams <= 4),
            "median ≤ 0.5 s, each ≤ 10 s, ≤ 1 GB",
            0.5,
            10,
            GIGABYTE,
        ),
        ("5 to 10 streams", "orcwer", both(routing, lambda m: m.streams > 4), "each ≤ 30 s", 30, 30, endless),
        ("AMI, real systems", "orcwer", ami, "median ≤ 0.3 s, each ≤ 10 s", 0.3, 10, endless),
        ("others", "orcwer", lambda m: not routing(m) and not ami(m), "", 1e9, 1e9, endless),
        ("excerpts", "mimower", lambda m: m.minutes <= 2, "median ≤ 5 ms", 0.005, 1e9, endless),
        ("10 minutes", "mimower", lambda m: 2 < m.minutes <= long, "median ≤ 2 s", 2, 1e9, endless),
        ("longer", "mimower", lambda m: m.minutes > long, "bound within 1 % in 30 s", 1e9, 1e9, endless),
    ]


def real(folder: Path, given: Arguments, budget: Budget) -> tuple[list[Row], list[dict[str, Any]]]:
    """Measures every meeting of the folder; returns a row per kind, and the outcome of each."""
    meetings = list(read(folder))
    rows, each = [], []
    for title, metric, choice, bar, typical, worst, most in _groups():
        chosen = [meeting for meeting in meetings if choice(meeting)][: 3 if given.quick else None]
        outcomes = []
        for meeting in chosen:
            progress("routing:", metric, meeting.name)
            outcome = measure(metric, "hubbub", meeting, budget)
            outcomes.append(outcome)
            shape = {
                "minutes": round(meeting.minutes, 1),
                "utterances": len(meeting.reference),
                "streams": meeting.streams,
            }
            each.append({"metric": metric, "meeting": meeting.name, **shape, **outcome._asdict()})
        if not chosen:
            continue
        row = within(f"{metric}: {title} ({len(chosen)} meetings)", outcomes, bar, typical, worst, most)
        if title == "longer":
            close = [o for o in outcomes if o.errors is not None and o.errors - (o.lower_bound or 0) <= 0.01 * o.errors]
            row |= {"within 1 %": f"{len(close)} of {len(outcomes)}", "met": len(close) == len(outcomes)}
        rows.append(row)
    return rows, each


def main() -> None:
    given = arguments(__doc__)
    memory = int(given.memory * GIGABYTE)
    rows = beside_meeteval(given, Budget(10 if given.quick else 120, memory, enough=2))
    rows += ours_alone(given, Budget(2 if given.quick else 30, memory))
    more: dict[str, Any] = {}
    if given.data is not None:
        more_rows, more["meetings"] = real(given.data, given, Budget(given.seconds, memory))
        rows += more_rows
    title = f"Routing (real meetings: at most {given.seconds:g} s each)" if given.data else "Routing"
    finish(given, title, rows, **more)


if __name__ == "__main__":
    main()
