"""Hooks of MkDocs: generated pages, the repository's address and version, and the weights of the search."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
WEIGHTS = {"index.md": 0.2, "metrics/index.md": 0.5, "metrics/": 3, "api": 0.1, "changelog.md": 0.1, "solver.md": 0.5}
"""How much the search prefers a page, by the start of its path."""
KEYWORDS = {
    "metrics/der.md": "diarization diarisation error rate missed speech false alarm",
    "metrics/jer.md": "jaccard",
    "metrics/wer.md": "word error rate",
    "metrics/orcwer.md": "orc wer",
    "normalizers-and-units.md": "normalization normalisation punctuation capitalization lowercase spelling",
    "time.md": "timestamps word times collar",
    "tutorial.md": "tutorial quickstart getting started",
    "python.md": "jupyter notebook pandas plot python",
    "compare.md": "significance test confidence interval bootstrap",
    "gallery.md": "screenshots gallery",
    "report.md": "html report visualization visualisation",
}
"""Words that people search a page by, which the search prefers to its text."""


def on_config(config: Any) -> Any:
    """Shows the version, and the repository once it has an address."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = re.findall(r'= "(.+)"', (ROOT / "src/hubbub/version.py").read_text(encoding="utf-8"))[0]
    config.copyright = f"hubbub {version}, MIT license"
    address = project["urls"]["Homepage"]
    if not address.endswith(".invalid"):
        config.repo_url, config.repo_name = address, f"hubbub {version}"
    return config


def on_files(files: Any, config: Any) -> Any:
    """Adds the changelog, the example files, and a report page of them."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "](")
    files.append(File.generated(config, "changelog.md", content=changelog))
    for path in EXAMPLES.glob("*.*tm"):
        files.append(File.generated(config, f"examples/{path.name}", content=path.read_bytes()))
    files.append(File.generated(config, "live/report.html", content=report_page()))
    return files


def report_page() -> bytes:
    """Returns the report page of the AMI example."""
    systems = [f"{name}={EXAMPLES / file}" for name, file in (("VBx", "ami_vbx.stm"), ("DiaPer", "ami_diaper.stm"))]
    options = ["-m", "tcpwer", "--collar", "5", "--title", "Two systems on eight excerpts of AMI meetings"]
    inputs = ["-r", EXAMPLES / "ami_ref.stm", "-h", systems[0], "-h", systems[1]]
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        command = [sys.executable, "-m", "hubbub", "report", *options, *inputs, "-o", page, "--quiet"]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        return page.read_bytes()


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Weighs a page in the search, and gives it keywords."""
    weight = next((weight for start, weight in WEIGHTS.items() if page.file.src_uri.startswith(start)), 1)
    page.meta.setdefault("search", {})["boost"] = weight
    if page.file.src_uri in KEYWORDS:
        page.meta["tags"] = KEYWORDS[page.file.src_uri].split()
    return markdown
