"""`hubbub report`: the page that shows every word."""

from __future__ import annotations

import argparse
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hubbub.cli.commands import any_metrics, check_page, score_all
from hubbub.cli.interrupts import Runs, all_sessions, put_out_all_or_ready, some_sessions
from hubbub.cli.outputs import Product, check_outputs, command_line
from hubbub.cli.terminal import note, warn
from hubbub.errors import Interrupted, OptionError
from hubbub.formats.files import readable
from hubbub.insight.blame import Blame, blame_sessions
from hubbub.insight.chains import CHAINS, check_chain
from hubbub.model.messages import Caution
from hubbub.model.result import Scores
from hubbub.model.scores import Sessions
from hubbub.model.signatures import Recipe
from hubbub.model.tables import counted, visible
from hubbub.model.transcript import Transcript
from hubbub.model.values import parse_seconds
from hubbub.page.report_page import cut_clips, files_in, find_audio, make_page
from hubbub.platform import PROCESSES
from hubbub.prepare.inputs import Input
from hubbub.scoring.plan import Plan, planned
from hubbub.views.table import warnings_of

EFFORT = {True: 0.3, False: 0.03}
"""Effort of the searches for causes in a session unless a limit is given, with times and without. It limits work, not
time, so pages repeat: at most about 5 s for an hour of speech."""
MANY = 100_000
"""Up to this many reference words of all runs together, causes are computed without times too: about 5 s per hour of
speech. With times that takes less than a second per hour."""


def report(parsed: argparse.Namespace) -> int:
    """Writes the report page."""
    metrics = any_metrics(parsed)
    parsed.output = [parsed.output]
    if parsed.open and not PROCESSES:
        raise OptionError("--open starts a browser, and this platform cannot start programs; open the page yourself")
    check_page(parsed, metrics)
    check_outputs(parsed)
    if parsed.audio_dir is not None:
        files_in(parsed.audio_dir)  # one that cannot be read is an error before the scoring, not after it
    if parsed.embed_audio is not None:
        parse_seconds(parsed.embed_audio, "embed audio")
    if parsed.blame is not False:
        chains = [CHAINS[metric.name] for metric in metrics if metric.name in CHAINS]
        parsed.searched = [member for chain in chains for member in chain.metrics]
    transcripts: list[Transcript] = []
    scored: list[tuple[Sessions[Any], Input, Input, Plan]] = []

    def seen(reference: Input, hypothesis: Input, runs: Sequence[Any], plan: Plan) -> None:
        transcripts.extend((reference.transcript, hypothesis.transcript))
        scored.extend((run, reference, hypothesis, plan) for run in runs)

    blames: dict[int, Blame] = {}

    def find() -> list[Any]:
        scores = score_all(parsed, metrics, parsed.quiet, seen)
        runs = [run for run, *_ in scored]
        wanted = {True: range(len(scored)), False: (), None: cheap(runs)}[parsed.blame]
        if parsed.blame is None and len(wanted) < len(with_causes(runs)):
            note(f"causes of errors are not computed for more than {MANY:,} words without times; --blame computes them")
        for number in wanted:
            try:
                found = blame_of(*scored[number])
            except KeyboardInterrupt as end:
                warn("interrupted: the page has no causes of errors for some systems")
                raise Interrupted(end, scores) from None
            if found is not None:
                blames[number] = found
        return scores

    product = partial(product_of, parsed, transcripts=transcripts, blames=blames)
    code = put_out_all_or_ready(parsed, find, product, side_by_side)
    if parsed.open:
        webbrowser.open(Path(*parsed.output).resolve().as_uri())
    return code


def side_by_side(found: Runs) -> Runs:
    """Returns the runs that fit on one page after an interruption: the complete ones if there are several systems."""
    ready = some_sessions(found)
    several = len({run.system for run in ready}) > 1
    return all_sessions(ready) if several else ready


def product_of(
    parsed: argparse.Namespace, scores: Sequence[Any], transcripts: Sequence[Transcript], blames: Mapping[int, Blame]
) -> Product:
    """Returns the output of the command."""
    (path,) = parsed.output
    sessions = dict.fromkeys(name for run in scores for name in run)
    audio = find_audio(transcripts, sessions, path, parsed.audio_dir)
    title = None if parsed.title is None else readable(parsed.title)
    clips = cut_clips(scores, audio, path, parsed.embed_audio)
    page = make_page(scores, title, audio, blames, clips=clips, command=command_line(parsed))
    warnings = warnings_of(scores)
    if parsed.audio_dir is not None and len(audio) < len(sessions):
        line = f"{counted(len(sessions) - len(audio), 'session')} without a recording"
        warnings.append(Caution(line, "no_recording", parsed.audio_dir))

    def text(*_: object) -> Iterator[str]:
        yield visible(f"{path}: {counted(len(sessions), 'session')}, {page.size / 1e6:.1f} MB")
        if clips is not None:
            yield visible(f"{path}: {clips.summary()}")

    return Product(scores, text, {".html": lambda: page.pieces}, notes=warnings)


def with_causes(runs: Sequence[Sessions[Any]]) -> list[int]:
    """Returns the numbers of the runs whose metric can be broken down by cause."""
    return [number for number, run in enumerate(runs) if isinstance(run, Scores) and run.metric in CHAINS]


def cheap(runs: Sequence[Sessions[Any]]) -> list[int]:
    """Returns the numbers of the runs that are broken down by cause without a request: those with times, and the others
    unless they have too many words. The clock is not used, so pages repeat.
    """
    found = with_causes(runs)
    untimed = [number for number in found if not CHAINS[runs[number].metric].timed]
    few = sum(runs[number].total.length for number in untimed) <= MANY
    return [number for number in found if few or number not in untimed]


def blame_of(run: Sessions[Any], reference: Input, hypothesis: Input, plan: Plan) -> Blame | None:
    """Returns the causes of the errors of this run; None if the metric has none."""
    chain = CHAINS.get(run.metric)
    if chain is None:
        return None
    settings = plan.settings._replace(unit=Recipe.parse(run.signature).value("unit") or plan.settings.unit)
    if settings.time_limit is None and settings.effort is None and not settings.prove:
        settings = settings._replace(effort=EFFORT[chain.timed])
    try:
        check_chain(chain, settings)
    except OptionError:  # an option under which the errors cannot be broken down
        return None
    return blame_sessions(chain, planned(chain.scored, settings, plan.options), reference, hypothesis, run.system)
