"""`hubbub rank`: a leaderboard of systems, from transcripts or from saved results."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from hubbub.advice.notes import left_out
from hubbub.cli.commands import Seen, any_metrics, check_page, read_interval, score_all
from hubbub.cli.compare_command import check_scored, read_saved
from hubbub.cli.input_files import advise, named_files
from hubbub.cli.interrupts import Runs, all_sessions, keeping, put_out_all_or_ready
from hubbub.cli.outputs import Files, Product, check_outputs, page
from hubbub.cli.terminal import note, warn
from hubbub.errors import HubbubError, InputError, OptionError
from hubbub.formats.directories import describe_skipped, list_entries, session_names
from hubbub.formats.files import expand, folder_around, real_path
from hubbub.model.messages import Caution, Message, Note
from hubbub.model.options import AnyMetric
from hubbub.model.scores import Sessions, json_of
from hubbub.model.tables import Screen, counted, listed, markdown_code, markdown_text, parquet_of
from hubbub.prepare.inputs import Input
from hubbub.views.board import Board, board_notes, boards_of, comparable, csv
from hubbub.views.table import latex_file, signatures


def rank(parsed: argparse.Namespace) -> int:
    """Prints and writes the systems by their rates."""
    check_scored(parsed, "nothing to rank; use -r FILE -h FOLDER, with a file for each system, or -h FILE FILE")
    metrics = any_metrics(parsed)
    read_interval(parsed, (metric.name for metric in metrics))
    if not parsed.both:
        parsed.hypothesis = each_system(parsed)
    elif parsed.skip_broken:
        raise OptionError("--skip-broken has no effect on saved scores; drop it")
    check_page(parsed, metrics)
    check_outputs(parsed, parsed.both or None)

    def find() -> Runs:
        if not parsed.both:
            return score_systems(parsed, metrics)
        scores = read_saved(parsed)
        comparable(scores)
        return scores

    return put_out_all_or_ready(parsed, find, partial(product_of, parsed), all_sessions)


def score_systems(parsed: argparse.Namespace, metrics: Sequence[AnyMetric]) -> Runs:
    """Returns the scores of all systems; raises one error for all that cannot be scored, or skips them on request."""
    parsed.digests = {}

    def see(_: Input, hypothesis: Input, runs: Sequence[Any], __: Any) -> None:
        digest = tuple(sorted(hypothesis.transcript.digests().values()))
        parsed.digests.setdefault(digest, []).append(runs[0].system)

    try:
        return score_all(parsed, metrics, parsed.quiet, see)
    except HubbubError:
        parsed.digests = {}
        scores, broken = each_alone(parsed, metrics, see)
        if not scores or not broken:  # it is the reference, or an option
            raise
    is_shown = not (parsed.skip_broken and parsed.quiet)
    for system, error in broken.items() if is_shown else ():
        warn(f"{system}: {error}")
    number = f"{len(broken)} of {len(broken) + len({run.system for run in scores})} systems"
    if not parsed.skip_broken:
        raise InputError(f"{number} cannot be scored; fix them, or use --skip-broken")
    if is_shown:
        warn(f"skipped {number}: {', '.join(broken)}")
    parsed.left_out = {system: str(error) for system, error in broken.items()}
    return scores


def each_alone(
    parsed: argparse.Namespace, metrics: Sequence[AnyMetric], seen: Seen
) -> tuple[list[Sessions[Any]], dict[str, HubbubError]]:
    """Returns the scores of each system that can be scored, and the errors of the others."""
    scores: list[Sessions[Any]] = []
    broken: dict[str, HubbubError] = {}
    with keeping(scores):
        for files in parsed.hypothesis:
            alone = argparse.Namespace(**{**vars(parsed), "hypothesis": [files], "quiet": True})
            try:
                scores += score_all(alone, metrics, True, seen)
            except HubbubError as error:
                broken[named_files(files)[0]] = error
    return scores, broken


def product_of(parsed: argparse.Namespace, scores: Runs) -> Product:
    """Returns the output of the command."""
    scores = [run.with_interval_for(parsed.interval) for run in scores]
    boards = boards_of(scores)
    ordered = [run for board in boards for run in board]
    skipped: dict[str, str] = getattr(parsed, "left_out", {})
    same = same_systems(getattr(parsed, "digests", {}).values())
    notes = [*board_notes(ordered), *dict.fromkeys(same.values())]
    marked = [run.replace(inputs=[*run.inputs, same[run.system]]) if run.system in same else run for run in ordered]
    number = f"{len(skipped)} of {counted(len(skipped) + len({run.system for run in scores}), 'system')}"
    line = f"skipped {number} that cannot be scored: {', '.join(skipped)}"
    lines = [Caution(line, "skipped_systems"), *notes] if skipped else notes
    records = [*(record for board in boards for record in board.records()), *skipped_records(skipped)]
    if same:
        records = [{**record, "note": same.get(record["system"])} for record in records]
    files: Files = {
        ".json": lambda: json_of(marked, skipped=skipped),
        ".csv": lambda: csv(records),
        ".parquet": lambda: parquet_of(records),
        ".md": lambda: markdown(boards, lines),
        ".tex": lambda: latex_file(
            (board.table() for board in boards), dict.fromkeys(run.signature for run in ordered), lines
        ),
        ".html": lambda: page(parsed, marked),
    }
    return Product(
        scores,
        partial(text, boards),
        files,
        incomplete=hasattr(parsed, "left_out"),
        notes=notes,
        signatures=signatures(ordered),
        next=lambda: "next: hubbub compare … to test differences" if len({run.system for run in scores}) > 1 else "",
    )


def same_systems(groups: Iterable[Sequence[str]]) -> dict[str, Message]:
    """Returns the note on each system whose files have the same segments as others."""
    notes = {names[0]: Note(f"identical systems: {listed(names)}", "identical_systems") for names in groups}
    return {name: notes[names[0]] for names in groups if len(names) > 1 for name in names}


def skipped_records(skipped: Mapping[str, str]) -> list[dict[str, Any]]:
    """A flat row for each system that cannot be scored, with the reason in place of a rank."""
    return [{"rank": None, "system": system, "error": error} for system, error in skipped.items()]


def text(boards: Sequence[Board], screen: Screen) -> str:
    """Yields the boards as text."""
    return "\n\n".join(board.table(screen.columns).text(*screen) for board in boards)


def markdown(boards: Sequence[Board], lines: Sequence[str]) -> str:
    """Returns the same as Markdown, with warnings and notes."""
    parts = [board.table().markdown() for board in boards]
    if lines:
        parts.append("\n".join(f"- {markdown_text(line)}" for line in lines))
    parts += [markdown_code(line) for board in boards for line in board.signatures]
    return "\n\n".join(parts) + "\n"


def each_system(parsed: argparse.Namespace) -> list[list[str]]:
    """Returns one -h per system: those that the user named, or all in the one folder that was named."""
    named, paths = [], []
    for files in parsed.hypothesis:
        for file in files:
            name, (path,) = named_files([file])
            if name:
                named.append([file])
            else:
                paths += expand([path])
    if not named and len(paths) == 1 and os.path.isdir(paths[0]):
        folder = paths[0]
        reference = set(map(real_path, expand(parsed.reference)))
        found = list_entries(folder)
        inside = found._replace(read=[path for path in found.read if real_path(path) not in reference])
        if len(inside.read) < len(found.read) and not parsed.quiet:
            note(f"skipped {parsed.reference[0]}: it is the reference")
        if inside.skipped and not parsed.quiet:
            advise(parsed, left_out(folder, {describe_skipped(inside.skipped): len(inside.skipped)}))
        if len(inside.read) < 2:
            raise OptionError(f"{folder}: there is only one system in this folder; score it with hubbub score")
        paths = inside.read
        parsed.found = True
    if not paths:
        return named
    names = session_names(folder_around(paths), [os.path.abspath(path) for path in paths])
    return [*named, *([f"{name}={path}"] for name, path in zip(names, paths, strict=True))]
