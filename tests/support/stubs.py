"""What `import hubbub` offers, for type checkers and editors: python -m support.stubs writes src/hubbub/__init__.pyi"""

from __future__ import annotations

import hubbub
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.metrics import CHARACTERS, METRICS
from support.paths import ROOT

STUB = ROOT / "src/hubbub/__init__.pyi"
HEAD = '''"""The public names, for type checkers and editors. Written by `make stubs`."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Protocol, Unpack, overload

'''
KINDS = '''

_Files = PathLike[str] | Sequence[PathLike[str]]

class _OfWords(Protocol):
    """A metric of words. Files give Scores, a dict of texts is one session; strings and lists may be either."""

    @overload
    def __call__(
        self, reference: _Files, hypothesis: Text, options: Options | None = None, **fields: Unpack[Options]
    ) -> Scores: ...
    @overload
    def __call__(
        self, reference: Text, hypothesis: _Files, options: Options | None = None, **fields: Unpack[Options]
    ) -> Scores: ...
    @overload
    def __call__(
        self,
        reference: dict[str, str],
        hypothesis: dict[str, str],
        options: Options | None = None,
        **fields: Unpack[Options],
    ) -> Result: ...
    @overload
    def __call__(
        self, reference: Text, hypothesis: Text, options: Options | None = None, **fields: Unpack[Options]
    ) -> Any: ...

class _OfSpeakers(Protocol):
    """A metric of who speaks when. Files give DiarizationScores."""

    @overload
    def __call__(
        self, reference: _Files, hypothesis: Text, options: Options | None = None, **fields: Unpack[Options]
    ) -> DiarizationScores: ...
    @overload
    def __call__(
        self, reference: Text, hypothesis: _Files, options: Options | None = None, **fields: Unpack[Options]
    ) -> DiarizationScores: ...
    @overload
    def __call__(
        self, reference: Text, hypothesis: Text, options: Options | None = None, **fields: Unpack[Options]
    ) -> Any: ...

'''


def imports() -> str:
    """Returns the imports of the public names of each module."""
    modules = {
        **{module: names.split() for module, names in vars(hubbub)["_MODULES"].items()},
        "prepare.inputs": ["Text"],
    }
    return "".join(f"from hubbub.{module} import {', '.join(names)}\n" for module, names in sorted(modules.items()))


def functions() -> str:
    """Returns the functions of all metrics."""
    words = "".join(f"{name}: _OfWords\n" for name in (*METRICS, *CHARACTERS))
    return words + "".join(f"{name}: _OfSpeakers\n" for name in DIARIZATION)


def stub() -> str:
    """Returns the whole file."""
    names = sorted(hubbub.__all__, key=lambda name: (not name.isupper(), name))
    listed = "".join(f'    "{name}",\n' for name in names)
    return f"{HEAD}{imports()}\n__all__ = [\n{listed}]{KINDS}{functions()}"


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
