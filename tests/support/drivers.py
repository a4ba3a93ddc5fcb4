"""Programs in C++ that test the core where Python cannot reach: each stage of a router forced by its settings."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support.paths import ROOT

FLAGS = ["-std=c++20", "-O2", f"-I{ROOT / 'core'}", *os.environ.get("CXXFLAGS", "").split()]


def build(source: str) -> Path:
    """The program of tests/core/SOURCE with the core, apart from what needs Python.

    The core is the library that the installation left, if no source is newer. Otherwise it is compiled. Objects are
    kept in build/drivers under a name that says what they were made of, so that a second run compiles only what has
    changed.
    """
    if os.name == "nt":
        pytest.skip("the programs of tests/core are built by compilers that know the flags of GCC, and have no suffix")
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip(f"needs a C++ compiler to build tests/core/{source}")
    folder = ROOT / "build/drivers"
    folder.mkdir(parents=True, exist_ok=True)
    core = [file for file in sorted((ROOT / "core").rglob("*.cpp")) if file.parent.name != "bind"]
    headers = sorted((ROOT / "core").rglob("*.hpp"))
    library = installed_library([*core, *headers])
    headers += sorted((ROOT / "tests/core").glob("*.hpp"))
    common = hashlib.sha256(repr([compiler, FLAGS]).encode() + b"".join(path.read_bytes() for path in headers))

    def compiled(file: Path) -> Path:
        made = common.copy()
        made.update(file.read_bytes())
        target = folder / f"{file.stem}-{made.hexdigest()[:16]}.o"
        if not target.exists():
            part = target.with_suffix(f".{os.getpid()}.o")
            subprocess.run([compiler, *FLAGS, "-c", "-o", str(part), str(file)], check=True)
            part.replace(target)
        return target

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compiled, [ROOT / "tests/core" / source, *([] if library else core)]))
    linked = [*objects, library] if library else objects
    made_of = repr([linked, library and library.stat().st_mtime_ns])
    program = folder / f"{Path(source).stem}-{hashlib.sha256(made_of.encode()).hexdigest()[:16]}"
    if not program.exists():
        part = program.with_name(f"{program.name}.{os.getpid()}")
        subprocess.run([compiler, *FLAGS, "-pthread", "-o", str(part), *map(str, linked)], check=True)
        part.replace(program)
    return program


def installed_library(sources: list[Path]) -> Path | None:
    """The core as `pip install` compiled it here, unless a source has changed since."""
    newest = max(path.stat().st_mtime for path in sources)
    built = [path for path in ROOT.glob("build/*/libhubbub_core.a") if path.parent.name != "sanitize"]
    made = [path for path in built if path.stat().st_mtime > newest]
    return max(made, key=lambda path: path.stat().st_mtime, default=None)
