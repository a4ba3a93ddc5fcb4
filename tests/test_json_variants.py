"""JSON of recognisers beyond the samples: without speakers, without words, with channels, with what is no word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hubbub.errors import FormatError
from hubbub.formats import load, loads
from hubbub.formats.files import in_memory
from hubbub.formats.registry import HEAD, detect


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
    "aws, nobody told apart": Case(
        "aws", aws(("Hi", "0"), (",", None), ("you", "1.5")), [("Hi, you", None, 0, 2.5, [(0, 1), (1.5, 2.5)])]
    ),
    "call analytics, redacted": Case(
        "aws_call",
        {"JobStatus": "COMPLETED", "Transcript": [
            {"Content": "I am [PII].", "ParticipantRole": "CUSTOMER", "BeginOffsetMillis": 0, "EndOffsetMillis": 900,
             "Items": [
                {"Type": "pronunciation", "Content": "I", "BeginOffsetMillis": 0, "EndOffsetMillis": 200},
                {"Type": "pronunciation", "Content": "am", "BeginOffsetMillis": 200, "EndOffsetMillis": 400},
                {"Type": "pronunciation", "Content": "[PII]", "Redaction": [{"Confidence": "0.9"}],
                 "BeginOffsetMillis": 500, "EndOffsetMillis": 900},
                {"Type": "punctuation", "Content": "."},
            ]},
        ]},
        [("I am [PII].", "CUSTOMER", 0, 0.9, [(0, 0.2), (0.2, 0.4), (0.5, 0.9)])],
    ),
    "contact lens": Case(
        "aws_call",
        {"Version": "1.1.0", "Transcript": [
            {"ParticipantId": "C1", "Id": "1", "Content": "hi", "BeginOffsetMillis": 0, "EndOffsetMillis": 900},
        ]},
        [("hi", "C1", 0, 0.9, None)],
    ),
    "aws, speakers in a list": Case(
        "aws",
        aws(("Hi", "0"), (".", None), ("Yes", "1"), ("No", "2"), speaker_labels={"segments": [
            {"start_time": "0", "end_time": "1", "speaker_label": "spk_0", "items": [
                {"start_time": "0", "end_time": "1", "speaker_label": "spk_0"}]},
            {"start_time": "1", "end_time": "2", "speaker_label": "spk_1", "items": []},
            {"start_time": "2", "end_time": "3", "speaker_label": "", "items": []},
        ]}),
        [("Hi.", "spk_0", 0, 1), ("Yes", "spk_1", 1, 2), ("No", None, 2, 3)],
    ),
    "aws, channels and speakers": Case(
        "aws",
        {"results": {"items": [], "transcripts": [], "channel_labels": {"channels": [
            {"channel_label": label, "items": aws((word, "0"), speaker_label=["spk_0"])["results"]["items"]}
            for word, label in (("a", "ch_0"), ("b", "ch_1"))
        ]}}},
        [("a", "ch_0-spk_0", 0, 1, [(0, 1)], "ch_0"), ("b", "ch_1-spk_0", 0, 1, [(0, 1)], "ch_1")],
    ),
    "aws, channels of older files": Case(
        "aws",
        {"results": {"transcripts": [], "channel_labels": {"channels": [
            {"channel_label": label, "items": aws((word, "0"))["results"]["items"]}
            for word, label in (("a", "ch_0"), ("b", "ch_1"))
        ]}}},
        [("a", "ch_0", 0, 1, [(0, 1)], "ch_0"), ("b", "ch_1", 0, 1, [(0, 1)], "ch_1")],
    ),
    "deepgram, no utterances": Case(
        "deepgram",
        deepgram([heard("a", 0, 0), heard("b", 1, 0, punctuated_word="B."), heard("c", 2, 1)]),
        [("a B.", "0", 0, 2, [(0, 1), (1, 2)], "0"), ("c", "1", 2, 3)],
    ),
    "deepgram, channels": Case(
        "deepgram", deepgram([heard("a", 0)], [heard("b", 1)]),
        [("a", "0", 0, 1, [(0, 1)], "0"), ("b", "1", 1, 2, [(1, 2)], "1")],
    ),
    "deepgram, speakers of channels": Case(
        "deepgram", deepgram([heard("a", 0, 0)], [heard("b", 1, 0)]), [("a", "0-0"), ("b", "1-0")]
    ),
    "deepgram, no words": Case(
        "deepgram",
        {"results": {"channels": [{"alternatives": [{"transcript": "a b", "words": []}, {"transcript": "c"}]}]}},
        [("a b", None, None, None)],
        {"further alternatives": 1},
    ),
    "assemblyai, words": Case(
        "assemblyai",
        {"id": "x", "status": "completed", "text": "a b", "utterances": None, "words": [
            {"text": "a", "start": 0, "end": 1000, "speaker": None}, {"text": "b", "start": None, "end": None}]},
        [("a b", None, None, None, None, None, {"word_start": [0, None], "word_end": [1, None]})],
    ),
    "assemblyai, text": Case(
        "assemblyai",
        {"id": "x", "status": "completed", "text": "a b", "utterances": None, "words": None},
        [("a b", None)],
    ),
    "google, no words": Case(
        "google",
        {"results": [{"alternatives": [{"transcript": "a b"}, {"transcript": "c"}], "resultEndTime": "2s"}]},
        [("a b", None, None, 2)],
        {"further alternatives": 1},
    ),
    "google, names of Python": Case(
        "google",
        {"results": [{"alternatives": [{"transcript": "a", "words": [
            {"word": "a", "start_time": "1.5s", "end_time": "2s", "speaker_tag": 2}]}], "language_code": "en"}]},
        [("a", "2", 1.5, 2)],
    ),
    "google, operation": Case(
        "google", {"name": "1", "response": {"results": [google(("a", "1s", 1))]}}, [("a", "1", 1, 1)]
    ),
    "google, nobody told apart": Case(
        "google", {"results": [google(("a", "1s", 0), transcript="a."), google(("b", "2s", 0), transcript="b")]},
        [("a.", None, 1, 1), ("b", None, 2, 2)],
    ),
    "google, repeated without times": Case(
        "google",
        {"results": [
            {"alternatives": [{"transcript": "a b"}]},
            {"alternatives": [{"words": [{"word": "a", "speakerTag": 1}, {"word": "b", "speakerTag": 2}]}]},
        ]},
        [("a", "1", None, None), ("b", "2", None, None)],
        {"repeated words": 2},
    ),
    "google, tags in every result": Case(
        "google", {"results": [google(("a", "1s", 1)), google(("a", "2s", 1))]}, [("a", "1"), ("a", "1")]
    ),
    "google, every result from the beginning": Case(
        "google",
        {"results": [google(*[("a", f"{second}s", 1) for second in range(1, last)]) for last in range(2, 7)]},
        [("a a a a a", "1", 1, 5)],
        {"repeated words": 10},
    ),
    "google, channels": Case(
        "google",
        {"results": [{**google(("a", "1s", None)), "channelTag": 1}, {**google(("a", "1s", None)), "channelTag": 2}]},
        [("a", "1", 1, 1, [(1, 1)], "1"), ("a", "2", 1, 1, [(1, 1)], "2")],
    ),
    "google, start at zero": Case(
        "google",
        {"results": [{"alternatives": [{"words": [{"word": "a", "endOffset": "0.5s"}]}]}]},
        [("a", None, 0, 0.5)],
    ),
    "azure, lexical words": Case(
        "azure_batch",
        azure({"display": "A b.", "words": [
            {"word": "a", "offset": "PT0S", "duration": "PT1S"},
            {"word": "b", "offset": "PT1M0.5S", "duration": "PT0.1S"}]}),
        [("A b.", None, 0, 1, [(0, 1), (60.5, 60.6)])],
    ),
    "azure, numbers in words": Case(
        "azure_batch",
        azure({"display": "25", "words": [{"word": "twenty", "offsetInTicks": 0, "durationInTicks": 5}]}, speaker=1),
        [("25", "1", 0, 1, None)],
        {"word times that do not fit the text": 1},
    ),
    "azure, nothing recognised": Case(
        "azure_batch", azure({"display": ""}, recognitionStatus="NoMatch"), [("", None)],
        {"phrases that were not recognised": 1},
    ),
    "azure, channels": Case(
        "azure_batch",
        {"recognizedPhrases": [
            azure({"display": word}, channel=channel)["recognizedPhrases"][0] for word, channel in (("a", 0), ("b", 1))
        ]},
        [("a", "0", 0, 1, None, "0"), ("b", "1", 0, 1, None, "1")],
    ),
    "rev, names": Case(
        "revai",
        {"monologues": [{"speaker": 0, "speaker_info": {"display_name": "Ann"}, "elements": [
            {"type": "text", "value": "ice", "ts": 0, "end_ts": 1}, {"type": "punct", "value": "-"},
            {"type": "text", "value": "cold", "ts": 1, "end_ts": 2}, {"type": "punct", "value": " "},
            {"type": "unknown", "value": "<inaudible>"}, {"type": "punct", "value": " - "},
            {"type": "text", "value": "tea", "ts": 3, "end_ts": 4},
        ]}]},
        [("ice-cold - tea", "Ann", 0, 4, [(0, 2), (2, 2), (3, 4)])],
        {"unintelligible stretches": 1},
    ),
    "speechmatics, signs": Case(
        "speechmatics",
        speechmatics(
            spoken("¿", 0, "punctuation", attaches_to="next", speaker="S1"), spoken("Sí", 0, speaker="S1"),
            spoken("?", 1, "punctuation", attaches_to="previous", speaker="S2"),
            spoken("$5", 2, "entity", speaker="S2"),
            spoken("", 3, "speaker_change"),
        ),
        [("¿Sí?", "S1", 0, 1, [(0, 1)]), ("$5", "S2", 2, 3)],
        {"speaker_change marks": 1},
    ),
    "speechmatics, no blanks": Case(
        "speechmatics", speechmatics(spoken("会", 0), spoken("议", 1), language_pack_info={"word_delimiter": ""}),
        [("会议", None, 0, 2, [(0, 2)])],
    ),
    "speechmatics, channels": Case(
        "speechmatics", speechmatics(spoken("a", 0, channel="x"), spoken("b", 1, channel="y")),
        [("a", "x", 0, 1, [(0, 1)], "x"), ("b", "y")],
    ),
    "speechmatics 1, signs": Case(
        "speechmatics_v1",
        {"format": "1.0", "words": [
            {"name": "Hi", "time": "0.5", "duration": "0.5"}, {"name": ".", "time": "1.00", "duration": "0.00"}]},
        [("Hi.", None, 0.5, 1, [(0.5, 1)])],
    ),
    "gladia, nobody told apart": Case(
        "gladia",
        {"id": "x", "status": "done", "result": {"transcription": {"utterances": [turn(words=WORDS)]}}},
        [("abc d", None, 0, 3, ONE_TWO)],
    ),
    "elevenlabs, channels": Case(
        "elevenlabs",
        {"transcripts": [
            {"language_probability": 1, "text": "a", "channel_index": c, "words": [
                {"text": "a", "start": 0, "end": 1, "type": "word", "speaker_id": f"speaker_{c}"}]} for c in (0, 1)
        ]},
        [("a", "speaker_0", 0, 1, [(0, 1)], "0"), ("a", "speaker_1", 0, 1, [(0, 1)], "1")],
    ),
    "elevenlabs, text": Case("elevenlabs", {"language_probability": 1, "text": "a b", "words": []}, [("a b", None)]),
    "watson, nobody told apart": Case(
        "watson",
        {"results": [
            {"final": True, "alternatives": [{"transcript": "a ", "timestamps": [["a", 0, 1]]}]},
            {"final": True, "alternatives": [{"transcript": "b c "}, {"transcript": "d"}]}], "result_index": 0},
        [("a", None, 0, 1, [(0, 1)]), ("b c", None, None, None)],
        {"further alternatives": 1},
    ),
    "watson, wrapped": Case(
        "watson",
        {"results": [{"result_index": 0, "speaker_labels": [{"from": 0, "to": 1, "speaker": 2}], "results": [
            {"final": True, "alternatives": [{"transcript": "a ", "timestamps": [["a", 0, 1]]}]}]}]},
        [("a", "2", 0, 1)],
    ),
    "soniox, translated": Case(
        "soniox",
        {"id": "x", "text": "a", "tokens": [
            {"text": "a", "start_ms": 0, "end_ms": 1000, "translation_status": "original"},
            {"text": "b", "translation_status": "translation"}, {"text": "<end>"}]},
        [("a", None, 0, 1)],
        {"translated tokens": 1, "end marks": 1},
    ),
    "pyannoteai, turns only": Case(
        "pyannoteai",
        {"jobId": "x", "status": "succeeded", "output": {"diarization": [{"speaker": "S", "start": 0, "end": 1}]}},
        [("", "S", 0, 1)],
    ),
    "pyannoteai, words only": Case(
        "pyannoteai",
        {"status": "succeeded", "output": {"diarization": [], "wordLevelTranscription": [
            {"text": "a", "start": 0, "end": 1, "speaker": "S"}, {"text": "b", "start": 1, "end": 2, "speaker": "S"}]}},
        [("a b", "S", 0, 2, [(0, 1), (1, 2)])],
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
    format, content, segments, left_out = CASES[case]
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
    assert found.left_out == {"supervisions that are in several cuts": 1}


def test_a_mix_is_a_session_of_its_own() -> None:
    assert loads(json.dumps(CASES["lhotse, mixed"].content))[0].session == "mix"


def test_a_batch_of_google_holds_several_recordings() -> None:
    inner = {"transcript": {"results": [google(("a", "1s", None))]}}
    found = loads(json.dumps({"results": {"gs://b/x.wav": {"inlineResult": inner}, "gs://b/y.wav": inner}}))
    assert [(one.session, one.words) for one in found] == [("x", "a"), ("y", "a")]


def test_notsofar_is_called_after_the_folder(tmp_path: Path) -> None:
    (tmp_path / "MTG_1").mkdir()
    path = tmp_path / "MTG_1" / "gt_transcription.json"
    path.write_text(json.dumps(CASES["notsofar, no word times"].content))
    assert load(path)[0].session == "MTG_1"


def test_a_long_text_before_the_keys_that_tell() -> None:
    for length in (HEAD // 5 - 5, HEAD // 5, 20 * HEAD):
        chunks = {"text": "word " * length, "chunks": [{"text": "abc d", "timestamp": [0, 1]}]}
        for content in ({**whisper(turn()), "text": "word " * length}, chunks):
            for indent in (None, 1):
                assert [one.words for one in loads(json.dumps(content, indent=indent))] == ["abc d"]


BAD = {
    "status": ({"id": "x", "status": "error", "error": "no speech", "text": None},
               "status: is error (no speech); fetch it again once it is completed"),
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
        "duration: the recording lasts 3 seconds, yet a segment starts at 500; check the unit",
    ),
    "parts of milliseconds": (
        {"id": "x", "status": "completed", "text": "", "utterances": [turn(start=0.5, end=1)]},
        "utterances[0].start: 0.5 is not a whole number; give milliseconds",
    ),
    "beyond": (whisper(turn(end=1e12)), "segments[0].end: 1000000000000.0 is beyond 1e9 seconds; "),
    "a clock": ({"results": [google(("a", "0:01", 1))]},
                "results[0].alternatives[0].words[0].startTime: '0:01' is not a time; give seconds such as 1.300s"),
    "iso": (azure({"display": "a", "words": [{"word": "a", "offset": "1S", "duration": "PT1S"}]}),
            "recognizedPhrases[0].nBest[0].words[0].offset: '1S' is not a duration; "),
    "an id": ({"results": {"items": [{"id": 1}], "audio_segments": [{"items": [2]}]}},
              "results.audio_segments[0].items[0]: no item has the id 2; "),
    "no alternatives": (speechmatics({**spoken("a", 0), "alternatives": []}), "results[0]: alternatives is empty; "),
    "negative": (supervision(0, duration=-1), "1: duration: -1 is negative; give a duration of at least 0"),
    "entries": ([{"speaker_id": "A", "start_time": 0, "end_time": 1, "text": "a", "word_timing": [["a", 1]]}],
                "[0].word_timing[0]: 2 entries; give [word, start, end]"),
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
        (lines[2][:-5], "the JSON is cut short"),
        ("[]", "a list"),
    ):
        with pytest.raises(FormatError, match=rf"x:3: {what}"):
            loads("\n".join([*lines[:2], bad]), name="x")
