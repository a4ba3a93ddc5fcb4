"""Whether the sessions and speakers of two sides go together, and what keeps them apart."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from hubbub.advice.text_style import letters
from hubbub.errors import written
from hubbub.model.tables import counted, listed
from hubbub.model.transcript import Transcript, joined


def compared(reference: Sequence[Transcript], hypothesis: Sequence[Transcript]) -> Iterator[str]:
    """What can be said about the names of both sides."""
    left, right = _sessions(reference), _sessions(hypothesis)
    common = [name for name in left if name in right]
    yield f"{counted(len(common), 'session')} on both sides" + (f": {listed(common, 4)}" if common else "")
    missing, unknown = [name for name in left if name not in right], [name for name in right if name not in left]
    for one, hint in alike(missing, unknown):
        yield f"! {one}; {hint}"
    if missing:
        yield f"! only in the reference: {listed(missing, 4)}"
    if unknown:
        yield f"! only in the hypothesis: {listed(unknown, 4)}"
    speakers = [_speakers(side) for side in (reference, hypothesis)]
    same = [name for name in speakers[0] if name in speakers[1]]
    yield f"{counted(len(same), 'speaker')} with the same name on both sides" + (f": {listed(same, 4)}" if same else "")
    ours, theirs = (
        side[0] if len(side) == 1 else joined(side, name)
        for side, name in ((reference, "the reference"), (hypothesis, "the hypothesis"))
    )
    yield from (f"! {line}" for line in letters(ours, theirs, None, "word"))


def _sessions(side: Sequence[Transcript]) -> list[str]:
    return list(dict.fromkeys(name for transcript in side for name in transcript.session_names()))


def _speakers(side: Sequence[Transcript]) -> list[str]:
    return list(dict.fromkeys(str(segment.speaker) for part in side for segment in part if segment.speaker is not None))


def alike(missing: Sequence[str], unknown: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Names that are the same but for something, and how they are mended."""
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
    """What all names of one side have behind those of the other; empty if there is no such thing."""
    for short, long in ((missing, unknown), (unknown, missing)):
        endings = {
            name.removeprefix(other) for name in long for other in short if name.startswith(other) and name != other
        }
        if len(endings) == 1:
            return endings.pop()
    return ""
