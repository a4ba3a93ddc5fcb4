"""Lhotse manifests of supervisions and cuts, as JSON lines or lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO

from hubbub.formats.decimals import total
from hubbub.formats.jsonvalues import Value, label, parsed_lines, text
from hubbub.formats.pieces import Piece, timed
from hubbub.formats.sniff import outline
from hubbub.formats.talk import MISFITS, lasting, only_read, until
from hubbub.model.transcript import Segment, Transcript

KEYS = ("recording_id", "start", "duration", "channel", "text", "speaker", "alignment")
AUDIO = {"storage_path": "features", "num_frames": "features", "sources": "recordings"}
"""Keys of manifests without words, and what these contain."""
REPEATED = "supervisions that occur in several cuts"


def read(file: BinaryIO, name: str) -> Transcript:
    left_out: Counter[str] = Counter()
    segments: dict[Any, Segment] = {}
    for number, value in enumerate(parsed_lines(file, name)):
        _check_words(value)
        if "supervisions" in value.mapping() or "tracks" in value.mapping():
            for supervision, base, session in _of_cut(value):
                segment = _segment(supervision, base, session, left_out)
                # Cuts of a recording may overlap and then share supervisions.
                key = (label(supervision.get("id")), segment.session, segment.start, segment.words, segment.speaker)
                left_out.update([REPEATED] if key in segments else [])
                segments[key] = segment
        else:
            session = value["recording_id"].label()
            segments[number] = _segment(value, 0.0, session, left_out)
    return Transcript(list(segments.values()), name, left_out=left_out)


def _check_words(value: Value) -> None:
    """Raises FormatError if this is a recording or its features, which have times but no words."""
    kind = next((AUDIO[key] for key in AUDIO if key in value.mapping()), None)
    if kind is not None:
        raise value.error(f"a manifest of {kind}, without words", "give the manifest of supervisions or of cuts")


def _of_cut(cut: Value) -> Iterator[tuple[Value, float, str]]:
    """Yields the supervisions of a cut, each with the base of its times and its session.

    The session is the recording, and times are relative to it. A mix of several recordings is a separate session.
    """
    if "tracks" not in cut.mapping():
        start = cut["start"].seconds()
        recording = cut.get("recording")
        for one in cut.get_list("supervisions"):
            named = one.get("recording_id") or (recording and recording.get("id")) or cut["id"]
            yield one, start, named.label()
        return
    for track in cut["tracks"].elements():
        offset = track.get("offset")
        for one in track["cut"].get_list("supervisions"):
            yield one, 0.0 if offset is None else offset.seconds(), cut["id"].label()


def _segment(value: Value, base: float, session: str, left_out: Counter[str]) -> Segment:
    span = lasting(value, "start", "duration", base=base)
    words = " ".join(text(value.get("text")).split())
    alignment = value.get("alignment")
    pieces = [] if alignment is None else [_piece(item, base) for item in alignment.get_list("word")]
    found = timed(words, pieces) if pieces else (None, {})
    if found is None:
        left_out[MISFITS] += len(pieces)
        found = None, {}
    times, extra = found
    aligned = {} if alignment is None else alignment.rest("word")
    extra = value.rest(*KEYS) | extra | ({"alignment": aligned} if aligned else {})
    speaker, channel = label(value.get("speaker")), _channel(value.get("channel"))
    return Segment(words, session, speaker, *span, channel, times or None, extra or None)


def _piece(item: Value, base: float) -> Piece:
    """Reads a word of an alignment: [word, start, duration, score], or an object with these keys."""
    if isinstance(item.raw, dict):
        score = item.get("score")
        span = lasting(item, "start", "duration", base=base)
        return Piece(f" {item['symbol'].text()}", *span, {} if score is None else {"score": score.number()})
    parts = item.elements()
    if not 3 <= len(parts) <= 4:
        raise item.error(f"{len(parts)} entries instead of 3 or 4", "write [word, start, duration, score]")
    span = until(total(base, parts[1].seconds()), parts[2])
    scored = len(parts) == 4 and parts[3].raw is not None
    return Piece(f" {parts[0].text()}", *span, {"score": parts[3].number()} if scored else {})


def _channel(value: Value | None) -> str | None:
    if value is not None and isinstance(value.raw, list):
        return ",".join(channel.label() for channel in value.elements())
    return label(value)


def looks(head: str) -> bool:
    found = {path.removeprefix("[].") for path in outline(head)}
    cuts = ("supervisions" in found and "duration" in found) or "tracks[].cut" in found
    return cuts or {"recording_id", "start", "duration"} <= found or {"sources", "sampling_rate", "duration"} <= found


FORMAT = only_read(
    "lhotse",
    "Lhotse supervisions and cuts, as JSON lines or a list",
    read,
    looks,
    one_session=False,
    suffixes=(".jsonl", ".json"),
)
