"""JSON of speech services beyond the samples: without speakers, without words, with channels, with what is no word."""

from __future__ import annotations

import json

import pytest
from support.json_shapes import (
    ONE_TWO,
    WORDS,
    Case,
    aws,
    azure,
    check_case,
    deepgram,
    google,
    heard,
    speechmatics,
    spoken,
    turn,
)

from hubbub.formats import loads

CASES = {
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
    "data automation, two channels without speakers": Case(
        "bda",
        {"metadata": {"duration_millis": 2000}, "audio_items": [
            {"item_index": 4, "content": "Hi", "start_timestamp_millis": 0, "end_timestamp_millis": 500},
            {"item_index": 5, "content": "."},
        ], "audio_segments": [
            {"start_timestamp_millis": 0, "end_timestamp_millis": 900, "text": "Hi.", "audio_item_indices": [4, 5],
             "channel": {"channel_label": "ch_0"}},
            {"start_timestamp_millis": 900, "end_timestamp_millis": 1500, "text": "No words", "type": "TRANSCRIPT",
             "channel": {"channel_label": "ch_1"}},
        ]},
        [("Hi.", "ch_0", 0, 0.9, [(0, 0.5)]), ("No words", "ch_1", 0.9, 1.5, None)],
    ),
    "fireflies, only speakers and texts": Case(
        "fireflies",
        {"transcript": {"sentences": [
            {"speaker_name": "Alice", "text": "Hi."},
            {"speaker_name": None, "speaker_id": 1, "text": "Yes", "start_time": 2},
        ]}},
        [("Hi.", "Alice", None, None), ("Yes", "1", 2, None)],
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
    "google, empty results after the repeated words": Case(
        "google",
        {"results": [
            google(("a", "1s", None), ("b", "2s", None), transcript="a b"),
            google(("a", "1s", 1), ("b", "2s", 2)),
            {"alternatives": [{}]},
            {"alternatives": [{"words": [], "transcript": ""}]},
        ]},
        [("a", "1", 1, 1), ("b", "2", 2, 2)],
        {"repeated words": 2},
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
        {"phrases that were not recognized": 1},
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
        {"unintelligible passages": 1},
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
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_variants(case: str) -> None:
    check_case(CASES[case])


def test_a_batch_of_google_holds_several_recordings() -> None:
    inner = {"transcript": {"results": [google(("a", "1s", None))]}}
    found = loads(json.dumps({"results": {"gs://b/x.wav": {"inlineResult": inner}, "gs://b/y.wav": inner}}))
    assert [(one.session, one.words) for one in found] == [("x", "a"), ("y", "a")]
