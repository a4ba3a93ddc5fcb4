"""Corpora that are too large to be read whole: the commands read them as they are needed, and can go on later."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import Any

from hubbub.cli.inputs import is_asked, systems
from hubbub.cli.outputs import is_standard, suffix_of
from hubbub.cli.terminal import complain, pace_line
from hubbub.errors import FormatError, HubbubError, OptionError, OrderError
from hubbub.formats.at_once import total_size
from hubbub.formats.parts import Part, read_in_parts
from hubbub.model.metrics import Metric
from hubbub.model.options import Options, formats_of
from hubbub.model.result import Scores
from hubbub.model.views import PAGE_SUFFIXES
from hubbub.prepare.oddities import quick_oddities
from hubbub.scoring.batches import Pace, score_in_batches
from hubbub.scoring.journal import SUFFIX, Journal
from hubbub.scoring.streaming import opened_journal, with_digests


def check_stream(parsed: argparse.Namespace, times: bool) -> None:
    """Raise an error where sessions are asked to be read as they are needed, and cannot be."""
    option = "--resume" if parsed.resume else "--stream"
    if times:
        raise OptionError(f"{option} is for word error rates; score who speaks when without it")
    if parsed.both or getattr(parsed, "explain_normalizer", False):
        other = "a file of both sides" if parsed.both else "--explain-normalizer"
        raise OptionError(f"{option} does not go with {other}, which is read whole; leave one of them away")
    if parsed.resume:
        parsed.output = [*parsed.output, *([] if parsed.resume in parsed.output else [parsed.resume])]


def wants_alignment(parsed: argparse.Namespace) -> bool:
    """Will anybody look at words? What shows nothing else always does."""
    return (
        not hasattr(parsed, "alignment")
        or any(getattr(parsed, name) for name in ("alignment", "per_speaker", "explain"))
        or parsed.ci is not None
        or any(suffix_of(path) in PAGE_SUFFIXES for path in parsed.output)
    )


def journal_for(parsed: argparse.Namespace) -> Journal:
    """The journal beside the JSON that is written; without such a file, one that nobody sees."""
    alignment = wants_alignment(parsed)
    if parsed.resume:
        return opened_journal(parsed.resume, alignment)
    files = [path for path in parsed.output if suffix_of(path) == ".json" and not is_standard(path)]
    if not files:
        return Journal(None, alignment)
    path = files[0] + SUFFIX
    if os.path.exists(path):
        remedy = f"go on with --resume {files[0]}, or remove it to begin anew"
        raise FormatError(path, None, "was left by a run that did not end", remedy)
    return Journal(path, alignment)


def scored_as_read(
    parsed: argparse.Namespace, metrics: tuple[Metric, ...], options: Options, executor: Any
) -> list[Scores] | None:
    """The scores of every system; None where the order of sessions does not let them be read as they are needed.

    Sessions are scored here, or by the workers of an executor.
    """
    parsed.journal = journal = journal_for(parsed)
    try:
        return _scored(parsed, metrics, options, journal, executor)
    except OrderError as error:
        journal.close(remove=not parsed.resume)
        if is_asked(parsed):
            raise
        complain(f"{error}; it is read whole instead")
        parsed.journal = None
        return None
    except BaseException:
        journal.__exit__(BaseException)
        raise


def _scored(
    parsed: argparse.Namespace, metrics: tuple[Metric, ...], options: Options, journal: Journal, executor: Any
) -> list[Scores]:
    scores: list[Scores] = []
    ours, theirs = formats_of(parsed)
    if executor is not None:
        from hubbub.scoring.remote import score_remotely
    for system, files in systems(parsed).items():
        pace = Pace(total_size([*parsed.reference, *files]))
        left = _noted(parsed, read_in_parts(parsed.reference, ours, pace.told))
        right = _noted(parsed, read_in_parts(files, theirs, pace.told))
        told = pace_line(parsed, system)
        try:
            if executor is None:
                scores += score_in_batches(metrics, left, right, options, journal, system, pace, told)
            else:
                scores += score_remotely(metrics, (left, right), options, executor, journal, system, pace, told)
        except (KeyboardInterrupt, HubbubError) as error:
            if told is not None:
                told(None)
            if pace.sessions and not isinstance(error, OrderError):
                on = f"; go on with --resume {journal.path.removesuffix(SUFFIX)}" if journal.path else ""
                complain(f"{pace.sessions:,} sessions of {system} were scored{on}")
            raise
        if told is not None:
            told(None)
    return with_digests(scores, journal) if parsed.resume else scores


def _noted(parsed: argparse.Namespace, parts: Iterator[Part]) -> Iterator[Part]:
    """The parts of one side. What is odd about the first of them is said, and what was left out of all."""
    left_out: dict[str, int] = {}
    first = True
    for part in parts:
        transcript = part.transcript
        if first and not parsed.quiet:
            for line in quick_oddities(transcript):
                complain(f"{transcript.source}: {line}")
        first = False
        for what, number in transcript.left_out.items():
            left_out[what] = left_out.get(what, 0) + number
        yield part
    if not parsed.quiet:
        for what, number in left_out.items():
            complain(f"left out: {number} {what}")
