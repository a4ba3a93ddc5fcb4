"""What a command gave: for the fixture in conftest.py and the tests that use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Run(NamedTuple):
    code: int
    out: str
    err: str


Hubbub = Callable[..., Run]
