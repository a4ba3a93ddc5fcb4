"""JSON of cloud recognizers: Amazon Transcribe and Bedrock Data Automation, Azure, IBM Watson."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from hubbub.formats.decimals import total
from hubbub.formats.jsonvalues import Value, label, parsed
from hubbub.formats.pieces import Piece, SpeakerSpans
from hubbub.formats.sniff import shaped
from hubbub.formats.talk import SegmentBuilder, Shape, Span, Word, in_order, only_read, values
from hubbub.formats.vendors_speech import finished
from hubbub.model.transcript import Transcript

AWS = Shape(text="transcript", start="start_time", end="end_time", speaker="speaker_label", channel="channel_label")


def read_aws(file: BinaryIO, name: str) -> Transcript:
    root, builder = parsed(file, name), SegmentBuilder(name)
    job = root.get("TranscriptionJob") or root
    finished(job, "COMPLETED", "status" if job is root else "TranscriptionJobStatus")
    if job is not root:
        raise job.error("describes a job, not its transcript", "download the file at Transcript.TranscriptFileUri")
    results = root["results"]
    items = _items(results)
    segments = results.get_list("audio_segments")
    by_id = {label(item.get("id")): item for item, _ in items}
    if segments and all(segment.get("items") for segment in segments) and None not in by_id:
        for segment in segments:
            own = [_named(by_id, one) for one in segment.get_list("items")]
            pieces = list(_aws_pieces(own, builder))
            speaker, channel = label(segment.get("speaker_label")), label(segment.get("channel_label"))
            rest = segment.rest("transcript", "items", "start_time", "end_time", "speaker_label", "channel_label")
            builder.add(segment["transcript"].text(), pieces, speaker, AWS.span(segment), channel, rest)
    elif items:
        builder.add_words(_aws_words(items, results.get("speaker_labels"), builder))
    else:
        for transcript in results["transcripts"].elements():
            builder.add_text(transcript["transcript"])
    return builder.transcript()


CALL = Shape(
    text="Content", words="Items", word="Content", start="BeginOffsetMillis", end="EndOffsetMillis", unit=1000,
    speaker="ParticipantRole", channel="",
)  # fmt: skip


def read_call_analytics(file: BinaryIO, name: str) -> Transcript:
    """Reads Amazon's Call Analytics, and Contact Lens of Amazon Connect, which identifies speakers by ids."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    finished(root, "COMPLETED", "JobStatus")
    traits = root.get("ConversationCharacteristics")
    builder.set_duration(None if traits is None else traits.get("TotalConversationDurationMillis"), 1000)
    for turn in root["Transcript"].elements():
        speaker = label(turn.get("ParticipantRole", "ParticipantId"))
        used = ("Content", "Items", "BeginOffsetMillis", "EndOffsetMillis", "ParticipantRole", "ParticipantId")
        pieces = [_call_piece(item) for item in turn.get_list("Items")]
        builder.add(turn["Content"].text(), pieces, speaker, CALL.span(turn), None, turn.rest(*used))
    return builder.transcript()


def _call_piece(item: Value) -> Piece:
    text, kind, sure = item["Content"].text(), item.get("Type"), item.get("Confidence")
    if kind is not None and kind.text().lower() == "punctuation":
        return Piece(text)
    known = item.rest("Content", "Type", "Confidence", "BeginOffsetMillis", "EndOffsetMillis")
    if sure is not None:
        known["confidence"] = sure.number()
    return Piece(f" {text}", *CALL.span(item), known)


def _items(results: Value) -> list[tuple[Value, str | None]]:
    """Returns all words and punctuation with their channels; files with several channels list them by channel."""
    channels = results.get("channel_labels")
    if channels is None:
        return [(item, label(item.get("channel_label"))) for item in results.get_list("items")]
    return [
        (item, label(channel.get("channel_label")))
        for channel in channels["channels"].elements()
        for item in channel["items"].elements()
    ]


def _named(by_id: dict[str | None, Value], one: Value) -> Value:
    if one.label() not in by_id:
        raise one.error(f"no item has the id {one.raw}", "download the file again")
    return by_id[one.label()]


def _aws_pieces(items: list[Value], builder: SegmentBuilder) -> Iterator[Piece]:
    for item in items:
        best = builder.first_alternative(item, "alternatives")
        text, known = best["content"].text(), values(best, "content")
        known |= item.rest("alternatives", "type", "start_time", "end_time", "speaker_label", "channel_label")
        if item["type"].text() == "punctuation":
            yield Piece(text)
        else:
            yield Piece(f" {text}", *AWS.span(item), known)


def _aws_words(items: list[tuple[Value, str | None]], labels: Value | None, builder: SegmentBuilder) -> Iterator[Word]:
    """Yields words with their speakers, which are in each word or, in older files, in a list of turns."""
    turns = [] if labels is None else labels.get_list("segments")
    names = [label(turn.get("speaker_label")) for turn in turns]
    spans_of_speakers = SpeakerSpans([AWS.span(turn) for turn in turns])
    starts = {AWS.span(item)[0]: place for place, turn in enumerate(turns) for item in turn.get_list("items")}
    speaker, place = None, 0
    pieces = _aws_pieces([item for item, _ in items], builder)
    for (item, channel), piece in zip(items, pieces, strict=True):
        if piece.start is not None:
            found = starts[piece.start] if piece.start in starts else spans_of_speakers.at(piece.start)
            place = place if found is None else found
            speaker = label(item.get("speaker_label")) or (names[place] if names else None)
        yield Word(piece, speaker, channel, place)


BDA = Shape(word="content", start="start_timestamp_millis", end="end_timestamp_millis", unit=1000, untimed=True)
BDA_USED = ("text", "speaker", "channel", "segment_index", "audio_item_indices", BDA.start, BDA.end)


def read_bda(file: BinaryIO, name: str) -> Transcript:
    """Reads the standard output of Amazon Bedrock Data Automation for audio: segments, and words in a list of items."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    metadata = root.get("metadata")
    builder.set_duration(None if metadata is None else metadata.get("duration_millis"), 1000)
    by_index = {label(item["item_index"]): item for item in root.get_list("audio_items")}
    for segment in root["audio_segments"].elements():
        pieces = [_bda_piece(by_index, one) for one in segment.get_list("audio_item_indices")]
        speaker, channel = (_labeled(segment, one) for one in ("speaker", "channel"))
        builder.add(segment["text"].text(), pieces, speaker, BDA.span(segment), channel, segment.rest(*BDA_USED))
    return builder.transcript()


def _labeled(segment: Value, key: str) -> str | None:
    found = segment.get(key)
    return None if found is None else label(found.get(f"{key}_label"))


def _bda_piece(by_index: dict[str | None, Value], one: Value) -> Piece:
    """Returns a word, or punctuation, which has no times."""
    item = _named(by_index, one)
    piece = BDA.piece(item, "item_index", "audio_segment_index")
    return piece if piece.start is not None else Piece(piece.text.strip())


def read_azure_batch(file: BinaryIO, name: str) -> Transcript:
    root, builder = parsed(file, name), SegmentBuilder(name)
    builder.set_duration(root.get("durationMilliseconds"), 1000)
    for phrase in root["recognizedPhrases"].elements():
        status = phrase.get("recognitionStatus")
        if not phrase.get_list("nBest") or (status is not None and status.text() != "Success"):
            builder.left_out["phrases that were not recognized"] += 1
            continue
        best = builder.first_alternative(phrase, "nBest")
        key = "displayText" if best.get("displayWords") else "word"
        words = best.get_list("displayWords" if key == "displayText" else "words")
        pieces = [Piece(f" {word[key].text()}", *_azure_span(word), values(word, key, *AZURE)) for word in words]
        speaker, channel = label(phrase.get("speaker")), label(phrase.get("channel"))
        rest = phrase.rest("nBest", "speaker", "channel", *AZURE) | best.rest("display", "words", "displayWords")
        builder.add(best["display"].text(), pieces, speaker, _azure_span(phrase), channel, rest)
    return builder.transcript()


AZURE = (
    "offset", "duration", "offsetInTicks", "durationInTicks", "offsetMilliseconds", "durationMilliseconds",
)  # fmt: skip


def _azure_span(value: Value) -> Span:
    """Returns start and end, from ticks of 100 ns, milliseconds, or ISO durations."""
    start, length = (
        value[f"{key}InTicks"].seconds(10_000_000)
        if value.get(f"{key}InTicks")
        else value[f"{key}Milliseconds"].seconds(1000)
        if value.get(f"{key}Milliseconds")
        else _iso(value[key])
        for key in ("offset", "duration")
    )
    return in_order(value, start, total(start, length))


def _iso(value: Value) -> float:
    """Returns the seconds of an ISO duration such as PT1M2.5S."""
    found = re.fullmatch(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?", value.text(), re.ASCII)
    if found is None or not any(found.groups()):
        raise value.error(f"{value.raw!r} is not a duration", "write e.g. PT1M2.5S")
    hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return total(hours * 3600 + minutes * 60, seconds)


FAST = Shape(word="text", start="offsetMilliseconds", end="", duration="durationMilliseconds", unit=1000)


def read_azure_fast(file: BinaryIO, name: str) -> Transcript:
    root, builder = parsed(file, name), SegmentBuilder(name)
    builder.set_duration(root.get("durationMilliseconds"), 1000)
    for phrase in root["phrases"].elements():
        builder.add_turn(phrase, FAST)
    return builder.transcript()


def read_watson(file: BinaryIO, name: str) -> Transcript:
    """Reads IBM Watson: words with times in each result, speakers in a separate list. The SDK adds a list `results`."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    for answer in root["results"].elements() if root.get("results") and "speaker_labels" not in root.raw else []:
        if answer.get("results"):
            _watson(answer, builder)
    if not builder.segments:
        _watson(root, builder)
    return builder.transcript()


def _watson(answer: Value, builder: SegmentBuilder) -> None:
    speakers: dict[tuple[float, ...], Value] = {}
    for one in answer.get_list("speaker_labels"):
        speakers[(one["from"].seconds(),)] = speakers[one["from"].seconds(), one["to"].seconds()] = one
    for place, result in enumerate(answer["results"].elements()):
        best = builder.first_alternative(result, "alternatives")
        stamps, sure = best.get_list("timestamps"), best.get_list("word_confidence")
        rest = best.rest("transcript", "timestamps", "word_confidence") | result.rest("alternatives")
        if not stamps:
            builder.add(best["transcript"].text(), extra=rest)
            continue
        words = []
        for index, stamp in enumerate(stamps):
            parts = stamp.elements()
            if len(parts) != 3:
                raise stamp.error(f"{len(parts)} entries instead of 3", "write [word, start, end]")
            start, end = in_order(stamp, parts[1].seconds(), parts[2].seconds())
            known = {"confidence": _second(sure[index])} if index < len(sure) else {}
            who = speakers.get((start, end)) or speakers.get((start,))  # type: ignore[arg-type]
            speaker = None if who is None else label(who["speaker"])
            words.append(Word(Piece(f" {parts[0].text()}", start, end, known), speaker, None, place))
        builder.add_words(words, rest)


def _second(pair: Value) -> float:
    parts = pair.elements()
    if len(parts) != 2:
        raise pair.error(f"{len(parts)} entries instead of 2", "write [word, confidence]")
    return parts[1].number()


WATSON = ("results[].alternatives[].timestamps", "results[].results[].alternatives", "results[].final", "result_index")
FORMATS = (
    only_read(
        "aws",
        "JSON of Amazon Transcribe",
        read_aws,
        shaped("results.items|results.transcripts|results.audio_segments|TranscriptionJob.TranscriptionJobStatus"),
    ),
    only_read(
        "aws_call",
        "JSON of Amazon Transcribe Call Analytics",
        read_call_analytics,
        shaped("Transcript[].Content", "Transcript[].BeginOffsetMillis"),
    ),
    only_read(
        "bda",
        "JSON of Amazon Bedrock Data Automation, for audio",
        read_bda,
        shaped("audio_segments[].start_timestamp_millis", "audio_segments[].text"),
    ),
    only_read("azure_batch", "JSON of Azure's batch transcription", read_azure_batch, shaped("recognizedPhrases")),
    only_read(
        "azure_fast",
        "JSON of Azure's fast transcription",
        read_azure_fast,
        shaped("phrases", "combinedPhrases|durationMilliseconds"),
    ),
    only_read("watson", "JSON of IBM Watson", read_watson, shaped("|".join(WATSON), but=("format",))),
)
