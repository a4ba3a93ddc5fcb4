"""What is written once, and what other files repeat of it because their readers cannot look it up."""

from __future__ import annotations

import re
import sys
import tomllib

import pytest
from support.paths import ROOT

from hubbub.version import __version__

sys.path.insert(0, str(ROOT / "scripts"))
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
    tried = re.findall(r'build: "(.*)"', text(".github/workflows/wheels.yml"))
    assert tried
    assert all(
        [one.partition("-")[0] for one in builds.split()] == [f"cp{one.replace('.', '')}" for one in named]
        for builds in tried
    )


def test_the_recipe_of_conda_requires_what_the_package_does() -> None:
    recipe = text("scripts/conda/recipe.yaml").replace(" >=", ">=")
    project = PROJECT["project"]
    listed = [*requirements("build", PROJECT), *project["dependencies"], "python" + project["requires-python"]]
    assert [one for one in listed if f"- {one}\n" not in recipe] == []
    assert f'summary: "{project["description"]}"' in recipe
