"""Measures the cost of the breakdown by cause: `hubbub blame` compared with the scoring that it needs.

Uses four real meetings, and a corpus of 1,000 short sessions: the excerpts from the tests, repeated.
"""

from __future__ import annotations

import json
import lzma
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from harness import HERE, Row, arguments, duration, finish, progress
from startup import run

DATA = HERE.parent / "tests/data"
SESSIONS = 1000
Segments = list[dict[str, Any]]


def meetings(folder: Path) -> list[str]:
    """Writes the AMI meetings with VBx's speakers as files."""
    packed = json.loads(lzma.decompress((DATA / "ami_diarised.json.xz").read_bytes()))
    sides = {"-r": packed["reference"], "-h": packed["hyp_vbx"]}
    rows = {
        flag: [dict(zip(side, values, strict=True)) for values in zip(*side.values(), strict=True)]
        for flag, side in sides.items()
    }
    return written(folder, rows)


def short_sessions(folder: Path) -> list[str]:
    sides = {
        flag: json.loads((DATA / f"sctk_vt_{name}.json").read_bytes()) for flag, name in (("-r", "ref"), ("-h", "hyp"))
    }
    number = len({segment["session_id"] for segment in sides["-r"]})
    return written(
        folder,
        {
            flag: [
                {**segment, "session_id": f"{segment['session_id']}#{copy}"}
                for copy in range(SESSIONS // number)
                for segment in segments
            ]
            for flag, segments in sides.items()
        },
    )


def written(folder: Path, sides: dict[str, Segments]) -> list[str]:
    options = ["--collar", "5", "--jobs", "1", "--quiet"]
    for flag, segments in sides.items():
        path = folder / f"side{flag}.json"
        path.write_text(json.dumps(segments), encoding="utf-8")
        options += [flag, str(path)]
    return options


BARS: dict[str, tuple[Callable[[Path], list[str]], dict[str, float], str]] = {
    "four meetings": (
        meetings,
        {"score -m tcpwer,ditcpwer": 2, "ditcpwer_by_word": 1},
        "2 × tcpwer,ditcpwer + the by-word metric",
    ),
    f"{SESSIONS} short sessions": (short_sessions, {"tcpwer": 3}, "3 × tcpwer"),
}
"""Allowed time of blame, as multiples of each of these."""


def row(case: str, runs: int) -> Row:
    progress("blame:", case)
    make, parts, bar = BARS[case]
    command = [sys.executable, "-m", "hubbub"]
    with tempfile.TemporaryDirectory() as folder:
        options = make(Path(folder))
        wanted = ["blame", *parts]
        times = {name: [run([*command, *name.split(), *options])[0] for _ in range(runs)] for name in wanted}
    own, *others = (median(times[name]) for name in wanted)
    allowed = sum(factor * time for factor, time in zip(parts.values(), others, strict=True))
    return {
        "case": case,
        "blame": duration(own),
        "allowed": duration(allowed),
        "ratio": f"{own / allowed:.3f}",
        "bar": f"≤ {bar}",
        "met": own <= allowed,
    }


def main() -> None:
    given = arguments(__doc__)
    finish(given, "Blame", [row(case, 3 if given.quick else 11) for case in BARS])


if __name__ == "__main__":
    main()
