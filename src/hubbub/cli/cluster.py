"""`--dask`: commands that let the workers of a cluster score."""

from __future__ import annotations

import argparse
import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hubbub.cli.streamed_runs import wants_alignment
from hubbub.cli.terminal import pace_line
from hubbub.errors import OptionError
from hubbub.formats.chunks import Part
from hubbub.model.diarization_metrics import DiarizationMetric
from hubbub.model.metrics import Metric
from hubbub.model.options import Options
from hubbub.model.result import Scores
from hubbub.model.transcript import Transcript
from hubbub.prepare.inputs import Given
from hubbub.scoring.journal import Journal
from hubbub.scoring.remote import score_remotely
from hubbub.scoring.workers import connected


@contextmanager
def cluster(parsed: argparse.Namespace, metrics: Sequence[Metric | DiarizationMetric]) -> Iterator[Any]:
    """A client of the scheduler that the user named. Dask's own messages are not for the users of commands."""
    for metric in metrics:
        if isinstance(metric, DiarizationMetric):
            raise OptionError(f"--dask is for word error rates, and {metric.name} is none; score it without")
    if getattr(parsed, "explain_normalizer", False):
        raise OptionError("--explain-normalizer scores step by step, here; leave --dask away")
    logging.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with connected(parsed.dask) as client:
                yield client
    finally:
        logging.disable(logging.NOTSET)


def scored_whole(
    parsed: argparse.Namespace,
    metrics: Sequence[Metric],
    sides: tuple[Given, Given],
    options: Options,
    system: str,
    executor: Any,
) -> list[Scores]:
    """The scores of sides that were read whole."""
    told = pace_line(parsed, system)
    left, right = (_part(side.transcript) for side in sides)
    journal = Journal(None, wants_alignment(parsed))
    try:
        return score_remotely(tuple(metrics), (left, right), options, executor, journal, system, told=told)
    finally:
        if told is not None:
            told(None)


def _part(transcript: Transcript) -> Iterator[Part]:
    return iter([Part(transcript, transcript.session_names())])
