"""What `make test-portable` says of a way that it could not go, and of one that failed."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from support.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import portable
import pythons


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(portable, "PLACE", tmp_path / "portable")


@pytest.mark.parametrize(
    ("name", "needs"),
    [("windows", "g++-mingw"), ("aarch64", "g++-aarch64"), ("gcc-11", "g++-11\n"), ("clang-14", "clang-14\n")],
)
def test_a_machine_that_may_not_install_packages_passes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, needs: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert portable.main([name]) == 0
    assert capsys.readouterr().out.startswith(f"{name}: was not run: needs {needs}")


def test_the_compilers_that_are_named_are_those_that_are_tried() -> None:
    page = (ROOT / "docs/install.md").read_text(encoding="utf-8")
    for name in portable.OLDEST:
        assert f" {name.replace('-', ' ')}," in page.replace("GCC", "gcc").replace("Clang", "clang")


def test_a_failure_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(log: Path) -> str:
        log.write_text("what happened\n", encoding="utf-8")
        raise pythons.CannotRunError("it ended with 1")

    monkeypatch.setattr(portable, "WAYS", {"good": lambda _: "1 passed", "bad": fail})
    assert portable.main(["bad", "good"]) == 1
    assert capsys.readouterr().out == "bad: it ended with 1\n  what happened\ngood: 1 passed\n"
