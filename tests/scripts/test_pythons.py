"""How the suite is run with other Pythons: whose settings of pip go along, which interpreter, what was skipped."""

from __future__ import annotations

import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
from support.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import pythons

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the script is for Debian")


def listed(folder: Path) -> str:
    """What `pip config list` prints where packages also come from this folder."""
    return (
        ":env:.timeout='60'\n"
        f"global.extra-index-url='file://{folder}/simple\\nhttps://example.org/simple'\n"
        f"global.cert='{folder}/all.crt'\n"
        "install.no-compile='true'\n"
    )


def test_settings_of_pip_go_along(tmp_path: Path) -> None:
    config = ConfigParser()
    config.read_string(pythons.pip_config(pythons.pip_settings(listed(tmp_path))))
    assert {name: dict(config[name]) for name in config.sections()} == {
        "global": {
            "extra-index-url": f"file://{tmp_path}/simple https://example.org/simple",
            "cert": f"{tmp_path}/all.crt",
        },
        "install": {"no-compile": "true"},
    }
    assert pythons.pip_config(pythons.pip_settings("")) == ""


def test_files_and_folders_that_pip_is_told_of_are_found(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    said = f":env:.find-links='{wheels}'\n{listed(tmp_path)}"
    assert pythons.local_paths(said) == [tmp_path]
    wheels.mkdir()
    (tmp_path / "all.crt").write_text("", encoding="utf-8")
    assert pythons.local_paths(said) == [wheels, tmp_path, tmp_path / "all.crt"]


def test_skipped_tests_are_counted_by_reason() -> None:
    said = (
        "SKIPPED [2] tests/a/test_a.py:10: pip install meeteval: as make bench does\n"
        "SKIPPED [1] tests/b.py:3: no npm\n"
        "SKIPPED [3] tests/c/test_c.py: no npm\n"
        "10 passed, 6 skipped in 1.00s\n"
    )
    assert pythons.skipped(said) == ["4 skipped: no npm", "2 skipped: pip install meeteval: as make bench does"]


def test_an_interpreter_that_runs_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pyenv puts on the PATH fails for a version that is not chosen."""
    shim, real = tmp_path / "shims/python3.99", tmp_path / "versions/3.99.1/bin/python3.99"
    for path, code in ((shim, 127), (real, 0)):
        path.parent.mkdir(parents=True)
        path.write_text(f"#!/bin/sh\nexit {code}\n", encoding="utf-8")
        path.chmod(0o755)
    monkeypatch.setenv("PATH", str(shim.parent))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert pythons.interpreter("3.99") == str(real)
    real.unlink()
    with pytest.raises(pythons.CannotRunError, match=r"no Python 3\.99 on the PATH or from pyenv; install one"):
        pythons.interpreter("3.99")
