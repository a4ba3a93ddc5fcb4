"""Warnings and notes on inputs: problems that can change a score, and whether names on both sides agree."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from re import split, sub

from hubbub.advice.checks import (
    channels_of_one_stream,
    quick_checks,
    sessions_by_channel,
    several_channels,
    single_speaker_note,
)
from hubbub.advice.text_style import style_mismatches
from hubbub.errors import written
from hubbub.model.corrections import Corrections
from hubbub.model.diarization_metrics import OF_TIMES
from hubbub.model.messages import Caution, Message, Note
from hubbub.model.metrics import CHARACTERS, METRICS
from hubbub.model.settings import Settings
from hubbub.model.tables import counted, listed
from hubbub.model.transcript import Transcript, joined
from hubbub.text.normalizers import parse

REFERENCE_NAMES = {"ref", "refs", "reference", "references"}
HYPOTHESIS_NAMES = {"hyp", "hyps", "hypothesis", "hypotheses", "pred", "predictions"}
"""Words in the names of files and folders that show which side they are."""


def of_inputs(
    reference: Transcript, hypothesis: Transcript, metrics: Sequence[str], settings: Settings, of_both: bool = False
) -> list[Message]:
    """Returns the warnings and notes on what was read. A file may be of both sides."""
    lines = list[Message]()
    for transcript in (reference, hypothesis):
        lines += [*transcript.doubts, *left_out(transcript.source, transcript.left_out)]
        if transcript.source and not of_both:
            lines += quick_checks(transcript, not set(metrics) <= set(OF_TIMES))
    if hypothesis.source and not of_both:
        lines += [*_other_name(reference, hypothesis), *_nameless(reference, hypothesis, metrics)]
        lines += _channels(reference, hypothesis, metrics, settings)
    if hypothesis.source:
        lines += of_letters(reference, hypothesis, metrics, settings)
    return list(dict.fromkeys(lines))


def of_letters(
    reference: Transcript, hypothesis: Transcript, metrics: Sequence[str], settings: Settings
) -> Iterable[Message]:
    """Differences in style that count as errors. With asclite, case is ignored."""
    normalizer = settings.normalizer
    if set(metrics) <= set(OF_TIMES) or any(step.signature.endswith("@custom") for step in normalizer.steps):
        return ()  # what a function ignores is not known
    if settings.asclite and not normalizer.steps:
        normalizer = parse("lower")
    unit = "char" if all(name in CHARACTERS for name in metrics) else settings.unit
    return style_mismatches(reference, hypothesis, normalizer, unit)


def _other_name(reference: Transcript, hypothesis: Transcript) -> Iterator[Message]:
    """Yields a note if a session is named after its file only: it is matched with that of the reference."""
    ours, theirs = reference.session_names(), hypothesis.session_names()
    if ours != theirs and _only_sessions([reference], [hypothesis]):
        line = f"names no session; scored as {ours[0]}, the only reference session"
        yield Note(line, "session_name", hypothesis.source)


def _only_sessions(reference: Sequence[Transcript], hypothesis: Sequence[Transcript]) -> bool:
    """Returns whether each side has one session and one of them is named after its file: scoring pairs them."""
    after_file = any(one.called_after_file for one in (*reference, *hypothesis))
    return after_file and len(_sessions(reference)) == len(_sessions(hypothesis)) == 1


def _nameless(reference: Transcript, hypothesis: Transcript, metrics: Sequence[str]) -> Iterator[Message]:
    """Yields a warning if a metric needs streams, and the hypothesis has one per session, or one for all channels."""
    known = {name: METRICS.get(CHARACTERS.get(name, name)) for name in metrics}
    if any(metric and metric.solver != "align" for metric in known.values()) and (
        found := channels_of_one_stream(hypothesis)
    ):
        session, channels = found
        line = f"{f'session {session}'.rstrip()} has channels {' and '.join(channels)} but one stream"
        line += "; write a CTM for each channel to score them as streams"
        yield Caution(line, "one_stream_of_channels", hypothesis.source)
        return
    pairing = [name for name in known if name in METRICS and METRICS[name].solver in ("pair_best", "pair_named")]
    if pairing and (why := single_speaker_note(reference, hypothesis)):
        yield Caution(f"{why}, so {pairing[0]} sees one stream; use orcwer or wer", "one_stream", hypothesis.source)


def _channels(
    reference: Transcript, hypothesis: Transcript, metrics: Sequence[str], settings: Settings
) -> Iterator[Message]:
    """Notes that a metric scores each channel of a session by itself, and warns if it cannot."""
    known = {name: METRICS.get(CHARACTERS.get(name, name)) for name in metrics}
    name = next((name for name, metric in known.items() if metric is not None and metric.by_channel), None)
    if name is None:
        return
    if found := sessions_by_channel(reference, hypothesis, settings):
        line = (
            f"{counted(len(found), 'session')} with several channels: {name} scores each channel by itself, like sclite"
        )
        yield Note(line, "channels", hypothesis.source)
    session = several_channels(reference, hypothesis) or ""
    if session and session not in found:
        line = f"no channel of session {session} is in the reference, so {name} joins its channels by time"
        yield Caution(f"{line}; rename them for a rate per channel", "channels", hypothesis.source)


def swapped(reference: Sequence[str], hypothesis: Sequence[str], given: str) -> Iterator[Message]:
    """Yields a warning if file names suggest that both sides are swapped."""
    if not any("hyp" in path.lower() or "pred" in path.lower() for path in reference):
        return
    ours, theirs = _called(reference), _called(hypothesis)
    alike = ours & REFERENCE_NAMES or theirs & HYPOTHESIS_NAMES
    if ours & HYPOTHESIS_NAMES and theirs & REFERENCE_NAMES and not alike:
        line = f"-r {reference[0]} and -h {given}: are -r and -h swapped? -r is the reference"
        yield Caution(line, "swapped_sides")


def _called(paths: Iterable[str]) -> set[str]:
    """Returns the words in the names of files and of the folders around them."""
    return {word for path in paths for part in split(r"[/\\]", path)[-2:] for word in split("[^a-z]+", part.lower())}


def left_out(source: str, counts: Mapping[str, int]) -> Iterator[Message]:
    """Yields a note on what was skipped in reading."""
    if counts:
        parts = (f"{number:,} {_singular(what) if number == 1 else what}" for what, number in counts.items())
        yield Note(f"skipped {', '.join(parts)}", "skipped", source)


def _singular(what: str) -> str:
    """Returns what was skipped as a single one.

    >>> _singular("tags of words (word;tag)"), _singular("bare @"), _singular("audio events")
    ('tag of words (word;tag)', 'bare @', 'audio event')
    """
    return sub(r"^((?:\w+ )?\w+[^\Ws])s\b", r"\1", what)


def no_options() -> Message:
    """Returns the warning that a reference without markup has no optional words."""
    option = written("optional_words")
    line = f"{option} has no effect, because no reference word is marked as optional (STM and TRN can mark words)"
    return Caution(line, "no_optional_words")


def of_corrections(corrections: Corrections) -> Message:
    """Returns the number of words that corrections change, by side."""
    wrong = sum(one.mark == "wrong" for one in corrections.entries)
    ignored = len(corrections.entries) - wrong
    kinds = f"{wrong:,} of the reference, {ignored:,} ignored; {counted(corrections.comments, 'comment')}"
    return Note(f"{counted(len(corrections.entries), 'correction')} ({kinds})", "corrections", corrections.source)


def check_names(reference: Sequence[Transcript], hypothesis: Sequence[Transcript]) -> Iterator[str]:
    """Yields whether the names of sessions and speakers on both sides match."""
    left, right = _sessions(reference), _sessions(hypothesis)
    common = [name for name in left if name in right]
    missing, unknown = [name for name in left if name not in right], [name for name in right if name not in left]
    if only := _only_sessions(reference, hypothesis):
        missing = unknown = []
    speakers = [_speakers(side) for side in (reference, hypothesis)]
    same = [name for name in speakers[0] if name in speakers[1]]
    if same:
        names = f"{counted(len(same), 'speaker name')} in common: {listed(same, 4)}"
    else:
        names = "no speaker names in common (only sawer and ier need them)"
    if not missing and not unknown:
        every = f"all {len(common):,} sessions match" if len(left) != 1 else "the session matches"
        if only and not common:
            every = f"the only session of each side is scored as {left[0]}"
        yield f"{every}; {names}"
    else:
        matching = "matches" if len(common) == 1 else "match"
        listing = f": {listed(common, 4)}" if common else ""
        yield f"{counted(len(common), 'session') if common else 'no session'} {matching}{listing}; {names}"
    for one, hint in alike(missing, unknown):
        yield f"! {one}; {hint}"
    if missing:
        yield f"! only in the reference: {listed(missing, 4)}"
    if unknown:
        yield f"! only in the hypothesis: {listed(unknown, 4)}"
    ours, theirs = (
        side[0] if len(side) == 1 else joined(side, name)
        for side, name in ((reference, "the reference"), (hypothesis, "the hypothesis"))
    )
    yield from (f"! {line}" for line in style_mismatches(ours, theirs, parse(None), "word"))


def _sessions(side: Sequence[Transcript]) -> list[str]:
    return list(dict.fromkeys(name for transcript in side for name in transcript.session_names()))


def _speakers(side: Sequence[Transcript]) -> list[str]:
    return list(dict.fromkeys(str(segment.speaker) for part in side for segment in part if segment.speaker is not None))


def alike(missing: Sequence[str], unknown: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pairs of names that differ in one respect only, with the fix."""
    rules: tuple[tuple[str, Callable[[str], str], str], ...] = (
        ("letter case", str.casefold, f"rename them with {written('session_map')}"),
        ("their folder", _base, f"rename them with {written('session_map')}"),
        ("their suffix", lambda name: os.path.splitext(name)[0], ""),
    )
    for what, key, hint in rules:
        known = {key(name): name for name in missing}
        pairs = [(known[key(name)], name) for name in unknown if key(name) in known]
        if pairs:
            endings = {name.removeprefix(key(name)) for pair in pairs for name in pair} - {""}
            remedy = hint or f"strip it with {written('strip_suffix', ','.join(sorted(endings)))}"
            yield f"{pairs[0][0]} and {pairs[0][1]} differ in {what} only ({counted(len(pairs), 'pair')})", remedy
            return
    ending = _common_ending(missing, unknown)
    if ending:
        yield f"the names of one side end in {ending}", f"strip it with {written('strip_suffix', ending)}"


def _base(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2]


def _common_ending(missing: Sequence[str], unknown: Sequence[str]) -> str:
    """Returns the suffix that all names of one side add to those of the other; empty if there is none."""
    for short, long in ((missing, unknown), (unknown, missing)):
        endings = {
            name.removeprefix(other) for name in long for other in short if name.startswith(other) and name != other
        }
        if len(endings) == 1:
            return endings.pop()
    return ""
