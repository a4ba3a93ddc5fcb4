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
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hubbub.platform import FEATURES, VARIABLE
from support.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from pythons import copy_tree, pip_config, pip_settings

PYTEST = (sys.executable, "-m", "pytest")
IN_PARALLEL = ["--numprocesses", "auto", "--dist", "worksteal"]
WAYS = {
    "serial": ["-p", "no:xdist"],
    "random": [*IN_PARALLEL, "-p", "randomly"],
    "no-browser": IN_PARALLEL,
    "no-home": IN_PARALLEL,
    "bare": IN_PARALLEL,
    "cp1252": IN_PARALLEL,
    "offline": IN_PARALLEL,
    "folder": (),
    "user": (),
}
"""Without pytest-xdist, in a random order, with no browser on PATH, with a HOME in which nothing can be written,
without threads, other processes, signals and hard links, under a locale whose encoding is not UTF-8, and without a
network; and `make test` in a copy of the tree: in a folder with spaces and umlauts, and as an ordinary user.
"""
NETWORK = ("unshare", "--net", "--map-root-user", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
"""Runs a command on a machine whose only network is itself."""

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


class NotRunError(Exception):
    """This machine lacks what a way needs."""


class Way(NamedTuple):
    """How pytest is run."""

    command: Sequence[str | Path] = PYTEST
    environment: Mapping[str, str] = os.environ
    folder: Path = ROOT


@contextmanager
def surroundings(way: str) -> Iterator[Way]:
    with TemporaryDirectory(prefix="hubbub größe und so " if way == "folder" else "hubbub-") as name:
        place = Path(name)
        if way == "no-browser":
            link_all_but_browsers(place)
            yield Way(environment={**os.environ, "PATH": name})
        elif way == "no-home":
            yield Way(environment={**os.environ, "HOME": "/proc"})  # where not even root can write
        elif way == "bare":
            yield Way(environment={**os.environ, VARIABLE: ",".join(FEATURES)})
        elif way == "cp1252":
            demand("localedef", "-i", "en_US", "-f", "CP1252", place / "en_US.CP1252", needs="Debian's package locales")
            yield Way(environment={**os.environ, "LOCPATH": name, "LC_ALL": "en_US.CP1252", "PYTHONUTF8": "0"})
        elif way == "offline":
            demand(*NETWORK, "true", needs="unshare and ip, and the right to use them")
            yield Way((*NETWORK, *PYTEST))
        elif way in ("folder", "user"):
            yield made(place, ordinary(place) if way == "user" else ())
        else:
            yield Way()


def demand(*command: str | Path, needs: str) -> None:
    if not shutil.which(command[0]) or subprocess.run(command, capture_output=True, check=False).returncode:
        raise NotRunError(f"needs {needs}")


def ordinary(place: Path) -> Sequence[str | Path]:
    """The start of a command that is run by nobody, who may write in this folder."""
    user = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
    demand(*user, "true", needs="root and setpriv; whatever an ordinary user runs is run so")
    place.chmod(0o755)
    return user


def made(place: Path, user: Sequence[str | Path]) -> Way:
    """`make test` in a copy of the tree, with a home of its own, and a Python that its user may run."""
    tree, home, settings = place / "tree", place / "home", place / "pip.conf"
    copy_tree(tree)
    home.mkdir()
    said = subprocess.run([sys.executable, "-m", "pip", "config", "list"], stdout=subprocess.PIPE, encoding="utf-8")
    settings.write_text(pip_config(pip_settings(said.stdout)), encoding="utf-8")
    pythons = (Path(sys.base_prefix) / "bin/python3", "/usr/bin/python3")
    # By a shell: a program that setpriv runs itself may still have the rights of root.
    commands: list[list[str | Path]] = [[*user, "sh", "-c", '"$0" -c "import ensurepip"', python] for python in pythons]
    runs = [one[-1] for one in commands if not subprocess.run(one, capture_output=True, check=False).returncode]
    if not runs:
        raise NotRunError("needs a Python that its user may run, as Debian's python3-venv")
    if user:
        subprocess.run(["chown", "-R", "nobody:nogroup", place], check=True)
    environment = {**os.environ, "HOME": str(home), "PIP_CONFIG_FILE": str(settings)}
    environment.pop("PYTHONPATH", None)
    return Way((*user, "make", "test", f"PYTHON={runs[0]}"), environment, tree)


def link_all_but_browsers(folder: Path) -> None:
    """Fill a folder with links to all programs on PATH, apart from those that are browsers by their names."""
    for place in os.environ["PATH"].split(os.pathsep):
        for program in sorted(Path(place).glob("*")):
            link = folder / program.name
            if not re.search("chrom", program.name) and not link.is_symlink():
                link.symlink_to(program)


def run(name: str, arguments: Sequence[str], way: Way) -> bool:
    """Did all tests pass? Prints the summary of pytest, and which did not."""
    command, arguments, environment = way.command, ["-rfE", "--tb=short", *arguments], way.environment
    if "make" in command:
        environment = {**environment, "PYTEST_ADDOPTS": shlex.join(arguments)}
    else:
        command = (*command, *arguments)
    done = subprocess.run(command, cwd=way.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
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
            passed = [run(f"run {number}", parallel, Way()) for number in range(1, parsed.runs + 1)]
    else:
        passed = []
        for way in parsed.ways.split(","):
            if way not in WAYS:
                parser.error(f"no way is called {way}; choose from {', '.join(WAYS)}")
            try:
                with surroundings(way) as found:
                    passed.append(run(way, [*WAYS[way], *arguments], found))
            except NotRunError as error:
                print(f"{way}: was not run: {error}", flush=True)
    print(f"{sum(passed)} of {len(passed)} runs passed")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # which ends the other work, as Ctrl-C does
    sys.exit(main())
