"""The notebook of the documentation is run, and its outputs are those that it contains."""

from __future__ import annotations

import json
import re
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from support.notebooks import NOTEBOOK, executed
from support.paths import ROOT

CELLS = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
RUN = [cell for cell in CELLS if cell["cell_type"] == "code"]


def test_the_notebook_runs_and_shows_what_it_contains() -> None:
    for package in ("nbclient", "ipykernel"):
        pytest.importorskip(package, reason="the packages that run notebooks are not installed")
    text = executed(NOTEBOOK)
    for before, now in zip(RUN, (cell for cell in json.loads(text)["cells"] if "outputs" in cell), strict=True):
        assert now == before, "run PYTHONPATH=tests python -m support.notebooks and look"
    assert text == NOTEBOOK.read_text(encoding="utf-8"), "run PYTHONPATH=tests python -m support.notebooks"


def test_the_notebook_shows_every_kind_of_object() -> None:
    shown = [output["data"] for cell in RUN for output in cell["outputs"]]
    assert all(data.get("text/html") for data in shown if not data["text/plain"].startswith("[<")), "all have a view"
    kinds = " ".join(data["text/plain"] for data in shown)
    for start in ("Transcript(", "<inspection of", "<tcpWER", "<picture of", "<Blame of", "{'cpwer': ", "makes"):
        assert start in kinds
    assert len(NOTEBOOK.read_bytes()) < 200_000, "drop the outputs of cells that show the page"


def test_the_site_shows_the_notebook() -> None:
    spec = spec_from_file_location("notebook_page", ROOT / "docs/notebook_page.py")
    assert spec is not None
    assert spec.loader is not None
    hook = module_from_spec(spec)
    spec.loader.exec_module(hook)
    page = hook.markdown(NOTEBOOK)
    assert page.startswith("# hubbub in a notebook\n")
    assert page.count("```python\n") == len(RUN)
    for cell in RUN:
        assert f"```python\n{''.join(cell['source'])}\n```" in page
        for output in cell["outputs"]:
            assert output["data"].get("text/html", "").replace("\n", "&#10;") in page
    assert all(line.count("<div") == line.count("</div>") for line in page.splitlines()), "an output is on one line"
    links = re.findall(r"\]\(([^)#]+)\)", page)
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
