"""Installs the requirements of extras in pyproject.toml, without the package: `python scripts/install.py test docs`.

Requirements are written in pyproject.toml only. `build` stands for those of a build without isolation.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ITSELF = re.compile(r"hubbub\[([\w, -]+)\]")
PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def requirements(extra: str, project: dict[str, Any]) -> list[str]:
    """Returns the requirements of an extra, including those of other extras that it names as `hubbub[…]`."""
    if extra == "build":
        return [
            *project["build-system"]["requires"],
            "cmake" + project["tool"]["scikit-build"]["cmake"]["version"],
            "ninja",
        ]
    found: list[str] = []
    for requirement in project["project"]["optional-dependencies"][extra]:
        others = ITSELF.fullmatch(requirement)
        found += (
            [one for other in others[1].split(",") for one in requirements(other.strip(), project)]
            if others
            else [requirement]
        )
    return found


if __name__ == "__main__":
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    wanted = [requirement for extra in sys.argv[1:] for requirement in requirements(extra, project)]
    sys.exit(subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *wanted], check=False).returncode)
