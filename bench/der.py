"""How long a diarisation error rate takes, beside MeetEval's wrapper of md-eval-22 and pyannote.metrics.

Six meetings of AMI, two systems, a collar of 0.25 s. Everything is loaded before the clock starts; the tools take
turns, so that a busy machine slows all of them, and the median of the runs counts. A peer is left out where it is not
installed; the wrapper is left out where md-eval-22.pl is not on the PATH, since it would download it.

    python bench/der.py --runs 5 --json der.json
"""

from __future__ import annotations

import argparse
import json
import logging
import shutil
import statistics
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FACTS = Path(__file__).parent.parent / "tests/facts/der"
COLLAR = 0.25

Call = Callable[[], float]
"""The rate over all meetings, in percent."""


def ask_hubbub(hypothesis: Path) -> Call | None:
    hubbub: Any = import_module("hubbub")
    left, right, uem = (hubbub.load(path) for path in (FACTS / "ami_ref.rttm", hypothesis, FACTS / "ami.uem"))
    return lambda: float(100 * hubbub.der(left, right, collar=COLLAR, uem=uem).total.rate)


def ask_meeteval(hypothesis: Path) -> Call | None:
    if not (find_spec("meeteval") and shutil.which("perl") and shutil.which("md-eval-22.pl")):
        return None
    io: Any = import_module("meeteval.io")
    md_eval: Any = import_module("meeteval.der.md_eval")
    left, right = io.RTTM.load(FACTS / "ami_ref.rttm"), io.RTTM.load(hypothesis)
    uem = io.UEM.load(FACTS / "ami.uem")

    def call() -> float:
        parts = md_eval.md_eval_22_multifile(left, right, collar=COLLAR, uem=uem)
        return 100 * float(sum(parts.values()).error_rate)

    return call


def ask_pyannote(hypothesis: Path) -> Call | None:
    if not (find_spec("pyannote") and find_spec("pyannote.metrics")):
        return None
    core: Any = import_module("pyannote.core")
    metrics: Any = import_module("pyannote.metrics.diarization")
    hubbub: Any = import_module("hubbub")

    def annotations(path: Path) -> dict[str, Any]:
        found = {}
        for name, transcript in hubbub.load(path).sessions().items():
            found[name] = core.Annotation(uri=name)
            for number, turn in enumerate(transcript):
                found[name][core.Segment(turn.start, turn.end), number] = turn.speaker
        return found

    left, right = annotations(FACTS / "ami_ref.rttm"), annotations(hypothesis)
    regions = {
        line.session: core.Timeline([core.Segment(line.start, line.end)]) for line in hubbub.load(FACTS / "ami.uem")
    }

    def call() -> float:
        metric = metrics.DiarizationErrorRate(collar=2 * COLLAR)  # its collar is the total width
        for name in left:
            metric(left[name], right[name], uem=regions[name])
        return 100 * float(abs(metric))

    return call


TOOLS = {"hubbub": ask_hubbub, "meeteval": ask_meeteval, "pyannote": ask_pyannote}


def measure(hypothesis: Path, runs: int) -> dict[str, dict[str, float]]:
    """For each tool, the rate and the milliseconds per meeting."""
    calls = {name: call for name, ask in TOOLS.items() if (call := ask(hypothesis)) is not None}
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    rates = {}
    for _ in range(runs):
        for name, call in calls.items():
            start = time.perf_counter()
            rates[name] = call()
            seconds[name].append(time.perf_counter() - start)
    meetings = 6
    return {
        name: {"rate": round(rates[name], 2), "ms": 1000 * statistics.median(own) / meetings}
        for name, own in seconds.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the measurements")
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    found = {}
    for system in ("vbx", "diaper"):
        found[system] = measure(FACTS / f"ami_hyp_{system}.rttm", arguments.runs)
        for name, numbers in found[system].items():
            times = numbers["ms"] / found[system]["hubbub"]["ms"]
            print(f"{system:<8}{name:<10}DER {numbers['rate']:.2f}%  {numbers['ms']:9.2f} ms a meeting  {times:7.1f} x")
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
