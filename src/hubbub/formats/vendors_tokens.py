"""JSON of Speechmatics, Soniox and pyannoteAI: lists of words, subwords and punctuation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import BinaryIO

from hubbub.formats.jsonvalues import Value, label, parsed, text
from hubbub.formats.pieces import Piece, SpeakerSpans, letters
from hubbub.formats.sniff import shaped
from hubbub.formats.talk import EVENTS, SegmentBuilder, Shape, Word, only_read, values
from hubbub.formats.vendors_speech import finished
from hubbub.model.transcript import Transcript

SPEECHMATICS = Shape(start="start_time", end="end_time")
RESULT = ("type", "start_time", "end_time", "alternatives", "attaches_to", "channel", "is_eos")


def read_speechmatics(file: BinaryIO, name: str) -> Transcript:
    """Reads Speechmatics, version 2: words and attached punctuation. Consecutive words of one speaker are a turn."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    job = root.get("job")
    builder.set_duration(None if job is None else job.get("duration"))
    builder.add_words(_speechmatics_words(root, builder))
    return builder.transcript()


def _speechmatics_words(root: Value, builder: SegmentBuilder) -> Iterator[Word]:
    blank, hangs = _delimiter(root), True
    speaker = None
    for result in root["results"].elements():
        kind = result["type"].text()
        if kind not in ("word", "punctuation", "entity"):
            builder.left_out[EVENTS if kind == "audio_event" else f"{kind} marks"] += 1
            continue
        best = builder.first_alternative(result, "alternatives")
        content, attaches = best["content"].text(), text(result.get("attaches_to"))
        if kind == "punctuation" and (attaches or "previous") in ("previous", "both"):
            before, known = "", {}
        else:
            before, known = "" if hangs else blank, values(best, "content", "speaker") | result.rest(*RESULT)
        hangs = attaches in ("next", "both")
        if kind != "punctuation" or before or speaker is None:
            speaker = label(best.get("speaker"))
        span = SPEECHMATICS.span(result)
        piece = Piece(before + content, *((None, None) if kind == "punctuation" else span), known)
        yield Word(piece, speaker, label(result.get("channel")))


def _delimiter(root: Value) -> str:
    """Returns the text between words, which is empty in some languages."""
    metadata = root.get("metadata")
    pack = None if metadata is None else metadata.get("language_pack_info")
    found = None if pack is None else pack.get("word_delimiter")
    return " " if found is None else found.text()


OLD = Shape(word="name", start="time", end="", duration="duration")


def read_speechmatics_v1(file: BinaryIO, name: str) -> Transcript:
    """Reads Speechmatics, version 1: words, and a separate list of speaker turns."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    turns = root.get_list("speakers")
    names, spans_of_speakers = [label(turn["name"]) for turn in turns], SpeakerSpans([OLD.span(turn) for turn in turns])
    words: list[Word] = []
    place = 0
    for word in root["words"].elements():
        piece = OLD.piece(word)
        if not letters(piece.text) and words:  # punctuation
            words.append(Word(Piece(piece.text.strip()), words[-1].speaker, None, place))
            continue
        found = spans_of_speakers.at(piece.start or 0.0)
        place = place if found is None else found
        words.append(Word(piece, names[place] if names else None, None, place))
    builder.add_words(words)
    return builder.transcript()


SONIOX = Shape(word="text", start="start_ms", end="end_ms", unit=1000, blank=True, untimed=True)


def read_soniox(file: BinaryIO, name: str) -> Transcript:
    """Reads Soniox: subwords; a space begins the next word."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    builder.add_words(_soniox_words(root["tokens"].elements(), builder))
    if not builder.segments and root.get("text"):
        builder.add_text(root["text"])
    return builder.transcript()


def _soniox_words(tokens: list[Value], builder: SegmentBuilder) -> Iterator[Word]:
    for token in tokens:
        value = token["text"].text()
        if text(token.get("translation_status")) == "translation":
            builder.left_out["translated tokens"] += 1
        elif token.raw.get("is_audio_event"):
            builder.left_out[EVENTS] += 1
        elif value in ("<end>", "<fin>"):
            builder.left_out["end marks"] += 1
        else:
            speaker = label(token.get("speaker"))
            yield Word(SONIOX.piece(token, "speaker", "translation_status", "is_audio_event"), speaker)


PYANNOTE = Shape(word="text")


def read_pyannoteai(file: BinaryIO, name: str) -> Transcript:
    """Reads pyannoteAI: turns with words, or only the turns of a diarization."""
    root, builder = parsed(file, name), SegmentBuilder(name)
    finished(root, "succeeded")
    output = root.get("output") or root
    words: dict[str | None, list[Piece]] = defaultdict(list)
    for word in output.get_list("wordLevelTranscription"):
        words[label(word.get("speaker"))].append(PYANNOTE.piece(word))
    turns = output.get_list("turnLevelTranscription")
    for turn in turns:
        builder.add_turn(turn, PYANNOTE, _taken(words[label(turn.get("speaker"))], turn["text"].text()))
    if not turns:
        flat = [
            Word(PYANNOTE.piece(word), label(word.get("speaker"))) for word in output.get_list("wordLevelTranscription")
        ]
        builder.add_words(flat)
    if not turns and not words and not output.get("identification", "turnLevelTranscription"):
        output["diarization"].elements()  # raises if it is missing too
    for turn in output.get_list("identification") or output.get_list("diarization"):
        if turns or words:
            builder.left_out["turns of the diarization"] += 1
        else:
            rest = turn.rest("speaker", "start", "end")
            builder.add("", (), label(turn.get("speaker")), PYANNOTE.span(turn), None, rest)
    return builder.transcript()


def _taken(words: list[Piece], said: str) -> list[Piece]:
    """Removes and returns the next words of a speaker, as many as spell the text."""
    taken, missing = 0, len(letters(said))
    while taken < len(words) and missing > 0:
        missing -= len(letters(words[taken].text))
        taken += 1
    found = words[:taken]
    del words[:taken]
    return found


FORMATS = (
    only_read("speechmatics", "JSON of Speechmatics (json-v2)", read_speechmatics, shaped("format", "results")),
    only_read("speechmatics_v1", "JSON of Speechmatics, version 1", read_speechmatics_v1, shaped("format", "words")),
    only_read(
        "soniox", "JSON of Soniox", read_soniox, shaped("tokens", "id|text|tokens[].start_ms", but=("segments",))
    ),
    only_read(
        "pyannoteai",
        "JSON of pyannoteAI",
        read_pyannoteai,
        shaped("output.diarization|output.turnLevelTranscription|output.identification|jobId|diarization[].speaker"),
    ),
)
