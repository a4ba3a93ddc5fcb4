"""How `make test-ways` runs the suite, and what it says of a way that this machine lacks."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from support import repeat

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the ways are those of Linux")
SCRIPT = """
import os, sys
with open(sys.argv[1], "a", encoding="utf-8") as said:
    print(*sys.argv[2:], end="; ", file=said)
    print(os.environ.get("PYTEST_ADDOPTS"), file=said)
print("== 1 passed in 0.1s ==")
"""


@pytest.mark.parametrize(
    ("way", "needs"), [("cp1252", "Debian's package locales"), ("offline", "unshare"), ("user", "root and setpriv")]
)
def test_a_way_that_this_machine_lacks_is_named_and_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], way: str, needs: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert repeat.main(["--ways", way]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{way}: was not run: needs {needs}")
    assert said.endswith("0 of 0 runs passed\n")


def test_every_way_has_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeat, "demand", lambda *_, **__: None)
    monkeypatch.setattr(repeat, "made", lambda place, user: repeat.Way((*user, "make"), folder=place))
    found = {}
    for way in repeat.WAYS:
        with repeat.surroundings(way) as found[way]:
            assert found[way].folder.is_dir()
    assert " größe " in found["folder"].folder.name
    assert found["user"].command[0] == "setpriv"
    assert found["offline"].command[0] == "unshare"
    assert found["cp1252"].environment["LC_ALL"].endswith("CP1252")
    same = [way for way in found if found[way] == repeat.Way()]
    assert same == ["serial", "random"]


def test_arguments_are_handed_on_to_pytest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    said = tmp_path / "said"
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    start = (sys.executable, script, said)
    for command in (start, (*start, "make")):
        assert repeat.run("x", ["tests/a b"], repeat.Way(command, folder=tmp_path))
    assert capsys.readouterr().out == "x: 1 passed in 0.1s\n" * 2
    assert said.read_text(encoding="utf-8").splitlines() == [
        "-rfE --tb=short tests/a b; None",
        "make; -rfE --tb=short 'tests/a b'",
    ]
