"""Runs the tests with other Pythons and compilers: `make test-pythons`.

The name of a Debian release gets a folder below build/pythons with that system, its own Python and its own compiler,
in which the tests run (needs root on Debian; packages come from apt's mirror and from pip's index on this machine).
A path is an interpreter on this machine; a version, e.g. 3.12, is one on the PATH or from pyenv, with a separate
environment. If anything cannot be run, prints the reason and ends with exit code 1. Skipped tests are listed with
their reasons.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / "build/pythons"
USUAL = ("/usr/bin/python3", "3.12", "trixie", "forky")
"""No Debian release has Python 3.12."""
PACKAGES = ("ca-certificates", "g++", "python3-dev", "python3-venv")
RUN_BY_TESTS = ("chromium", "fish", "zsh")
"""Without these, the tests of the page and of completion would be skipped."""
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"

SUITE = """
set -e
cd "$1"
"$2" -m venv --clear "$3"
"$3"/bin/python -m pip install --quiet --upgrade pip
"$3"/bin/python -m pip install --quiet --config-settings=cmake.define.HUBBUB_SOLVERS=ON '.[test]'
"$3"/bin/python --version
exec "$3"/bin/python -m pytest --numprocesses auto -p no:cacheprovider -rs
"""
"""Runs the tests in a copy of the tree, with an interpreter, in an environment."""


class CannotRunError(Exception):
    pass


def run(*command: str | Path, to: Path) -> None:
    with to.open("ab") as log:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
    if done.returncode:
        raise CannotRunError(f"{Path(command[0]).name} failed with exit code {done.returncode}; see {to}")


def copy_tree(to: Path) -> None:
    """Copies the files that git tracks, as they are now."""
    shutil.rmtree(to, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    for name in listed.stdout.rstrip("\0").split("\0"):
        if (ROOT / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to / name)


def mirror() -> str:
    """Returns the address of apt's Debian mirror."""
    lists = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in lists if path.is_file())
    found = re.findall(r"^(?:URIs:|deb(?: \[.*?\])?) +(\S+/debian/?)(?:\s|$)", text, re.M)
    if not found:
        raise CannotRunError("apt has no mirror of Debian")
    return str(found[0])


def debian(release: str, log: Path) -> None:
    """Runs the tests in a folder with this Debian release."""
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
    if not (system / "usr/bin/chromium").exists():
        old = "-o Acquire::Check-Valid-Until=false"  # a mirror may be a snapshot
        install = f"apt-get {old} update && apt-get install -y --no-install-recommends {' '.join(RUN_BY_TESTS)}"
        run(*entered(system), f"export DEBIAN_FRONTEND=noninteractive; {install}", to=log)
    copy_tree(system / "hubbub")
    run(*entered(system), SUITE, "suite", "/hubbub", "/usr/bin/python3", "/env", to=log)


def pip_settings(listed: str) -> dict[str, str]:
    """Returns the settings in the output of `pip config list`, except environment variables, which are inherited."""
    pairs = (line.split("=", 1) for line in listed.splitlines() if "=" in line and not line.startswith(":env:"))
    return {key: str(ast.literal_eval(value)) for key, value in pairs}


def pip_config(settings: dict[str, str]) -> str:
    """Returns these settings in the format of pip's configuration file."""
    sections: dict[str, list[str]] = {}
    for key, value in settings.items():
        section, _, name = key.partition(".")
        sections.setdefault(section, []).append(f"{name} = {' '.join(value.split())}\n")
    return "".join(f"[{section}]\n{''.join(lines)}" for section, lines in sections.items())


def local_paths(listed: str) -> list[Path]:
    """Returns local files and folders in pip's settings. The files of an index, `simple`, are next to it."""
    values = [str(ast.literal_eval(line.split("=", 1)[1])) for line in listed.splitlines() if "=" in line]
    named = [Path(word.removeprefix("file://")) for value in values for word in value.split()]
    paths = dict.fromkeys(path.parent if path.name == "simple" else path for path in named)
    return [path for path in paths if path.is_absolute() and path.exists()]


def entered(system: Path) -> list[str]:
    """Returns the command that runs a script inside a folder, with separate processes; mounts are included.

    Name resolution, trusted certificates and pip's index are those of this machine.
    """
    pip = [sys.executable, "-m", "pip", "config", "list"]
    listed = subprocess.run(pip, stdout=subprocess.PIPE, encoding="utf-8", check=False).stdout
    named = local_paths(listed)
    for path in (Path("/etc/resolv.conf"), Path(CERTIFICATES), *named):
        if path.is_file():
            there = system / path.relative_to("/")
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, there)
    (system / "etc/pip.conf").write_text(pip_config(pip_settings(listed)), encoding="utf-8")
    mounts = ['mount --rbind /dev "$0/dev"', 'mount -t proc proc "$0/proc"']
    for folder in (path for path in named if path.is_dir()):
        (system / folder.relative_to("/")).mkdir(parents=True, exist_ok=True)
        quoted = shlex.quote(str(folder))
        mounts.append(f'mount --bind -o ro {quoted} "$0"{quoted}')
    script = " && ".join([*mounts, 'exec chroot "$0" sh -c "$@"'])
    variables = ("LANG=C.UTF-8", "HOME=/root")
    return ["unshare", "--mount", "--pid", "--fork", "env", *variables, "sh", "-c", script, str(system)]


def interpreter(version: str) -> str:
    """Returns a Python of this version that runs here; pyenv's shims on the PATH may not."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    places = [*map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}")))]
    for place in [shutil.which(f"python{version}"), *places]:
        if place and not subprocess.run([place, "-c", ""], stderr=subprocess.DEVNULL, check=False).returncode:
            return place
    raise CannotRunError(f"no Python {version} on the PATH or from pyenv; install one, or give its path")


def here(python: str, log: Path) -> None:
    """Runs the tests with an interpreter on this machine."""
    if "/" not in python:
        python = interpreter(python)
    if not shutil.which(python):
        raise CannotRunError("no such interpreter")
    place = PLACE / log.stem
    copy_tree(place / "hubbub")
    run("sh", "-c", SUITE, "suite", place / "hubbub", python, place / "env", to=log)


def skipped(said: str) -> list[str]:
    """Returns why tests were skipped, and how many for each reason."""
    reasons: Counter[str] = Counter()
    for number, reason in re.findall(r"^SKIPPED \[(\d+)\] [^:]+:(?:\d+:)? (.*)$", said, re.M):
        reasons[reason] += int(number)
    return [f"{number} skipped: {reason}" for reason, number in reasons.most_common()]


def main(names: list[str]) -> int:
    PLACE.mkdir(parents=True, exist_ok=True)
    failed = False
    for name in names:
        log = PLACE / (re.sub(r"\W+", "-", name).strip("-") + ".log")
        log.write_text("", encoding="utf-8")
        try:
            (here if re.search(r"[/.]", name) else debian)(name, log)
        except CannotRunError as error:
            failed = True
            print(f"{name}: failed: {error}")
        said = log.read_text(encoding="utf-8", errors="replace")
        version = re.findall(r"^Python (3\.\S+)", said, re.M)
        if version:
            print(f"{name}: Python {version[-1]}: {said.strip().splitlines()[-1]}")
        print(*(f"  {reason}\n" for reason in skipped(said)), sep="", end="", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(USUAL)))
