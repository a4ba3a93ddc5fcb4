"""Folders as inputs: one file per recording, Kaldi data directories, and ESPnet results."""

import os
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from hubbub.errors import FormatError
from hubbub.formats import files
from hubbub.formats.base import Format
from hubbub.formats.registry import by_suffix, detect, has_known_suffix, named
from hubbub.formats.text import one_session
from hubbub.model.tables import listed
from hubbub.model.transcript import Segment, Transcript

Load = Callable[[str, Format | None], tuple[Transcript, Format] | None]
"""Reads a file; returns None if it cannot be read and the error has been recorded."""

KALDI, TRNS = "text", ("ref.trn", "hyp.trn")
KALDI_FILES = ("segments", "utt2spk")
"""The files next to Kaldi's `text` that are read with it."""
KALDI_PREFIXES = (
    "wav.", "feats.", "cmvn.", "utt2", "reco2", "spk2", "split", "conf", "data", "vad.", "score", "result",
)  # fmt: skip
"""Prefixes of the other files that Kaldi and ESPnet write next to it."""
OTHER_SUFFIXES = (
    ".aac", ".aif", ".aiff", ".doc", ".flac", ".gif", ".htm", ".html", ".jpeg", ".jpg", ".log", ".m4a", ".md",
    ".mkv", ".mov", ".mp3", ".mp4", ".ogg", ".opus", ".pdf", ".png", ".py", ".rst", ".scp", ".sh", ".sph", ".uem",
    ".wav", ".webm", ".wma", ".xlsx", ".yaml", ".yml", ".zip",
)  # fmt: skip
"""Suffixes of files that are often next to transcripts."""
DOCUMENT_PREFIXES = ("readme", "license", "licence", "notice", "changelog", "copying")


class Members(NamedTuple):
    """The files in a folder and its subfolders."""

    read: list[str]
    skipped: list[str]
    """The files that are not transcripts."""


def list_transcripts(folder: str, format_given: bool = False) -> Members:
    """Returns the transcripts of a folder, by name, and its other files. Raises FormatError if it has no transcript.

    With `format_given`, file names need no known suffix.
    """
    found = _search(folder, format_given, set())
    if not found.read:
        names = [os.path.relpath(path, folder) for path in found.skipped]
        what = f"no transcript in this folder ({listed(names, 3)})" if names else "the folder is empty"
        raise FormatError(folder, None, what, "give the folder of the transcripts, or the files")
    return found


def list_entries(folder: str) -> Members:
    """Returns the transcripts and subfolders directly in a folder, and its other files."""
    try:
        paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if not name.startswith(".")]
    except OSError as error:
        raise files.read_error(folder, error) from None
    read = [path for path in paths if os.path.isdir(path) or _is_transcript(path, format_given=False)]
    return Members(read, [path for path in paths if path not in read])


def _search(folder: str, format_given: bool, seen: set[str]) -> Members:
    """Searches a folder and its subfolders. Links may lead back to folders in `seen`, which are skipped."""
    seen.add(files.real_path(folder))
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise files.read_error(folder, error) from None
    if KALDI in names and os.path.isfile(os.path.join(folder, KALDI)):
        kaldi_files = {KALDI, *KALDI_FILES, *TRNS, "spk2utt"}
        others = [
            os.path.join(folder, name)
            for name in names
            if name not in kaldi_files and not name.startswith(KALDI_PREFIXES)
        ]
        return Members([os.path.join(folder, KALDI)], list(filter(os.path.isfile, others)))
    if set(TRNS) <= set(names):
        what = "contains both sides, ref.trn and hyp.trn"
        raise FormatError(folder, None, what, f"give one of them, or score both with hubbub wer {folder}")
    found = Members([], [])
    folders = []
    for path in (os.path.join(folder, name) for name in names):
        if os.path.isdir(path):
            folders.append(path)
        else:
            (found.read if _is_transcript(path, format_given) else found.skipped).append(path)
    for path in folders:
        if not os.path.basename(path).startswith(".") and files.real_path(path) not in seen:
            inside = _search(path, format_given, seen)
            found.read.extend(inside.read)
            found.skipped.extend(inside.skipped)
    return found


def describe_skipped(skipped: list[str]) -> str:
    """Returns how `left_out` describes files that are not transcripts, with the most frequent kinds first.

    >>> describe_skipped(["a/x.wav", "a/y.WAV", "README", "a/.x.swp"])
    'files that are not transcripts (2 .wav, 1 hidden, 1 without suffix)'
    """
    names = [os.path.basename(path).lower() for path in skipped]
    kinds = ["hidden" if name.startswith(".") else os.path.splitext(name)[1] or "without suffix" for name in names]
    counts = sorted(Counter(kinds).items(), key=lambda kind: (-kind[1], kind[0]))
    noun = "file that is not a transcript" if len(skipped) == 1 else "files that are not transcripts"
    return f"{noun} ({listed([f'{number} {kind}' for kind, number in counts], 4)})"


def _is_transcript(path: str, format_given: bool) -> bool:
    """Returns whether name or content look like a transcript. Broken ones count too: reading them gives the error."""
    name = os.path.basename(path).lower()
    suffix = os.path.splitext(name.removesuffix(".gz"))[1]
    if name.startswith((".", "~", "#")) or name.endswith("~") or name.startswith(DOCUMENT_PREFIXES):
        return False
    if suffix in OTHER_SUFFIXES or not os.path.isfile(path):
        return False
    if format_given or has_known_suffix(name) or by_suffix(name) is not None:
        return True
    try:
        with files.open_file(path) as file:
            return detect(file, path).name != "uem"
    except FormatError:
        return False
    except OSError as error:
        raise files.read_error(path, error) from None


def load_folder(folder: str, chosen: Format | None, load: Load) -> list[tuple[Transcript, Format]]:
    """Reads the transcripts of a folder, each with its format. The first has the counts of skipped files."""
    inside = list_transcripts(folder, chosen is not None)
    sessions = session_names(folder, inside.read)
    loaded = [
        complete_from_folder(path, session, *found)
        for path, session in zip(inside.read, sessions, strict=True)
        if (found := load(path, chosen)) is not None
    ]
    if not loaded:
        return []
    first, format = loaded[0]
    if inside.skipped:
        first.left_out[describe_skipped(inside.skipped)] = len(inside.skipped)
        if len(loaded) == 1:
            first.source = folder
    return [(first, format), *loaded[1:]]


def session_names(folder: str, paths: list[str]) -> list[str]:
    """Returns names for sessions that are named after their files: the shortest that are unique.

    >>> session_names("r", ["r/a.srt", "r/x/b.srt"]), session_names("r", ["r/x/ref.srt", "r/y/ref.srt"])
    (['a', 'b'], ['x', 'y'])
    >>> session_names("r", ["r/x/1.srt", "r/x/2.srt", "r/y/1.srt"])
    ['x/1', 'x/2', 'y/1']
    """
    stems = [files.stem(path) for path in paths]
    if len(set(stems)) == len(stems):
        return stems
    folders = [files.relative(os.path.dirname(path) or ".", folder).replace(os.sep, "/") for path in paths]
    if len(set(stems)) == 1 and len(set(folders)) == len(folders) and "." not in folders:
        return folders
    return [stem if parent == "." else f"{parent}/{stem}" for parent, stem in zip(folders, stems, strict=True)]


def complete_from_folder(path: str, session: str, transcript: Transcript, format: Format) -> tuple[Transcript, Format]:
    """Returns the transcript with what its folder adds: the name of the session, or speakers.

    The lines of a plain text file, otherwise numbered sessions, become one session named after the file.
    """
    if format.name == "kaldi":
        return _with_speakers(transcript, os.path.dirname(path)), format
    if format.name == "trn" and os.path.basename(path) in TRNS:
        return split_espnet_ids(transcript), format
    if transcript.by_line:
        return one_session(transcript, session), format._replace(one_session=True)
    if not (transcript.called_after_file and transcript.session_names() == [files.stem(path)] != [session]):
        return transcript, format
    renamed = Transcript([line._replace(session=session) for line in transcript], transcript.source)
    renamed.left_out, renamed.called_after_file = transcript.left_out, True
    return renamed, format


def _with_speakers(transcript: Transcript, folder: str) -> Transcript:
    """Returns the utterances of ESPnet's `text` with the speakers that the TRN next to it puts before their ids."""
    trn = next((path for name in TRNS if os.path.isfile(path := os.path.join(folder, name))), None)
    if trn is None or any(segment.speaker is not None for segment in transcript):
        return transcript
    with files.open_file(trn) as file:
        ids = [segment.session or "" for segment in named("trn").read(file, trn)]
    utterances = {_utterance(segment) for segment in transcript}
    speakers = {}
    for id in ids:
        hyphens = [index for index, character in enumerate(id) if character == "-" and id[index + 1 :] in utterances]
        if hyphens:
            speakers[id[hyphens[0] + 1 :]] = id[: hyphens[0]]
    segments = [segment._replace(speaker=speakers.get(_utterance(segment))) for segment in transcript]
    return Transcript(segments, transcript.source)


def _utterance(segment: Segment) -> str:
    return str((segment.extra or {}).get("utterance") or segment.session or "")


def split_espnet_ids(transcript: Transcript) -> Transcript:
    """Splits the ids of an ESPnet TRN into speaker and utterance, if every utterance begins with its speaker."""
    split_ids = [_split_espnet_id(segment.session or "") for segment in transcript]
    if not all(split_ids):
        return transcript
    return Transcript(
        [
            segment._replace(speaker=part[0], session=part[1])
            for segment, part in zip(transcript, split_ids, strict=True)
            if part is not None
        ],
        transcript.source,
    )


def _split_espnet_id(id: str) -> tuple[str, str] | None:
    """Splits an id into speaker and utterance; returns None if it has no such parts.

    >>> _split_espnet_id("Alice-Alice-standup-0"), _split_espnet_id("meeting-7")
    (('Alice', 'Alice-standup-0'), None)
    """
    for index, character in enumerate(id):
        if character == "-" and index and id[index + 1 :].startswith(id[:index]):
            return id[:index], id[index + 1 :]
    return None


def all_files(paths: list[str]) -> list[str]:
    """Returns all files that are read, including those in folders."""
    found = []
    for path in paths:
        found += _with_companions(path) if os.path.isdir(path) else [path]
    return found


def _with_companions(folder: str) -> list[str]:
    both = [os.path.join(folder, name) for name in TRNS]
    if all(map(os.path.isfile, both)) and not os.path.isfile(os.path.join(folder, KALDI)):
        return both
    found = []
    for path in list_transcripts(folder).read:
        parent = os.path.dirname(path) if os.path.basename(path) == KALDI else None
        beside = [] if parent is None else [os.path.join(parent, name) for name in (*KALDI_FILES, *TRNS)]
        found += [path, *filter(os.path.isfile, beside)]
    return found
