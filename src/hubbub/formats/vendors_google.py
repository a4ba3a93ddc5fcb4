"""JSON of Google Speech-to-Text, versions 1 and 2, as its services and its libraries write it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from hubbub.formats.decimals import total
from hubbub.formats.files import stem
from hubbub.formats.jsonvalues import Value, label, parsed, text
from hubbub.formats.pieces import Piece
from hubbub.formats.sniff import outline, shaped
from hubbub.formats.talk import SegmentBuilder, Word, in_order, only_read, values
from hubbub.model.transcript import Transcript, joined

STARTS = ("startTime", "startOffset", "start_time", "start_offset")
ENDS = ("endTime", "endOffset", "end_time", "end_offset")
TAGS = ("speakerLabel", "speakerTag", "speaker_label", "speaker_tag")
CHANNELS = ("channelTag", "channel_tag")
RESULT_ENDS = ("resultEndTime", "resultEndOffset", "result_end_time", "result_end_offset")
"""The key names of the service, and those of its Python library."""


def read(file: BinaryIO, name: str) -> Transcript:
    root = parsed(file, name)
    answer = root.get("response") or root
    if isinstance(answer["results"].raw, dict):  # a batch: one answer per recording
        builders = [_recording(SegmentBuilder(name, stem(address)), one) for address, one in answer["results"].fields()]
        return joined([builder.transcript() for builder in builders], name)
    builder = SegmentBuilder(name)
    _results(answer["results"].elements(), builder)
    return builder.transcript()


def _recording(builder: SegmentBuilder, value: Value) -> SegmentBuilder:
    inline = value.get("inlineResult", "inline_result") or value
    _results(inline["transcript"].get_list("results"), builder)
    return builder


def _results(results: list[Value], builder: SegmentBuilder) -> None:
    bests = [
        (result, builder.first_alternative(result, "alternatives"))
        for result in results
        if result.get_list("alternatives")
    ]
    bests = _without_repeated(bests, builder)
    for place, (result, best) in enumerate(bests):
        channel = label(result.get(*CHANNELS))
        rest = best.rest("transcript", "words") | result.rest("alternatives", *CHANNELS, *RESULT_ENDS)
        words = best.get_list("words")
        tagged = any(_tag(word) for word in words)
        pieces = [_piece(word) for word in words]
        end = result.get(*RESULT_ENDS)
        said = text(best.get("transcript"))
        if tagged or not said:
            builder.add_words(_words(words, pieces, channel, place), rest)
        else:
            span = (None, None if end is None else _time(end)) if not words else (None, None)
            builder.add(said, pieces, None, span, channel, rest)


def _without_repeated(bests: list[tuple[Value, Value]], builder: SegmentBuilder) -> list[tuple[Value, Value]]:
    """Skips repeated words: with speakers, the last result of a channel repeats all of its words, with speaker tags."""
    kept = []
    for channel in dict.fromkeys(label(result.get(*CHANNELS)) for result, _ in bests):
        found = [(result, best) for result, best in bests if label(result.get(*CHANNELS)) == channel]
        # The service may add results without words at the end.
        *others, last = [one for one in found if _said(one[1])] or found
        tags = [_tag(word) for word in last[1].get_list("words")]
        once, again = [word for _, best in others for word in _said(best)], set(_said(last[1]))
        sure = all(start for _, start in once) or not any(
            _tag(word) for _, best in others for word in best.get_list("words")
        )
        if once and tags and all(tags) and sure and sum(word in again for word in once) * 2 > len(once):
            builder.left_out["repeated words"] += len(once)
        else:
            kept += others
        kept.append(last)
    return kept


def _said(best: Value) -> list[tuple[str, str]]:
    """Returns the words, each with its start as written in the file, or an empty string."""
    words = [(word["word"].text(), _written(word.get(*STARTS))) for word in best.get_list("words")]
    return words or [(word, "") for word in text(best.get("transcript")).split()]


def _written(start: Value | None) -> str:
    return "" if start is None else str(start.raw)


def _tag(word: Value) -> str | None:
    """Returns the speaker of a word; None if it is 0, which means unknown."""
    found = word.get(*TAGS)
    return None if found is None or found.raw in (0, "", "0") else found.label()


def _piece(word: Value) -> Piece:
    start, end = word.get(*STARTS), word.get(*ENDS)
    begin = None if end is None else 0.0  # a start of zero may be missing
    span = in_order(word, begin if start is None else _time(start), None if end is None else _time(end))
    return Piece(f" {word['word'].text()}", *span, values(word, "word", *STARTS, *ENDS, *TAGS))


def _words(words: list[Value], pieces: list[Piece], channel: str | None, place: int) -> Iterator[Word]:
    for word, piece in zip(words, pieces, strict=True):
        yield Word(piece, _tag(word), channel, place)


def _time(value: Value) -> float:
    """Returns the seconds of `1.300s`, of an object with seconds and nanoseconds, or of Riva's milliseconds."""
    if isinstance(value.raw, int):
        return value.seconds(1000)  # NVIDIA Riva
    if isinstance(value.raw, dict):
        seconds, nanos = value.get("seconds"), value.get("nanos")
        whole = 0.0 if seconds is None else seconds.seconds()
        return total(whole, 0.0 if nanos is None else nanos.seconds() / 1e9)
    found = re.fullmatch(r"(-?\d+(?:\.\d+)?)s", value.text(), re.ASCII)
    if found is None or len(found[1]) > 30 or abs(float(found[1])) > 1e9:
        raise value.error(f"{value.raw!r} is not a time", "write e.g. 1.300s")
    return float(found[1]) + 0.0


NOT_GOOGLE = (
    "format", "result_index", "speaker_labels", "results[].final", "results[].alternatives[].timestamps",
    "results[].alternatives[].content",
)  # fmt: skip
_plain = shaped("results[].alternatives|response.results", but=NOT_GOOGLE)


def looks(head: str) -> bool:
    return _plain(head) or any(path.endswith(".transcript.results[].alternatives") for path in outline(head))


FORMAT = only_read("google", "JSON of Google Speech-to-Text", read, looks)
