"""Scores inputs while they are read: yields results one by one, or saves them so a later run can continue."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from hubbub.errors import OptionError, TooLargeError, either, written
from hubbub.formats.chunks import Chunk, complete_chunks, read_in_chunks
from hubbub.formats.files import Path, expand, file_name, total_size
from hubbub.formats.writing import write_files
from hubbub.model.result import Result, Scores
from hubbub.model.scores import json_of
from hubbub.model.settings import READ, Settings
from hubbub.prepare.inputs import Input, Text, is_path, read_input
from hubbub.prepare.matching import not_in_uem
from hubbub.prepare.pairing import transcripts_of
from hubbub.scoring.batches import Pace, score_in_batches, scored_batches
from hubbub.scoring.engine import read_sides
from hubbub.scoring.journal import Journal, check_sessions, opened_journal
from hubbub.scoring.plan import Plan


def _paths(data: Text) -> list[Path] | None:
    """Returns the paths of an input; None if it is not files."""
    if isinstance(data, os.PathLike) or (isinstance(data, str) and is_path(data)):
        return [data]
    if isinstance(data, (list, tuple)) and data and all(isinstance(entry, os.PathLike) for entry in data):
        return list(data)
    return None


def _is_streamable(data: Text) -> bool:
    """Returns whether an input can be read while scoring."""
    return _paths(data) is not None or hasattr(data, "__next__")


def _source(data: Text, format: str | None, pace: Pace) -> Iterator[Chunk]:
    """Yields one side in chunks of sessions: files, an iterator of sessions or segments, or any other input at once."""
    paths = _paths(data)
    if paths is not None:
        pace.size += total_size(paths)
        return read_in_chunks(paths, format, pace.add_bytes_read)
    if hasattr(data, "__next__"):
        return complete_chunks(transcripts_of(data))  # type: ignore[arg-type]  # it is an iterator
    return _whole(read_input(data, format))


def _whole(side: Input) -> Iterator[Chunk]:
    return iter([Chunk(side.transcript, side.transcript.session_names())])


def check_uem(paths: Sequence[Path], settings: Settings) -> None:
    """Raises an error before scoring if the UEM names no session of the reference.

    Stops at the first session in the UEM, so only a wrong UEM costs reading the whole file. Skips pipes.
    """
    uem = settings.uem
    if uem is None or not all(os.path.isfile(path) or os.path.isdir(path) for path in expand(paths)):
        return
    key = settings.session_key()
    named = set(map(key, uem.regions))
    names: list[str] = []
    for part in read_in_chunks(paths, settings.formats[0]):
        names += part.sessions
        if not named.isdisjoint(map(key, part.sessions)):
            return
    not_in_uem(uem.regions, names, key)


def check_read_whole(settings: Settings, other: str) -> None:
    """Raises OptionError if an option needs files that are read whole."""
    for name in READ:
        if getattr(settings, name):
            raise OptionError(
                f"{written(name)} needs files that are read whole, which {other} are for; drop one of them"
            )


def _sides(plan: Plan, reference: Text, hypothesis: Text, pace: Pace) -> tuple[Iterator[Chunk], Iterator[Chunk]]:
    if not _is_streamable(reference) and not _is_streamable(hypothesis):
        left, right = read_sides(plan.metrics, plan.settings, reference, hypothesis)
        return _whole(left), _whole(right)
    check_read_whole(plan.settings, either("--stream and --resume", "stream, resume and executor"))
    ours, theirs = plan.settings.formats
    if (paths := _paths(reference)) is not None:
        check_uem(paths, plan.settings)
    return _source(reference, ours, pace), _source(hypothesis, theirs, pace)


def streamed(plan: Plan, reference: Text, hypothesis: Text) -> Iterator[tuple[Result, ...]]:
    """Yields the results of each session under every metric, as soon as its batch is scored."""
    pace = Pace()
    sides = _sides(plan, reference, hypothesis, pace)
    refused: dict[str, str] = {}
    for batch in scored_batches(plan, *sides, "hyp", pace):
        for scores in batch.results:
            refused |= scores.refused
        for name in batch.matched.names:
            if name not in refused:
                yield tuple(scores[name] for scores in batch.results)
    if refused:
        more = f"; and {len(refused) - 1} more, all others were scored" if len(refused) > 1 else ""
        raise TooLargeError(next(iter(refused.values())) + more)


def score_resumable(
    plan: Plan,
    reference: Text,
    hypothesis: Text,
    resume: Path | None = None,
    executor: Any = None,
) -> list[Scores]:
    """Scores the sessions. If `resume` is given, skips those in that JSON, and writes the scores to it.

    With an executor, its processes score.
    """
    if resume is None:
        return _score_saved(plan, reference, hypothesis, Journal(None), executor)
    name = file_name(resume)
    with opened_journal(name, ["hyp"], plan.signatures, saving=True, alignment=True) as journal:
        scores = _score_saved(plan, reference, hypothesis, journal, executor)
        check_sessions(name, journal, scores)
        write_files({name: json_of(with_digests(scores, journal), alignment=True)})
        whole = ({name: Result(**result.fields()) for name, result in run.items()} for run in scores)
        return [run.replace(store=run.store.with_results(results)) for run, results in zip(scores, whole, strict=True)]


def _score_saved(plan: Plan, reference: Text, hypothesis: Text, journal: Journal, executor: Any) -> list[Scores]:
    pace = Pace()
    sides = _sides(plan, reference, hypothesis, pace)
    if executor is None:
        return score_in_batches(plan, *sides, journal, "hyp", pace)
    from hubbub.scoring.remote import score_remotely

    return score_remotely(plan, sides, executor, journal, "hyp", pace)


def with_digests(scores: list[Scores], journal: Journal) -> list[Scores]:
    """Returns the scores with a digest of each session's input, by which a later run recognizes sessions."""
    digests = ({name: journal.digest(run.system, name) for name in run} for run in scores)
    return [run.replace(store=run.store.with_digests(own)) for run, own in zip(scores, digests, strict=True)]
