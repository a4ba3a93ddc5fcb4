"""WebVTT: cues with times and voice tags, as Teams, Zoom, Whisper and YouTube write them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from itertools import pairwise
from typing import Any, BinaryIO

from hubbub.errors import FormatError
from hubbub.formats import subtitles
from hubbub.formats.base import Format
from hubbub.formats.files import in_memory
from hubbub.formats.jsonvalues import parse
from hubbub.formats.subtitles import TIME, TOUCHING, Cue, Times
from hubbub.formats.vtt_cues import HEADER, read_cues, shifted
from hubbub.model.transcript import Segment, Transcript

_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?(?:[\s:=]+([^<>]*))?>|</v\s*>", re.IGNORECASE)
_STAMP = re.compile(rf"<({TIME})>")
_TAGS = re.compile(r"</?(?:[cibu]|lang|ruby|rt)(?:[.\s][^<>]*)?>")
"""Standard WebVTT tags. Other words in angle brackets are words, as recognizers write them."""
_CUT = re.compile(r"<(?:[vc]\b|/|[0-9])[^<>]*$")
METADATA = "write an object with speakerName and spokenText, as Teams does"


def read(file: BinaryIO, name: str) -> Transcript:
    left_out: Counter[str] = Counter()
    cues, clocks = read_cues(file, name, left_out)
    for cue in cues:
        if cue.lines and _CUT.search(cue.lines[-1]):
            raise FormatError(name, cue.line + len(cue.lines), "an incomplete tag", "download or save the file again")
    if any(_is_object(cue) for cue in cues):
        return subtitles.transcript([_from_metadata(cue, name) for cue in cues], name, left_out)
    if any(_STAMP.search(line) for cue in cues for line in cue.lines):
        cues = _stamped(cues, name, left_out)
    else:
        cues = subtitles.without_highlights(cues, left_out)
    return subtitles.transcript([shifted(turn, clocks) for cue in cues for turn in _turns(cue)], name, left_out)


# Teams' metadata: a JSON object in every cue


def _is_object(cue: Cue) -> bool:
    return bool(cue.lines) and cue.lines[0].lstrip().startswith('{"')


def _from_metadata(cue: Cue, name: str) -> Cue:
    try:
        entry: Any = parse(in_memory("\n".join(cue.lines).encode()), name)
    except FormatError as error:
        raise FormatError(name, cue.line + (error.line or 1), error.what, error.remedy) from None
    place = cue.line + 1
    if not isinstance(entry, dict):
        raise FormatError(name, place, "not a JSON object", METADATA)
    words, speaker = entry.pop("spokenText", None), entry.pop("speakerName", None)
    if not isinstance(words, str):
        raise FormatError(name, place, "spokenText is missing or not a string", METADATA)
    if speaker is not None and not isinstance(speaker, str):
        raise FormatError(name, place, "speakerName is not a string", METADATA)
    return cue._replace(lines=[words], speaker=speaker or None, extra=entry or None)


# YouTube's words with times


def _stamped(cues: list[Cue], name: str, left_out: Counter[str]) -> list[Cue]:
    """Returns the cues with word times, without repeated lines: YouTube shows each line again above the next one."""
    found: list[Cue] = []
    end, above = 0.0, ""
    for cue in cues:
        lines = [line for line in cue.lines if line.strip()]
        plain = [_plain(_STAMP.sub("", line)).split() for line in lines]
        if plain and " ".join(plain[0]) == above and not _STAMP.search(lines[0]) and cue.start - end < TOUCHING:
            left_out["repeated lines"] += 1
            lines = lines[1:]
            if not lines:
                end = cue.end
                continue
        found.append(cue._replace(lines=[_STAMP.sub("", line) for line in lines], word_times=_times(cue, lines, name)))
        end, above = cue.end, " ".join(plain[-1]) if plain else ""
    return found


def _times(cue: Cue, lines: list[str], name: str) -> Times | None:
    """Returns the times of the words, each up to the next; None unless every word has a time."""
    pieces = _STAMP.split(" ".join(lines))
    bounds = [cue.start]
    for stamp in pieces[1::2]:
        time = subtitles.seconds(stamp)
        if time is None or not bounds[-1] <= time <= cue.end:
            what = f"the time <{stamp}> is outside its cue, or before an earlier time"
            raise FormatError(name, cue.line, what, "put them in ascending order, between start and end of the cue")
        bounds.append(time)
    words = [_plain(_VOICE.sub(" ", piece)).split() for piece in pieces[::2]]
    if any(len(piece) > 1 for piece in words):
        return None
    starts = [bound for bound, piece in zip(bounds, words, strict=True) if piece]
    return tuple(pairwise([*starts, cue.end]))


# Voice tags


def _turns(cue: Cue) -> Iterator[Cue]:
    """Splits a cue where another voice tag begins."""
    text = "\n".join(cue.lines)
    turns: list[tuple[str | None, str]] = []
    speaker, place = None, 0
    for voice in [*_VOICE.finditer(text), None]:
        piece = text[place : voice.start() if voice else len(text)]
        if turns and turns[-1][0] == speaker:
            turns[-1] = speaker, f"{turns[-1][1]} {piece}"
        elif piece.strip() or speaker is not None:
            turns.append((speaker, piece))
        if voice is not None:
            place, speaker = voice.end(), _unquoted(_plain(voice[1] or "").strip()) or None
    for speaker, piece in turns or [(None, "")]:
        yield cue._replace(speaker=speaker, lines=_plain(piece).split("\n"))


def _unquoted(name: str) -> str:
    return name[1:-1].strip() if len(name) > 1 and name[0] == name[-1] in "\"'" else name


def _plain(text: str) -> str:
    """Returns text without tags, with entities such as &amp; decoded."""
    text = _TAGS.sub("", text)
    if "&" not in text:
        return text
    return unescape(text)


def write(transcript: Transcript) -> str:
    return subtitles.write(transcript, read, _shown, f"{HEADER}\n\n")


def _shown(_: int, segment: Segment) -> str:
    start, end = (subtitles.written(time, ".") for time in (segment.start, segment.end) if time is not None)
    voice = "" if segment.speaker is None else f"<v {_escaped(segment.speaker)}>"
    return f"{start} --> {end}\n{voice}{_escaped(segment.words)}".rstrip("\n") + "\n"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


FORMAT = Format(
    name="vtt",
    about="WebVTT: subtitles with speakers, also from Teams, Zoom, Whisper and YouTube",
    suffixes=(".vtt",),
    read=read,
    write=write,
    matches=lambda head: head.startswith(HEADER),
    fields=frozenset({"speaker", "start", "end", "words", "turns", "untimed"}),
    priority=94,
    is_distinctive=True,
    one_session=True,
    decimals=subtitles.DECIMALS,
)
