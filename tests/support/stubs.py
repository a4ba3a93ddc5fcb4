"""What `import hubbub` offers, for type checkers and editors: python -m support.stubs writes src/hubbub/__init__.pyi"""

from __future__ import annotations

import hubbub
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.metrics import CHARACTERS, METRICS
from support.paths import ROOT

STUB = ROOT / "src/hubbub/__init__.pyi"
HEAD = '''"""The public names, for type checkers and editors. Written by `make stubs`."""

from typing import Any

'''


def imports() -> str:
    """The public names of each module."""
    modules = {
        **{module: names.split() for module, names in vars(hubbub)["_MODULES"].items()},
        "prepare.inputs": ["Text"],
    }
    return "".join(f"from hubbub.{module} import {', '.join(names)}\n" for module, names in sorted(modules.items()))


def functions() -> str:
    """The functions of all metrics. What they return follows from whether the input has one session or several."""
    signature = "(reference: Text, hypothesis: Text, options: Any = None, **fields: Any) -> Any: ..."
    return "".join(f"def {name}{signature}\n" for name in (*METRICS, *CHARACTERS, *DIARIZATION))


def stub() -> str:
    """The whole file."""
    names = sorted(hubbub.__all__, key=lambda name: (not name.isupper(), name))
    listed = "".join(f'    "{name}",\n' for name in names)
    return f"{HEAD}{imports()}\n__all__ = [\n{listed}]\n\n{functions()}"


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
