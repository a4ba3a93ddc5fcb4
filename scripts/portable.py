"""Try the core where this machine is not: `make test-portable`.

- windows: the core and its random tests by mingw-w64, run by wine;
- aarch64: the same by its cross compiler, run by qemu-user;
- libc++: the modules by Clang with the C++ library of macOS, and the whole suite;
- libc++-short: the same with the packages of this environment, and a few of its tests;
- gcc-11, clang-14: those by the oldest compilers that docs/install.md names.

The random tests must say what they say on this machine. Packages are Debian's; what cannot be run for want of one, and
may not be installed here, is said and is no failure.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pythons import ROOT, SUITE, CannotRunError, copy_tree, interpreter, skipped

PLACE = ROOT / "build/portable"
RANDOM = {
    "orc_random": ("60",),
    "lattice_random": ("3000",),
    "timed_random": ("100",),
    "primal_random": ("300",),
    "words_random": ("20000",),
    "mimo_driver": (),
    "decimal_driver": (),
}
"""Programs of tests/core and their arguments. Those with none read cases."""

SHORT = (
    "tests/cli/test_golden.py",
    "tests/core/test_choices.py",
    "tests/core/test_core.py",
    "tests/core/test_decimal.py",
    "tests/formats/test_formats.py",
)
"""Tests of what depends most on the compiler and its library: numbers that are read and written, errors, output."""

OLDEST = {"gcc-11": ("g++-11", "g++-11"), "clang-14": ("clang++-14", "clang-14")}
"""The compilers that docs/install.md names, and Debian's packages of them."""

IDLE = "no such processor\n"
"""What is said where there are no instructions of the kind that a program tests."""


class MissingError(Exception):
    """This machine lacks packages."""


@dataclass(frozen=True)
class Elsewhere:
    """A system that is not this one: its name to CMake, its compiler, what runs its programs, Debian's packages, its
    processor to CMake, and what runs first, since its words would be in those of the first program."""

    name: str
    compiler: str
    runner: tuple[str, ...]
    packages: tuple[str, ...]
    processor: str
    starter: tuple[str, ...] = ()


WINDOWS = Elsewhere(
    "Windows",
    "x86_64-w64-mingw32-g++-posix",
    ("wine",),
    ("g++-mingw-w64-x86-64-posix", "wine", "wine64"),
    "AMD64",
    ("wineboot", "--init"),
)
AARCH64 = Elsewhere(
    "Linux", "aarch64-linux-gnu-g++", ("qemu-aarch64",), ("g++-aarch64-linux-gnu", "qemu-user"), "aarch64"
)
VARIABLES = {"WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml=", "WINEPREFIX": str(PLACE / "wine")}
"""Wine says nothing of itself, and offers to install nothing."""


def install(packages: tuple[str, ...], log: Path) -> None:
    """Debian's packages, where we may install them."""
    if os.name == "nt" or os.geteuid() or not shutil.which("apt-get"):
        raise MissingError("needs " + " ".join(packages))
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with log.open("a", encoding="utf-8") as to:
        subprocess.run(["apt-get", "update"], stdout=to, stderr=to, check=False)
        command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
        if subprocess.run(command, stdout=to, stderr=to, env=variables, check=False).returncode:
            raise MissingError(f"{' '.join(packages)} could not be installed; see {log}")


def run(command: Sequence[str | Path], log: Path, **options: object) -> str:
    """What a command prints, which is logged too."""
    done = subprocess.run(  # type: ignore[call-overload]
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", **options
    )
    with log.open("a", encoding="utf-8") as to:
        to.write(done.stdout)
    if done.returncode:
        raise CannotRunError(f"{' '.join(map(str, command[:3]))} ended with {done.returncode}; see {log}")
    return str(done.stdout)


def built(folder: Path, log: Path, *options: str) -> Path:
    """The core and its random tests, without the modules of Python."""
    usual: tuple[str, ...] = ("-DHUBBUB_BINDINGS=OFF", "-DHUBBUB_CORE_TESTS=ON", "-DCMAKE_BUILD_TYPE=Release")
    cmake = Path(sys.executable).with_name("cmake")
    run([cmake, "-S", ROOT, "-B", folder, *usual, *options], log)
    run([cmake, "--build", folder, "--parallel", str(os.cpu_count()), "--target", *RANDOM], log)
    return folder


def cases(program: str) -> str | None:
    """What a program reads."""
    module = {"mimo_driver": "support.route_cases", "decimal_driver": "support.decimal_cases"}.get(program)
    if module is None:
        return None
    variables = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    count = "100" if program == "mimo_driver" else "20000"
    command = [sys.executable, "-m", module, count]
    return subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", env=variables, check=True).stdout


def answers(folder: Path, runner: tuple[str, ...], log: Path) -> dict[str, str]:
    """What each program says, however its lines end."""
    said = {}
    for program, arguments in RANDOM.items():
        suffix = "" if (folder / program).exists() else ".exe"
        command: list[str | Path] = [*runner, folder / f"{program}{suffix}", *arguments]
        read = cases(program)
        given = {"stdin": subprocess.DEVNULL} if read is None else {"input": read}
        said[program] = run(command, log, env={**os.environ, **VARIABLES}, **given).replace("\r", "")
    return said


def elsewhere(system: Elsewhere, log: Path) -> str:
    if not all(map(shutil.which, (system.compiler, *system.runner))):
        install(system.packages, log)
    expected = answers(built(PLACE / "here", log), (), log)
    options = (
        f"-DCMAKE_SYSTEM_NAME={system.name}",
        f"-DCMAKE_SYSTEM_PROCESSOR={system.processor}",
        f"-DCMAKE_CXX_COMPILER={system.compiler}",
        "-DCMAKE_EXE_LINKER_FLAGS=-static",
    )
    folder = built(PLACE / system.processor, log, *options)
    if system.starter:
        run(system.starter, log, env={**os.environ, **VARIABLES})
    found = answers(folder, system.runner, log)
    differing = [program for program in RANDOM if found[program] not in (expected[program], IDLE)]
    if differing:
        raise CannotRunError(f"{', '.join(differing)} say something else than on this machine; see {log}")
    idle = [program for program in RANDOM if found[program] == IDLE]
    said = f"{len(RANDOM) - len(idle)} programs say what they say on this machine"
    return said + "".join(f"; {program} has nothing to test there" for program in idle)


def clang(log: Path) -> dict[str, str]:
    """The variables with which everything is built by the newest Clang that has its own C++ library."""
    found = [int(path.name[8:]) for path in Path("/usr/bin").glob("clang++-*") if path.name[8:].isdigit()]
    versions = [version for version in found if Path(f"/usr/lib/llvm-{version}/lib/libc++.so").exists()]
    if not versions:
        install(("clang-19", "libc++-19-dev", "libc++abi-19-dev"), log)
        versions = [19]
    library = "-stdlib=libc++"
    return {**os.environ, "CXX": f"clang++-{max(versions)}", "CXXFLAGS": library, "LDFLAGS": library}


def stable() -> str:
    """A Python whose modules have the stable ABI, as wheels have from 3.12 on; this one where there is no such."""
    for version in ("3.13", "3.12"):
        with suppress(CannotRunError):
            return interpreter(version)
    return sys.executable


def libcxx(log: Path) -> str:
    """The modules and the suite in an environment of their own."""
    variables, place = clang(log), PLACE / "libcxx"
    copy_tree(place / "hubbub")
    command = ("sh", "-c", SUITE, "suite", place / "hubbub", stable(), place / "env")
    said = run(command, log, env=variables, stdin=subprocess.DEVNULL)
    (version,) = re.findall(r"^Python (\S+)", said, re.M)
    return f"{variables['CXX']}, Python {version}: {ended(said)}"


def libcxx_short(log: Path) -> str:
    return short(PLACE / "libcxx-short", clang(log), log)


def oldest(name: str, log: Path) -> str:
    compiler, package = OLDEST[name]
    if not shutil.which(compiler):
        install((package,), log)
    return short(PLACE / name, {**os.environ, "CXX": compiler}, log)


def short(place: Path, variables: dict[str, str], log: Path) -> str:
    """The modules before those of this environment, and some tests."""
    copy_tree(place / "hubbub")
    shutil.rmtree(place / "modules", ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    solvers = "--config-settings=cmake.define.HUBBUB_SOLVERS=ON"
    run([*pip, solvers, "--target", place / "modules", place / "hubbub"], log, env=variables)
    variables["PYTHONPATH"] = str(place / "modules")
    tests = [sys.executable, "-m", "pytest", "--numprocesses", "auto", "-p", "no:cacheprovider", "-rs", *SHORT]
    said = run(tests, log, env=variables, cwd=place / "hubbub", stdin=subprocess.DEVNULL)
    return f"{variables['CXX']}: {ended(said)}"


def ended(said: str) -> str:
    """The last line of pytest, and why tests were skipped."""
    return "\n  ".join([said.strip().splitlines()[-1], *skipped(said)])


WAYS: dict[str, Callable[[Path], str]] = {
    "windows": lambda log: elsewhere(WINDOWS, log),
    "aarch64": lambda log: elsewhere(AARCH64, log),
    "libc++": libcxx,
    "libc++-short": libcxx_short,
    "gcc-11": lambda log: oldest("gcc-11", log),
    "clang-14": lambda log: oldest("clang-14", log),
}
USUAL = ("windows", "aarch64", "libc++", *OLDEST)


def main(names: list[str]) -> int:
    PLACE.mkdir(parents=True, exist_ok=True)
    failed = False
    for name in names or USUAL:
        log = PLACE / (re.sub(r"\W+", "-", name).strip("-") + ".log")
        log.write_text("", encoding="utf-8")
        try:
            print(f"{name}: {WAYS[name](log)}", flush=True)
        except MissingError as error:
            print(f"{name}: was not run: {error}", flush=True)
        except CannotRunError as error:
            failed = True
            print(f"{name}: {error}", *log.read_text(encoding="utf-8").splitlines()[-20:], sep="\n  ", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
