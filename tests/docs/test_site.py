"""The built documentation: what its search finds and its copy button copies, and that it has only documentation."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.browsing import act, computed, text
from support.paths import ROOT

QUERIES = {
    "significance": "compare/",
    "significance test": "compare/",
    "confidence interval": "compare/",
    "diarization error rate": "metrics/der/",
    "diarisation error rate": "metrics/der/",
    "missed speech": "metrics/der/",
    "jaccard": "metrics/jer/",
    "cpwer": "metrics/cpwer/",
    "orc wer": "metrics/orcwer/",
    "mimower": "metrics/mimower/",
    "word error rate": "metrics/wer/",
    "normalization": "normalizers-and-units/",
    "normalisation": "normalizers-and-units/",
    "punctuation": "normalizers-and-units/",
    "timestamps": "time/",
    "collar": "time/",
    "tutorial": "tutorial/",
    "quickstart": "tutorial/",
    "install": "install/",
    "jupyter": "python/",
    "notebook": "python/",
    "pandas": "python/",
    "whisper json": "formats/whisper/",
    "rttm": "formats/rttm/",
    "continuous integration": "ci/",
    "exit code": "exit-codes-and-errors/",
    "signature": "results/",
    "dask": "cluster/",
    "meeteval": "coming-from/meeteval/",
    "worst minute": "tutorial/",
}
"""What people type, and the page that must be among the first two."""
META, LINKS = ".md-search-result__meta", ".md-search-result__item > a"
PAGES = f"[...document.querySelectorAll('{LINKS}')].map(link => new URL(link.href).pathname.slice(1))"
FIRST = f"[...new Set({PAGES})].slice(0, 2)"
TYPE = """text => { const query = document.querySelector('[data-md-component=search-query]');
                   query.focus(); query.value = text;
                   query.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true})) }"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material", reason="pip install hubbub[docs]")
    pytest.importorskip("mkdocstrings", reason="pip install hubbub[docs]")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "PYTHONUTF8": "1", "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_search_finds_what_people_type(site: Path, open_site: Callable[[Path, str], Any]) -> None:
    """If not, name what people type on the page that is missing, or list it in docs/site_hooks.py."""
    page = open_site(site, "")
    for query, expected in QUERIES.items():
        for typed, shown in (("", "start"), (query, "match")):
            act(page, TYPE, typed)
            text(page, META).has(shown)
        computed(page, FIRST).has(expected)


def test_only_commands_are_copied(site: Path, open_site: Callable[[Path, str], Any]) -> None:
    page = open_site(site, "metrics/cpwer/")
    page.wait_for_selector(".language-console .gp")
    act(page, "document.querySelector('.language-console code').setAttribute('data-md-copying', '')")
    copied = text(page.locator(".language-console code").first).as_(str.strip)
    copied.becomes("hubbub cpwer -r examples/meeting_ref.stm -h examples/meeting_hyp.stm")


def test_only_documentation_is_published(site: Path) -> None:
    assert not [path for path in site.rglob("*") if path.suffix in (".py", ".md", ".pyc")]
    page = (site / "live/report.html").read_text(encoding="utf-8")
    assert "<title>Two systems on eight excerpts of AMI meetings" in page
    assert (site / "examples/ami_ref.stm").read_bytes() == (ROOT / "examples/ami_ref.stm").read_bytes()
    assert "hubbub 0." in (site / "index.html").read_text(encoding="utf-8")
