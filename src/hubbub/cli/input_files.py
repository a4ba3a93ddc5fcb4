"""The files that the commands read: the reference, and those of each system."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from hubbub.advice import notes
from hubbub.cli.terminal import ProgressLine, say_later
from hubbub.errors import OptionError, written
from hubbub.formats import load
from hubbub.formats.directories import all_files
from hubbub.formats.files import LARGE, STANDARD, expand, readable, total_size
from hubbub.formats.speaker_choice import with_chosen_speakers
from hubbub.model.corrections import Corrections, read_corrections
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.messages import Message
from hubbub.model.metrics import METRICS
from hubbub.model.reading_options import check_seen
from hubbub.model.settings import READ, Settings
from hubbub.model.transcript import Transcript
from hubbub.parallel import at_once
from hubbub.prepare.inputs import Input
from hubbub.prepare.matching import check_hypothesis, lines_joined, match_sessions
from hubbub.prepare.time_units import in_one_unit


def input_files(parsed: argparse.Namespace) -> list[str]:
    """Returns all files that the command reads, with globs and folders expanded."""
    names = [*parsed.reference, *(parsed.uem or ())]
    names += [file for files in systems(parsed).values() for file in files]
    if getattr(parsed, "corrections", None) is not None:
        names.append(parsed.corrections)
    return read_files(file for name in names for file in expand([name]) if file != STANDARD)


def read_files(paths: Iterable[str]) -> list[str]:
    """Returns these files, with folders replaced by the files read from them."""
    names = list(paths)
    if not any(map(os.path.isdir, names)):
        return names
    return all_files(names)


def systems(parsed: argparse.Namespace) -> dict[str, list[str]]:
    """Returns the files of each system by its name: the text before `=`, else the name of its first file."""
    by_name: dict[str, list[str]] = {}
    for files in parsed.hypothesis:
        for file in files[1:]:
            if named_files([file])[0]:
                raise OptionError(f"{file} is another system; give it its own -h, e.g. -h {file}")
        name, files = named_files(files)
        name = readable(name or system_name(files[0]))
        if name in by_name:
            raise OptionError(f"two systems are called {name!r}; name them, e.g. -h first={files[0]}")
        by_name[name] = files
    return by_name


def system_name(path: str) -> str:
    """Returns the name of a file without folder and suffixes; `stem` is for sessions, whose names may contain dots."""
    return os.path.basename(os.path.normpath(path)).split(".")[0] or path


def named_files(files: Sequence[str]) -> tuple[str, list[str]]:
    """Returns the user's name for these files, which may be empty, and the files."""
    name, equals, path = files[0].partition("=")
    if equals and name and path and not os.path.exists(files[0]):
        return name, [path, *files[1:]]
    return "", list(files)


TOO_MUCH = 1 << 28
"""Bytes of input beyond which files are not read whole."""


def is_asked(parsed: argparse.Namespace) -> bool:
    """Returns whether --stream or --resume was given."""
    return bool(getattr(parsed, "stream", False) or getattr(parsed, "resume", None))


def check_stream(parsed: argparse.Namespace, times: Sequence[str]) -> None:
    """Raises OptionError if --stream or --resume cannot be used."""
    option = "--resume" if parsed.resume else "--stream"
    if times:
        raise OptionError(f"{times[0]} cannot be streamed; drop {option}")
    if parsed.both or getattr(parsed, "explain_normalizer", False):
        other = "a file of both sides" if parsed.both else "--explain-normalizer"
        raise OptionError(f"{other} must be read whole, so {option} has no effect; drop one of them")
    if parsed.resume:
        parsed.output = [*parsed.output, *([] if parsed.resume in parsed.output else [parsed.resume])]


def is_streamed(parsed: argparse.Namespace) -> bool:
    """Returns whether sessions are read while scoring: on request, or if the input is large."""
    choice = next((name for name in READ if getattr(parsed, name, None)), None)
    if choice is not None:
        if is_asked(parsed):
            other = "--resume" if parsed.resume else "--stream"
            raise OptionError(
                f"{written(choice)} needs files that are read whole, so {other} has no effect; drop one of them"
            )
        return False
    if is_asked(parsed):
        return True
    paths = [*parsed.reference, *(file for files in systems(parsed).values() for file in files)]
    if parsed.both or STANDARD in paths or getattr(parsed, "explain_normalizer", False):
        return False
    return hasattr(parsed, "stream") and total_size(paths) > TOO_MUCH


def loaded(
    parsed: argparse.Namespace, quiet: bool, settings: Settings
) -> Iterator[tuple[Input, Input, str, ProgressLine]]:
    """Yields reference, hypothesis, name and progress line of each system.

    Reads and matches all of them before the first is scored, which may take long.
    """
    if parsed.both:
        reference, hypothesis = both_sides(parsed, settings)
        system = system_name(parsed.both[0])
        progress = ProgressLine(parsed, system, quiet)
        note_corrections(parsed, [system])
        found = notes.of_inputs(reference, hypothesis, metric_names(parsed), settings, of_both=True)
        advise(parsed, found)
        yield Input(reference, True), Input(hypothesis, True, system=system, notes=found), system, progress
        return
    by_system = systems(parsed)
    if "-" in parsed.reference and any("-" in files for files in by_system.values()):
        raise OptionError("only one of reference and hypothesis can be standard input; use a file for the other")
    groups = [parsed.reference, *by_system.values()]
    large = total_size(file for files in groups for file in files) > LARGE
    readings = settings.readings()
    ours, theirs = readings or settings.formats
    formats = [ours, *(theirs for _ in by_system)]
    calls = [partial(load, *files, format=format) for files, format in zip(groups, formats, strict=True)]
    transcripts = at_once(calls, settings.jobs, large)
    if readings is not None:
        transcripts = with_chosen_speakers(transcripts, readings[0])
        check_seen(settings, readings[0].seen or {})
    reference, *transcripts = lines_joined(transcripts, settings.formats)
    for place, hypothesis in enumerate(transcripts):
        reference, transcripts[place] = in_one_unit(reference, hypothesis)
    hypotheses = dict(zip(by_system, transcripts, strict=True))
    if not reference.marked:
        note_no_options(parsed)
    check_systems(parsed, transcripts)
    note_corrections(parsed, list(by_system))
    notes_of = note_inputs(parsed, reference, hypotheses, settings)
    for hypothesis in transcripts if len(transcripts) > 1 else ():
        match_sessions(Input(reference, True), Input(hypothesis, True), settings)
        check_hypothesis(hypothesis)
    for system, hypothesis in hypotheses.items():
        progress = ProgressLine(parsed, system, quiet)
        yield Input(reference, True), Input(hypothesis, True, system=system, notes=notes_of[system]), system, progress


def metric_names(parsed: argparse.Namespace) -> list[str]:
    """Returns the metrics as the user named them."""
    return [name.strip() for text in parsed.metrics or ["cpwer"] for name in text.split(",")]


def both_sides(parsed: argparse.Namespace, settings: Settings) -> tuple[Transcript, Transcript]:
    """Returns both sides of a file that contains both. WER and its relatives score it line by line."""
    from hubbub.formats.both import load_pairs

    names = metric_names(parsed)
    if any(name in DIARIZATION for name in names):
        raise OptionError(f"{parsed.both[0]}: both sides have the same times; use -r and -h for diarization")
    if settings.formats != (None, None):
        raise OptionError("--format applies to one side; drop it for a file with both")
    by_recording = not all(name in METRICS and METRICS[name].solver == "align" for name in names)
    readings = settings.readings()
    if readings is None:
        return load_pairs(parsed.both[0], by_recording)
    reference, hypothesis = with_chosen_speakers(load_pairs(parsed.both[0], by_recording, readings), readings[0])
    check_seen(settings, readings[0].seen or {})
    return reference, hypothesis


def advise(parsed: argparse.Namespace, lines: Iterable[Message]) -> None:
    """Shows warnings and notes after the result."""
    for line in () if getattr(parsed, "quiet", False) else lines:
        say_later(line)


def note_inputs(
    parsed: argparse.Namespace,
    reference: Transcript,
    hypotheses: Mapping[str, Transcript],
    settings: Settings,
) -> dict[str, list[Message]]:
    """Shows problems of the input files, and returns them for each system."""
    found: dict[str, list[Message]] = {}
    for files, (system, hypothesis) in zip(parsed.hypothesis, hypotheses.items(), strict=True):
        name, paths = named_files(files)
        found[system] = [
            *notes.swapped(parsed.reference, [*paths, name], files[0]),
            *notes.of_inputs(reference, hypothesis, metric_names(parsed), settings),
        ]
        advise(parsed, found[system])
    return found


def note_no_options(parsed: argparse.Namespace) -> None:
    """Warns that --optional-words has no effect, if it was given."""
    if getattr(parsed, "optional_words", False) and not parsed.quiet:
        say_later(notes.no_options())


def note_corrections(parsed: argparse.Namespace, systems: Sequence[str]) -> Corrections | None:
    """Returns the user's corrections, if any, and shows how many words they change."""
    if getattr(parsed, "corrections", None) is None:
        return None
    from hubbub.prepare.correcting import check_corrections

    corrections = read_corrections(parsed.corrections)
    check_corrections(corrections, systems)
    advise(parsed, [notes.of_corrections(corrections)])
    return corrections


def check_systems(parsed: argparse.Namespace, hypotheses: Sequence[Transcript]) -> None:
    """Raises OptionError if several -h look like parts of one system (streams or sessions), as in MeetEval, and
    have no names.
    """
    found = getattr(parsed, "found", False)
    if len(hypotheses) < 2 or (not found and any(named_files(files)[0] for files in parsed.hypothesis)):
        return
    # A session that is called after its file goes with whatever session the reference has.
    sessions = [{""} if one.called_after_file else set(one.session_names()) for one in hypotheses]
    if sum(map(len, sessions)) == len(set().union(*sessions)):
        what = "have no session in common; to score them as one system"
        if found:
            first, second = (named_files(files)[1][0] for files in parsed.hypothesis[:2])
            command = f"hubbub {metric_names(parsed)[0]} -h {os.path.dirname(first)}"
            raise OptionError(f"{first} and {second} {what}, use {command}")
    elif found:
        return
    elif all(map(_one_stream, hypotheses)):
        what = "contain one stream each of the same sessions; to score them as streams of one system"
    else:
        return
    first, second = (files[0] for files in parsed.hypothesis[:2])
    raise OptionError(
        f"{first} and {second} {what}, use -h {first} {second};"
        f" to compare systems, name them: -h A={first} -h B={second}"
    )


def _one_stream(transcript: Transcript) -> bool:
    """Returns whether each session has one stream; False for formats without streams, such as plain text."""
    streams = {(segment.session, segment.speaker) for segment in transcript}
    return not transcript.columns.bare_sessions() and len(streams) <= len(transcript.session_names())
