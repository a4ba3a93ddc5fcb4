"""Commands that score nothing: `hubbub convert`, `hubbub normalize`, `hubbub inspect` and `hubbub metrics`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from textwrap import fill

from hubbub.advice.inspection import inspect
from hubbub.advice.notes import left_out
from hubbub.cli.exit_codes import EXIT_BAD_INPUT
from hubbub.cli.input_files import advise, read_files
from hubbub.cli.outputs import Product, check_outputs, put_out
from hubbub.cli.terminal import error, warn
from hubbub.formats import dump, format_for, load, lost
from hubbub.formats.files import STANDARD, expand
from hubbub.formats.writing import check_free
from hubbub.model.metrics import ALL_METRICS, any_metric_named
from hubbub.model.tables import BOLD, Screen, painted
from hubbub.prepare.texts import rewritten
from hubbub.text.normalizers import parse


def convert(parsed: argparse.Namespace) -> int:
    """Converts one format to another, and warns about what the target cannot store."""
    target = format_for(parsed.output, parsed.target)
    if parsed.output != STANDARD:
        check_free(parsed.output, parsed.force, read_files(expand(parsed.input)))
    transcript = load(*parsed.input, format=parsed.source)
    if parsed.sort:
        transcript = transcript.select(sorted(transcript.session_names()))
    dump(transcript, parsed.output, format=target.name, force=parsed.force)
    advise(left_out(transcript.source, transcript.left_out))
    for loss in lost(transcript, target):
        warn(f"{target.name} cannot store {loss}")
    return 0


def normalize(parsed: argparse.Namespace) -> int:
    """Writes normalized transcripts or lines of text."""
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
    """Prints how files are read, and problems in them. Only files that cannot be read change the exit code."""
    reference = parsed.reference or []
    hypothesis = [file for files in parsed.hypothesis or () for file in files]
    if not (parsed.both or reference or hypothesis):
        parsed.fail("no files; use hubbub inspect FILE, or -r FILE -h FILE")
    check_outputs(parsed, [*parsed.both, *reference, *hypothesis])
    found = inspect(*parsed.both, reference=reference, hypothesis=hypothesis, format=parsed.format)

    def text(screen: Screen) -> Iterator[str]:
        if found.files:
            yield found._replace(unread=()).text(screen.columns, screen.color)

    files = {".json": lambda: json.dumps(found.to_dict(), indent=1, ensure_ascii=False) + "\n"}
    code = EXIT_BAD_INPUT if found.unread else 0
    put_out(parsed, Product((), text, files))
    for unread in found.unread:
        error(str(unread))
    return code


def metrics(parsed: argparse.Namespace) -> int:
    """Prints the definitions of the metrics."""
    chosen = [any_metric_named(name) for name in parsed.name] or list(ALL_METRICS.values())

    def text(screen: Screen) -> Iterator[str]:
        for metric in chosen:
            yield f"{painted(metric.name, BOLD, screen.color)} ({metric.title})"
            for label, part in (
                ("", metric.about),
                ("a reference is: ", metric.reference),
                ("matched with:   ", metric.matched),
                ("use it when:    ", metric.when),
            ):
                indent = " " * (2 + len(label))
                yield fill(label + part, min(screen.columns, 100), initial_indent="  ", subsequent_indent=indent)
            yield ""

    return put_out(parsed, Product((), text, {}))
