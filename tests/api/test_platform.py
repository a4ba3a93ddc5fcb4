"""What a platform may lack, as a browser does: everything else gives the same, and what cannot be done says why."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.lacking import ALL
from support.paths import ROOT

from hubbub.platform import FEATURES, VARIABLE, lacking

SAME = """
import os, sys, tempfile, threading
from pathlib import Path
import hubbub
from hubbub.model.metrics import METRICS
from hubbub.prepare.inputs import read_input
from hubbub.scoring.engine import score_sessions
from hubbub.scoring.plan import plan_of
from support.golden import MEETING, SYSTEMS, output

def text(side):
    lines = Path(f"examples/meeting_{side}.stm").read_text(encoding="utf-8").splitlines(True)
    return "".join(line.replace("talk-", f"{number}-") for number in range(60) for line in lines)

with tempfile.TemporaryDirectory() as folder:
    commands = [
        f"cpwer {MEETING} -o x.json -o x.csv -o x.md",
        f"cpwer {MEETING} -o x.json -o x.csv --force",
        f"orcwer {MEETING} --stream --per-speaker",
        f"mimower {MEETING} --resume y.json",
        f"der {MEETING} --ci 95 --ci-method percentile",
        f"compare -m tcpwer {SYSTEMS}",
        f"blame {MEETING} --by speaker",
        f"report {MEETING} -o page.html",
        f"rank {SYSTEMS} -o board.csv",
        "merge x.json",
    ]
    print(output(commands, Path(folder)))

threads = set()
def count(*_):
    if os.path.isdir("/proc/self/task"):
        threads.add(len(os.listdir("/proc/self/task")))
with tempfile.TemporaryDirectory() as folder:
    sides = []
    for side in ("ref", "hyp"):
        sides.append(Path(folder, f"{side}.stm"))
        sides[-1].write_text(text(side), encoding="utf-8")
    print(*hubbub.score(["cpwer", "tcpwer"], *sides, collar=5, stream=True))
    run = hubbub.score("orcwer", *sides, resume=Path(folder, "kept.json"))
    print(run.to_json(), run.interval(method="percentile"))
    (run,) = score_sessions(plan_of((METRICS["mimower"],)), *(read_input(str(side)) for side in sides), progress=count)
    print(run.to_json(), hubbub.report(run))
if "without" in sys.argv:
    assert threads <= {1}, threads
    assert threading.active_count() == 1
"""


def printed(code: str, *arguments: str, without: str = "") -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), *sys.path]),
        "COLUMNS": "80",
        "PYTHONUTF8": "1",
        VARIABLE: without,
    }
    run = subprocess.run([sys.executable, "-c", code, *arguments], cwd=ROOT, env=environment, capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    return re.sub(r"[0-9.]+(e-[0-9]+)?(?=\s*\])", "SECONDS", run.stdout.decode())  # at the end of a search's stage


def test_the_results_are_the_same_without_all_of_it() -> None:
    assert printed(SAME, "without", without=ALL) == printed(SAME)


REFUSED = """
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
import hubbub
for executor in (ProcessPoolExecutor, ThreadPoolExecutor):
    try:
        hubbub.score("wer", "examples/meeting_ref.stm", "examples/meeting_hyp.stm", executor=executor())
    except hubbub.OptionError as error:
        print(error)
"""


@pytest.mark.parametrize("feature", ["threads", "processes"])
def test_executors_are_refused_with_the_reason(feature: str) -> None:
    lines = printed(REFUSED, without=feature).splitlines()
    assert lines == [f"executor needs {feature}, which this platform lacks; score without it"] * 2


@pytest.mark.parametrize("options", [["cpwer", "--dask", "tcp://127.0.0.1:1"], ["report", "--open"]])
def test_commands_refuse_what_needs_processes(options: list[str], tmp_path: Path) -> None:
    pair = ["-r", str(ROOT / "examples/meeting_ref.stm"), "-h", str(ROOT / "examples/meeting_hyp.stm")]
    environment = {**os.environ, VARIABLE: "processes"}
    command = [sys.executable, "-m", "hubbub", options[0], *pair, *options[1:]]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (1, "", 1)
    assert options[1] in run.stderr
    assert "this platform" in run.stderr


def test_a_browser_lacks_all_of_it() -> None:
    assert lacking("emscripten") == {*FEATURES}
    with pytest.raises(
        ValueError, match="HUBBUB_WITHOUT: unknown forks; choose from threads, processes, signals, links"
    ):
        lacking("linux", "threads,forks")
