"""Serialized output: the turns of several speakers in one text, each after a tag such as `[s0]`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import BinaryIO

from hubbub.formats.base import Format
from hubbub.formats.files import stem
from hubbub.formats.lines import text_lines
from hubbub.model.transcript import Segment, Transcript

_TAG = re.compile(r"\[([sS]\d{1,3})\](?!:)|<speaker:(\d{1,3})>|<\|spltoken(\d{1,3})\|>")
"""`[s0]` of NeMo, `<speaker:1>` of DiarizationLM, and the token that NeMo trains with."""


def read(file: BinaryIO, name: str) -> Transcript:
    """Reads lines that are sessions, numbered as in plain text; or one session, if each line is one turn."""
    lines = [(str(number), line.strip()) for number, line in text_lines(file, name)]
    tags = [_TAG.findall(line) for _, line in lines if line]
    whole = all(len(found) == 1 for found in tags) and len({found[0] for found in tags}) > 1
    segments = (Segment(line, stem(name) if whole else number) for number, line in lines if line or not whole)
    transcript = Transcript(list(split_speakers(segments)), name)
    transcript.called_after_file, transcript.by_line = whole, not whole
    return transcript


def split_speakers(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Yields the turns of texts that begin with a tag, without times, and all other segments as they are.

    >>> [(turn.speaker, turn.words) for turn in split_speakers([Segment("[s0] hi [s0] there [s1] yes")])]
    [('s0', 'hi there'), ('s1', 'yes')]
    """
    for segment in segments:
        if segment.speaker is not None or not _TAG.match(segment.words.lstrip()):
            yield segment
            continue
        tags = [next(filter(None, groups)) for groups in _TAG.findall(segment.words)]
        pieces = _TAG.sub("\0", segment.words).split("\0")[1:]
        filled = [(tag, piece) for tag, piece in zip(tags, pieces, strict=True) if piece.strip()]
        for speaker, group in groupby(filled or [(tags[0], "")], key=lambda turn: turn[0]):
            words = " ".join(" ".join(piece for _, piece in group).split())
            yield segment._replace(words=words, speaker=speaker, start=None, end=None, word_times=None)


def looks(head: str) -> bool:
    """Returns whether at least every second line begins with a tag, and the first one does."""
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    found = [_TAG.match(line) is not None for line in lines]
    return any(found[:1]) and sum(found) * 2 >= len(found)


FORMAT = Format(
    name="serialized",
    about="serialized output of several speakers: [s0] words [s1] words",
    suffixes=(".txt",),
    read=read,
    write=None,
    matches=looks,
    fields=frozenset(),
    priority=61,
    only_by_suffix=True,
)
