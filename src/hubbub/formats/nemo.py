"""NeMo manifests: JSON lines with the path of an audio file and its text."""

from __future__ import annotations

from typing import BinaryIO

from hubbub.formats.files import stem
from hubbub.formats.jsonvalues import Value, label, parsed_lines
from hubbub.formats.serialized import split_speakers
from hubbub.formats.sniff import shaped
from hubbub.formats.talk import Span, only_read, until
from hubbub.model.transcript import Segment, Transcript

USED = ("audio_filepath", "offset", "duration", "text", "speaker")


def read(file: BinaryIO, name: str) -> Transcript:
    return Transcript(list(split_speakers(read_lines(file, name))), name)


def read_lines(file: BinaryIO, name: str) -> list[Segment]:
    """Reads the reference, `text`. The hypothesis, `pred_text`, goes to `extra`, or is read if there is no `text`."""
    values = parsed_lines(file, name)
    key = "text" if any(value.get("text") for value in values) or not any(map(_heard, values)) else "pred_text"
    segments = []
    for value in values:
        audio = value["audio_filepath"].text()
        speaker = label(value.get("speaker"))
        extra = value.rest(*USED, key) | {"audio_filepath": audio}
        segments.append(Segment(value[key].text(), stem(audio), speaker, *_span(value), extra=extra))
    return segments


def _heard(value: Value) -> bool:
    return value.get("pred_text") is not None


def _span(value: Value) -> Span:
    """Returns start and end. Without an offset, the text is that of the complete recording."""
    if value.get("duration") is None:
        return None, None
    offset = value.get("offset")
    return until(0.0 if offset is None else offset.seconds(), value["duration"])


_TIMED = ("start", "start_time", "[].start", "[].start_time")
"""Keys of tables in JSON, which may name the recording like a manifest."""

FORMAT = only_read(
    "nemo",
    "NeMo manifests: JSON lines with audio_filepath and text",
    read,
    shaped(
        "audio_filepath|[].audio_filepath",
        but=(*_TIMED, "recording_id", "supervisions"),
    ),
    one_session=False,
    suffixes=(".jsonl", ".json"),
)
