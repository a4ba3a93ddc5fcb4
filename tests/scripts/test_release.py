"""Tests the checks before a release, the contents of its README and wheel, and the steps printed at the end."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from support.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import release

ADDRESS = "https://example.org/x"
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""The digest of no bytes."""
FILES = {
    "CHANGELOG.md": "# Changelog\n\n## [1.2.0] - 2026-01-02\n\n- All is new.\n\n## [1.1.0] - 2026-01-01\n\n- Old.\n",
    "CITATION.cff": f"title: x\nversion: 1.2.0\nrepository-code: {ADDRESS}\nlicense: MIT\n",
    "pyproject.toml": f'[project.urls]\nHomepage = "{ADDRESS}"\n',
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree that lacks nothing; git has no tag and sees no change."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(release, "git", lambda *_: "")
    return tmp_path


def test_a_tree_that_lacks_nothing(tree: Path) -> None:
    assert release.missing("1.2.0", tree) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (
            "CHANGELOG.md",
            "## [1.2.0]",
            "## [1.1.9]",
            "CHANGELOG.md begins with [1.1.9], but src/hubbub/version.py has 1.2.0",
        ),
        (
            "CHANGELOG.md",
            "## [1.2.0] - 2026-01-02",
            "## [1.2.0]",
            "CHANGELOG.md has no date for [1.2.0]; write ## [1.2.0] - YYYY-MM-DD",
        ),
        ("CHANGELOG.md", "- All is new.\n", "", "CHANGELOG.md has no entries for [1.2.0]"),
        ("CITATION.cff", "1.2.0", "1.2.1", "CITATION.cff does not have version 1.2.0"),
        (
            "CITATION.cff",
            f"repository-code: {ADDRESS}\n",
            "",
            f"CITATION.cff lacks the line repository-code: {ADDRESS}",
        ),
        (
            "pyproject.toml",
            ADDRESS,
            release.PLACEHOLDER,
            "no public address; in [project.urls] of pyproject.toml, replace https://address.invalid",
        ),
    ],
)
def test_what_a_tree_lacks(tree: Path, name: str, old: str, new: str, told: str) -> None:
    (tree / name).write_text(FILES[name].replace(old, new), encoding="utf-8")
    assert release.missing("1.2.0", tree) == [told]


def test_changes_and_tags_are_seen(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "git", lambda *given: " M README.md\n" if given[0] == "status" else "v1.2.0\n")
    changed, tagged = release.missing("1.2.0", tree)
    assert (changed, tagged) == ("uncommitted changes", "the tag v1.2.0 exists already")


def test_nothing_is_built_without_a_public_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    monkeypatch.setattr(release, "git", lambda *_: "")
    monkeypatch.setattr(release, "public_address", lambda *_: release.PLACEHOLDER)
    with pytest.raises(SystemExit, match=r"^Nothing was built\. For a trial run, add ADDRESS=https://example\.org"):
        release.main("")
    assert "missing: no public address; in [project.urls]" in capsys.readouterr().out
    assert not (tmp_path / "dist").exists()


def test_this_tree_lacks_an_address_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    from hubbub.version import __version__

    monkeypatch.setattr(release, "git", lambda *_: "")
    assert [one for one in release.missing(__version__) if "address" not in one] == []


def test_this_tree_lacks_nothing_once_it_has_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workflow gives it, whether or not the tree has one, and then runs these tests in its tree."""
    from hubbub.version import __version__

    monkeypatch.setattr(release, "git", lambda *_: "")
    for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md", "README.md"):
        (tmp_path / name).write_text(release.text(name), encoding="utf-8")
    for _ in range(2):
        release.give_address(tmp_path, release.public_address(tmp_path).replace(release.PLACEHOLDER, ADDRESS), "v1.0")
        assert release.missing(__version__, tmp_path) == []


def test_the_end_says_what_a_person_does_and_whether_it_was_a_trial() -> None:
    done = release.next_steps("1.2.0", [], trial=False)
    assert done.startswith('\nNext steps:\n1. git tag -s v1.2.0 -m "hubbub 1.2.0"')
    tried = release.next_steps("1.2.0", ["an address"], trial=True)
    assert tried.startswith("\nThis was a trial; do not upload its files.\n- still missing: an address\n")
    assert "Next steps after a release (not after this trial):\n1. git tag -s v1.2.0" in tried


def test_a_wheel_without_types_or_licenses_is_found() -> None:
    names = [f"hubbub-1.2.0{name}" if name.startswith(".") else name for name in release.IN_WHEEL]
    assert release.lacking(names) == []
    assert release.lacking(names[1:]) == ["hubbub/py.typed"]
    assert release.lacking(names[:-1]) == [".dist-info/licenses/THIRD-PARTY.txt"]


def test_the_recipe_of_conda_has_what_only_a_release_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "DIST", tmp_path)
    (tmp_path / "source").write_bytes(b"")
    assert release.write_recipe(tmp_path / "source", ADDRESS, "1.2.0") == EMPTY
    recipe = (tmp_path / "recipe.yaml").read_text(encoding="utf-8")
    assert recipe.startswith('context:\n  version: "1.2.0"\n')
    assert f"sha256: {EMPTY!r}".replace("'", '"') in recipe
    assert recipe.count(f": {ADDRESS}\n") == 2
    assert release.PLACEHOLDER not in recipe
    assert "\nextra:\n  recipe-maintainers:\n    - " in recipe


@pytest.mark.parametrize("ref", ["v1.0", "main"])
def test_a_released_readme_has_whole_addresses(tmp_path: Path, ref: str) -> None:
    """A run of the workflow by hand is of a branch."""
    for name in ("pyproject.toml", "CITATION.cff"):
        (tmp_path / name).write_text(release.text(name), encoding="utf-8")
    links = "[a](docs/a.md#b) ![c\nd](docs/e.png) [f](#g) [h](https://example.com)\n"
    (tmp_path / "README.md").write_text(links, encoding="utf-8")
    release.give_address(tmp_path, "https://example.org/x", ref)
    there = "https://example.org/x"
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == (
        f"[a]({there}/blob/{ref}/docs/a.md#b) ![c\nd]({there}/raw/{ref}/docs/e.png) [f](#g) [h](https://example.com)\n"
    )
    assert release.PLACEHOLDER not in (tmp_path / "pyproject.toml").read_text(encoding="utf-8")


def test_the_readme_can_be_read_on_the_index(tmp_path: Path) -> None:
    """Its links and pictures work outside the repository, as PyPI renders it."""
    markdown = pytest.importorskip("readme_renderer.markdown", reason="pip install hubbub[docs]")
    for name in ("pyproject.toml", "CITATION.cff", "README.md"):
        (tmp_path / name).write_text(release.text(name).replace(release.public_address(), release.PLACEHOLDER), "utf-8")
    release.give_address(tmp_path, ADDRESS, "v1.0")
    shown = markdown.render((tmp_path / "README.md").read_text(encoding="utf-8"))
    assert shown is not None
    targets = re.findall(r'(?:href|src)="([^"]+)"', shown)
    assert len(targets) > 20
    for target in targets:
        assert target.startswith(("https://", "#")), target
        if target.startswith(ADDRESS):
            kind, _, path = target.removeprefix(f"{ADDRESS}/").partition("/v1.0/")
            assert kind == ("raw" if path.endswith((".png", ".svg")) else "blob")
            assert (release.ROOT / path.partition("#")[0]).exists(), path
