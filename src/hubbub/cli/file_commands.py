"""Commands that score nothing: `hubbub convert`, `hubbub normalize`, `hubbub inspect` and `hubbub metrics`."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from textwrap import fill

from hubbub.advice.inspection import inspect
from hubbub.advice.notes import left_out
from hubbub.cli.exit_codes import EXIT_BAD_INPUT
from hubbub.cli.input_files import advise, read_files
from hubbub.cli.outputs import Product, check_outputs, put_out
from hubbub.cli.terminal import error, note, warn
from hubbub.errors import OptionError
from hubbub.formats import Format, dump, format_for, load, lost
from hubbub.formats.files import STANDARD, ctm_stem, expand
from hubbub.formats.rows import with_word_times
from hubbub.formats.writing import check_free
from hubbub.model.metrics import ALL_METRICS, any_metric_named
from hubbub.model.options import READING, options_for, read
from hubbub.model.reading_options import Reading
from hubbub.model.tables import BOLD, Screen, counted, painted
from hubbub.model.transcript import Transcript
from hubbub.prepare.texts import rewritten
from hubbub.text.normalizers import parse


def _reading(parsed: argparse.Namespace, format: str | None) -> Reading | str | None:
    """Returns how files are read: the format, and what the user chose otherwise."""
    fields = {name: getattr(parsed, name, None) for name in options_for(READING)}
    readings = read({**fields, "format": format}).readings()
    return format if readings is None else readings[0]._replace(seen=None)


def convert(parsed: argparse.Namespace) -> int:
    """Converts one format to another, and warns about what the target cannot store."""
    target = format_for(parsed.output, parsed.target)
    if parsed.output != STANDARD:
        check_free(parsed.output, parsed.force, read_files(expand(parsed.input)))
    if parsed.words and target.name != "rttm":
        raise OptionError(f"--words is for rttm, so it has no effect on {target.name}; drop it")
    transcript = load(*parsed.input, format=_reading(parsed, parsed.source))
    if parsed.sort:
        transcript = transcript.select(sorted(transcript.session_names()))
    if parsed.speaker is not None:
        transcript = _spoken_by(parsed.speaker, transcript, read_files(expand(parsed.input)))
    if parsed.words:
        transcript = with_word_times(transcript)
    _write(transcript, target, parsed)
    return 0


def _spoken_by(name: str, transcript: Transcript, names: Sequence[str]) -> Transcript:
    """Returns the transcript with this speaker for segments without one. A CTM without speakers names its file."""
    without = {
        None,
        "",
        *(ctm_stem(file) for file in names if os.path.basename(file).removesuffix(".gz")[-4:] == ".ctm"),
    }
    segments = [segment._replace(speaker=name) if segment.speaker in without else segment for segment in transcript]
    if not without & {segment.speaker for segment in transcript}:
        raise OptionError(f"all segments have speakers, so --speaker {name} has no effect; drop it")
    return Transcript(segments, transcript.source, transcript.ignored, transcript.left_out)


def _write(transcript: Transcript, target: Format, parsed: argparse.Namespace) -> None:
    """Writes a transcript, and warns about what the format cannot store."""
    dump(transcript, parsed.output, format=target.name, force=parsed.force)
    advise(parsed, [*transcript.doubts, *left_out(transcript.source, transcript.left_out)])
    for loss in lost(transcript, target):
        warn(f"{target.name} cannot store {loss}")


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
    transcript = load(*inputs, format=_reading(parsed, "text" if lines else parsed.source))
    after = rewritten(transcript, steps)
    _write(after, target, parsed)
    pairs = zip(transcript, after, strict=True)
    number = sum(bool(before.word_times and here.words and not here.word_times) for before, here in pairs)
    if number:
        note(f"{counted(number, 'segment')} lost word times, because normalized words are not parts of single words")
    return 0


def inspect_files(parsed: argparse.Namespace) -> int:
    """Prints how files are read, and problems in them. Only files that cannot be read change the exit code."""
    reference = parsed.reference or []
    hypothesis = [file for files in parsed.hypothesis or () for file in files]
    if not (parsed.both or reference or hypothesis):
        parsed.fail("no files; use hubbub inspect FILE, or -r FILE -h FILE")
    check_outputs(parsed, [*parsed.both, *reference, *hypothesis])
    found = inspect(*parsed.both, reference=reference, hypothesis=hypothesis, format=_reading(parsed, parsed.format))

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
