"""JSON of Deepgram, AssemblyAI, Gladia, Rev AI, ElevenLabs and Fireflies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from hubbub.formats.asides import UNCLEAR
from hubbub.formats.jsonvalues import Value, label, parsed
from hubbub.formats.pieces import Piece
from hubbub.formats.sniff import shaped
from hubbub.formats.talk import EVENTS, SegmentBuilder, Shape, Word, in_order, only_read, values
from hubbub.model.transcript import Transcript

DEEPGRAM = Shape(text="transcript")


def read_deepgram(file: BinaryIO, name: str) -> Transcript:
    root, builder = parsed(file, name), SegmentBuilder(name)
    results, metadata = root["results"], root.get("metadata")
    builder.set_duration(None if metadata is None else metadata.get("duration"))
    for utterance in results.get_list("utterances"):
        pieces = [_deepgram_piece(word) for word in utterance.get_list("words")]
        builder.add_turn(utterance, DEEPGRAM, pieces)
    for channel, value in enumerate(results["channels"].elements() if not builder.segments else []):
        best = builder.first_alternative(value, "alternatives")
        words = best.get_list("words")
        if words:
            speakers = [label(word.get("speaker")) for word in words]
            pieces = [_deepgram_piece(word) for word in words]
            builder.add_words(Word(piece, who, str(channel)) for piece, who in zip(pieces, speakers, strict=True))
        else:
            builder.add_text(best["transcript"], str(channel), best.rest("transcript", "words"))
    return builder.transcript()


def _deepgram_piece(word: Value) -> Piece:
    """Returns a word, with its punctuation if the file has it."""
    shown = word.get("punctuated_word") or word["word"]
    known = values(word, "word", "punctuated_word", "start", "end", "speaker", "channel")
    return Piece(f" {shown.text()}", *DEEPGRAM.span(word), known)


ASSEMBLYAI = Shape(word="text", unit=1000)


def read_assemblyai(file: BinaryIO, name: str) -> Transcript:
    root, builder = parsed(file, name), SegmentBuilder(name)
    finished(root, "completed")
    builder.set_duration(root.get("audio_duration"))
    for utterance in root.get_list("utterances"):
        builder.add_turn(utterance, ASSEMBLYAI)
    if not builder.segments:
        words = root.get_list("words")
        who = [(label(word.get("speaker")), label(word.get("channel"))) for word in words]
        builder.add_words(Word(ASSEMBLYAI.piece(word), *whose) for word, whose in zip(words, who, strict=True))
    if not builder.segments:
        builder.add_text(root["text"])
    return builder.transcript()


def finished(root: Value, done: str, key: str = "status") -> None:
    """Raises FormatError if the status says that the transcription is not finished."""
    status = root.get(key)
    if status is not None and status.text() != done:
        why = root.get("error")
        reason = f" ({why.raw})" if why is not None and isinstance(why.raw, str) else ""
        raise status.error(f"is {status.raw}{reason}", f"download it again when it is {done}")


def read_gladia(file: BinaryIO, name: str) -> Transcript:
    root, builder = parsed(file, name), SegmentBuilder(name)
    finished(root, "done")
    result = root["result"]
    metadata = result.get("metadata")
    builder.set_duration(None if metadata is None else metadata.get("audio_duration"))
    for utterance in result["transcription"]["utterances"].elements():
        builder.add_turn(utterance, Shape())
    return builder.transcript()


REVAI = Shape(start="ts", end="end_ts")


def read_revai(file: BinaryIO, name: str) -> Transcript:
    """Reads Rev AI's monologues, whose elements include the spaces between words."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    monologues = root["monologues"].elements()
    names = {str(one["speaker"].raw): _display_name(one) for one in monologues if one.get("speaker")}
    distinct = None not in names.values() and len(set(names.values())) == len(names)
    for monologue in monologues:
        pieces = []
        for element in monologue["elements"].elements():
            kind, value = element["type"].text(), element["value"].text()
            if kind == "unknown":
                builder.left_out[UNCLEAR] += 1
                pieces.append(Piece(" "))
            elif kind == "text" and element.get("ts", "end_ts"):
                pieces.append(Piece(value, *REVAI.span(element), values(element, "type", "value", "ts", "end_ts")))
            else:
                pieces.append(Piece(value))
        speaker = label(monologue.get("speaker"))
        rest = monologue.rest("speaker", "speaker_info", "elements")
        if any(piece.text.strip() for piece in pieces):
            said = "".join(piece.text for piece in pieces)
            builder.add(said, pieces, names.get(str(speaker)) if distinct else speaker, extra=rest)
    return builder.transcript()


def _display_name(monologue: Value) -> str | None:
    info = monologue.get("speaker_info")
    return None if info is None else label(info.get("display_name"))


ELEVENLABS = Shape(word="text", speaker="speaker_id", blank=True, untimed=True)


def read_elevenlabs(file: BinaryIO, name: str) -> Transcript:
    root, builder = parsed(file, name), SegmentBuilder(name)
    builder.set_duration(root.get("audio_duration_secs"))
    for transcript in root.get_list("transcripts") or [root]:
        channel = label(transcript.get("channel_index"))
        words = list(_elevenlabs_words(transcript, channel, builder))
        if words:
            builder.add_words(words)
        else:
            builder.add_text(transcript["text"], channel)
    return builder.transcript()


def _elevenlabs_words(transcript: Value, channel: str | None, builder: SegmentBuilder) -> Iterator[Word]:
    speaker = None
    for word in transcript.get_list("words"):
        kind = word["type"].text()
        if kind == "audio_event":
            builder.left_out[EVENTS] += 1
            yield Word(Piece(" "), speaker, channel)
        elif kind == "spacing":
            builder.left_out["spacings"] += 1
            yield Word(Piece(word["text"].text()), speaker, channel)
        else:
            speaker = label(word.get("speaker_id"))
            piece = ELEVENLABS.piece(word, "type", "speaker_id", "characters", "channel_index")
            yield Word(piece, speaker, channel)


FIREFLIES = ("speaker_name", "speaker_id", "text", "start_time", "end_time", "index")


def read_fireflies(file: BinaryIO, name: str) -> Transcript:
    """Reads the sentences of Fireflies, as its API returns them. A query may leave out times and ids."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    for key in ("data", "transcript"):
        root = root.get(key) or root
    for sentence in root["sentences"].elements():
        times = [sentence.get(key) for key in FIREFLIES[3:5]]
        span = in_order(sentence, *(None if time is None else time.seconds() for time in times))
        speaker = label(sentence.get(*FIREFLIES[:2]))
        builder.add(sentence["text"].text(), (), speaker, span, None, sentence.rest(*FIREFLIES))
    return builder.transcript()


FORMATS = (
    only_read("deepgram", "JSON of Deepgram", read_deepgram, shaped("results.channels|results.utterances")),
    only_read(
        "assemblyai",
        "JSON of AssemblyAI",
        read_assemblyai,
        shaped(
            "id",
            "status",
            "text|utterances|words|error|audio_url",
            but=("result", "output", "tokens", "segments", "text[]"),
        ),
    ),
    only_read(
        "gladia", "JSON of Gladia", read_gladia, shaped("result.transcription|request_id", "id", "status|result")
    ),
    only_read("revai", "JSON of Rev AI", read_revai, shaped("monologues")),
    only_read(
        "elevenlabs",
        "JSON of ElevenLabs",
        read_elevenlabs,
        shaped("language_probability|transcripts[].language_probability", "text|transcripts[].text"),
    ),
    only_read(
        "fireflies",
        "JSON of Fireflies",
        read_fireflies,
        lambda head: any(
            shaped(f"{path}sentences[].speaker_name", f"{path}sentences[].text")(head)
            for path in ("", "transcript.", "data.transcript.")
        ),
    ),
)
