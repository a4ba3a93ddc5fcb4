"""JSON of open-source recognizers and aligners, of FunASR, Amberscript and podcasts: Vosk and Gentle among them."""

from __future__ import annotations

from typing import Any, BinaryIO

from hubbub.formats.jsonvalues import Value, label, parsed, parsed_lines
from hubbub.formats.pieces import Piece
from hubbub.formats.sniff import shaped
from hubbub.formats.talk import SegmentBuilder, Shape, Word, only_read, values
from hubbub.model.transcript import Transcript

VOSK = Shape()


def read_vosk(file: BinaryIO, name: str) -> Transcript:
    """Reads the results of Vosk: one object, a list, or one per line. Each is an utterance."""
    builder = SegmentBuilder(name)
    text = parsed_lines(file, name) if _is_lines(file) else [parsed(file, name)]
    results = text[0].elements() if len(text) == 1 and isinstance(text[0].raw, list) else text
    for result in results:
        if result.get_list("alternatives"):
            result = builder.first_alternative(result, "alternatives")
        pieces = [Piece(f" {word['word'].text()}", *VOSK.span(word), _sure(word, "conf")) for word in _words(result)]
        if result["text"].text().strip():
            builder.add(result["text"].text(), pieces, extra=result.rest("text", "result", "spk", "spk_frames"))
    return builder.transcript()


def _is_lines(file: BinaryIO) -> bool:
    """Returns whether the first line is a complete object, and others follow."""
    file.seek(0)
    lines = [line for line in file.read(1 << 20).splitlines() if line.strip()]
    file.seek(0)
    return len(lines) > 1 and lines[0].strip().endswith(b"}") and lines[1].lstrip().startswith(b"{")


def _words(result: Value) -> list[Value]:
    return result.get_list("result")


def _sure(word: Value, key: str, *used: str) -> dict[str, Any]:
    """Returns the other values of a word, with its confidence under that name."""
    sure = word.get(key)
    more = values(word, key, "word", "text", "start", "end", *used)
    return more if sure is None else {**more, "confidence": sure.number()}


def read_gentle(file: BinaryIO, name: str) -> Transcript:
    """Reads the words of a transcript that Gentle has placed in time; some may have no times."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    pieces = []
    for word in root["words"].elements():
        case = word["case"].text()
        if case == "not-found-in-transcript":
            builder.left_out["words that are not in the transcript"] += 1
            continue
        span = VOSK.span(word) if case == "success" else (None, None)
        pieces.append(Piece(f" {word['word'].text()}", *span))
    builder.add(root["transcript"].text(), pieces)
    return builder.transcript()


FUNASR = Shape(unit=1000, speaker="spk")


def read_funasr(file: BinaryIO, name: str) -> Transcript:
    """Reads FunASR: sentences with speakers, or a text whose words have times. Several keys are several sessions."""
    root = parsed(file, name)
    answers = root.elements()
    keys = {answer["key"].label() for answer in answers}
    builder = SegmentBuilder(name)
    for answer in answers:
        if len(keys) > 1:
            builder.session = answer["key"].label()
        for sentence in answer.get_list("sentence_info"):
            rest = sentence.rest("text", "start", "end", "timestamp", "spk")
            words = _stamped(sentence)
            builder.add(sentence["text"].text(), words, label(sentence.get("spk")), FUNASR.span(sentence), None, rest)
        if not answer.get_list("sentence_info"):
            builder.add(answer["text"].text(), _stamped(answer))
    return builder.transcript()


def _stamped(value: Value) -> list[Piece]:
    """Returns the words of a text with their times, if there is one pair of milliseconds for each."""
    words, stamps = value["text"].text().split(), value.get_list("timestamp")
    if len(words) != len(stamps):
        return []
    spans = []
    for stamp in stamps:
        pair = stamp.elements()
        if len(pair) != 2:
            raise stamp.error(f"{len(pair)} entries instead of 2", "write [start, end]")
        spans.append((pair[0].seconds(1000), pair[1].seconds(1000)))
    return [Piece(f" {word}", *span) for word, span in zip(words, spans, strict=True)]


def read_amberscript(file: BinaryIO, name: str) -> Transcript:
    """Reads Amberscript: segments of words, and a list of the speakers' names."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    named = {label(one.get("spkid")): label(one.get("name")) for one in root.get_list("speakers")}
    for place, segment in enumerate(root["segments"].elements()):
        speaker = label(segment.get("speaker"))
        words = [
            Piece(f" {word['text'].text()}", *VOSK.span(word), _sure(word, "conf", "duration", "pristine"))
            for word in segment["words"].elements()
        ]
        builder.add_words(Word(word, named.get(speaker) or speaker, None, place) for word in words)
    return builder.transcript()


PODCAST = Shape(text="body", words="", start="startTime", end="endTime")


def read_podcast(file: BinaryIO, name: str) -> Transcript:
    """Reads the transcript of a podcast, as its feed links it: {version, segments: [{speaker, startTime, …, body}]}."""
    builder = SegmentBuilder(name)
    for segment in parsed(file, name)["segments"].elements():
        builder.add_turn(segment, PODCAST)
    return builder.transcript()


FORMATS = (
    only_read(
        "vosk",
        "JSON of Vosk: {result, text}, a list of these, or one per line",
        read_vosk,
        shaped(
            "text|[].text|alternatives[].text",
            "result[].conf|[].result[].conf|alternatives[].result[].word",
            but=("id", "status"),
        ),
    ),
    only_read("gentle", "JSON of the aligner Gentle", read_gentle, shaped("transcript", "words[].case")),
    only_read(
        "funasr", "JSON of FunASR", read_funasr, shaped("[].key", "[].text", "[].timestamp[][]|[].sentence_info[].text")
    ),
    only_read(
        "amberscript",
        "JSON of Amberscript",
        read_amberscript,
        shaped("segments[].words[].text", "segments[].words[].pristine|speakers[].spkid"),
    ),
    only_read(
        "podcast", "JSON transcripts of podcasts", read_podcast, shaped("segments[].body", "segments[].startTime")
    ),
)
