"""Scorings that go on with what an earlier one saved. Nothing that it saved is dropped unless the user says so."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hubbub.errors import OptionError, either
from hubbub.formats.files import opened, whole
from hubbub.model.endings import without_endings
from hubbub.model.metrics import called
from hubbub.model.result import Scores
from hubbub.model.tables import counted, listed
from hubbub.scoring.journal import SUFFIX, Journal


class Wanted(NamedTuple):
    """What a run will write in the place of what was saved."""

    systems: Sequence[str]
    signatures: Sequence[str]
    alignment: bool


def opened_journal(resume: str, alignment: bool, wanted: Wanted, force: bool = False) -> Journal:
    """The journal beside a JSON of scores. Where there is none, what the JSON holds is noted in it.

    What either holds and this run would drop is an error, unless it may be dropped.
    """
    if not resume.lower().endswith(".json"):
        raise OptionError(f"{resume}: a scoring goes on in a JSON of scores; name it *.json")
    saved = _saved(resume) if os.path.exists(resume) else {}
    fresh = not os.path.exists(resume + SUFFIX)
    if not force:
        check_kept(resume, _held(saved), wanted)
    journal = Journal(resume + SUFFIX, alignment)
    try:
        if fresh:
            journal.add_scores(resume, saved)
        elif not force:
            check_kept(resume + SUFFIX, journal.held, wanted._replace(alignment=alignment))
    except BaseException:
        journal.close(remove=fresh)
        raise
    return journal


def _saved(resume: str) -> dict[str, Any]:
    """The JSON of scores, as it is."""
    from msgspec import DecodeError, json

    from hubbub.model.schema import FileData, checked, wrong_scores

    with opened(resume) as file:
        text = whole(file, resume)
    try:
        saved: dict[str, Any] = json.decode(text)
    except DecodeError as error:
        raise wrong_scores(error, resume) from None
    checked(saved, FileData, resume)
    return saved


def _held(saved: Mapping[str, Any]) -> set[tuple[str, str, bool]]:
    """Systems and signatures under which the JSON has results, and whether these have an alignment."""
    return {
        (run["system"], run["signature"], any("alignment" in result for result in run["sessions"].values()))
        for run in saved.get("scores", ())
        if run["sessions"]
    }


def check_kept(file: str, held: Iterable[tuple[str, str, bool]], wanted: Wanted) -> None:
    """Raise an error where a file holds what this run would drop."""
    other, differing, aligned = [], [], []
    ours = {_metric(signature): signature for signature in wanted.signatures}
    for system, full, alignment in sorted(held):
        signature = without_endings(full)
        metric = _metric(signature)
        name = f"{metric} of {system}"
        if system not in wanted.systems or metric not in ours:
            other.append(name)
        elif signature != ours[metric]:
            differing.append(f"{name} with {_difference(signature, ours[metric])}")
        elif alignment and not wanted.alignment:
            aligned.append(f"the alignments of {name}")
    remedy = either("choose another file for --resume, or give --force to drop it", "choose another file for resume")
    if other:
        held_too = "which this run does not score and would drop"
        raise OptionError(f"{file} holds {listed(other, 4)}, {held_too}; score all in one run, {remedy}")
    if differing:
        raise OptionError(f"{file} holds {listed(differing, 4)}; give the same options, {remedy}")
    if aligned:
        raise OptionError(f"{file} holds {listed(aligned, 4)}, which this run would drop; add --alignment, {remedy}")


def _metric(signature: str) -> str:
    """The metric as its users call it."""
    return called(signature.partition("|")[0], signature)


def _difference(held: str, ours: str) -> str:
    """The parts of a signature that another has not, and what that has in their place."""
    before, now = held.split("|"), ours.split("|")
    gone = [part for part in before if part not in now]
    come = [part for part in now if part not in before]
    return f"{' '.join(gone) or 'no ' + ' '.join(come)}, where this run has {' '.join(come) or 'none'}"


def check_sessions(resume: str, journal: Journal, scores: Sequence[Scores]) -> None:
    """Raise an error where sessions were saved that the input has not: they would be dropped."""
    scored = {run.system: run for run in scores}
    gone = [name for system, name in journal.sessions() if system in scored and name not in scored[system]]
    if gone:
        what = f"holds {counted(len(gone), 'session')} that the input does not have ({listed(gone, 3)})"
        remedy = either("give --force to drop them", f"remove {resume} and {resume}{SUFFIX} to begin anew")
        raise OptionError(f"{resume} {what}; {remedy}, or choose another file: what was scored now is kept beside it")
