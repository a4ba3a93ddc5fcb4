"""The built documentation: its search finds what people type, its copy button copies commands, and it has only documentation."""

from __future__ import annotations

import mimetypes
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browsing import browser  # noqa: F401 - a fixture
from support.paths import ROOT
from support.seen import PATIENCE

SITE = "http://site.invalid/"
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
META = "document.querySelector('.md-search-result__meta')"
LINKS = "[...document.querySelectorAll('.md-search-result__item > a')].map(link => link.href)"
TYPE = """text => { const query = document.querySelector('[data-md-component=search-query]');
                   query.focus(); query.value = text; query.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true})) }"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material", reason="pip install hubbub[docs]")
    pytest.importorskip("mkdocstrings", reason="pip install hubbub[docs]")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def context(browser: Any, site: Path) -> Iterator[Any]:  # noqa: F811
    """A browser that reads the site from its folder, as from a server."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, service_workers="block")

    def fulfill(route: Any) -> None:
        name = route.request.url.removeprefix(SITE).partition("?")[0].partition("#")[0]
        path = site / name / "index.html" if not name or name.endswith("/") else site / name
        kind = mimetypes.guess_type(path.name)[0] or "text/plain"
        if path.is_file():
            route.fulfill(body=path.read_bytes(), content_type=f"{kind}; charset=utf-8")
        else:
            route.fulfill(status=404, body="")

    context.route(f"{SITE}**", fulfill)
    yield context
    context.close()


def test_the_search_finds_what_people_type(context: Any) -> None:
    wrong = {}
    page = context.new_page()
    page.goto(SITE)
    for query, expected in QUERIES.items():
        for text, shown in (("", "start"), (query, "match")):
            page.evaluate(TYPE, text)
            page.wait_for_function(f"{META}.innerText.includes('{shown}')", timeout=1000 * PATIENCE)
        pages = dict.fromkeys(
            link.removeprefix(SITE).partition("?")[0].partition("#")[0] for link in page.evaluate(LINKS)
        )
        if expected not in list(pages)[:2]:
            wrong[query] = list(pages)[:2]
    assert not wrong, "name what people type on the page that is missing, or list them in docs/site_hooks.py"


def test_only_commands_are_copied(context: Any) -> None:
    page = context.new_page()
    page.goto(f"{SITE}metrics/cpwer/")
    page.wait_for_selector(".language-console .gp")
    copied = page.evaluate(
        """() => { const code = document.querySelector('.language-console code');
                   code.setAttribute('data-md-copying', ''); return code.innerText.trim() }"""
    )
    assert copied == "hubbub cpwer -r examples/meeting_ref.stm -h examples/meeting_hyp.stm"


def test_only_documentation_is_published(site: Path) -> None:
    assert not [path for path in site.rglob("*") if path.suffix in (".py", ".md", ".pyc")]
    page = (site / "live/report.html").read_text(encoding="utf-8")
    assert "<title>Two systems on eight excerpts of AMI meetings" in page
    assert (site / "examples/ami_ref.stm").read_bytes() == (ROOT / "examples/ami_ref.stm").read_bytes()
    assert "hubbub 0." in (site / "index.html").read_text(encoding="utf-8")
