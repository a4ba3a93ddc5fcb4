"""JSON of corpora: CHiME-5 and CHiME-6, NOTSOFAR-1, and the references of Speechmatics' diarization metrics."""

from __future__ import annotations

import os
import re
from typing import BinaryIO

from hubbub.formats.column_names import names_session, object_keys
from hubbub.formats.decimals import clock
from hubbub.formats.files import stem
from hubbub.formats.jsonvalues import Value, label, parsed
from hubbub.formats.pieces import Piece
from hubbub.formats.sniff import shaped
from hubbub.formats.talk import SegmentBuilder, Shape, Word, in_order, only_read
from hubbub.model.transcript import Segment, Transcript

CHIME = ("words", "session_id", "speaker", "start_time", "end_time")


def read_chime(file: BinaryIO, name: str) -> Transcript:
    """Reads SegLST with times such as 0:00:02.40. CHiME-5 has one per device: `original` is used, `extra` has all."""
    segments = []
    for value in parsed(file, name).elements():
        span = in_order(value, _time_of(value["start_time"]), _time_of(value["end_time"]))
        session = label(value.get("session_id"))
        extra = value.rest(*CHIME)
        extra |= {f"{key}s": value.raw[key] for key in CHIME[-2:] if isinstance(value.raw[key], dict)}
        speaker = label(value.get("speaker"))
        segments.append(Segment(value["words"].text(), session or stem(name), speaker, *span, extra=extra or None))
    return Transcript(segments, name)


def _time_of(value: Value) -> float:
    value = value["original"] if isinstance(value.raw, dict) else value
    time = clock(value.text())
    if time is None:
        raise value.error(f"{value.raw!r} is not a time", "write hours, minutes and seconds, e.g. 0:00:02.40")
    return time


_speaks = shaped("[].speaker_id", "[].text", "[].start_time", but=("[].words",))
_listed = shaped("[].words", "[].start_time")


def _looks_chime(head: str) -> bool:
    return _listed(head) and re.search(r'"start_time"\s*:\s*(?:"\d+:|\{)', head) is not None


NOTSOFAR = Shape(start="start_time", end="end_time", words="", speaker="speaker_id")
PLAIN_NAME = "gt_transcription"
"""The name of the file in the folder of each meeting."""


def read_notsofar(file: BinaryIO, name: str) -> Transcript:
    folder = os.path.basename(os.path.dirname(os.path.abspath(name)))
    builder = SegmentBuilder(name, folder if stem(name) == PLAIN_NAME else None)
    for turn in parsed(file, name).elements():
        pieces = []
        for timing in turn.get_list("word_timing"):
            entry = timing.elements()
            if len(entry) != 3:
                raise timing.error(f"{len(entry)} entries instead of 3", "write [word, start, end]")
            pieces.append(Piece(f" {entry[0].text()}", *in_order(timing, entry[1].seconds(), entry[2].seconds())))
        speaker, rest = (
            label(turn.get("speaker_id")),
            turn.rest("speaker_id", "text", "word_timing", "start_time", "end_time"),
        )
        builder.add(turn["text"].text(), pieces, speaker, NOTSOFAR.span(turn), None, rest)
    return builder.transcript()


REFERENCE = Shape(end="", duration="duration", speaker="speaker_name")


def read_speechmatics_reference(file: BinaryIO, name: str) -> Transcript:
    """Reads words with speakers: consecutive words of one speaker are a turn."""
    builder = SegmentBuilder(name)
    values = parsed(file, name).elements()
    builder.add_words([Word(REFERENCE.piece(value), label(value["speaker_name"])) for value in values])
    return builder.transcript()


FORMATS = (
    only_read("chime6", "JSON of CHiME-5 and CHiME-6", read_chime, _looks_chime, one_session=False),
    only_read(
        "notsofar",
        "JSON of NOTSOFAR-1's references",
        read_notsofar,
        lambda head: _speaks(head) and not names_session(object_keys(head)),
    ),
    only_read(
        "speechmatics_reference",
        "JSON references for Speechmatics' diarization metrics: a list of words with speakers",
        read_speechmatics_reference,
        shaped("[].speaker_name", "[].word", "[].start", but=("[].words",)),
    ),
)
