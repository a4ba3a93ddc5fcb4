"""Measures a small command, including start-up: hubbub and meeteval-wer."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from harness import HERE, Row, arguments, duration, finish, progress

EXAMPLES = HERE.parent / "examples"


def commands(out: Path) -> dict[str, tuple[list[str], list[str], float, bool]]:
    """Case to hubbub's command, the other tool's, the target, and whether it is for wall-clock time, which users
    notice.
    """
    bin_ = Path(sys.executable).parent
    ours, peers = str(bin_ / "hubbub"), str(bin_ / "meeteval-wer")
    files = ["-r", str(EXAMPLES / "meeting_ref.stm"), "-h", str(EXAMPLES / "meeting_hyp.stm")]
    # meeteval-wer always writes files; not next to the example.
    to = ["--average-out", f"{out}/average.json", "--per-reco-out", f"{out}/per_reco.json"]
    return {
        "--help": ([ours, "--help"], [peers, "--help"], 0.4, False),
        "cpwer of the small example": ([ours, "cpwer", *files], [peers, "cpwer", *files, *to], 0.12, True),
    }


def run(command: list[str]) -> tuple[float, float]:
    """CPU time and wall-clock time."""
    started = perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert child.stderr is not None
    said = child.stderr.read()
    _, status, use = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stderr.close()
    if child.returncode:
        raise RuntimeError(f"{' '.join(command)}: {said.decode(errors='replace')[-200:]}")
    return use.ru_utime + use.ru_stime, perf_counter() - started


def row(case: str, ours: list[str], peers: list[str], bar: float, by_clock: bool, runs: int) -> Row:
    progress("startup:", case)
    told = f"< {bar} wall-clock" if by_clock else f"≤ {bar}"
    if not Path(peers[0]).exists():
        return {"case": case, "hubbub": duration(run(ours)[0]), "MeetEval": "not installed", "bar": told}
    for command in (ours, peers):
        run(command)  # so both are compiled and in the cache
    pairs = [(run(ours), run(peers)) for _ in range(runs)]
    (cpu, clock), (peer_cpu, peer_clock) = (
        [median(pair[side][kind] for pair in pairs) for kind in (0, 1)] for side in (0, 1)
    )
    return {
        "case": case,
        "hubbub": duration(cpu),
        "MeetEval": duration(peer_cpu),
        "ratio": f"{cpu / peer_cpu:.3f}",
        "wall-clock ratio": f"{clock / peer_clock:.3f}",
        "bar": told,
        "met": clock / peer_clock < bar if by_clock else cpu / peer_cpu <= bar,
    }


def main() -> None:
    given = arguments(__doc__)
    with tempfile.TemporaryDirectory() as out:
        rows = [row(case, *rest, 5 if given.quick else 21) for case, rest in commands(Path(out)).items()]
    finish(given, "Start-up", rows)


if __name__ == "__main__":
    main()
