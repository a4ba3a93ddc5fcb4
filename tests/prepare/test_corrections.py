"""Notes of a user, as the report page exports them: scoring with them is scoring files that were edited by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.running import Hubbub

import hubbub as api
from hubbub import Result, Segment, Transcript
from hubbub.errors import HubbubError, OptionError

WORDS = ("a", "b", "C.", "don't", "-")
METRICS = ["cpwer", "orcwer", "tcpwer"]
HERE = {"speaker": "A", "segment": 0, "start": 0.0, "word": 1, "text": "two"}
REF, HYP = [Segment("one two three", "m", "A", 0, 3)], [Segment("one too three four", "m", "x", 0, 3)]


def note(mark: str, reference: Any = None, hypothesis: Any = None, **more: Any) -> dict[str, Any]:
    words = {"reference": reference, "hypothesis": hypothesis}
    return {"session": "m", "mark": mark, **{side: word for side, word in words.items() if word}, **more}


def scored(ref: Any, hyp: Any, *notes: dict[str, Any], metric: str = "cpwer", **options: Any) -> Result:
    chosen: dict[str, Any] = {"corrections": {"corrections": list(notes)}} if notes else {}
    found = api.score(metric, Transcript(ref), Transcript(hyp), **chosen, **options)
    assert isinstance(found, Result)
    return found


@st.composite
def sides(draw: st.DrawFn) -> list[Segment]:
    """Segments of two speakers, some of which begin together."""
    starts = draw(st.lists(st.integers(0, 4), min_size=1, max_size=4))
    texts = st.lists(st.sampled_from(WORDS), max_size=4)
    timed = draw(st.booleans())
    made = []
    for at in starts:
        words = draw(texts)
        times = tuple((at + i / 4, at + i / 4 + 0.25) for i in range(len(words))) if timed else None
        made.append(Segment(" ".join(words), "m", draw(st.sampled_from("AB")), float(at), at + 1.0, word_times=times))
    return made


def named(segments: list[Segment], place: int, word: int, text: str) -> dict[str, Any]:
    """A word as the page names it."""
    one = segments[place]
    of_speaker = sorted((s.start, i) for i, s in enumerate(segments) if s.speaker == one.speaker)
    segment = of_speaker.index((one.start, place))
    return {"speaker": one.speaker, "segment": segment, "start": one.start, "word": word, "text": text, "system": "hyp"}


def by_hand(segments: list[Segment], place: int, word: int, instead: str) -> None:
    """Edit one word as in a file: what replaces it has its time."""
    one = segments[place]
    words, times = one.words.split(), list(one.word_times or ())
    words[word : word + 1] = instead.split()
    if times:
        times[word : word + 1] = [times[word]] * len(instead.split())
    segments[place] = one._replace(words=" ".join(words), word_times=tuple(times) if one.word_times else None)


@settings(max_examples=150, deadline=None)
@given(sides(), sides(), st.booleans(), st.data())
def test_corrections_equal_edits_by_hand(
    ref: list[Segment], hyp: list[Segment], lower: bool, data: st.DataObject
) -> None:
    clean = (lambda word: word.lower().strip(".-")) if lower else str
    edited = list(ref), list(hyp)
    notes, seen = [], set()
    for _ in range(data.draw(st.integers(0, 3))):
        side = data.draw(st.integers(0, 1))
        segments = (ref, hyp)[side]
        spots = [
            (place, word, len([w for w in one.words.split()[:word] if clean(w)]))
            for place, one in enumerate(segments)
            for word in range(len(one.words.split()))
            if clean(one.words.split()[word]) and (side, place) not in seen
        ]
        if not spots:
            continue
        place, word, unit = data.draw(st.sampled_from(spots))
        seen.add((side, place))
        instead = data.draw(st.sampled_from(["", "b"])) if side == 0 else ""
        mark = "wrong" if instead else data.draw(st.sampled_from(["wrong", "ignore"]))
        name = named(segments, place, unit, clean(segments[place].words.split()[word]))
        notes.append(note(mark, **{("reference", "hypothesis")[side]: name}, instead=instead))
        by_hand(edited[side], place, word, instead)
    options: dict[str, Any] = {"normalizer": lambda text: " ".join(clean(w) for w in text.split())} if lower else {}
    for metric in METRICS:
        more = {**options, "collar": 1} if metric == "tcpwer" else options
        with_notes = scored(ref, hyp, *notes, metric=metric, **more)
        edits = scored(*edited, metric=metric, **more)
        assert with_notes.counts == edits.counts
        assert list(with_notes.alignment.pairs()) == list(edits.alignment.pairs())


def test_each_mark_does_what_it_says() -> None:
    too = {**HERE, "speaker": "x", "text": "too"}
    four = {**HERE, "speaker": "x", "word": 3, "text": "four"}
    assert scored(REF, HYP).errors == 2
    assert scored(REF, HYP, note("wrong", HERE, too, instead="too")).errors == 1
    assert scored(REF, HYP, note("wrong", HERE, too)).insertions == 2
    ignored = scored(REF, HYP, note("ignore", HERE, too))
    assert (ignored.errors, ignored.length) == (1, 2)
    assert scored(REF, HYP, note("wrong", None, four)).errors == 1
    remarked = scored(REF, HYP, note("comment", HERE, too, comment="mumbled"))
    assert remarked.errors == 2
    assert "|corrections:0-" in remarked.signature


def test_a_note_finds_its_word_after_a_change_elsewhere() -> None:
    before = [Segment("well", "m", "A", 0, 1), Segment("uh one two three", "m", "A", 5, 8)]
    name = {**HERE, "segment": 0, "start": 5.0}
    assert scored(before, HYP, note("wrong", name, instead="too")).substitutions == 0


def test_characters_and_normalisers_that_look_at_neighbours() -> None:
    chars = scored(REF, HYP, note("ignore", {**HERE, "word": 4, "text": "w"}, unit="char"), unit="char")
    assert chars.length == len("onetwothree") - 1
    ref = [Segment("at twenty one street", "m", "A", 0, 3)]
    joins: dict[str, Any] = {"normalizer": lambda text: text.replace("twenty one", "21")}
    found = scored(ref, HYP, note("wrong", {**HERE, "text": "21"}, instead="too"), **joins)
    assert [pair.reference.text for pair in found.alignment.pairs() if pair.reference] == ["at", "too", "street"]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (
            note("wrong", {**HERE, "text": "six"}),
            "entry 1: session m: the reference has changed: word 2 .* is 'two', not 'six'",
        ),
        (note("wrong", {**HERE, "start": 9.0}), "entry 1: session m: the reference has no segment at 9.00 s of A"),
        ({**note("wrong", HERE), "session": "z"}, "entry 1: session z is not scored"),
        (note("odd", HERE), "the mark is 'odd'"),
        (note("wrong"), "entry 1: names no word"),
        (note("wrong", {"speaker": "A"}), "entry 1: has no 'segment'"),
        (note("wrong", {**HERE, "word": "1"}), "entry 1: word is '1'"),
        (note("wrong", {**HERE, "start": "soon"}), "entry 1: start is 'soon', which is not valid"),
        ({**note("wrong", HERE), "session": None}, "entry 1: session is None, which is not valid"),
        ({**note("wrong", HERE), "unit": "line"}, "entry 1: the unit is 'line', not one of word, char"),
        ({**note("wrong"), "reference": "two"}, "entry 1: 'two' names no word"),
        (7, "entry 1: 7 is not a correction"),
    ],
)
def test_a_note_that_does_not_fit_is_named(entry: Any, said: str) -> None:
    with pytest.raises(HubbubError, match=said):
        scored(REF, HYP, entry)


def test_the_same_word_twice_and_streams_are_refused() -> None:
    with pytest.raises(HubbubError, match="entry 2: applies to the same word as entry 1"):
        scored(REF, HYP, note("wrong", HERE), note("ignore", HERE))
    two = [note("ignore", None, {**HERE, "speaker": "x", "text": "too", "system": name}) for name in "AB"]
    with pytest.raises(OptionError, match="several systems"):
        scored(REF, HYP, *two)


def test_compared_systems_have_their_own_notes() -> None:
    heard = {**HERE, "speaker": "x", "word": 3, "text": "four", "system": "A"}
    notes = {"notes": [note("ignore", None, heard)]}
    systems = {"A": Transcript(HYP), "B": Transcript(HYP)}
    (found,) = api.compare(Transcript(REF), systems, "cpwer", corrections=notes)
    assert found.errors == (1, 2)


def test_files_of_version_0_2_are_read() -> None:
    entries = [note("ignore", HERE)]
    new, old = (
        api.cpwer(Transcript(REF), Transcript(HYP), corrections={key: entries}) for key in ("corrections", "notes")
    )
    assert (old.errors, old.length, old.signature) == (new.errors, new.length, new.signature)


def test_the_command_scores_anew_and_says_so(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp, notes = (tmp_path / name for name in ("ref.stm", "sys.stm", "notes.json"))
    api.dump(Transcript(REF), ref)
    api.dump(Transcript(HYP), hyp)
    heard = {**HERE, "speaker": "x", "text": "too", "system": "sys"}
    notes.write_text(
        json.dumps({"corrections": [note("wrong", HERE, heard, instead="too"), note("comment", HERE)]}),
        encoding="utf-8",
    )
    run = hubbub("cpwer", "-r", ref, "-h", hyp, "--corrections", notes)
    assert run.code == 0, run.err
    assert "|corrections:1-" in run.out
    assert "1 correction (1 of the reference, 0 ignored; 1 comment)" in run.err
    assert "33.33%" in run.out
    other = hubbub("cpwer", "-r", ref, "-h", f"other={hyp}", "--corrections", notes)
    assert other.code == 1
    assert "-h sys=FILE" in other.err
    streamed = hubbub("cpwer", "-r", ref, "-h", hyp, "--corrections", notes, "--stream")
    assert (streamed.code, streamed.out, streamed.err) == (run.code, run.out, run.err)
    notes.write_text("{", encoding="utf-8")
    assert (
        "notes.json: not JSON; use corrections exported from a report page"
        in hubbub("wer", "-r", ref, "-h", hyp, "--corrections", notes).err
    )
