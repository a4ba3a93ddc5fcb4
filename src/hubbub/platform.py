"""What a platform may lack: threads, other processes, signals and hard links. A browser lacks all of them.

Only this module decides it. `HUBBUB_WITHOUT=threads,links` switches some off, so that tests see that the rest works.
"""

from __future__ import annotations

import os
import sys

VARIABLE = "HUBBUB_WITHOUT"
FEATURES = ("threads", "processes", "signals", "links")


def lacking(platform: str, without: str = "") -> set[str]:
    """The features that a platform lacks, or that are switched off.

    >>> sorted(lacking("linux", "threads, links"))
    ['links', 'threads']
    """
    named = {name.strip() for name in without.split(",")} - {""}
    if unknown := named - {*FEATURES}:
        raise ValueError(f"{VARIABLE}: unknown {', '.join(sorted(unknown))}; choose from {', '.join(FEATURES)}")
    return {*FEATURES} if platform in ("emscripten", "wasi") else named


_LACKING = lacking(sys.platform, os.environ.get(VARIABLE, ""))
THREADS = "threads" not in _LACKING
PROCESSES = "processes" not in _LACKING
SIGNALS = "signals" not in _LACKING


def link(source: str, target: str) -> None:
    """Makes a hard link. Raises OSError without them, as some file systems do."""
    if "links" in _LACKING:
        raise OSError("no hard links")
    os.link(source, target)
