"""Checks known counts on real meetings: python bench/facts.py --data DIR --facts real.json [--only tcorcwer].

The facts are a list of cases: the folder of the meeting below DIR, hypothesis, session, metric, parameters and
counts. An exact metric must give the same number of errors and words; for metrics with a pairing, also the same
insertions, deletions and substitutions (several routings may have the same cost). A greedy metric is an upper bound
of the exact one. Every session runs in its own process with a limit on time and memory.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from harness import GIGABYTE, REASONS, Budget, Outcome, measure, progress
from meetings import Meeting, Segments, by_session
from results import table
from tools import COLLAR

GREEDY = "greedy_"
PAIRED = ("cpwer", "tcpwer")
"""Metrics whose insertions, deletions and substitutions must agree too."""
VERDICTS = ("equal", "bound holds", "differs", "above the bound", "not proven", *REASONS.values(), "failed")
WRONG = ("differs", "above the bound", "failed")
Case = dict[str, Any]

sessions = cache(by_session)


def meeting(folder: Path, case: Case) -> Meeting:
    def side(name: str) -> Segments:
        return sessions(folder / case["data"] / f"{name}.json").get(case["session"], [])

    return Meeting("/".join((case["data"], case["hypothesis"], case["session"])), side("ref"), side(case["hypothesis"]))


def verdict(case: Case, found: Outcome, words: int) -> str:
    """One of VERDICTS."""
    expected = case["expected"]
    if found.failed is not None:
        return REASONS.get(found.failed, "failed")
    assert found.errors is not None
    if case["metric"].startswith(GREEDY):
        if found.errors <= expected["errors"]:
            return "bound holds"
        return "above the bound" if found.exact else "not proven"
    if found.exact:
        kinds = [expected[key] for key in ("insertions", "deletions", "substitutions")]
        alike = case["metric"] not in PAIRED or found.kinds == kinds
        return "equal" if (found.errors, words) == (expected["errors"], expected["length"]) and alike else "differs"
    return "not proven" if (found.lower_bound or 0) <= expected["errors"] <= found.errors else "differs"


def check(cases: list[Case], folder: Path, budget: Budget) -> tuple[list[dict[str, Any]], list[str]]:
    """Prints a row per kind of data and metric, and a line for each failed case."""
    known: dict[tuple[str, str], Outcome] = {}
    counts: dict[tuple[str, str], Counter[str]] = {}
    lines = []
    for number, case in enumerate(cases, 1):
        assert case["params"].get("collar", COLLAR) == COLLAR, f"only a collar of {COLLAR:g} s is known here"
        one, metric = meeting(folder, case), case["metric"].removeprefix(GREEDY)
        if (one.name, metric) not in known:
            progress(f"facts: {number} of {len(cases)}", metric, one.name)
            known[one.name, metric] = measure(metric, "hubbub", one, budget)
        found = known[one.name, metric]
        said = verdict(case, found, one.words)
        counts.setdefault((case["data"].split("/")[0], case["metric"]), Counter())[said] += 1
        if said not in ("equal", "bound holds"):
            expected, ours = case["expected"], f"{found.errors} errors" if found.errors is not None else found
            lines.append(f"{said}: {case['metric']} of {one.name}: {ours}, the facts say {expected['errors']}")
    rows = [{"data": data, "metric": metric, **own} for (data, metric), own in counts.items()]
    used = [one for one in VERDICTS if any(one in own for own in counts.values())]
    return [{key: row.get(key, 0) for key in ("data", "metric", *used)} for row in rows], lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder of the meetings")
    parser.add_argument("--facts", type=Path, required=True, metavar="FILE", help="JSON with the cases")
    parser.add_argument("--only", action="append", metavar="METRIC", help="this metric and its greedy one; repeatable")
    parser.add_argument("--under", default="", metavar="NAME", help="only data whose name begins so")
    parser.add_argument("--seconds", type=float, default=30, metavar="S", help="limit of a session (default 30)")
    parser.add_argument("--memory", type=float, default=4, metavar="GB", help="limit of a session (default 4)")
    given = parser.parse_args()
    cases = [
        case
        for case in json.loads(given.facts.read_text("utf-8"))["cases"]
        if (not given.only or case["metric"].removeprefix(GREEDY) in given.only)
        and case["data"].startswith(given.under)
    ]
    rows, lines = check(cases, given.data, Budget(given.seconds, int(given.memory * GIGABYTE), repeats=1))
    print("\n".join([*table(rows), "", *lines]))
    wrong = sum(row.get(one, 0) for row in rows for one in WRONG)
    print(f"{len(cases)} cases, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
