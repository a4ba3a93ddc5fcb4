"""Measures the timed metrics against MeetEval, with a collar of 5 s; memory as meetings grow; an hour of 8 speakers.

MeetEval has no exact DI-tcpWER: its greedy one is shown, which may count more errors. Refusals (a meeting that
hubbub finds too large before it begins) are shown as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from harness import GIGABYTE, Arguments, Budget, Outcome, Row, arguments, compare, duration, finish, measure, progress
from meetings import Meeting, make, read

BOTH = ("hubbub", "MeetEval")
BARS: dict[str, float | None] = {"tcpwer": 20, "tcorcwer": 20, "tcmimower": 100, "ditcpwer": None}
"""Target speedup over MeetEval for each metric."""
MIMO_MINUTES = 30.0
"""Minutes: MeetEval's tcMIMO-WER is not tried on longer meetings."""
MANY = 30
"""Number of real meetings from which on each is measured once, by as many calls as fit, and not in rounds."""


def made_up() -> list[tuple[str, Meeting]]:
    """Groups and meetings if there is no folder of real ones."""
    shapes = [(25, 4, 2), (79, 4, 2), (79, 4, 4)]
    return [("made up", make(*shape)) for shape in shapes] + [("made up", make(200, 4, 4, system="diar"))]


def real(folder: Path, quick: bool) -> list[tuple[str, Meeting]]:
    """Makes each folder a group."""
    groups: dict[str, list[Meeting]] = {}
    for meeting in read(folder):
        groups.setdefault(meeting.name.split("/")[0], []).append(meeting)
    return [(group, one) for group, own in groups.items() for one in (own[:1] if quick else own)]


def beside(meetings: list[tuple[str, Meeting]], budget: Budget, rounds: int) -> tuple[list[Row], list[dict[str, Any]]]:
    """Returns a row per metric and group, and the outcome of each meeting."""
    rows, each = [], []
    for metric, bar in BARS.items():
        for group in dict.fromkeys(name for name, _ in meetings):
            pairs = []
            for name, meeting in meetings:
                if name != group or (metric == "tcmimower" and meeting.minutes > MIMO_MINUTES):
                    continue
                progress("timed:", metric, meeting.name)
                ours, peer = compare(metric, BOTH, meeting, budget, rounds)
                pairs.append((ours, peer))
                each.append(_told(metric, meeting, ours, peer))
            if pairs:
                rows.append(_summary(metric, group, pairs, bar))
    return rows, each


def _told(metric: str, meeting: Meeting, ours: Outcome, peer: Outcome) -> dict[str, Any]:
    shape = {"minutes": round(meeting.minutes, 1), "utterances": len(meeting.reference), "streams": meeting.streams}
    beside = {"peer": str(peer), "peer_errors": peer.errors}
    return {"metric": metric, "meeting": meeting.name, **shape, **ours._asdict(), **beside}


def _summary(metric: str, group: str, pairs: list[tuple[Outcome, Outcome]], bar: float | None) -> Row:
    """Returns how many meetings each tool computed, and the speedup on those that both did."""
    times = [(ours.seconds, peer.seconds) for ours, peer in pairs if ours.seconds and peer.seconds]
    ratios = [theirs / own for own, theirs in times]
    together = sum(theirs for _, theirs in times) / sum(own for own, _ in times) if times else None
    ours_all, peer_all = zip(*pairs, strict=True)
    known = [(ours, peer) for ours, peer in pairs if ours.errors is not None and peer.errors is not None]
    row: Row = {
        "case": f"{metric}: {group}",
        "meetings": len(pairs),
        "hubbub answered": sum(one.seconds is not None for one in ours_all),
        "hubbub": _middle(ours_all),
        "MeetEval answered": sum(one.seconds is not None for one in peer_all),
        "MeetEval": _middle(peer_all),
        "ratio": f"{median(ratios):.3g}x" if ratios else None,
        "least ratio": f"{min(ratios):.3g}x" if ratios else None,
        "all together": f"{together:.3g}x" if together else None,
    }
    differ = sum(ours.errors != peer.errors for ours, peer in known)
    if bar is None:
        errors = f"{sum(o.errors or 0 for o, _ in known)}, greedy {sum(p.errors or 0 for _, p in known)}"
        return row | {"errors": errors if known else None}
    row["errors"] = None if not known else f"{differ} differ" if differ else "equal"
    theirs = [ours for ours, peer in pairs if peer.seconds is not None]
    met = all(one.seconds is not None and one.exact for one in theirs) and min(ratios, default=0) >= bar
    return row | {"bar": f"≥ {bar:g}x", "met": met if theirs else None}


def _middle(outcomes: Sequence[Outcome]) -> str:
    """Returns the median time of the computed meetings, or why there is none."""
    times = [one.seconds for one in outcomes if one.seconds is not None]
    return duration(median(times)) if times else str(outcomes[0])


def memory(given: Arguments, budget: Budget) -> list[Row]:
    """Measures peak memory of tcpWER above that of a tiny meeting, as the meeting grows."""
    base = measure("tcpwer", "hubbub", make(8, 8, 8, system="diar"), budget).bytes or 0
    rows: list[Row] = []
    first = 0
    for times in (1, 2, 4):
        meeting = make(times * (500 if given.quick else 2000), 8, 8, system="diar")
        progress("timed: memory of tcpwer,", meeting.name)
        outcomes = {tool: measure("tcpwer", tool, meeting, budget) for tool in BOTH}
        grown = max(0, (outcomes["hubbub"].bytes or 0) - base)
        first = first or grown
        rows.append(
            {
                "memory of tcpwer": f"{meeting.words} words, {meeting.minutes / 60:.1f} h",
                "hubbub": str(outcomes["hubbub"]),
                "peak": _megabytes(outcomes["hubbub"].bytes),
                "above a tiny meeting": _megabytes(grown),
                "growth": f"{grown / first:.2f}x" if first else None,
                "MeetEval's peak": _megabytes(outcomes["MeetEval"].bytes) or str(outcomes["MeetEval"]),
                "bar": f"≤ {1.2 * times:g}x" if times > 1 else None,
                "met": grown <= 1.2 * times * first if times > 1 and first else None,
            }
        )
    return rows


def _megabytes(size: int | None) -> str | None:
    return None if size is None else f"{size / 2**20:.0f} MB"


def hour(given: Arguments, budget: Budget) -> list[Row]:
    """Measures an hour of 8 speakers with 8 streams: paired, and routed."""
    rows: list[Row] = []
    for metric in ("tcpwer", "tcorcwer", "ditcpwer"):
        for system in ("css", "diar"):
            meeting = make(1064, 8, 8, system="css" if system == "css" else "diar")
            progress("timed: an hour,", metric, system)
            ours, peer = compare(metric, BOTH, meeting, budget, 1 if given.quick else 3)
            greedy = " (greedy)" if metric == "ditcpwer" else ""
            ratio = peer.seconds / ours.seconds if ours.seconds and peer.seconds else None
            bar = BARS["tcpwer"] if metric == "tcpwer" else None
            soon = ours.seconds is not None and ours.exact and ours.seconds <= 1
            rows.append(
                {
                    "an hour": f"{metric}: {meeting.words} words, {system}",
                    "hubbub": str(ours),
                    "peak": _megabytes(ours.bytes),
                    "errors": ours.errors,
                    "MeetEval": f"{peer}{greedy}",
                    "MeetEval's errors": peer.errors,
                    "ratio": None if ratio is None else f"{ratio:.3g}x",
                    "bar": "≤ 1 s" if bar is None else f"≥ {bar:g}x",
                    "met": soon if bar is None else ratio >= bar if ratio is not None else None,
                }
            )
    return rows


def main() -> None:
    given = arguments(__doc__)
    size = int(given.memory * GIGABYTE)
    chosen = made_up() if given.data is None else real(given.data, given.quick)
    seconds = min(given.seconds, 10) if given.quick else given.seconds
    rows, each = beside(chosen, Budget(seconds, size, enough=2), 1 if given.quick or len(chosen) > MANY else 3)
    rows += memory(given, Budget(2 * seconds, size, repeats=1))
    rows += hour(given, Budget(seconds, size, enough=2))
    title = f"Timed metrics, collar 5 s (at most {seconds:g} s a meeting)"
    finish(given, title, rows, meetings=each)


if __name__ == "__main__":
    main()
