"""Commands that score nothing: `hubbub convert`, `hubbub normalize`, `hubbub inspect` and `hubbub metrics`."""

from __future__ import annotations

import argparse
import json
from textwrap import fill

from hubbub.advice.inspection import inspect
from hubbub.advice.notes import left_out
from hubbub.cli.exit_codes import EXIT_BAD_INPUT
from hubbub.cli.input_files import advise, read_files
from hubbub.cli.terminal import complain, say, terminal_columns
from hubbub.formats import dump, format_for, load, lost
from hubbub.formats.files import STANDARD, expand
from hubbub.formats.writing import check_free, write_standard
from hubbub.model.metrics import ALL_METRICS, any_metric_named
from hubbub.prepare.texts import rewritten
from hubbub.text.normalizers import parse


def convert(parsed: argparse.Namespace) -> int:
    """Convert one format to another, and warn about what the target cannot hold."""
    target = format_for(parsed.output, parsed.target)
    if parsed.output != STANDARD:
        check_free(parsed.output, parsed.force, read_files(expand(parsed.input)))
    transcript = load(*parsed.input, format=parsed.source)
    if parsed.sort:
        transcript = transcript.select(sorted(transcript.session_names()))
    dump(transcript, parsed.output, format=target.name, force=parsed.force)
    advise(left_out(transcript.source, transcript.left_out))
    for loss in lost(transcript, target):
        complain(f"{target.name} cannot hold {loss}")
    return 0


def normalize(parsed: argparse.Namespace) -> int:
    """Write transcripts, or lines of text, as a normaliser leaves them."""
    steps = parse(parsed.normalizer)
    inputs = parsed.input or [STANDARD]
    lines = inputs == [STANDARD] and parsed.source is None
    known = parsed.output if parsed.output != STANDARD else inputs[0]
    name = parsed.target or ("text" if lines else parsed.source if known == STANDARD else None)
    target = format_for(known, name)
    if parsed.output != STANDARD:
        check_free(parsed.output, parsed.force, expand(inputs))
    transcript = load(*inputs, format="text" if lines else parsed.source)
    dump(rewritten(transcript, steps), parsed.output, format=target.name, force=parsed.force)
    return 0


def inspect_files(parsed: argparse.Namespace) -> int:
    """Print the findings. They are no reason for another exit code: only files that cannot be read are."""
    hypothesis = [file for files in parsed.hypothesis or () for file in files]
    if not (parsed.both or parsed.reference or hypothesis):
        parsed.fail("no file; name those to look at, or give -r FILE -h FILE")
    found = inspect(*parsed.both, reference=parsed.reference or (), hypothesis=hypothesis, format=parsed.format)
    if parsed.json:
        write_standard(json.dumps(found.to_dict(), indent=1, ensure_ascii=False) + "\n")
    elif found.files:
        say(found._replace(unread=()).text(terminal_columns()))
    for unread in found.unread:
        complain(unread.error)
    return EXIT_BAD_INPUT if found.unread else 0


def metrics(parsed: argparse.Namespace) -> int:
    """Print the definitions of the metrics."""
    chosen = [any_metric_named(name) for name in parsed.name] or list(ALL_METRICS.values())
    columns = min(terminal_columns(), 100)
    for metric in chosen:
        say(f"{metric.name} ({metric.title})")
        for label, text in (
            ("", metric.about),
            ("a reference is: ", metric.reference),
            ("matched with:   ", metric.matched),
            ("use it when:    ", metric.when),
        ):
            say(fill(label + text, columns, initial_indent="  ", subsequent_indent=" " * (2 + len(label))))
        say()
    return 0
