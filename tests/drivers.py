"""Programs in C++ that test the core where Python cannot reach: each stage of a router forced by its settings."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def build(source: str, folder: Path, *parts: str) -> Path:
    """The program of tests/core/SOURCE with those files of the core that match the parts."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip(f"needs a C++ compiler to build tests/core/{source}")
    program = folder / Path(source).stem
    files = [ROOT / "tests/core" / source, *(file for part in parts for file in sorted((ROOT / "core").glob(part)))]
    command = [compiler, "-std=c++20", "-O2", f"-I{ROOT / 'core'}", "-o", str(program), *map(str, files)]
    subprocess.run(command, check=True)
    return program
