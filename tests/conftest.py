"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings
from support.browsing import browser, open_page
from support.running import Hubbub, Run

from hubbub.cli import main

__all__ = ["browser", "open_page"]
"""Fixtures that stand elsewhere."""

settings.register_profile("hubbub", deadline=None)  # a busy machine is slow at times, and right all the same
settings.load_profile("hubbub")


@pytest.fixture
def hubbub(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Hubbub:
    """The command, in this process, on a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str | Path) -> Run:
        with pytest.raises(SystemExit) as end:
            main(list(map(str, arguments)))
        code = end.value.code
        assert isinstance(code, int)
        return Run(code, *capsys.readouterr())

    return run
