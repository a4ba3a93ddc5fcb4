"""Checks a change of the router for losses: python bench/gate.py OLD_DIR --data DIR [--quicker 1] [--only TEXT].

OLD_DIR contains the old package, built, as OLD_DIR/hubbub; it is compared with the installed one, or with that of
--after DIR. Every real session under every routing metric runs with both, each in its own process. The results of
the old version are kept in OLD_DIR/gate.json, so it runs once. For small changes, `--quicker 1` takes only the
sessions that the old version proved optimal within a second.

The check passes if no proof is lost, no count differs, and CPU time is at most 1.2 times that of before, in sum and
in the median of all sessions that both proved. Prints the losses, and ends with exit code 1 if it fails.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import median

from harness import GIGABYTE, Budget, Outcome, Row, duration, measure, progress
from meetings import Meeting, read
from results import table

METRICS = ("orcwer", "mimower", "tcorcwer", "tcmimower", "dicpwer")
MOST = 1.2
"""Allowed CPU time as a multiple of before."""
SHORT = 0.05
"""Seconds: shorter sessions count only in sum and median."""


class Known:
    """Results of the old version, kept between runs."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.path, self.folder, self.seconds = folder / "gate.json", folder, seconds
        self.found: dict[str, list[object]] = (
            json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}
        )

    def of(self, metric: str, meeting: Meeting, budget: Budget) -> Outcome:
        key = f"{metric} {meeting.name} {self.seconds:g}"
        if key not in self.found:
            self.found[key] = list(measure(metric, "hubbub", meeting, budget, self.folder))
            self.path.write_text(json.dumps(self.found, indent=0), encoding="utf-8")
        return Outcome(*self.found[key])  # type: ignore[arg-type]


def verdict(old: Outcome, new: Outcome) -> str:
    """Returns what is lost, or an empty text."""
    if new.failed is not None:
        return "" if old.failed is not None else f"failed: {new}"
    if old.failed is not None:
        return ""
    if old.exact and not new.exact:
        return "proof lost"
    if old.exact and new.exact and old.errors != new.errors:
        return "other count"
    assert old.errors is not None
    assert new.errors is not None
    if not (new.lower_bound or 0) <= old.errors or not (old.lower_bound or 0) <= new.errors:
        return "false bound"
    if old.exact and old.seconds and new.seconds and new.seconds > max(SHORT, MOST * old.seconds):
        return f"slower: {new.seconds / old.seconds:.2f}x"
    return "worse routing" if new.errors > old.errors else ""


def shown(outcome: Outcome) -> str:
    if outcome.failed is not None or outcome.exact:
        return str(outcome)
    return f"{outcome.lower_bound}–{outcome.errors} after {duration(outcome.seconds or 0)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path, metavar="OLD_DIR", help="the folder that holds the old package")
    parser.add_argument("--after", type=Path, metavar="DIR", help="the folder of the new one (default: the installed)")
    parser.add_argument("--data", type=Path, metavar="DIR", required=True, help="real meetings: ref.json by hyp*.json")
    parser.add_argument("--only", default="", metavar="TEXT", help="the sessions that have this in their name")
    parser.add_argument("--metrics", default=",".join(METRICS), metavar="NAMES")
    parser.add_argument("--seconds", type=float, default=20, metavar="S", help="limit of every session (default 20)")
    parser.add_argument(
        "--quicker", type=float, metavar="S", help="only what the old version proved optimal within S seconds"
    )
    given = parser.parse_args()
    known, budget = Known(given.old, given.seconds), Budget(given.seconds, 8 * GIGABYTE, 3, 0.2)
    losers: list[Row] = []
    proven: list[tuple[float, float]] = []
    counts = {"before": 0, "after": 0}
    for metric in given.metrics.split(","):
        for meeting in read(given.data):
            if given.only not in meeting.name:
                continue
            old = known.of(metric, meeting, budget)
            is_quick = old.exact and old.seconds is not None and old.seconds <= (given.quicker or 0)
            if given.quicker is not None and not is_quick:
                continue
            progress("gate:", metric, meeting.name)
            new = measure(metric, "hubbub", meeting, budget, given.after)
            counts["before"] += old.failed is None and old.exact
            counts["after"] += new.failed is None and new.exact
            if lost := verdict(old, new):
                losers.append({"session": f"{metric} {meeting.name}", "before": shown(old), "after": shown(new)})
                losers[-1]["lost"] = lost
            if old.exact and new.exact and old.seconds and new.seconds:
                proven.append((old.seconds, new.seconds))
    if losers:
        print("\n".join(table(losers)))
    if not proven:
        sys.exit("gate: nothing was proven by both")
    whole = sum(new for _, new in proven) / sum(old for old, _ in proven)
    middle = median(new / old for old, new in proven)
    passed = max(whole, middle) <= MOST and all(row["lost"].startswith(("slower", "worse")) for row in losers)
    print(
        f"proven before {counts['before']}, after {counts['after']}; CPU time of {len(proven)} proven by both:"
        f" {whole:.2f} in sum, {middle:.2f} in the median; {'passed' if passed else 'NOT passed'}"
    )
    sys.exit(not passed)


if __name__ == "__main__":
    main()
