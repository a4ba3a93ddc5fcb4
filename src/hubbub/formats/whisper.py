"""JSON of Whisper and similar tools: WhisperX, OpenAI's API, faster-whisper, Voxtral, whisper.cpp, Transformers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from hubbub.formats.column_names import names_session, object_keys
from hubbub.formats.jsonvalues import Value, parsed
from hubbub.formats.pieces import Piece, letters
from hubbub.formats.sniff import outline, shaped
from hubbub.formats.talk import SegmentBuilder, Shape, Span, in_order, only_read, values
from hubbub.model.transcript import Transcript

SHAPE = Shape(untimed=True)
TURN = Shape()
MILLISECONDS = Shape(start="from", end="to", unit=1000)


def read(file: BinaryIO, name: str) -> Transcript:
    """Reads segments, with words in each segment or in one list for all; or a text alone."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    if isinstance(root.raw, list):
        turns, words = root.elements(), []
    else:
        builder.set_duration(root.get("duration"))
        turns = root.get_list("speaker_segments") or root.get_list("segments")
        words = [SHAPE.piece(word) for word in root.get_list("words")]
    for turn, shared in zip(turns, _shared(turns, words), strict=True):
        speaker = "speaker_id" if turn.get("speaker_id") else "speaker"
        own = turn.get_list("words")
        word = "text" if own and "word" not in own[0].mapping() else "word"  # whisper-timestamped
        pieces = SHAPE._replace(speaker=speaker, word=word).pieces(turn)
        builder.add_turn(turn, TURN._replace(speaker=speaker), pieces or shared)
    if not turns and root["text"].text().strip():
        tokens = [Piece(token["token"].text(), None, None, token.rest("token")) for token in root.get_list("logprobs")]
        builder.add(root["text"].text(), words or tokens)
    return builder.transcript()


def _shared(turns: list[Value], words: list[Piece]) -> Iterator[list[Piece]]:
    """Yields the words of each turn from one list: those that spell its text, else those that start before its end."""
    place = 0
    for turn in turns:
        first, missing = place, len(letters(turn["text"].text())) if words else 0
        while place < len(words) and missing > 0:
            missing -= len(letters(words[place].text))
            place += 1
        if missing:
            end, place = SHAPE.span(turn, untimed=True)[1], first
            while end is not None and place < len(words) and (words[place].start or 0.0) < end:
                place += 1
        yield words[first:place]


def read_cpp(file: BinaryIO, name: str) -> Transcript:
    """Reads whisper.cpp, whose tokens are subwords."""
    builder = SegmentBuilder(name)
    for turn in parsed(file, name)["transcription"].elements():
        pieces = []
        for token in turn.get_list("tokens"):
            text, offsets = token["text"].text(), token.get("offsets")
            if text.startswith("[_") and text.endswith("]"):
                builder.left_out["special tokens"] += 1
                continue
            times = (None, None) if offsets is None else MILLISECONDS.span(offsets)
            pieces.append(Piece(text, *times, values(token, "text", "timestamps", "offsets")))
        span, speaker = MILLISECONDS.span(turn["offsets"]), turn.get("speaker")
        rest = turn.rest("text", "timestamps", "offsets", "tokens", "speaker")
        builder.add(turn["text"].text(), pieces, None if speaker is None else speaker.label(), span, None, rest)
    return builder.transcript()


def read_hf(file: BinaryIO, name: str) -> Transcript:
    """Reads Transformers' pipeline. Its chunks are segments or words; insanely-fast-whisper adds those of speakers."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    text, chunks = root["text"].text(), root.get_list("speakers") or root.get_list("chunks")
    texts = [chunk["text"].text() for chunk in chunks]
    if len(text.split()) > 1 and len(chunks) > 1 and all(len(one.split()) < 2 for one in texts):
        builder.add(text, [Piece(one, *_timestamp(chunk)) for one, chunk in zip(texts, chunks, strict=True)])
        return builder.transcript()
    for one, chunk in zip(texts, chunks, strict=True):
        speaker = chunk.get("speaker")
        rest = chunk.rest("text", "timestamp", "speaker")
        builder.add(one, (), None if speaker is None else speaker.label(), _timestamp(chunk), None, rest)
    if not chunks:
        builder.add_text(root["text"])
    return builder.transcript()


def _timestamp(chunk: Value) -> Span:
    """Returns start and end; the end of the last chunk may be null."""
    times = chunk["timestamp"].elements()
    if len(times) != 2:
        raise chunk.error(f"timestamp has {len(times)} entries instead of 2", "write [start, end]")
    start, end = (None if time.raw is None else time.seconds() for time in times)
    return in_order(chunk, start, end)


TEXT_ONLY = {"text", "usage", "logprobs", "language", "languages", "task", "duration", "x_groq"}


def _looks_openai(head: str) -> bool:
    """Recognizes the responses of OpenAI's API and of compatible ones; the shortest is a text alone."""
    top = {path for path in outline(head) if not any(sign in path for sign in ".[")}
    timed = top & {"segments", "words", "speaker_segments"} and top & {"task", "duration", "usage"}
    others = top & {"word_segments", "model", "status", "tokens", "chunks", "format", "recording_id", "audio_filepath"}
    whole = head.rstrip().endswith("}")  # other keys may follow a long text
    return "text" in top and not others and bool(timed or (whole and top <= TEXT_ONLY))


_is_list = shaped("[].text", "[].start", "[].end", but=("[].start_time", "[].word"))
OTHERS = ("word_segments", "model", "task", "duration", "usage", "speaker_segments", "chunks", "status", "format")
FORMATS = (
    only_read("whisper", "JSON of Whisper", read, shaped("segments", "text|segments[].text", but=OTHERS)),
    only_read("whisperx", "JSON of WhisperX", read, shaped("segments", "word_segments")),
    only_read("openai", "JSON of OpenAI's transcription API, and of compatible APIs", read, _looks_openai),
    only_read(
        "faster_whisper",
        "JSON list of faster-whisper's segments, and any list of {start, end, text}",
        read,
        lambda head: _is_list(head) and not names_session(object_keys(head)),
    ),
    only_read(
        "voxtral",
        "JSON of Mistral's Voxtral",
        read,
        shaped("model", "text", "segments|usage", but=("word_segments", "task", "transcription")),
    ),
    only_read(
        "whispercpp", "JSON of whisper.cpp", read_cpp, shaped("transcription", "transcription[].offsets|systeminfo")
    ),
    only_read(
        "hf_pipeline",
        "JSON of Transformers' speech recognition pipeline",
        read_hf,
        shaped("text", "chunks", but=("segments", "status")),
    ),
)
