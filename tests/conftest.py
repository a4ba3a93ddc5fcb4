"""Fixtures for all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import chdir
from math import inf
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from support.browsing import browser, open_page, open_site
from support.running import Hubbub, Run

from hubbub.cli import main, terminal

__all__ = ["browser", "open_page", "open_site"]
"""Fixtures that stand elsewhere."""

# A busy machine is slow at times, and right all the same.
settings.register_profile("hubbub", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("hubbub")

# A process in the background may have been told to ignore Ctrl-C, and its children would ignore it, too.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test relies on the folder that pytest is started in: wheels are tested in another one than the tree."""
    with chdir(tmp_path_factory.mktemp("elsewhere")):
        yield


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, nothing is said of how far the work is."""
    for wait in ("PATIENCE", "MINUTE"):
        monkeypatch.setattr(terminal, wait, inf)


@pytest.fixture
def hubbub(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    patient: None,  # noqa: ARG001
) -> Hubbub:
    """The command, in this process, on a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str | Path) -> Run:
        with pytest.raises(SystemExit) as end:
            main(list(map(str, arguments)))
        code = end.value.code
        assert isinstance(code, int)
        return Run(code, *capsys.readouterr())

    return run
