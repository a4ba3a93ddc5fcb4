"""How much a call does, as a count that is the same on a busy machine."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def work(call: Callable[[], object]) -> int:
    """How many functions are called, and how long are the texts that methods of texts and of patterns go through."""
    done = 0

    def count(frame: FrameType, event: str, function: Any) -> None:
        nonlocal done
        done += event in ("call", "c_call")
        if event == "c_call":
            of = getattr(function, "__self__", None)
            texts = frame.f_locals.values() if isinstance(of, re.Pattern) else [of]
            done += max((len(text) for text in texts if isinstance(text, (str, bytes))), default=0)

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        call()
    finally:
        sys.setprofile(before)
    return done
