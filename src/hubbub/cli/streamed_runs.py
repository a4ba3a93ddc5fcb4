"""Scores corpora that are too large to be read whole: sessions are read while scoring, and a run can be resumed."""

from __future__ import annotations

import argparse
import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice
from time import monotonic
from typing import Any

from hubbub.advice import notes
from hubbub.cli.input_files import (
    advise,
    check_systems,
    is_asked,
    note_corrections,
    note_inputs,
    note_no_options,
    systems,
)
from hubbub.cli.interrupts import check_left_over, saved_as, say_kept
from hubbub.cli.outputs import is_written
from hubbub.cli.terminal import ProgressLine, note
from hubbub.errors import HubbubError, OptionError, OrderError
from hubbub.formats.chunks import Chunk, read_in_chunks
from hubbub.formats.files import total_size
from hubbub.model.diarization_metrics import DIARIZATION, OF_TIMES, DiarizationMetric
from hubbub.model.metrics import Metric
from hubbub.model.result import Scores
from hubbub.model.scores import JOURNAL
from hubbub.model.tables import counted
from hubbub.model.transcript import Transcript
from hubbub.prepare.inputs import Input
from hubbub.prepare.matching import lines_joined
from hubbub.scoring.batches import Pace, score_in_batches
from hubbub.scoring.journal import Journal, check_sessions, opened_journal
from hubbub.scoring.plan import Plan
from hubbub.scoring.remote import score_remotely
from hubbub.scoring.streaming import check_uem, with_digests
from hubbub.scoring.workers import connected


def wants_alignment(parsed: argparse.Namespace, metrics: Sequence[Metric]) -> bool:
    """Returns whether the output needs alignments, as all commands that show words and metrics of speakers do."""
    return (
        not hasattr(parsed, "alignment")
        or any(metric.name in DIARIZATION for metric in metrics)
        or any(getattr(parsed, name) for name in ("alignment", "per_speaker", "explain"))
        or parsed.ci is not None
        or is_written(parsed, ".html")
    )


def journal_for(parsed: argparse.Namespace, plan: Plan) -> Journal:
    """Returns the journal beside the JSON that is written; without such a file, an unnamed one."""
    alignment = wants_alignment(parsed, plan.metrics)
    if not hasattr(parsed, "resume") or parsed.both:
        return Journal(None, alignment)  # no later run could continue
    if parsed.resume:
        return opened_journal(
            parsed.resume, list(systems(parsed)), plan.signatures, parsed.alignment, alignment, parsed.force
        )
    file = saved_as(parsed)
    if file is None:
        return Journal(None, alignment)
    check_left_over(file)
    return Journal(file + JOURNAL, alignment)


def scored_as_read(parsed: argparse.Namespace, plan: Plan, executor: Any) -> list[Scores] | None:
    """Returns the scores of every system; None if the order of sessions does not allow streaming.

    Sessions are scored here, or by the workers of an executor.
    """
    parsed.journal = journal = journal_for(parsed, plan)
    try:
        return _scored(parsed, plan, journal, executor)
    except OrderError as error:
        journal.close(remove=not parsed.resume)
        if is_asked(parsed):
            raise
        note(f"{error}; read whole instead")
        parsed.journal = None
        return None
    except BaseException:
        journal.__exit__(BaseException)
        raise


def _begun(paths: Sequence[str], format: str | None, pace: Pace) -> tuple[Iterator[Chunk], Transcript, bool]:
    """Returns the chunks of one side, the first transcript, and whether that is all."""
    parts = read_in_chunks(paths, format, pace.add_bytes_read)
    some = list(islice(parts, 2))
    return chain(some, parts), some[0].transcript if some else Transcript([]), len(some) < 2


def _scored(parsed: argparse.Namespace, plan: Plan, journal: Journal, executor: Any) -> list[Scores]:
    """Returns the scores of every system. Shows notes on the first chunks of all inputs before scoring."""
    scores: list[Scores] = []
    ours, theirs = plan.settings.formats
    by_system = systems(parsed)
    check_uem(parsed.reference, plan.settings)
    paces = {system: Pace(total_size([*parsed.reference, *files])) for system, files in by_system.items()}
    begun = [_begun(parsed.reference, ours, next(iter(paces.values())))]
    begun += [_begun(files, theirs, paces[system]) for system, files in by_system.items()]
    if all(whole for _, _, whole in begun):
        lines = lines_joined([first for _, first, _ in begun], plan.settings.formats)
        begun = [one if side is one[1] else (_part(side), side, True) for one, side in zip(begun, lines, strict=True)]
    (reference, first, whole), *others = begun
    hypotheses = dict(zip(by_system, others, strict=True))
    firsts = [heard for _, heard, _ in others]
    if all(whole for _, _, whole in others):
        check_systems(parsed, firsts)
    corrections = note_corrections(parsed, list(by_system))
    found = note_inputs(parsed, first, dict(zip(by_system, firsts, strict=True)), plan.settings)
    left = _noted(parsed, reference, first.source, is_reference=True)
    for number, (system, (hypothesis, heard, _)) in enumerate(hypotheses.items()):
        pace = paces[system]
        if number:
            left = _part(first) if whole else read_in_chunks(parsed.reference, ours, pace.add_bytes_read)
        right = _noted(parsed, hypothesis, heard.source)
        if corrections is not None:
            plan = plan._replace(settings=plan.settings._replace(corrections=corrections._replace(called=system)))
        try:
            with ProgressLine(parsed, system) as line:
                pace.start, pace.show = monotonic(), line.paced
                if executor is None:
                    scores += score_in_batches(plan, left, right, journal, system, pace)
                else:
                    scores += score_remotely(plan, (left, right), executor, journal, system, pace)
        except (KeyboardInterrupt, HubbubError) as error:
            done = sum(one.sessions for one in paces.values())
            if isinstance(error, KeyboardInterrupt) or (done and not isinstance(error, OrderError)):
                say_kept(parsed, done, saved_as(parsed))
            raise
    scores = [run.replace(inputs=found[run.system]) for run in scores]
    if not parsed.resume:
        return scores
    if not parsed.force:
        check_sessions(parsed.resume, journal, scores)
    if not parsed.quiet:
        known = sum(pace.known for pace in paces.values())
        new = sum(pace.sessions for pace in paces.values()) - known
        note(f"{parsed.resume}: {counted(known, 'session')} taken over, {new:,} scored")
    return with_digests(scores, journal)


def _noted(
    parsed: argparse.Namespace, parts: Iterator[Chunk], source: str, is_reference: bool = False
) -> Iterator[Chunk]:
    """Yields the chunks, then shows the notes that need all of them."""
    left_out: dict[str, int] = {}
    marked = False
    for part in parts:
        marked = marked or bool(part.transcript.marked)
        for what, number in part.transcript.left_out.items():
            left_out[what] = left_out.get(what, 0) + number
        yield part
    if is_reference and not marked:
        note_no_options(parsed)
    advise(parsed, notes.left_out(source, left_out))


TALKING = ("asyncio", "distributed", "tornado")
"""Loggers whose messages are hidden from users of commands."""


@contextmanager
def cluster(parsed: argparse.Namespace, metrics: Sequence[Metric | DiarizationMetric]) -> Iterator[Any]:
    """Yields a client of the scheduler that the user named. Hides Dask's own messages."""
    for metric in metrics:
        if metric.name in OF_TIMES:
            raise OptionError(f"{metric.name} is scored here, not on a cluster; drop --dask")
    if getattr(parsed, "explain_normalizer", False):
        raise OptionError("--explain-normalizer is computed here, not on a cluster; drop --dask")
    with suppress(ModuleNotFoundError):  # `connected` says what to install
        import distributed  # noqa: F401 - which gives its loggers their levels
    loggers = [logging.getLogger(name) for name in logging.root.manager.loggerDict if name.startswith(TALKING)]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with connected(parsed.dask) as client:
                yield client
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def scored_whole(
    parsed: argparse.Namespace,
    plan: Plan,
    sides: tuple[Input, Input],
    system: str,
    executor: Any,
) -> list[Scores]:
    """Returns the scores of sides that were read whole."""
    left, right = (_part(side.transcript) for side in sides)
    if getattr(parsed, "journal", None) is None:
        parsed.journal = journal_for(parsed, plan)
    journal, pace = parsed.journal, Pace()
    with ProgressLine(parsed, system) as line:
        pace.show = line.paced
        scores = score_remotely(plan, (left, right), executor, journal, system, pace)
    return [run.replace(inputs=sides[1].notes) for run in scores]


def _part(transcript: Transcript) -> Iterator[Chunk]:
    return iter([Chunk(transcript, transcript.session_names())])
