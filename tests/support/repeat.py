"""The whole suite again and again while other work keeps all cores busy, or once in each of several ways.

    PYTHONPATH=tests python -m support.repeat --runs 10
    PYTHONPATH=tests python -m support.repeat --ways

Each run has a line of its own, with the names of the tests that failed; what pytest printed is then kept in build/.
Further arguments are pytest's: `--ways random tests/cli` takes one way, and the tests of one folder.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from hubbub.platform import FEATURES, VARIABLE
from support.paths import ROOT

IN_PARALLEL = ["--numprocesses", "auto", "--dist", "worksteal"]
WAYS = {
    "serial": ["-p", "no:xdist"],
    "random": [*IN_PARALLEL, "-p", "randomly"],
    "no-browser": IN_PARALLEL,
    "no-home": IN_PARALLEL,
    "bare": IN_PARALLEL,
}
"""Without pytest-xdist, in a random order, with no browser on PATH, with a HOME in which nothing can be written, and
without threads, other processes, signals and hard links.
"""

SPINNING = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): sum(range(1_000_000))"
SUMMARY = re.compile(r"(?:\d+ (?:passed|failed|skipped|errors?|xfailed|xpassed|warnings?)(?:, )?)+ in .*")


@contextmanager
def busy() -> Iterator[None]:
    """All cores have other work to do, which ends with the block, and with this process however that ends."""
    command = [sys.executable, "-c", SPINNING, str(os.getpid())]
    spinning = [subprocess.Popen(command) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


@contextmanager
def surroundings(way: str) -> Iterator[Mapping[str, str]]:
    """The environment of a way to run the suite."""
    if way == "no-browser":
        with TemporaryDirectory() as folder:
            link_all_but_browsers(Path(folder))
            yield {**os.environ, "PATH": folder}
    elif way == "no-home":
        yield {**os.environ, "HOME": "/proc"}  # where not even root can write
    elif way == "bare":
        yield {**os.environ, VARIABLE: ",".join(FEATURES)}
    else:
        yield os.environ


def link_all_but_browsers(folder: Path) -> None:
    """Fill a folder with links to all programs on PATH, apart from those that are browsers by their names."""
    for place in os.environ["PATH"].split(os.pathsep):
        for program in sorted(Path(place).glob("*")):
            link = folder / program.name
            if not re.search("chrom", program.name) and not link.is_symlink():
                link.symlink_to(program)


def run(name: str, arguments: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Did all tests pass? Prints the summary of pytest, and which did not."""
    command = [sys.executable, "-m", "pytest", "-rfE", "--tb=short", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = done.stdout.decode(errors="replace").splitlines()
    found = [line for line in lines if SUMMARY.fullmatch(line.strip("= "))]
    print(f"{name}: {found[-1].strip('= ') if found else f'pytest ended with code {done.returncode}'}", flush=True)
    if done.returncode:
        print(*(f"  {line}" for line in lines if line.startswith(("FAILED ", "ERROR "))), sep="\n")
        kept = ROOT / f"build/tests-{name.replace(' ', '-')}.txt"
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(done.stdout)
        print(f"  all of it is in {kept.relative_to(ROOT)}", flush=True)
    return done.returncode == 0


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--runs", type=int, metavar="NUMBER", help="run it so often, with all cores busy")
    what.add_argument("--ways", nargs="?", const=",".join(WAYS), metavar=",".join(WAYS), help="run it in these ways")
    parsed, arguments = parser.parse_known_args(given)
    if parsed.ways is None:
        with busy():
            parallel = [*IN_PARALLEL, *arguments]
            passed = [run(f"run {number}", parallel, os.environ) for number in range(1, parsed.runs + 1)]
    else:
        passed = []
        for way in parsed.ways.split(","):
            if way not in WAYS:
                parser.error(f"no way is called {way}; choose from {', '.join(WAYS)}")
            with surroundings(way) as environment:
                passed.append(run(way, [*WAYS[way], *arguments], environment))
    print(f"{sum(passed)} of {len(passed)} runs passed")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # which ends the other work, as Ctrl-C does
    sys.exit(main())
