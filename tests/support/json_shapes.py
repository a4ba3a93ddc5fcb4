"""JSON of recognisers, services and corpora in a line or two, and what is to be read from it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from hubbub.formats import loads
from hubbub.formats.files import in_memory
from hubbub.formats.registry import detect


class Case(NamedTuple):
    """A file, and what it holds."""

    format: str
    content: Any
    segments: list[tuple[Any, ...]]
    """Words, speaker, start, end, and whatever comes after them in `held`."""
    left_out: dict[str, int] | None = None


WORDS = [
    {"word": " ab", "start": 0, "end": 1},
    {"word": "c", "start": 1, "end": 2},
    {"word": " d", "start": 2, "end": 3},
]
ONE_TWO = [(0.0, 2.0), (2.0, 3.0)]


def whisper(*segments: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"text": "", "segments": list(segments), "language": "en", **more}


def turn(text: Any = "abc d", start: Any = 0, end: Any = 3, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "text": text, **more}


def aws(*items: tuple[str, str | None], **more: Any) -> dict[str, Any]:
    """Items of a word and its start, which lasts a second; or of a sign."""
    made = []
    for place, (text, start) in enumerate(items):
        item: dict[str, Any] = {"alternatives": [{"content": text, "confidence": "0.5"}], "type": "punctuation"}
        if start is not None:
            item |= {"type": "pronunciation", "start_time": start, "end_time": str(float(start) + 1)}
        made.append(item | {key: value[place] for key, value in more.items() if isinstance(value, list)})
    return {"results": {"transcripts": [], "items": made, **{k: v for k, v in more.items() if isinstance(v, dict)}}}


def deepgram(*channels: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "metadata": {},
        "results": {"channels": [{"alternatives": [{"words": words}]} for words in channels], **more},
    }


def heard(word: str, start: float, speaker: Any = None, **more: Any) -> dict[str, Any]:
    return {"word": word, "start": start, "end": start + 1, "speaker": speaker, **more}


def google(*words: tuple[str, str, Any], **more: Any) -> dict[str, Any]:
    found = [
        {"word": word, "startTime": start, "endTime": start, **({} if tag is None else {"speakerTag": tag})}
        for word, start, tag in words
    ]
    return {"alternatives": [{"words": found, **more}]}


def azure(best: dict[str, Any], **more: Any) -> dict[str, Any]:
    phrase = {"offsetInTicks": 0, "durationInTicks": 10_000_000, "nBest": [best], "recognitionStatus": "Success"}
    return {"recognizedPhrases": [phrase | more]}


def spoken(content: str, start: float, kind: str = "word", **more: Any) -> dict[str, Any]:
    best = {"content": content, **({"speaker": more.pop("speaker")} if "speaker" in more else {})}
    return {"type": kind, "start_time": start, "end_time": start + 1, "alternatives": [best], **more}


def speechmatics(*results: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"format": "2.9", "metadata": more, "results": list(results)}


def supervision(start: float, **more: Any) -> dict[str, Any]:
    return {"id": "u", "recording_id": "r", "start": start, "duration": 1, "text": "a", "speaker": "A", **more}


def check_case(case: Case) -> None:
    """It is known by its content alone, and holds what the case says."""
    format, content, segments, left_out = case
    text = json.dumps(content)
    assert detect(in_memory(text.encode()), "unnamed").name == format
    found = loads(text)
    assert len(found) == len(segments)
    for segment, wanted in zip(found, segments, strict=True):
        held = (
            segment.words, segment.speaker, segment.start, segment.end,
            None if segment.word_times is None else list(segment.word_times), segment.channel, segment.extra,
        )  # fmt: skip
        assert held[: len(wanted)] == wanted
    assert found.left_out == (left_out or {})
