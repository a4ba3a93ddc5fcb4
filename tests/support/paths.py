"""Where the files are that tests read."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
DATA = ROOT / "tests/data"
FACTS = ROOT / "tests/facts"
SAMPLES = ROOT / "tests/formats/samples"
FOLDERS = ROOT / "tests/formats/directories"
