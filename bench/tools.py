"""Calls each tool for a metric of a meeting. A tool that is not installed is skipped."""

from __future__ import annotations

import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module, metadata
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from meetings import SECONDS_PER_WORD, Meeting, Segments


class Answer(NamedTuple):
    """The result of a tool."""

    errors: int
    lower_bound: int | None = None
    exact: bool = True
    kinds: tuple[int, int, int] | None = None
    """Insertions, deletions and substitutions, if the tool reports them."""


class Limits(NamedTuple):
    """Limits for a tool that takes some."""

    seconds: float
    bytes: int


Call = Callable[[], Answer]
Tool = Callable[[str, Meeting, Limits], Call]


def ask_hubbub(metric: str, meeting: Meeting, limits: Limits) -> Call:
    """Segments in, a Result out."""
    hubbub: Any = import_module("hubbub")
    function = getattr(hubbub, metric)
    reference, hypothesis = (transcript(side) for side in (meeting.reference, meeting.hypothesis))
    options = hubbub.Options(memory=limits.bytes, jobs=1, time_limit=limits.seconds, collar=COLLAR)

    def call() -> Answer:
        result = function(reference, hypothesis, options)
        kinds = (result.insertions, result.deletions, result.substitutions)
        return Answer(result.errors, result.lower_bound, result.exact, kinds)

    return call


def transcript(segments: Segments) -> Any:
    """hubbub's own object for them."""
    hubbub: Any = import_module("hubbub")
    return hubbub.Transcript(
        [
            hubbub.Segment(s["words"], s["session_id"], s["speaker"], float(s["start_time"]), float(s["end_time"]))
            for s in segments
        ]
    )


COLLAR = 5.0
"""Seconds, for the timed metrics."""
MEETEVAL = {
    "cpwer": "cp_word_error_rate",
    "orcwer": "orc_word_error_rate",
    "mimower": "mimo_word_error_rate",
}
MEETEVAL_TIMED = {
    "tcpwer": "time_constrained_minimum_permutation_word_error_rate",
    "tcorcwer": "time_constrained_orc_wer",
    "tcmimower": "time_constrained_mimo_word_error_rate",
    "ditcpwer": "greedy_di_tcp_word_error_rate",  # it has no exact one
}


def ask_meeteval(metric: str, meeting: Meeting, _: Limits) -> Call:
    """MeetEval's own SegLST objects, made before timing starts."""
    wer: Any = import_module("meeteval.wer")
    seglst: Any = import_module("meeteval.io").SegLST
    logging.disable()  # it warns about overlap on every call
    function = getattr(wer, (MEETEVAL | MEETEVAL_TIMED)[metric])
    more = {"collar": COLLAR} if metric in MEETEVAL_TIMED else {}
    reference, hypothesis = seglst(meeting.reference), seglst(meeting.hypothesis)
    return lambda: Answer(int(function(reference, hypothesis, **more).errors))


def ask_brute_force(metric: str, meeting: Meeting, _: Limits) -> Call:
    """Tries every routing, like a first implementation, with hubbub's Levenshtein distance."""
    assert metric == "orcwer"
    solvers: Any = import_module("hubbub_solvers")
    from array import array

    ids: dict[str, int] = {}
    number = [array("i", [ids.setdefault(w, len(ids)) for w in s["words"].split()]) for s in meeting.reference]
    streams: dict[str, Any] = {}
    for segment in meeting.hypothesis:
        own = streams.setdefault(segment["speaker"], array("i"))
        own.extend(ids.setdefault(word, len(ids)) for word in segment["words"].split())
    hypotheses = list(streams.values())

    def cost(routing: tuple[int, ...]) -> int:
        routed = [array("i") for _ in hypotheses]
        for utterance, stream in zip(number, routing, strict=True):
            routed[stream] += utterance
        return sum(solvers.distance(own, stream) for own, stream in zip(routed, hypotheses, strict=True))

    return lambda: Answer(min(map(cost, product(range(len(hypotheses)), repeat=len(number)))))


def asclite_binary() -> str | None:
    """Returns its path, on the PATH or in Debian's sctk."""
    return shutil.which("asclite", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/lib/sctk/bin"]))


def ask_asclite(metric: str, meeting: Meeting, _: Limits) -> Call:
    """A program: its time includes its start and reading its files, as in the paper."""
    assert metric == "mdwer"
    binary = asclite_binary()
    assert binary is not None
    folder = Path(tempfile.mkdtemp(prefix="asclite"))
    sides = {"ref": meeting.reference, "hyp": meeting.hypothesis}
    for side, segments in sides.items():
        (folder / f"{side}.rttm").write_text("\n".join(_rttm(segments)) + "\n", encoding="utf-8")
    limits = ["-overlap-limit", "9", "-memory-limit", "8", "-memory-compression", "256"]
    command = [binary, "-r", f"{folder}/ref.rttm", "rttm", "-h", f"{folder}/hyp.rttm", "rttm", *limits]

    def call() -> Answer:
        done = subprocess.run([*command, "-o", "rsum", "stdout"], capture_output=True, encoding="utf-8", check=True)
        found = re.search(r"\|\s*Sum[^|]*\|([^|]*)\|([^|]*)\|", done.stdout)
        if found is None:
            raise RuntimeError(done.stdout[-200:] + done.stderr[-200:])
        return Answer(round(float(found[2].split()[4])))

    return call


def _rttm(segments: Segments) -> list[str]:
    lines = [f"SPKR-INFO m 1 <NA> <NA> <NA> unknown {name} <NA>" for name in sorted({s["speaker"] for s in segments})]
    for s in segments:
        start, end, words = float(s["start_time"]), float(s["end_time"]), s["words"].split()
        lines.append(f"SPEAKER m 1 {start:.3f} {end - start:.3f} <NA> <NA> {s['speaker']} <NA>")
        step = (end - start) / len(words) if words else SECONDS_PER_WORD
        lines += [
            f"LEXEME m 1 {start + i * step:.3f} {step:.3f} {word} lex {s['speaker']} <NA>"
            for i, word in enumerate(words)
        ]
    return lines


TOOLS: dict[str, Tool] = {
    "hubbub": ask_hubbub,
    "MeetEval": ask_meeteval,
    "brute force": ask_brute_force,
    "asclite": ask_asclite,
}


def installed(tool: str) -> bool:
    """Whether it can be called here."""
    if tool == "asclite":
        return asclite_binary() is not None
    return tool not in ("MeetEval", "hubbub") or find_spec(tool.lower()) is not None


def versions() -> dict[str, str]:
    """Versions of all compared tools."""
    found = {"Python": sys.version.split()[0]}
    for package in ("hubbub", "meeteval", "jiwer", "rapidfuzz", "kaldialign", "simplejson"):
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found | {"asclite": "installed" if installed("asclite") else "not installed"}
