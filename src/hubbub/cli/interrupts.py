"""What is said where the user ends a run: what was done, and how to go on."""

from __future__ import annotations

import argparse
from types import TracebackType
from typing import TYPE_CHECKING, Self

from hubbub.cli.outputs import is_standard, suffix_of
from hubbub.cli.terminal import complain
from hubbub.model.tables import counted

if TYPE_CHECKING:
    from hubbub.model.result import Stage
    from hubbub.scoring.score import Progress


def saved_as(parsed: argparse.Namespace) -> str | None:
    """The JSON of scores that the command writes."""
    files = [path for path in parsed.output if suffix_of(path) == ".json" and not is_standard(path)]
    return files[0] if files else None


def say_kept(parsed: argparse.Namespace, sessions: int, kept: str | None) -> None:
    """Say how many sessions were scored batch by batch, and how to go on with the JSON that they are kept for."""
    done = f"{counted(sessions, 'session')} {'was' if sessions == 1 else 'were'} scored"
    if not sessions:
        complain("no session was scored yet")
    elif kept is None:
        complain(f"{done}, and nothing is kept of them; --resume results.json keeps them next time")
    else:
        instead = "" if parsed.resume else f" in place of -o {kept}"
        complain(f"{done} and are kept; go on with the same command and --resume {kept}{instead}")


def say_ready(parsed: argparse.Namespace, ready: bool) -> None:
    """Say what became of what was scored in memory, and how to go on."""
    file = saved_as(parsed)
    if parsed.both or not hasattr(parsed, "resume"):
        return
    if ready and file is not None:
        complain(f"what is ready is in {file}; go on with the same command and --resume {file} in place of -o {file}")
    else:
        told = "what is ready is shown" if ready else "nothing is ready"
        complain(f"{told}; --resume {file or 'results.json'} keeps each session as it is done")


class Counting:
    """Counts the sessions that are scored in memory, and says how many were done where the user ends the run."""

    def __init__(self, parsed: argparse.Namespace, system: str, bar: Progress | None) -> None:
        self._parsed, self._system, self._bar = parsed, system, bar
        self._done = self._total = 0
        self._stage: Stage | None = None

    def __call__(self, done: int, total: int, stage: Stage | None = None, /) -> None:
        self._done, self._total, self._stage = done, total, stage or self._stage
        if self._bar is not None:
            self._bar(done, total, stage)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if kind is None or not issubclass(kind, KeyboardInterrupt) or not self._total:
            return
        if self._bar is not None:
            self._bar(self._total, self._total)  # which ends its line
        told = f"{self._done} of {counted(self._total, 'session')} of {self._system} were done"
        if self._total == 1:
            if self._stage is None:  # nothing is searched for: there is no more to be said
                return
            found = f"had come to {self._stage.best}, with a bound of {self._stage.bound:.1f}"
            told = f"the search of {self._system} {found}; --time-limit SECONDS takes what it has by then"
        elif hasattr(self._parsed, "resume") and not self._parsed.both:
            told += "" if hasattr(self._parsed, "keeps") else ", and nothing is kept of them"
        complain(told)
