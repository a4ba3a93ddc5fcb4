"""What is written once, and what other files repeat of it because their readers cannot look it up."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from support.paths import ROOT

from hubbub.version import __version__

sys.path.insert(0, str(ROOT / "scripts"))
import release
from install import requirements

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_citation_has_the_version() -> None:
    assert re.findall(r"^version: (.*)$", text("CITATION.cff"), re.M) == [__version__], "write it into CITATION.cff"


def test_the_documentation_shows_this_version() -> None:
    """Commands and examples are run by other tests; some lines stand in no block that is."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        shown = re.findall(r'(?:\|v:|"hubbub": ")(\d+\.\d+\.\d+)', page.read_text(encoding="utf-8"))
        assert set(shown) <= {__version__}, f"{page.name} shows another version; see Style in CONTRIBUTING.md"


def test_the_makefile_installs_extras() -> None:
    named = re.findall(r"^EXTRAS := (.*)$", text("Makefile"), re.M)[0].split()
    assert all(requirements(extra, PROJECT) for extra in named)
    assert not re.search(r"pip install[^\n]*[<>]=", text("Makefile")), "write requirements in pyproject.toml alone"


def test_extras_of_extras_are_found() -> None:
    found = requirements("test", PROJECT)
    assert not [one for one in found if one.startswith("hubbub")]
    assert {"pandas>=2", "playwright>=1.50", "distributed>=2024.1"} <= set(found)
    assert not {"playwright", "opencc"} & {re.split(r"\W", one)[0] for one in requirements("test-everywhere", PROJECT)}
    with pytest.raises(KeyError):
        requirements("no such extra", PROJECT)


@pytest.mark.skipif(not (ROOT / ".github").exists(), reason="a source distribution has no workflows")
def test_workflows_run_the_pythons_that_classifiers_name() -> None:
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    for one in named:
        assert f'"{one}"' in text(".github/workflows/test.yml")
        assert f"cp{one.replace('.', '')}-*" in PROJECT["tool"]["cibuildwheel"]["build"]


def test_the_recipe_of_conda_requires_what_the_package_does() -> None:
    recipe = text("scripts/conda/recipe.yaml").replace(" >=", ">=")
    project = PROJECT["project"]
    listed = [*requirements("build", PROJECT), *project["dependencies"], "python" + project["requires-python"]]
    assert [one for one in listed if f"- {one}\n" not in recipe] == []
    assert f'summary: "{project["description"]}"' in recipe


def test_a_released_readme_has_whole_addresses(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text("pyproject.toml"), encoding="utf-8")
    links = "[a](docs/a.md#b) ![c\nd](docs/e.png) [f](#g) [h](https://example.com)\n"
    (tmp_path / "README.md").write_text(links, encoding="utf-8")
    release.give_address(tmp_path, "https://example.org/x", "1.0")
    there = "https://example.org/x"
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == (
        f"[a]({there}/blob/v1.0/docs/a.md#b) ![c\nd]({there}/raw/v1.0/docs/e.png) [f](#g) [h](https://example.com)\n"
    )
    assert release.PLACEHOLDER not in (tmp_path / "pyproject.toml").read_text(encoding="utf-8")
