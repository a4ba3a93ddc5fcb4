"""Reruns figures 2 and 3 of the paper: hubbub, the installed other tools, and the paper's own curves.

The paper: von Neumann et al., "On word error rate definitions and their efficient computation for multi-speaker
speech recognition systems", ICASSP 2023.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

from harness import GIGABYTE, HERE, Budget, Outcome, Row, arguments, finish, measure, pictures_in, progress
from meetings import make
from plot import Curve, Legend, Panel, draw
from tools import versions

# Color, label, and what computes it: a metric and a tool each.
LINES: dict[str, tuple[str, str, list[tuple[str, str]]]] = {
    "a": ("MIMO-WER", "MIMO", [("mimower", "hubbub"), ("mimower", "MeetEval")]),
    "b": ("ORC, brute force", "ORC brute-force", [("orcwer", "brute force")]),
    "c": ("ORC-WER", "ORC optimized", [("orcwer", "hubbub"), ("orcwer", "MeetEval")]),
    "d": ("MD-WER", "asclite", [("mdwer", "hubbub"), ("mdwer", "asclite")]),
}
Shape = tuple[int, int, int]
Measured = dict[tuple[str, str], list[tuple[int, Outcome]]]


def curve(metric: str, tool: str, shapes: dict[int, Shape], budget: Budget) -> list[tuple[int, Outcome]]:
    """Measures along x until two points in a row fail, because later points are larger."""
    found: list[tuple[int, Outcome]] = []
    for x, shape in shapes.items():
        found.append((x, measure(metric, tool, make(*shape), budget)))
        last = [outcome.failed for _, outcome in found[-2:]]
        if last == ["absent"] or (len(last) == 2 and all(last)):
            break
    progress("figures:", metric, tool, f"to {found[-1][0]}:", found[-1][1])
    return found


def panel(
    label: str, shapes: dict[int, Shape], measured: Measured, paper: dict[str, Any], ticks: Sequence[int]
) -> Panel:
    curves = []
    for colour, (_, published, tools) in LINES.items():
        curves.append(Curve(colour, "paper", [point for point in paper.get(published, []) if point[0] <= max(shapes)]))
        for key in tools:
            if key not in measured:
                continue
            points = [(x, one.seconds) for x, one in measured[key] if one.seconds is not None and one.exact]
            beyond = [one for x, one in measured[key] if not points or x > points[-1][0]]
            failed = next((one.failed or "unproven" for one in beyond if one.failed or not one.exact), None)
            stroke = "peer" if key[1] in ("MeetEval", "asclite") else "hubbub"
            curves.append(Curve(colour, stroke, points, failed or ""))
    return Panel(label, min(shapes), max(shapes), ticks, curves)


def legend(measured: Measured, budget: Budget) -> Legend:
    cells = {(colour, "paper"): published.replace(" optimized", "") for colour, (_, published, _) in LINES.items()}
    for colour, (_, _, tools) in LINES.items():
        for key in tools:
            if key not in measured:
                continue
            tool = key[1]
            absent = measured[key][0][1].failed == "absent"
            known = f"MeetEval {versions()['meeteval']}" if tool == "MeetEval" else tool
            shown = f"{known}: not installed" if absent else known
            cells[colour, "peer" if tool in ("MeetEval", "asclite") else "hubbub"] = shown
    columns = {"hubbub": "here: hubbub", "peer": "here: peers", "paper": "the paper, AMD Milan 7763"}
    drawn = [colour for colour, (_, _, tools) in LINES.items() if any(key in measured for key in tools)]
    return Legend(
        columns,
        {colour: LINES[colour][0] for colour in drawn},
        cells,
        f"{budget.seconds:g} s",
        f"{budget.bytes / GIGABYTE:g} GB",
    )


def run(shapes: dict[int, Shape], budget: Budget, without: Sequence[str] = ()) -> Measured:
    keys = [key for _, _, tools in LINES.values() for key in tools if key[1] not in without]
    return {key: curve(*key, shapes, budget) for key in keys}


def rows_of(figure: str, measured: Measured) -> list[Row]:
    rows = []
    for (metric, tool), points in measured.items():
        last = [(x, one) for x, one in points if one.seconds is not None and one.exact][-1:]
        ended = next((str(one) for x, one in points if one.failed and (not last or x > last[0][0])), "")
        reached = {"reaches": last[0][0], "time there": str(last[0][1])} if last else {"reaches": "", "time there": ""}
        rows.append({"figure": figure, "metric": metric, "tool": tool, **reached, "then": ended})
    return rows


def disagreements(measured: Measured) -> list[str]:
    """Returns where hubbub and another tool count differently; asclite cuts by time, so its counts differ."""
    found = []
    for metric, peer in (("mimower", "MeetEval"), ("orcwer", "MeetEval"), ("orcwer", "brute force")):
        theirs = {x: one.errors for x, one in measured.get((metric, peer), [])}
        for x, one in measured[metric, "hubbub"]:
            if one.errors is not None and theirs.get(x) not in (None, one.errors):
                found.append(f"{metric} at {x}: hubbub {one.errors}, {peer} {theirs[x]}")
    return found


def main() -> None:
    given = arguments(__doc__)
    budget = Budget(2 if given.quick else 30, int(given.memory * GIGABYTE), 3 if given.quick else 9)
    paper = json.loads((HERE / "paper_runtimes.json").read_text("utf-8"))
    counts = [1, 2, 5, 10, 20, 40, 79] if given.quick else [*range(1, 21), *range(22, 31, 2), *range(35, 80, 5), 79]
    by_utterances = {n: (n, 4, 2) for n in counts}
    by_speakers = {k: (25, k, 2) for k in range(1, 9)}
    by_streams = {j: (25, 4, j) for j in range(1, 8)}
    two = run(by_utterances, budget)
    speakers, streams = (run(shapes, budget, ["brute force"]) for shapes in (by_speakers, by_streams))
    pictures = {
        "figure2": draw(
            "Figure 2: time to score a meeting with 4 speakers, 2 streams",
            [panel("utterances", by_utterances, two, paper["figure_2"], [1, *range(10, 80, 10), 79])],
            legend(two, budget),
        ),
        "figure3": draw(
            "Figure 3: time to score 25 utterances",
            [
                panel("speakers (2 streams)", by_speakers, speakers, paper["figure_3_speakers"], range(1, 9)),
                panel("streams (4 speakers)", by_streams, streams, paper["figure_3_streams"], range(1, 8)),
            ],
            legend(speakers, budget),
        ),
    }
    folder = pictures_in(given)
    for name, picture in pictures.items():
        (folder / f"{name}.svg").write_text(picture, "utf-8")
    shown = [os.path.relpath(folder / f"{name}.svg", HERE) for name in pictures]
    named = {"2": two, "3, speakers": speakers, "3, streams": streams}
    points = [
        {"figure": figure, "metric": metric, "x": x, **outcome._asdict()}
        for figure, measured in named.items()
        for (metric, _), found in measured.items()
        for x, outcome in found
    ]
    rows = [row for figure, measured in named.items() for row in rows_of(figure, measured)]
    differ = [text for measured in named.values() for text in disagreements(measured)]
    finish(given, "The paper's figures", rows, pictures=shown, disagreements=differ, points=points)


if __name__ == "__main__":
    main()
