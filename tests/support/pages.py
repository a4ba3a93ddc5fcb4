"""Meetings and pages for the tests of the report."""

from __future__ import annotations

import json
import random
import re
import zlib
from base64 import b64decode
from collections.abc import Sequence
from itertools import accumulate, islice, pairwise
from math import floor
from typing import Any

import hubbub
from hubbub import Result, Scores, Segment, Transcript
from support.paths import ROOT
from support.plans import fitting

REF, HYP = str(ROOT / "examples/meeting_ref.stm"), str(ROOT / "examples/meeting_hyp.stm")
HOSTILE = (
    "</script><script>document.title='owned'</script>",
    "<!--",
    "<img/src=x/onerror=document.title='owned'>",
    "\"'`${document.title='owned'}",
    "]]>",
    "&lt;b&gt;",
    "\u2028",
    "javascript:document.title='owned'",
)
"""Words that would do harm in a page that is put together carelessly."""
Said = Sequence[tuple[str, float | None, float | None, str]]


def unpack(html: str, block: str) -> Any:
    found = re.search(rf'<script type="application/octet-stream" id="{block}">([A-Za-z0-9+/=]*)</script>', html)
    assert found is not None
    content = json.loads(zlib.decompress(b64decode(found[1])))
    return content if block == "overview" else content[0]


def in_runs(runs: Sequence[int]) -> list[int]:
    """The places that runs stand for."""
    places: list[int] = []
    at = 0
    for gap, number in zip(runs[::2], runs[1::2], strict=True):
        places += range(at + gap, at + gap + number)
        at += gap + number
    return places


def _texts(packed: dict[str, Any], session: dict[str, Any], before: list[dict[str, Any]]) -> list[str]:
    """The words of a side, some of which are those of the reference that a score counts as correct."""
    held = (session["words"][number] for number in packed["word"])
    if "copied" not in packed:
        return list(held)
    score, unlike = session["scores"][packed["copied"]], set(in_runs(packed.get("unlike", ())))
    found: dict[int, str] = {}
    for _, _, steps, said, heard in score["lanes"]:
        words = iter(in_runs(said)), iter(in_runs(heard))
        for kind in steps:
            said_word, heard_word = (
                -1 if kind in none else next(side) for side, none in zip(words, ("I", "DO"), strict=True)
            )
            if kind == "C" and heard_word not in unlike:
                found[heard_word] = before[score["reference"]]["words"][said_word]
    return [found[place] if place in found else next(held) for place in range(sum(packed["count"]))]


def decoded_side(packed: dict[str, Any], session: dict[str, Any], before: list[dict[str, Any]]) -> dict[str, Any]:
    """A side with its words and names, and the times of all words in hundredths of a second."""
    names = session["names"]
    texts = _texts(packed, session, before)
    utterances = zip(packed["speaker"], packed["number"], packed["count"], strict=True)
    return {
        "utterances": [(names[speaker], number, count) for speaker, number, count in utterances],
        "words": texts,
        "times": _times(packed, texts) if "gap" in packed else None,
        "own": in_runs(packed.get("own", ())),
        "leads": packed.get("lead"),
    }


def _times(packed: dict[str, Any], texts: list[str]) -> list[tuple[int, int]]:
    """Times of words, some of which share those of their segment by letters."""
    shared, times = set(in_runs(packed.get("shared", ()))), []
    own = zip(packed["gap"], packed["length"], strict=True)
    segments = zip(packed.get("start", ()), packed.get("span", ()), strict=True)
    at = clock = 0
    for utterance, count in enumerate(packed["count"]):
        if utterance not in shared:
            for gap, length in islice(own, count):
                times.append((at + gap, at + gap + length))
                at += gap + length
            continue
        gap, span = next(segments)
        letters = list(map(len, texts[len(times) : len(times) + count]))
        ends = [clock + gap + span * done / sum(letters) for done in accumulate(letters, initial=0)]
        times += pairwise(floor(end * 0.1 + 0.5) for end in ends)
        clock += gap + span
    return times


def decoded(html: str, session: int = 0) -> list[dict[str, Any]]:
    """The scores of a session as the viewer reads them."""
    packed = unpack(html, f"session-{session}")
    names = packed["names"]
    sides: list[dict[str, Any]] = []
    for side in packed["sides"]:
        sides.append(decoded_side(side, packed, sides))
    scores = []
    for score in packed["scores"]:
        name = [*names, None]
        reference, hypothesis = sides[score["reference"]], sides[score["hypothesis"]]
        slices = {}
        for one in score["slices"]:
            labels = [label for label, _ in one["parts"]]
            letters = packed["codes"][one["segments"] if "segments" in one else one["words"]]
            if "segments" in one:
                counts = [count for _, _, count in reference["utterances"]]
                letters = "".join(letter * count for letter, count in zip(letters, counts, strict=True))
            of_words = [labels[ord(letter) - ord("a")] for letter in letters]
            inserted = [labels[ord(letter) - ord("a")] for letter in one["inserted"]]
            slices[one["name"]] = of_words, inserted, dict(one["parts"])
        lanes = [
            (name[speaker], name[stream], steps, in_runs(said), in_runs(heard))
            for speaker, stream, steps, said, heard in score["lanes"]
        ]
        scores.append({**score, "reference": reference, "hypothesis": hypothesis, "lanes": lanes, "slices": slices})
    return scores


def example(metrics: list[str]) -> list[Scores]:
    return [one for name in metrics for one in [hubbub.score(name, REF, HYP)] if isinstance(one, Scores)]


def meeting(speakers: dict[str, str], streams: dict[str, str]) -> Result:
    found = hubbub.cpwer(speakers, streams)
    assert isinstance(found, Result)
    return found


def scored(metric: str, said: Said, heard: Said) -> Result:
    """Speaker, start, end and words of each segment of a session, under any metric, the timed ones included."""
    left, right = (
        Transcript([Segment(words, "m", who, start, end) for who, start, end, words in side]) for side in (said, heard)
    )
    found = hubbub.score(metric, left, right, **fitting(metric, collar=5))
    assert isinstance(found, (Result, Scores))
    return found if isinstance(found, Result) else found["m"]


def long_meeting(words: int, speakers: int = 6, session: str = "long", seed: int = 1) -> Scores:
    """People talking in turns for as long as it takes, heard with errors, some on the wrong stream."""
    chance = random.Random(seed)
    vocabulary = [f"word{i}" for i in range(3000)]
    reference, hypothesis, at, said = [], [], 0.0, 0
    while said < words:
        who, size = chance.randrange(speakers), chance.randint(1, 25)
        text = [chance.choice(vocabulary) for _ in range(size)]
        heard = [w if chance.random() > 0.2 else chance.choice(vocabulary) for w in text if chance.random() > 0.05]
        end = at + 0.3 * size
        reference.append(Segment(" ".join(text), session, f"S{who}", at, end))
        stream = who if chance.random() > 0.1 else chance.randrange(speakers)
        hypothesis.append(Segment(" ".join(heard), session, f"spk{stream}", at + 0.05, end + 0.05))
        at = end - 0.2 * chance.random()
        said += size
    scores = hubbub.cpwer(Transcript(reference), Transcript(hypothesis))
    assert isinstance(scores, (Result, Scores))
    return scores if isinstance(scores, Scores) else Scores({session: scores}, scores.metric, scores.signature)


def talk(metric: str = "cpwer") -> Scores:
    """A short talk with times: a substitution, a deletion, an insertion, and a session that begins at 1.3 s."""
    said = [("A", 1.3, 11, "we were allowed to begin here today"), ("B", 12, 20, "very well then let us see")]
    heard = [("s", 1.3, 11, "we were like to begin here"), ("t", 12, 20.95, "very well then let us see now")]
    result = scored(metric, said, heard)
    return Scores({"m": result}, result.metric, result.signature)
