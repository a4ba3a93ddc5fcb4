"""A hook through which a result opens its page: the model must not import `report`, so `hubbub/__init__.py` sets it."""

from __future__ import annotations

TYPE_CHECKING = False  # as in `hubbub/__init__.py`, which imports this first of all
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn


def _unknown(_: Any) -> NoReturn:
    raise RuntimeError("nobody has said how pages are made; import hubbub, which does")


page: Callable[[Any], Any] = _unknown
"""The page of a Result or of Scores; set by `hubbub/__init__.py`."""

PAGE_SUFFIXES = (".html", ".htm")
"""How the name of a page ends."""
