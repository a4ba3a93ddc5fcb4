"""JSON of recognisers and corpora beyond the samples: without speakers, words or times, with what is no word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.json_shapes import (
    ONE_TWO,
    WORDS,
    Case,
    azure,
    check_case,
    google,
    heard,
    speechmatics,
    spoken,
    supervision,
    turn,
    whisper,
)

from hubbub.errors import FormatError
from hubbub.formats import load, loads
from hubbub.formats.registry import HEAD

CASES = {
    "whisper heard nothing": Case("whisper", whisper(), [("", None, 0, 0)]),
    "whisper, parts of words": Case("whisper", whisper(turn(words=WORDS)), [("abc d", None, 0, 3, ONE_TWO)]),
    "whisper-timestamped": Case(
        "whisper",
        whisper(turn("a.", words=[{"text": "a.", "start": 0, "end": 1, "confidence": 0.5}])),
        [("a.", None, 0, 3, [(0, 1)], None, {"word_confidence": [0.5]})],
    ),
    "whisper, no blanks": Case(
        "whisper", whisper(turn("会议d", words=[{**WORDS[0], "word": "会"}, {**WORDS[1], "word": "议d"}])),
        [("会议d", None, 0, 3, [(0, 2)])],
    ),
    "whisper, other words": Case(
        "whisper", whisper(turn("x y", words=WORDS)), [("x y", None, 0, 3, None)],
        {"word times that do not fit the text": 3},
    ),
    "whisper, a dash of its own": Case(
        "whisper",
        whisper(turn("abc - d", words=[*WORDS[:2], {"word": " -"}, WORDS[2]])),
        [("abc - d", None, 0, 3, [(0, 2), (2, 2), (2, 3)])],
    ),
    "whisperx, speakers of words": Case(
        "whisperx",
        whisper(turn("ab d", speaker="A", words=[heard("ab", 0, "A"), heard("d", 1, "B")]), word_segments=[]),
        [("ab d", "A", 0, 3, [(0, 1), (1, 2)], None, {"word_speaker": ["A", "B"]})],
    ),
    "whisperx, not aligned": Case("whisper", {"segments": [turn()], "language": "en"}, [("abc d", None, 0, 3)]),
    "openai, words only": Case(
        "openai", {"task": "transcribe", "duration": 3, "text": "Abc, d.", "words": WORDS},
        [("Abc, d.", None, 0, 3, ONE_TWO)],
    ),
    "openai, words that fit only one segment": Case(
        "openai",
        {"duration": 3, "text": "", "words": WORDS, "segments": [turn("abx", 0, 2), turn("D!", 2, 3)]},
        [("abx", None, 0, 2, None), ("D!", None, 2, 3, [(2, 3)])],
        {"word times that do not fit the text": 2},
    ),
    "openai, logprobs": Case(
        "openai",
        {"text": "abc d", "logprobs": [{"token": t, "logprob": p} for t, p in (("ab", -1), ("c", -2), (" d", -3))]},
        [("abc d", None, None, None, None, None, {"word_logprob": [[-1, -2], -3]})],
    ),
    "together": Case(
        "openai",
        {"duration": 3, "text": "a", "segments": [turn()], "speaker_segments": [turn(speaker_id="S", words=WORDS)]},
        [("abc d", "S", 0, 3, ONE_TWO)],
    ),
    "list of segments": Case("faster_whisper", [turn(speaker="A"), turn("", words=None)], [("abc d", "A"), ("", None)]),
    "voxtral, text only": Case("voxtral", {"model": "v", "text": "a b", "segments": [], "usage": {}}, [("a b", None)]),
    "voxtral, null": Case(
        "voxtral", {"model": "v", "text": "", "segments": [turn("a", None, None, speaker_id=None)]},
        [("a", None, None, None)],
    ),
    "whisper.cpp, tokens": Case(
        "whispercpp",
        {"systeminfo": "", "transcription": [{
            "offsets": {"from": 0, "to": 3000}, "text": " abc d", "speaker_turn_next": True,
            "tokens": [
                {"text": text, "offsets": {"from": start, "to": start + 1000}, "p": p}
                for text, start, p in (("[_BEG_]", 0, 1), (" ab", 0, 0.5), ("c", 1000, 0.25), (" d", 2000, 1))
            ],
        }]},
        [("abc d", None, 0, 3, ONE_TWO, None, {"speaker_turn_next": True, "word_confidence": [0.25, 1]})],
        {"special tokens": 1},
    ),
    "transformers, words": Case(
        "hf_pipeline",
        {"text": " a b", "chunks": [{"text": " a", "timestamp": [0, 1]}, {"text": " b", "timestamp": [1, 2]}]},
        [("a b", None, 0, 2, [(0, 1), (1, 2)])],
    ),
    "transformers, no blanks": Case(
        "hf_pipeline",
        {"text": "会议", "chunks": [{"text": "会", "timestamp": [0, 1]}, {"text": "议", "timestamp": [1, None]}]},
        [("会", None, 0, 1), ("议", None, 1, None)],
    ),
    "insanely-fast-whisper": Case(
        "hf_pipeline",
        {"text": "a b", "chunks": [], "speakers": [{"speaker": "S", "text": " a b", "timestamp": [0, 1]}]},
        [("a b", "S", 0, 1)],
    ),
    "chime-5": Case(
        "chime6",
        [{"words": "[noise] a", "session_id": "S01", "start_time": {"original": "0:01:00.5", "U01": "0:01:01"},
          "end_time": {"original": "1:01:02.00"}}],
        [("[noise] a", None, 60.5, 3662, None, None,
          {"start_times": {"original": "0:01:00.5", "U01": "0:01:01"}, "end_times": {"original": "1:01:02.00"}})],
    ),
    "notsofar, no word times": Case(
        "notsofar", [{"speaker_id": "A", "start_time": 0, "end_time": 1, "text": "a <ST/> b", "word_timing": []}],
        [("a <ST/> b", "A", 0, 1)],
    ),
    "lhotse, a list": Case("lhotse", [supervision(0.1, channel=[0, 1])], [("a", "A", 0.1, 1.1, None, "0,1")]),
    "lhotse, an alignment of objects": Case(
        "lhotse", supervision(0.5, alignment={"word": [{"symbol": "a", "start": 0.6, "duration": 0.1, "score": 0.5}]}),
        [("a", "A", 0.5, 1.5, [(0.6, 0.7)], None, {"id": "u", "word_confidence": [0.5]})],
    ),
    "lhotse, no text": Case("lhotse", supervision(1, text=None, speaker=None), [("", None, 1, 2)]),
    "lhotse, mixed": Case(
        "lhotse",
        {"id": "mix", "tracks": [{"cut": {"supervisions": [supervision(0)]}, "offset": 2.5}, {"cut": {}}]},
        [("a", "A", 2.5, 3.5)],
    ),
    "nemo, hypothesis": Case(
        "nemo", {"audio_filepath": "a/x.wav", "duration": 2, "pred_text": "b"}, [("b", None, 0, 2)]
    ),
    "nemo, no times": Case("nemo", {"audio_filepath": "a/x.wav", "text": "b"}, [("b", None, None, None)]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_variants(case: str) -> None:
    check_case(CASES[case])


def test_a_cut_counts_from_its_start() -> None:
    cut = {
        "id": "c",
        "start": 10,
        "duration": 5,
        "supervisions": [supervision(0.5, alignment={"word": [["a", 1, 0.5]]})],
    }
    other = {**cut, "start": 8, "supervisions": [supervision(2.5, alignment={"word": [["a", 3, 0.5]]})]}
    found = loads(f"{json.dumps(cut)}\n{json.dumps(other)}\n")
    assert [(one.session, one.start, one.end, one.word_times) for one in found] == [("r", 10.5, 11.5, ((11.0, 11.5),))]
    assert found.left_out == {"supervisions that occur in several cuts": 1}


def test_a_mix_is_a_session_of_its_own() -> None:
    assert loads(json.dumps(CASES["lhotse, mixed"].content))[0].session == "mix"


def test_notsofar_is_called_after_the_folder(tmp_path: Path) -> None:
    (tmp_path / "MTG_1").mkdir()
    path = tmp_path / "MTG_1" / "gt_transcription.json"
    path.write_text(json.dumps(CASES["notsofar, no word times"].content), encoding="utf-8")
    assert load(path)[0].session == "MTG_1"


def test_a_long_text_before_the_keys_that_tell() -> None:
    for length in (HEAD // 5 - 5, HEAD // 5, 20 * HEAD):
        chunks = {"text": "word " * length, "chunks": [{"text": "abc d", "timestamp": [0, 1]}]}
        for content in ({**whisper(turn()), "text": "word " * length}, chunks):
            for indent in (None, 1):
                assert [one.words for one in loads(json.dumps(content, indent=indent))] == ["abc d"]


BAD = {
    "status": ({"id": "x", "status": "error", "error": "no speech", "text": None},
               "status: is error (no speech); download it again when it is completed"),
    "a job of aws": ({"jobName": "x", "status": "IN_PROGRESS", "results": {"transcripts": [], "items": []}},
                     "status: is IN_PROGRESS; download it again when it is COMPLETED"),
    "a failed job": ({"TranscriptionJob": {"TranscriptionJobStatus": "FAILED", "Media": {}}},
                     "TranscriptionJob.TranscriptionJobStatus: is FAILED; "),
    "a description": ({"TranscriptionJob": {"TranscriptionJobStatus": "COMPLETED", "Media": {}}},
                      "TranscriptionJob: describes a job, not its transcript; download the file at Transcript."),
    "features": ({"num_frames": 9, "start": 0, "duration": 9, "storage_path": "x", "recording_id": "m"},
                 "1: a manifest of features, without words; give the manifest of supervisions or of cuts"),
    "recordings": ([{"id": "m", "sources": [], "sampling_rate": 8000, "num_samples": 8, "duration": 0.001}],
                   "[0]: a manifest of recordings, without words; "),
    "a kind": (whisper(turn(5)), "segments[0].text: the number 5 instead of a string; "),
    "a list": ({"text": "", "segments": {"a": 1}}, "segments: an object instead of a list; "),
    "missing": (whisper(turn(), {"text": "a", "start": 1}), "segments[1]: the key 'end' is missing; "),
    "order": (whisper(turn(start=2, end=1)), "segments[0]: end 1 is before start 2; "),
    "order of words": (
        whisper(turn(words=[{"word": "a", "start": 2, "end": 1}])), "segments[0].words[0]: end 1 is before start 2; "
    ),
    "half of the times": (
        whisper(turn(words=[{"word": "a", "start": 2}])), "segments[0].words[0]: the key 'end' is missing; "
    ),
    "unit": (
        {"duration": 3, "text": "", "segments": [turn(start=500, end=700)]},
        "duration: the recording has 3 seconds, but a segment starts at 500; check the unit",
    ),
    "parts of milliseconds": (
        {"id": "x", "status": "completed", "text": "", "utterances": [turn(start=0.5, end=1)]},
        "utterances[0].start: 0.5 is not a whole number; give milliseconds",
    ),
    "beyond": (whisper(turn(end=1e12)), "segments[0].end: 1000000000000.0 is above 1e9 seconds; "),
    "a clock": ({"results": [google(("a", "0:01", 1))]},
                "results[0].alternatives[0].words[0].startTime: '0:01' is not a time; write e.g. 1.300s"),
    "iso": (azure({"display": "a", "words": [{"word": "a", "offset": "1S", "duration": "PT1S"}]}),
            "recognizedPhrases[0].nBest[0].words[0].offset: '1S' is not a duration; "),
    "an id": ({"results": {"items": [{"id": 1}], "audio_segments": [{"items": [2]}]}},
              "results.audio_segments[0].items[0]: no item has the id 2; "),
    "no alternatives": (speechmatics({**spoken("a", 0), "alternatives": []}), "results[0]: alternatives is empty; "),
    "negative": (supervision(0, duration=-1), "1: duration: -1 is negative; give a duration of at least 0"),
    "entries": ([{"speaker_id": "A", "start_time": 0, "end_time": 1, "text": "a", "word_timing": [["a", 1]]}],
                "[0].word_timing[0]: 2 entries instead of 3; write [word, start, end]"),
    "no texts": ({"audio_filepath": "x.wav"}, "1: the key 'text' is missing; "),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_faults_are_told_with_their_place(case: str) -> None:
    content, message = BAD[case]
    with pytest.raises(FormatError) as error:
        loads(json.dumps(content), name="x.json")
    assert str(error.value).startswith((f"x.json: {message}", f"x.json:{message}"))


def test_faults_of_lines_are_told_with_the_line() -> None:
    lines = [json.dumps(supervision(0)), "", json.dumps(supervision(0, text=5))]
    for bad, what in (
        (lines[2], "text: the number 5 instead of"),
        (lines[2][:-5], "the JSON is incomplete"),
        ("[]", "a list"),
    ):
        with pytest.raises(FormatError, match=rf"x:3: {what}"):
            loads("\n".join([*lines[:2], bad]), name="x")
