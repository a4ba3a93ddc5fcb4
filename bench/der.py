"""Measures diarization error rates: hubbub, MeetEval's wrapper of md-eval-22, the Perl script itself, and
pyannote.metrics.

Six AMI meetings, two systems, a collar of 0.25 s. Everything is loaded before timing starts; only the script starts
and reads its files each time. The tools take turns, so other load affects all of them, and the median of their CPU
times counts. Tools that are not installed are skipped.

The wrapper looks for md-eval-22.pl on the PATH, or downloads dscore's copy. That copy prints sums of seconds as %f,
which the wrapper needs; Debian's sctk has the same version as md-eval.pl, which prints them as %10.2f. If only that
one is installed, the wrapper gets a copy of it, made before timing starts, with only these four formats changed.

    python bench/der.py --quick
"""

from __future__ import annotations

import atexit
import logging
import os
import re
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from harness import Row, arguments, duration, finish, progress
from point import cpu_seconds

FACTS = Path(__file__).parent.parent / "tests/facts/der"
COLLAR = 0.25

Call = Callable[[], float]
"""Returns the rate over all meetings, in percent."""


def ask_hubbub(hypothesis: Path) -> Call | None:
    hubbub: Any = import_module("hubbub")
    left, right, uem = (hubbub.load(path) for path in (FACTS / "ami_ref.rttm", hypothesis, FACTS / "ami.uem"))
    return lambda: float(100 * hubbub.der(left, right, collar=COLLAR, uem=uem).total.rate)


def md_eval_22(*names: str) -> str | None:
    """Returns the path of the script under one of these names, on the PATH or in Debian's sctk; no other version of
    it.
    """
    folders = os.pathsep.join([os.environ.get("PATH", ""), "/usr/lib/sctk/bin"])
    found = [path for name in names if (path := shutil.which(name, path=folders)) is not None]
    scripts = (
        path for path in found if '$version = "22"' in Path(path).read_text(errors="replace", encoding="utf-8")[:1000]
    )
    return next(scripts, None) if shutil.which("perl") else None


def ask_script(hypothesis: Path) -> Call | None:
    script = md_eval_22("md-eval.pl", "md-eval-22.pl")
    if script is None:
        return None
    files = ["-r", FACTS / "ami_ref.rttm", "-s", hypothesis, "-u", FACTS / "ami.uem"]

    def call() -> float:
        command = ["perl", script, "-c", str(COLLAR), *map(str, files)]
        said = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
        return float(re.findall(r"OVERALL SPEAKER DIARIZATION ERROR = ([\d.]+) percent", said)[-1])

    return call


@cache
def readable_script() -> str | None:
    """Returns the folder of an md-eval-22.pl whose output MeetEval's wrapper can read; see above."""
    if (script := md_eval_22("md-eval-22.pl")) is not None:
        return str(Path(script).parent)
    if (script := md_eval_22("md-eval.pl")) is None:
        return None
    text = Path(script).read_text(encoding="latin-1")  # all bytes are written back unchanged
    text, changed = re.subn(r"(SPEAKER (?:ERROR )?TIME =)%10\.2f secs", r"\1%f secs", text)
    if changed != 4:
        return None
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    copy = Path(folder, "md-eval-22.pl")
    copy.write_text(text, encoding="latin-1")
    copy.chmod(0o755)
    return folder


def ask_meeteval(hypothesis: Path) -> Call | None:
    folder = readable_script() if find_spec("meeteval") else None
    if folder is None:
        return None
    os.environ["PATH"] = os.pathsep.join([folder, os.environ.get("PATH", "")])
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


TOOLS = {
    "hubbub": ask_hubbub,
    "MeetEval's wrapper": ask_meeteval,
    "md-eval-22": ask_script,
    "pyannote.metrics": ask_pyannote,
}
MEETINGS = 6


def compared(hypothesis: Path, runs: int) -> Row:
    """Returns, for each tool, the CPU time per meeting and the rate, and how many times as fast hubbub is."""
    asked = {name: ask(hypothesis) for name, ask in TOOLS.items()}
    calls = {name: call for name, call in asked.items() if call is not None}
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    rates = {name: call() for name, call in calls.items()}  # and imports of the first call
    for _ in range(runs):
        for name, call in calls.items():
            started = cpu_seconds()
            call()
            seconds[name].append((cpu_seconds() - started) / MEETINGS)
    middle = {name: statistics.median(own) for name, own in seconds.items()}
    row: Row = {"DER": f"{rates['hubbub']:.2f}%", "hubbub, a meeting": duration(middle["hubbub"])}
    for name in list(TOOLS)[1:]:
        row[name] = f"{duration(middle[name])}, {rates[name]:.2f}%" if name in calls else "not installed"
        row[f"{name}: ratio"] = f"{middle[name] / middle['hubbub']:.3g}x" if name in calls else None
    return row


def main() -> None:
    given = arguments(__doc__)
    logging.disable()
    rows = []
    for system in ("vbx", "diaper"):
        progress("der:", system)
        row = compared(FACTS / f"ami_hyp_{system}.rttm", 3 if given.quick else 15)
        rows.append({"case": f"{MEETINGS} AMI meetings, {system}, collar {COLLAR} s", **row})
    finish(given, "Diarization error rate", rows)


if __name__ == "__main__":
    main()
