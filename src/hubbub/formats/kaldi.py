"""A Kaldi data directory: `text`, with `segments` and `utt2spk` next to it if present."""

from __future__ import annotations

import os
from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats import files
from hubbub.formats.base import Format
from hubbub.formats.lines import line_number, read_lines
from hubbub.formats.rows import unique_ids
from hubbub.model.transcript import Segment, Transcript


def read(file: BinaryIO, name: str) -> Transcript:
    utterances = _unique(file, name, "session words...")
    segments, speakers = (
        _beside(name, "segments", "session extra start end"),
        _beside(name, "utt2spk", "session speaker"),
    )
    results = []
    for index, (utterance, segment) in enumerate(utterances.items()):
        recording, start, end, extra = utterance, None, None, None
        if segments is not None:
            timed = segments.get(utterance)
            if timed is None or timed.extra is None:
                line = line_number(file, name, index)
                raise FormatError(name, line, f"{utterance} is missing from the file segments", "add it there")
            recording, start, end = timed.extra["recording"], timed.start, timed.end
            extra = {"utterance": utterance}
        speaker = speakers[utterance].speaker if speakers is not None and utterance in speakers else None
        results.append(Segment(segment.words, recording, speaker, start, end, extra=extra))
    return Transcript(results, name)


def _beside(name: str, other: str, layout: str) -> dict[str, Segment] | None:
    """Reads another file next to `text`; returns its records by utterance, or None if there is no such file."""
    path = os.path.join(os.path.dirname(name), other)
    if not os.path.isfile(name) or not os.path.isfile(path):
        return None
    with files.open_file(path) as file:
        return _unique(file, path, layout)


def _unique(file: BinaryIO, name: str, layout: str) -> dict[str, Segment]:
    """Returns the records of a file by utterance; raises FormatError if an id occurs twice."""
    records: dict[str, Segment] = {}
    for index, segment in enumerate(read_lines(file, name, layout, key="recording")):
        utterance = segment.session or ""
        if utterance in records:
            first = line_number(file, name, list(records).index(utterance))
            line = line_number(file, name, index)
            raise FormatError(name, line, f"id {utterance} is already on line {first}", "give each line a unique id")
        records[utterance] = segment
    return records


def write(transcript: Transcript) -> str:
    return "".join(
        " ".join([name, *segment.words.split()]) + "\n"
        for segment, name in zip(transcript, unique_ids(transcript), strict=True)
    )


FORMAT = Format(
    name="kaldi",
    about="text of a Kaldi data directory: id words; with segments and utt2spk if present",
    suffixes=("text", "text_hyp", "text_ref"),
    read=read,
    write=write,
    matches=lambda _: False,  # its lines look like plain text
    fields=frozenset({"session", "words", "extra.utterance", "turns", "untimed"}),
    priority=70,
)
