"""Makes hostile command lines, and runs them: whatever comes, it must be a result, one clear message or the usage.

PYTHONPATH=tests python -m support.hostile_arguments 2000 7    2,000 commands with the seed 7
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hubbub.cli.command_table import OTHERS
from hubbub.cli.run import run
from hubbub.model.metrics import ALL_METRICS
from hubbub.model.options import OPTIONS
from support.paths import EXAMPLES

PAIR = ["-r", str(EXAMPLES / "meeting_ref.stm"), "-h", str(EXAMPLES / "meeting_hyp.stm")]
VALUES = [
    "", "0", "-1", "5", "x", "nan", "1e400", "a,b", "lower", "rm(", "=", "%", "40%", "cpwer=3", "\udcff", "\x1b[31m",
    "\0", "[", "(", "x" * 3000, "word", "char", "8G", "none", "strict", "-", "*.stm", "[a", "no.stm", "out.json",
    "out.html", "cpwer,tcpwer", "der", PAIR[1],
]  # fmt: skip
FLAGS = [
    *(f"--{field.replace('_', '-')}" for field in OPTIONS),
    "-o", "--json", "--alignment", "--pairing", "--per-speaker", "--explain", "--quiet", "--fail-above", "--force",
    "-m", "--title", "--audio-dir", "--only-errors", "--colour", "--from", "--to", "-r", "-h", "--allow-skipped",
    "--help", "--fail-below", "--baseline", "--fail-if-worse", "--mapsswe", "--no-parts",
]  # fmt: skip


def command_lines(number: int, seed: int) -> Iterator[list[str]]:
    random = Random(seed)
    for _ in range(number):
        command = random.choice([*ALL_METRICS, *OTHERS, "", "x"])
        arguments = [command, *(random.choices(VALUES, k=2) if command in ("convert", "metrics") else PAIR)]
        arguments += ["-h", f"b={PAIR[1]}"] if command == "compare" else []
        for _ in range(random.randrange(5)):
            arguments += [random.choice(FLAGS), *random.choices(VALUES, k=random.choice((0, 1, 1, 1)))]
        yield arguments


def fault(arguments: list[str]) -> str | None:
    """How the command goes wrong; None if it ends as it should."""
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in streams)
    said, code, failure = sys.stderr, None, ""
    try:
        run(arguments)
    except SystemExit as end:
        code = end.code
    except Exception:
        failure = traceback.format_exc(limit=-4)
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    said.flush()
    message = said.buffer.getvalue().decode()
    if code not in range(5) or (code == 1 and ("; " not in message or len(message) > 7000 or "\x1b" in message)):
        return f"{[argument[:50] for argument in arguments]}\n  exit code {code}: {message[:300]}{failure}"
    return None


def main(number: int, seed: int) -> int:
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            faults = [text for text in map(fault, command_lines(number, seed)) if text is not None]
        finally:
            os.chdir(before)
    print("\n".join(faults[:20]))
    print(f"{number} hostile command lines with seed {seed}, {len(faults)} went wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
