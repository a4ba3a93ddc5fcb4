"""JSON of DiarizationLM: texts with a speaker for each word, of both sides. Each utterance is a session."""

from __future__ import annotations

from itertools import groupby
from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats import table_columns as tables
from hubbub.formats.jsonvalues import Value, parsed
from hubbub.formats.serialized import split_speakers
from hubbub.formats.sniff import shaped
from hubbub.formats.talk import only_read
from hubbub.model.reading_options import DETECTED, Reading
from hubbub.model.tables import counted
from hubbub.model.transcript import Segment, Transcript

SIDES = ("ref_text", "hyp_text")


def read(file: BinaryIO, name: str, reading: Reading = DETECTED) -> Transcript:
    """Reads the only side of a file, or the text that the user chose."""
    utterances = parsed(file, name)["utterances"].elements()
    sides = _sides(utterances)
    if len(sides) == 2 and reading.text_column is None:
        what = f"contains both sides, {' and '.join(sides)}"
        raise FormatError(name, None, what, f"score them with `hubbub cpwer {name}`, or make one file for each")
    return _transcript(utterances, name, reading, sides[0] if sides else SIDES[1])


def pair(file: BinaryIO, name: str, readings: tuple[Reading, Reading]) -> tuple[Transcript, Transcript]:
    """Reads both sides."""
    utterances = parsed(file, name)["utterances"].elements()
    left, right = (_transcript(utterances, name, *one) for one in zip(readings, SIDES, strict=True))
    return left, right


def has_both(file: BinaryIO, name: str) -> bool:
    return len(_sides(parsed(file, name)["utterances"].elements())) == 2


def _sides(utterances: list[Value]) -> list[str]:
    return [key for key in SIDES if any(utterance.get(key) for utterance in utterances)]


def _transcript(utterances: list[Value], name: str, reading: Reading, side: str) -> Transcript:
    names = dict.fromkeys(key for utterance in utterances for key in utterance.mapping())
    tables.chosen_layout(names, reading, name)  # raises if a chosen key does not exist
    chosen = reading.columns()
    text = chosen.get("words", side)
    session, speakers = chosen.get("session_id", "utterance_id"), chosen.get("speaker", "")
    if speakers[:4] != text[:4]:  # those of the other side
        speakers = text.replace("_text", "_spk")
    return Transcript(
        [turn for utterance in utterances for turn in _turns(utterance, text, speakers, session)],
        name,
    )


def _turns(utterance: Value, text: str, speakers: str, session: str) -> list[Segment]:
    """Returns the turns of an utterance: consecutive words of one speaker."""
    words, found, name = utterance[text].text(), utterance.get(speakers), utterance[session].label()
    if found is None:
        return list(split_speakers([Segment(" ".join(words.split()), name)]))
    said, whose = words.split(), found.text().split()
    if len(said) != len(whose):
        raise found.error(
            f"{counted(len(whose), 'speaker')} for {counted(len(said), 'word')}", f"give one for each word of {text}"
        )
    groups = groupby(zip(whose, said, strict=True), key=lambda pair: pair[0])
    turns = [Segment(" ".join(word for _, word in group), name, speaker) for speaker, group in groups]
    return turns or [Segment("", name)]


FORMAT = only_read(
    "diarizationlm",
    "JSON of DiarizationLM: texts with a speaker for each word",
    read,
    shaped("utterances[].utterance_id", "|".join(f"utterances[].{side}" for side in SIDES)),
    one_session=False,
)._replace(read_as=read)
