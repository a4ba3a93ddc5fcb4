"""What each command does, after its arguments are parsed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from hubbub.cli.exit_codes import EXIT_ABOVE, EXIT_UNPROVEN
from hubbub.cli.terminal import progress_bar, terminal_columns
from hubbub.errors import FormatError, OptionError
from hubbub.formats.files import write_file
from hubbub.model.diarization_metrics import DIARIZATION, DiarizationMetric
from hubbub.model.metrics import ALL_METRICS, METRICS, Metric, any_metric_named, metric_named
from hubbub.model.options import AnyOptions, DiarizationOptions, Options
from hubbub.model.result import Scores, dump_scores
from hubbub.model.tables import counted
from hubbub.model.transcript import Transcript
from hubbub.prepare.inputs import Given
from hubbub.report import table as tables
from hubbub.scoring.score import Progress, score_sessions

if TYPE_CHECKING:
    from hubbub.model.diarization_result import DiarizationScores

    AnyScores = Scores | DiarizationScores


def chosen_options(parsed: argparse.Namespace, options: type[AnyOptions]) -> AnyOptions:
    """The options from the parsed arguments of the same names."""
    return options(**{field: getattr(parsed, field) for field in options._fields})


def systems(parsed: argparse.Namespace) -> dict[str, list[str]]:
    """The files of each system, by its name: the text before `=`, else the stem of the first file."""
    by_name: dict[str, list[str]] = {}
    for files in parsed.hypothesis:
        name, equals, path = files[0].partition("=")
        if equals and name and path and not os.path.exists(files[0]):
            files = [path, *files[1:]]
        else:
            name = os.path.basename(files[0]).split(".")[0] or files[0]
        if name in by_name:
            raise OptionError(f"two systems are called {name!r}; name them, as in -h first={files[0]}")
        by_name[name] = files
    return by_name


def loaded(parsed: argparse.Namespace, quiet: bool) -> Iterator[tuple[Given, Given, str, Progress | None]]:
    """For each system: reference and hypothesis, the name of the system, and the callback that shows progress."""
    from hubbub.formats import load

    by_system = systems(parsed)
    if "-" in parsed.reference and any("-" in files for files in by_system.values()):
        raise OptionError("standard input can be only one of reference and hypothesis; give a file for the other")
    reference = Given(load(*parsed.reference, format=parsed.format), True)
    for system, files in by_system.items():
        hypothesis = Given(load(*files, format=parsed.format), True)
        yield reference, hypothesis, system, None if quiet else progress_bar(parsed, system)


def score_all(parsed: argparse.Namespace, metrics: Sequence[Metric], quiet: bool) -> list[Scores]:
    options = chosen_options(parsed, Options)
    return [
        scores
        for reference, hypothesis, system, bar in loaded(parsed, quiet)
        for scores in score_sessions(metrics, reference, hypothesis, options, system, bar)
    ]


def diarize_all(
    parsed: argparse.Namespace, metrics: Sequence[DiarizationMetric], quiet: bool
) -> list[DiarizationScores]:
    from hubbub.diarization.score import diarize_sessions

    options = chosen_options(parsed, DiarizationOptions)
    return [
        scores
        for reference, hypothesis, system, bar in loaded(parsed, quiet)
        for scores in diarize_sessions(metrics, reference, hypothesis, options, system, bar)
    ]


def writer(path: str) -> Callable[[Sequence[AnyScores], bool], str]:
    """The function that turns scores into a file with the suffix of this path."""
    forms: dict[str, Callable[[Sequence[AnyScores], bool], str]] = {
        ".json": dump_scores,
        ".csv": lambda scores, _: tables.full(scores).csv(),
        ".md": lambda scores, _: "\n\n".join(f"{run.table().markdown()}\n\n`{run.signature}`" for run in scores) + "\n",
        ".html": lambda scores, _: _page(scores),
    }
    suffix = os.path.splitext(path)[1]
    if suffix not in forms:
        raise OptionError(f"{path}: cannot write {suffix or 'a file without suffix'}; use {', '.join(forms)}")
    return forms[suffix]


def check_free(path: str, force: bool) -> None:
    if os.path.exists(path) and not force:
        raise FormatError(path, None, "exists already", "choose another name or overwrite it with --force")


def _page(scores: Sequence[AnyScores]) -> str:
    from hubbub.report.page import report

    return report(scores).html


def warn(scores: Sequence[AnyScores]) -> None:
    """Print the warnings. Each is printed once, even if it concerns several metrics and systems."""
    for line in dict.fromkeys(line for run in scores for line in run.warnings):
        print(f"hubbub: {line}", file=sys.stderr)


def chosen_metrics(parsed: argparse.Namespace) -> list[Metric]:
    """The metrics that the user named."""
    metrics = [metric_named(name) for name in parsed.metrics.split(",") if name]
    if not metrics:
        raise OptionError(f"no metric; choose from {', '.join(METRICS)}")
    return metrics


def score(parsed: argparse.Namespace) -> int:
    """Score one metric, or several metrics and systems."""
    diarization = DIARIZATION.get(parsed.metrics)
    word_metrics = [] if diarization is not None else chosen_metrics(parsed)
    if parsed.alignment and not (parsed.json or any(path.endswith(".json") for path in parsed.output)):
        raise OptionError("--alignment goes into JSON; add --json, or -o with a .json file")
    # Before the scoring, which may take an hour: a wrong suffix is an error.
    writers = [(path, writer(path)) for path in parsed.output]
    for path, _ in writers:
        check_free(path, parsed.force)
        if path.endswith(".html") and diarization is not None:
            raise OptionError(f"{path}: the page shows words, and {diarization.name} has none; use .json, .csv or .md")
    scores: Sequence[AnyScores] = (
        score_all(parsed, word_metrics, parsed.quiet)
        if diarization is None
        else diarize_all(parsed, [diarization], parsed.quiet)
    )
    if not parsed.quiet:
        warn(scores)
    for path, form in writers:
        write_file(path, form(scores, parsed.alignment))
    if parsed.json:
        sys.stdout.write(dump_scores(scores, parsed.alignment))
    elif not parsed.quiet:
        print_scores(parsed, scores)
    return exit_code(parsed, scores)


def complete(parsed: argparse.Namespace, scores: Sequence[AnyScores]) -> bool:
    """Is every score proven, and nothing skipped that must be scored?"""
    return all(run.total.exact and (parsed.allow_skipped or not run.skipped) for run in scores)


def exit_code(parsed: argparse.Namespace, scores: Sequence[AnyScores]) -> int:
    if not complete(parsed, scores):
        return EXIT_UNPROVEN
    if parsed.fail_above is not None:
        for run in scores:
            rate = run.total.rate
            if run.total.errors if rate is None else rate > parsed.fail_above:
                return EXIT_ABOVE
    return 0


def print_scores(parsed: argparse.Namespace, scores: Sequence[AnyScores]) -> None:
    columns, bold = terminal_columns(), sys.stdout.isatty()
    if len(scores) == 1:
        print(scores[0].table().text(columns, bold))
    else:
        for number, table in enumerate(tables.side_by_side(scores, columns)):
            print(("\n" if number else "") + table.text(columns, bold))
    for run in scores:
        title = run.title if len(scores) == 1 else f"{run.system} {run.title}"
        for wanted, make in (
            (parsed.pairing, tables.pairing),
            (parsed.per_speaker, tables.per_speaker),
            (parsed.explain, tables.explanation),
        ):
            if wanted:
                print(f"\n{title}\n{make(run).text(columns)}")
    shown: set[str] = set()
    print()
    for run in scores:
        for note in tables.notes(run):
            line = note if len(scores) == 1 else f"{run.system} {run.title}: {note}"
            if line not in shown:
                print(line)
            shown.add(line)
    for signature in dict.fromkeys(run.signature for run in scores):
        print(signature)


def align(parsed: argparse.Namespace) -> int:
    """Print which words were matched."""
    from hubbub.report.words import alignment_text

    metrics = chosen_metrics(parsed)
    colour = parsed.colour == "always" or (
        parsed.colour == "auto" and sys.stdout.isatty() and "NO_COLOR" not in os.environ
    )
    scores = score_all(parsed, metrics, quiet=True)
    warn(scores)
    for run in scores:
        for name, result in run.items():
            title = f"{run.system} {name} {result!r}"
            print(title + "\n" + "═" * len(title))
            print(alignment_text(result, terminal_columns(), colour, parsed.only_errors))
        print("".join(f"{note}\n" for note in tables.notes(run) if run.skipped) + run.signature)
    return 0 if complete(parsed, scores) else EXIT_UNPROVEN


def report(parsed: argparse.Namespace) -> int:
    """Write the page that shows every word."""
    from hubbub.report.page import find_audio, make_page

    metrics = chosen_metrics(parsed)
    check_free(parsed.output, parsed.force)
    options = chosen_options(parsed, Options)
    transcripts: list[Transcript] = []
    scores: list[Scores] = []
    for reference, hypothesis, system, bar in loaded(parsed, parsed.quiet):
        transcripts += [reference.transcript, hypothesis.transcript]
        scores += score_sessions(metrics, reference, hypothesis, options, system, bar)
    sessions = dict.fromkeys(name for run in scores for name in run)
    page = make_page(scores, parsed.title, find_audio(transcripts, sessions, parsed.output, parsed.audio_dir))
    page.write(parsed.output)
    if not parsed.quiet:
        warn(scores)
        print(f"{parsed.output}: {counted(len(sessions), 'session')}, {len(page.html) / 1e6:.1f} MB")
    if parsed.open:
        import webbrowser
        from pathlib import Path

        webbrowser.open(Path(parsed.output).resolve().as_uri())
    return 0 if complete(parsed, scores) else EXIT_UNPROVEN


def convert(parsed: argparse.Namespace) -> int:
    """Convert one format to another, and warn about what the target cannot hold."""
    from hubbub.formats import dump, format_for, load, lost

    target = format_for(parsed.output, parsed.target)
    if parsed.output != "-":
        check_free(parsed.output, parsed.force)
    transcript = load(*parsed.input, format=parsed.source)
    dump(transcript, parsed.output, format=target.name)
    for loss in lost(transcript, target):
        print(f"hubbub: {target.name} cannot hold {loss}", file=sys.stderr)
    return 0


def metrics(parsed: argparse.Namespace) -> int:
    """Print the definitions of the metrics."""
    from textwrap import fill

    chosen = [any_metric_named(name) for name in parsed.name] or list(ALL_METRICS.values())
    columns = min(terminal_columns(), 100)
    for metric in chosen:
        print(f"{metric.name} ({metric.title})")
        for label, text in (
            ("", metric.about),
            ("a reference is: ", metric.reference),
            ("matched with:   ", metric.matched),
            ("use it when:    ", metric.when),
        ):
            print(fill(label + text, columns, initial_indent="  ", subsequent_indent=" " * (2 + len(label))))
        print()
    return 0
