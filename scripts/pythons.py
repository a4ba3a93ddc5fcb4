"""Run the suite with other Pythons and compilers: `make test-pythons`.

A name of a Debian release gets a folder below build/pythons with that system, its own Python and its own compiler, in
which the suite runs (root on Debian; the packages come from the mirror that apt has). A path is an interpreter of this
machine, which gets an environment there. What could not be run is said, and ends with exit code 1.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build/pythons"
USUAL = ("trixie", "forky", "/usr/bin/python3")
PACKAGES = ("ca-certificates", "g++", "python3-dev", "python3-venv")
CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"

SUITE = """
set -e
cd "$1"
"$2" -m venv --clear "$3"
"$3"/bin/python -m pip install --quiet --upgrade pip
"$3"/bin/python -m pip install --quiet --config-settings=cmake.define.HUBBUB_SOLVERS=ON '.[test]'
"$3"/bin/python --version
exec "$3"/bin/python -m pytest --numprocesses auto -p no:cacheprovider
"""
"""The suite in a copy of the tree, with an interpreter, in an environment."""


class CannotRunError(Exception):
    pass


def run(*command: str | Path, to: Path) -> None:
    with to.open("ab") as log:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
    if done.returncode:
        raise CannotRunError(f"{Path(command[0]).name} ended with {done.returncode}; see {to}")


def copy_tree(to: Path) -> None:
    """What git knows of this tree, as it is now."""
    shutil.rmtree(to, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    for name in listed.stdout.rstrip("\0").split("\0"):
        if (ROOT / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to / name)


def mirror() -> str:
    """The address of Debian that apt has."""
    lists = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in lists if path.is_file())
    found = re.findall(r"^(?:URIs:|deb(?: \[.*?\])?) +(\S+/debian/?)(?:\s|$)", text, re.M)
    if not found:
        raise CannotRunError("apt has no mirror of Debian")
    return str(found[0])


def debian(release: str, log: Path) -> None:
    """The suite in a folder that holds this release of Debian."""
    if os.geteuid() or not shutil.which("apt-get"):
        raise CannotRunError("needs root on Debian")
    if not shutil.which("debootstrap"):
        run("apt-get", "install", "-y", "debootstrap", to=log)
    system = PLACE / release
    if not (system / "usr/bin/g++").exists():
        shutil.rmtree(system, ignore_errors=True)
        known = Path("/usr/share/debootstrap/scripts")
        script = known / (release if (known / release).exists() else "sid")
        options = ("--variant=minbase", "--include=" + ",".join(PACKAGES))
        run("debootstrap", *options, release, system, mirror(), script, to=log)
    copy_tree(system / "hubbub")
    run(*entered(system), SUITE, "suite", "/hubbub", "/usr/bin/python3", "/env", to=log)


def entered(system: Path) -> list[str]:
    """The command that runs a script within a folder, with its own processes; whatever is mounted goes with it."""
    for name in (
        "etc/resolv.conf",
        CERTIFICATES,
    ):  # where names are looked up, and whom to trust, is as on this machine
        if (Path("/") / name).exists():
            (system / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path("/") / name, system / name)
    mounts = 'mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot "$0" sh -c "$@"'
    variables = ("LANG=C.UTF-8", "HOME=/root")
    return ["unshare", "--mount", "--pid", "--fork", "env", *variables, "sh", "-c", mounts, str(system)]


def here(python: str, log: Path) -> None:
    """The suite with an interpreter of this machine."""
    if not shutil.which(python):
        raise CannotRunError("there is no such interpreter")
    place = PLACE / re.sub(r"\W+", "-", python).strip("-")
    copy_tree(place / "hubbub")
    run("sh", "-c", SUITE, "suite", place / "hubbub", python, place / "env", to=log)


def main(names: list[str]) -> int:
    PLACE.mkdir(parents=True, exist_ok=True)
    failed = False
    for name in names:
        log = PLACE / (re.sub(r"\W+", "-", name).strip("-") + ".log")
        log.write_text("", encoding="utf-8")
        try:
            (here if "/" in name else debian)(name, log)
        except CannotRunError as error:
            failed = True
            print(f"{name}: could not be run to the end: {error}")
        said = log.read_text(encoding="utf-8", errors="replace")
        version = re.findall(r"^Python (3\.\S+)", said, re.M)
        if version:
            print(f"{name}: Python {version[-1]}: {said.strip().splitlines()[-1]}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(USUAL)))
