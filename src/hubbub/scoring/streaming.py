"""Scoring of what is read as it is needed: results one by one, and results that a run can go on with."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from hubbub.errors import TooLargeError
from hubbub.formats.chunks import Chunk, complete_chunks, read_in_chunks
from hubbub.formats.files import Path, expand, file_name, total_size
from hubbub.formats.writing import write_files
from hubbub.model.metrics import Metric
from hubbub.model.options import Options, formats_of
from hubbub.model.result import Result, Scores
from hubbub.model.scores import json_of
from hubbub.prepare.inputs import Input, Text, is_path, read_input
from hubbub.prepare.matching import not_in_uem, session_key
from hubbub.prepare.pairing import transcripts_of
from hubbub.scoring.batches import Pace, score_in_batches, scored_batches, signatures_of
from hubbub.scoring.engine import read_sides
from hubbub.scoring.journal import Journal, Wanted, check_sessions, opened_journal
from hubbub.scoring.plan import read_uem


def _paths(data: Text) -> list[Path] | None:
    """The files that are meant; None where it is something else."""
    if isinstance(data, os.PathLike) or (isinstance(data, str) and is_path(data)):
        return [data]
    if isinstance(data, (list, tuple)) and data and all(isinstance(entry, os.PathLike) for entry in data):
        return list(data)
    return None


def _is_read(data: Text) -> bool:
    """Is it read as it is needed?"""
    return _paths(data) is not None or hasattr(data, "__next__")


def _source(data: Text, format: str | None, pace: Pace) -> Iterator[Chunk]:
    """One side, some sessions at a time: files, an iterator of sessions or segments, or whatever can be scored."""
    paths = _paths(data)
    if paths is not None:
        pace.size += total_size(paths)
        return read_in_chunks(paths, format, pace.told)
    if hasattr(data, "__next__"):
        return complete_chunks(transcripts_of(data))  # type: ignore[arg-type]  # it is an iterator
    return _whole(read_input(data, format))


def _whole(side: Input) -> Iterator[Chunk]:
    return iter([Chunk(side.transcript, side.transcript.session_names())])


def check_uem(paths: Sequence[Path], format: str | None, options: Options) -> None:
    """Raise an error where the UEM names no session of the reference, before anything is scored.

    The first session that it names ends the look, so that only a wrong UEM costs a reading. Pipes are read but once.
    """
    uem = read_uem(options.uem)
    if uem is None or not all(os.path.isfile(path) or os.path.isdir(path) for path in expand(paths)):
        return
    key = session_key(options)
    named = set(map(key, uem.regions))
    names: list[str] = []
    for part in read_in_chunks(paths, format):
        names += part.sessions
        if not named.isdisjoint(map(key, part.sessions)):
            return
    not_in_uem(uem.regions, names, key)


def _sides(
    metrics: Sequence[Metric], reference: Text, hypothesis: Text, options: Options, pace: Pace
) -> tuple[Iterator[Chunk], Iterator[Chunk]]:
    if not _is_read(reference) and not _is_read(hypothesis):
        left, right = read_sides(metrics, reference, hypothesis, options)
        return _whole(left), _whole(right)
    ours, theirs = formats_of(options)
    if (paths := _paths(reference)) is not None:
        check_uem(paths, ours, options)
    return _source(reference, ours, pace), _source(hypothesis, theirs, pace)


def streamed(
    metrics: tuple[Metric, ...], reference: Text, hypothesis: Text, options: Options
) -> Iterator[tuple[Result, ...]]:
    """The results of each session under every metric, as soon as its batch is scored."""
    pace = Pace()
    sides = _sides(metrics, reference, hypothesis, options, pace)
    refused: dict[str, str] = {}
    for batch in scored_batches(metrics, *sides, options, "hyp", pace):
        for scores in batch.results:
            refused |= scores.refused
        for name in batch.matched.names:
            if name not in refused:
                yield tuple(scores[name] for scores in batch.results)
    if refused:
        more = f"; and {len(refused) - 1} more, all others were scored" if len(refused) > 1 else ""
        raise TooLargeError(next(iter(refused.values())) + more)


def kept(
    metrics: tuple[Metric, ...],
    reference: Text,
    hypothesis: Text,
    options: Options,
    resume: Path | None = None,
    executor: Any = None,
) -> list[Scores]:
    """Scores that are written to this JSON, if one is named: sessions that it has already are not scored again.

    With an executor, its processes score them.
    """
    if resume is None:
        return _kept(metrics, reference, hypothesis, options, Journal(None), executor)
    name = file_name(resume)
    wanted = Wanted(["hyp"], signatures_of(metrics, options), alignment=True)
    with opened_journal(name, True, wanted) as journal:
        scores = _kept(metrics, reference, hypothesis, options, journal, executor)
        check_sessions(name, journal, scores)
        write_files({name: json_of(with_digests(scores, journal), alignment=True)})
        whole = ({one: Result(**result.fields()) for one, result in run.items()} for run in scores)
        return [run.replace(store=run.store.holding(results)) for run, results in zip(scores, whole, strict=True)]


def _kept(
    metrics: tuple[Metric, ...], reference: Text, hypothesis: Text, options: Options, journal: Journal, executor: Any
) -> list[Scores]:
    pace = Pace()
    sides = _sides(metrics, reference, hypothesis, options, pace)
    if executor is None:
        return score_in_batches(metrics, *sides, options, journal, "hyp", pace)
    from hubbub.scoring.remote import score_remotely

    return score_remotely(metrics, sides, options, executor, journal, "hyp", pace)


def with_digests(scores: list[Scores], journal: Journal) -> list[Scores]:
    """The scores with a digest of each session's input, by which a later run knows them."""
    digests = ({name: journal.digest(run.system, name) for name in run} for run in scores)
    return [run.replace(store=run.store.digested(known)) for run, known in zip(scores, digests, strict=True)]
