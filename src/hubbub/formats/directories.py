"""Folders as inputs: a file per recording, Kaldi's data directories, and ESPnet's with their scores."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from hubbub.errors import FormatError
from hubbub.formats import files
from hubbub.formats.base import Format
from hubbub.formats.registry import by_suffix, detect, has_known_suffix, named
from hubbub.model.transcript import Segment, Transcript

Load = Callable[[str, Format | None], tuple[Transcript, Format]]

KALDI, SIDES = "text", ("ref.trn", "hyp.trn")
BESIDE = ("segments", "utt2spk")
"""The files beside Kaldi's `text` that are read with it."""
KALDIS = ("wav.", "feats.", "cmvn.", "utt2", "reco2", "spk2", "split", "conf", "data", "vad.", "score", "result")
"""How the names begin of what else Kaldi and ESPnet put beside it."""
NO_TRANSCRIPTS = (
    ".aac", ".aif", ".aiff", ".doc", ".docx", ".flac", ".gif", ".htm", ".html", ".jpeg", ".jpg", ".log", ".m4a", ".md",
    ".mkv", ".mov", ".mp3", ".mp4", ".ogg", ".opus", ".pdf", ".png", ".py", ".rst", ".scp", ".sh", ".sph", ".uem",
    ".wav", ".webm", ".wma", ".xlsx", ".yaml", ".yml", ".zip",
)  # fmt: skip
"""Suffixes of what stands beside transcripts."""
PAPERS = ("readme", "license", "licence", "notice", "changelog", "copying")
LEFT_OUT = "files that are no transcripts"
"""What a Transcript's `left_out` calls them."""


class Members(NamedTuple):
    """The files of a folder."""

    read: list[str]
    skipped: list[str]
    """Those that are no transcripts, and folders."""


def members(folder: str, told: bool = False) -> Members:
    """The transcripts of a folder, by name, and what else is in it. A folder without a transcript is an error.

    Where the format was told, names need not tell it.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise files.unreadable(folder, error) from None
    if KALDI in names:
        chosen = [KALDI]
        own = {KALDI, *BESIDE, *SIDES, "spk2utt"}
        others = [name for name in names if name not in own and not name.startswith(KALDIS)]
    elif set(SIDES) <= set(names):
        what = "holds both sides, ref.trn and hyp.trn"
        raise FormatError(folder, None, what, f"name one of them, or score both as in hubbub wer {folder}")
    else:
        chosen = [name for name in names if _is_transcript(os.path.join(folder, name), told)]
        taken = set(chosen)
        others = [name for name in names if name not in taken]
    if not chosen:
        what = f"no transcript is in this folder ({_some(others)})" if others else "the folder is empty"
        raise FormatError(folder, None, what, "name the folder of the transcripts, or the files")
    return Members([os.path.join(folder, name) for name in chosen], others)


def _some(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _is_transcript(path: str, told: bool) -> bool:
    """Could it be one by its name, or else by its content? A broken one is: whoever reads it says what is wrong."""
    name = os.path.basename(path).lower()
    suffix = os.path.splitext(name.removesuffix(".gz"))[1]
    if name.startswith((".", "~", "#")) or name.endswith("~") or name.startswith(PAPERS):
        return False
    if suffix in NO_TRANSCRIPTS or not os.path.isfile(path):
        return False
    if told or has_known_suffix(name) or by_suffix(name) is not None:
        return True
    try:
        with files.opened(path) as file:
            return detect(file, path).name != "uem"
    except FormatError:
        return False
    except OSError as error:
        raise files.unreadable(path, error) from None


def load_folder(folder: str, chosen: Format | None, load: Load) -> list[tuple[Transcript, Format]]:
    """The transcripts of a folder, each with its format. The first says what was left out of the folder."""
    inside = members(folder, chosen is not None)
    loaded = [_named_after_file(path, *load(path, chosen)) for path in inside.read]
    first, format = loaded[0]
    if format.name == "kaldi":
        first = _with_speakers(first, folder)
    elif format.name == "trn" and os.path.basename(first.source) in SIDES:
        first = espnet(first)
    if inside.skipped:
        first.left_out[LEFT_OUT] = len(inside.skipped)
        if len(loaded) == 1:
            first.source = folder
    return [(first, format), *loaded[1:]]


def _named_after_file(path: str, transcript: Transcript, format: Format) -> tuple[Transcript, Format]:
    """The transcript. Lines of plain text, whose sessions have no name but a number, are the session of their file."""
    if format.name != "text":
        return transcript, format
    session = files.stem(path)
    lines = [segment._replace(session=session) for segment in transcript if segment.words]
    named_so = Transcript(lines or [Segment("", session)], transcript.source)
    named_so.called_after_file = True
    return named_so, format._replace(one_session=True)


def _with_speakers(transcript: Transcript, folder: str) -> Transcript:
    """Utterances of ESPnet's `text`, with the speakers that the TRN beside it puts before their ids."""
    trn = next((path for name in SIDES if os.path.isfile(path := os.path.join(folder, name))), None)
    if trn is None or any(segment.speaker is not None for segment in transcript):
        return transcript
    with files.opened(trn) as file:
        ids = [segment.session or "" for segment in named("trn").read(file, trn)]
    known = {_utterance(segment) for segment in transcript}
    speakers = {}
    for id in ids:
        cuts = [place for place, sign in enumerate(id) if sign == "-" and id[place + 1 :] in known]
        if cuts:
            speakers[id[cuts[0] + 1 :]] = id[: cuts[0]]
    segments = [segment._replace(speaker=speakers.get(_utterance(segment))) for segment in transcript]
    return Transcript(segments, transcript.source)


def _utterance(segment: Segment) -> str:
    return str((segment.extra or {}).get("utterance") or segment.session or "")


def espnet(transcript: Transcript) -> Transcript:
    """A TRN of ESPnet, whose ids are speaker, hyphen and utterance, where all utterances begin with their speaker."""
    parted = [_parted(segment.session or "") for segment in transcript]
    if not all(parted):
        return transcript
    return Transcript(
        [
            segment._replace(speaker=part[0], session=part[1])
            for segment, part in zip(transcript, parted, strict=True)
            if part is not None
        ],
        transcript.source,
    )


def _parted(id: str) -> tuple[str, str] | None:
    """Speaker and utterance of an id.

    >>> _parted("Alice-Alice-standup-0"), _parted("meeting-7")
    (('Alice', 'Alice-standup-0'), None)
    """
    for place, sign in enumerate(id):
        if sign == "-" and place and id[place + 1 :].startswith(id[:place]):
            return id[:place], id[place + 1 :]
    return None


def all_files(paths: list[str]) -> list[str]:
    """All files that are read, those of folders too."""
    found = []
    for path in paths:
        found += _with_companions(path) if os.path.isdir(path) else [path]
    return found


def _with_companions(folder: str) -> list[str]:
    both = [os.path.join(folder, name) for name in SIDES]
    if all(map(os.path.isfile, both)) and not os.path.isfile(os.path.join(folder, KALDI)):
        return both
    inside = members(folder).read
    beside = [os.path.join(folder, name) for name in (*BESIDE, *SIDES)] if _is_kaldi(inside) else []
    return inside + [path for path in beside if os.path.isfile(path)]


def _is_kaldi(read: list[str]) -> bool:
    return [os.path.basename(path) for path in read] == [KALDI]
