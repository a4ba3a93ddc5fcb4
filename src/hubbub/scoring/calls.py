"""How the functions of the API are called, for type checkers and editors; `hubbub/__init__.py` makes them."""

from __future__ import annotations

from typing import Any, Protocol

from hubbub.prepare.inputs import Text


class Function(Protocol):
    """One session gives a Result, files and several sessions give Scores; of who speaks when, a DiarizationResult and
    DiarizationScores. `options` are Options or DiarizationOptions, whose fields may be given by themselves.
    """

    def __call__(self, reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ...
