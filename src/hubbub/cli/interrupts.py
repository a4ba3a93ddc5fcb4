"""Interrupted runs: shows and saves finished results, and how to continue."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hubbub.cli.input_files import systems
from hubbub.cli.outputs import Product, is_standard, put_out, suffix_of
from hubbub.cli.terminal import error, flush, note, warn
from hubbub.errors import FormatError, HubbubError, Interrupted
from hubbub.model.scores import JOURNAL, Sessions
from hubbub.model.tables import counted
from hubbub.scoring.run_lock import RunLock


def saved_as(parsed: argparse.Namespace) -> str | None:
    """Returns the path of the JSON of scores that the command writes."""
    files = [path for path in parsed.output if suffix_of(path) == ".json" and not is_standard(path)]
    return files[0] if files else None


def check_left_over(file: str) -> None:
    """Raises FormatError if an interrupted run left its journal beside this JSON, or if the run is not over."""
    if os.path.lexists(file + JOURNAL):
        RunLock(file + JOURNAL).release()
        remedy = f"continue with --resume {file}, or remove it to start again"
        raise FormatError(file + JOURNAL, None, "was left by an interrupted run", remedy)


def say_kept(parsed: argparse.Namespace, sessions: int, kept: str | None) -> None:
    """Shows how many sessions were scored batch by batch, and how to continue with the JSON they are saved for."""
    if not sessions:
        warn("no session was scored")
    elif kept is None:
        warn(f"{counted(sessions, 'session')} scored, not saved; use --resume results.json")
    else:
        instead = "" if parsed.resume else f" in place of -o {kept}"
        note(f"{counted(sessions, 'session')} saved; continue with the same command and --resume {kept}{instead}")


Runs = Sequence[Sessions[Any]]


@contextmanager
def keeping(found: list[Any]) -> Iterator[None]:
    """Re-raises Ctrl-C as Interrupted with all results so far."""
    try:
        yield
    except KeyboardInterrupt as end:
        raise Interrupted(end, [*found, *(end.found if isinstance(end, Interrupted) else ())]) from None


def some_sessions(found: Runs) -> Runs:
    """Runs with a session at least: each session can be read by itself."""
    return [run for run in found if len(run)]


def all_sessions(found: Runs) -> Runs:
    """Runs of all sessions: of systems beside each other, a part would be compared with all."""
    return [run for run in found if len(run) and not run.unfinished]


def put_out_all_or_ready(
    parsed: argparse.Namespace,
    find: Callable[[], Runs],
    product: Callable[[Runs], Product],
    usable: Callable[[Runs], Runs] = some_sessions,
) -> int:
    """Scores, shows and writes the product, and returns the exit code.

    Where the user ends that, it is made of the usable ones. What a journal holds is kept unless all is put out.
    """
    try:
        try:
            found = find()
        except Interrupted as end:
            _put_out_ready(parsed, end.found, product, usable)
            raise
        return put_out(parsed, product(found))
    except BaseException as error:
        if getattr(parsed, "journal", None) is not None:
            parsed.journal.__exit__(type(error))
        raise


def _put_out_ready(
    parsed: argparse.Namespace, found: Runs, product: Callable[[Runs], Product], usable: Callable[[Runs], Runs]
) -> None:
    known = [] if parsed.both else [system for system in systems(parsed) if system not in {run.system for run in found}]
    if not found or (not known and all(not len(run) and len(run.unfinished) < 2 for run in found)):
        return  # files were being read, or the only session was under way
    ready = usable(found)
    kept = set(map(id, ready))
    for run in found:
        if not len(run):
            warn(f"{run.system} {run.title}: no session was scored")
        elif run.unfinished and id(run) not in kept:
            warn(f"{run.system} {run.title}: skipped, since only some of its sessions were scored")
    for system in known:
        warn(f"{system}: no session was scored")
    try:
        if ready:
            put_out(parsed, product(ready))
            flush()  # the process ends at once
        _say_ready(parsed, bool(ready))
    except HubbubError as found_error:
        error(str(found_error))


def _say_ready(parsed: argparse.Namespace, ready: bool) -> None:
    """Shows what happened to the results in memory, and how to continue."""
    if parsed.both:
        return
    if not hasattr(parsed, "resume"):
        files = [path for path in parsed.output if not is_standard(path)]
        if not ready:
            warn("no system is complete, so nothing is shown or written")
        else:
            note(
                f"the sessions scored so far are in {', '.join(files)}"
                if files
                else "the sessions scored so far are shown"
            )
        return
    file = saved_as(parsed)
    if ready and file is not None:
        note(
            f"the sessions scored so far are in {file}; continue with the same command and --resume {file} in place of"
            f" -o {file}"
        )
    else:
        what = "the sessions scored so far are shown, not saved" if ready else "nothing is scored completely"
        note(f"{what}; --resume {file or 'results.json'} saves each session as it is scored")
