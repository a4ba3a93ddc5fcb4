"""How a result comes to its page, although results do not know the views of them: the front door says how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn


def _unknown(_: Any) -> NoReturn:
    raise RuntimeError("nobody has said how pages are made; import hubbub, which does")


page: Callable[[Any], Any] = _unknown
"""The page of a Result or of Scores; set by `hubbub/__init__.py`."""
