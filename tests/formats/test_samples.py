"""One talk in the shapes that users hold: each is read with the truth's words, speakers and times, or refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.paths import ROOT, SAMPLES

from hubbub.errors import FormatError, HubbubError
from hubbub.formats import FORMATS, dumps, load, loads
from hubbub.formats.files import open_file
from hubbub.formats.registry import detect, text_head
from hubbub.model.transcript import Segment, Transcript

TRUTH = load(SAMPLES / "expected.seglst.json")
NAMED, FULL, NUMBERED = ("Alice", "Bob"), ("Alice Smith", "Bob Smith"), ("SPEAKER_00", "SPEAKER_01")


class Sample(NamedTuple):
    """What of the truth a file holds."""

    format: str
    speakers: tuple[str, str] | None
    """How it calls Alice and Bob."""
    times: str = "start end"
    """`start end`, `words` (also those of all words), `starts` (also when each word starts), `seconds` (whole ones, of
    starts) or nothing."""
    words: bool = True
    session: bool = False
    """Does it name the session? Else it is called after the file."""
    sure: bool = True
    """Does its content tell the format, whatever it is called?"""
    closed: bool = False
    """Has it an end, so that what is cut short is always refused?"""
    but: Callable[[list[Segment]], list[Segment]] = list
    """How it differs from the truth."""


def in_session(name: str, turns: list[Segment]) -> list[Segment]:
    return [turn._replace(session=name) for turn in turns]


FILES = {
    "audacity.txt": Sample("audacity", None),
    "audacity_spectral.txt": Sample("audacity", None),
    "captions.ass": Sample("ass", NAMED),
    "apple_podcast.ttml": Sample("ttml", ("SPEAKER_1", "SPEAKER_2"), "words", closed=True),
    "captions.sbv": Sample("sbv", None),
    "chat.cha": Sample("chat", ("ALI", "BOB"), "words", closed=True),
    "elan.eaf": Sample("elan", NAMED, closed=True),
    "in_out.csv": Sample("csv", None),
    "lenient.vtt": Sample("vtt", NAMED),
    "meeting.docx": Sample("docx", FULL, "seconds", closed=True),
    "long.TextGrid": Sample("textgrid", NAMED, closed=True),
    "markdown.md": Sample("speaker_colon", FULL, "", sure=False),
    "meet.txt": Sample("speaker_colon", FULL, "", sure=False),
    "plain.srt": Sample("srt", None),
    "rev.txt": Sample("speaker_lines", FULL, "seconds", sure=False),
    "rev_untimed.txt": Sample("speaker_lines", FULL, "", sure=False),
    "revai.txt": Sample("speaker_colon", ("Speaker 0", "Speaker 1"), "seconds", sure=False),
    "segments.csv": Sample("csv", NAMED, session=True),
    "segments.lab": Sample("lab", NAMED, words=False),
    "segments.parquet": Sample("parquet", NAMED, session=True, closed=True),
    "segments.tsv": Sample("tsv", NAMED, session=True),
    "serialized.txt": Sample("serialized", ("s0", "s1"), "", sure=False, but=lambda turns: in_session("1", turns)),
    "short.TextGrid": Sample("textgrid", NAMED, closed=True),
    "short_praat6.TextGrid": Sample("textgrid", NAMED, closed=True),
    "speaker_colon.srt": Sample("srt", NAMED),
    "speaker_colon.txt": Sample("speaker_colon", NAMED, "", sure=False),
    "speaker_colon_times.txt": Sample("speaker_colon", FULL, "seconds", sure=False),
    "speaker_lines_otter.txt": Sample("speaker_lines", FULL, "seconds", sure=False),
    "speaker_lines_speechmatics.txt": Sample("speaker_lines", NAMED, "", sure=False),
    "speaker_lines_teams.txt": Sample("speaker_lines", FULL, "seconds", sure=False),
    "speaker_lines_zoom.txt": Sample("speaker_lines", FULL, "seconds", sure=False),
    "speaker_tabs.txt": Sample("speaker_colon", FULL, "seconds", sure=False),
    "teams.vtt": Sample("vtt", FULL),
    "teams_document.txt": Sample("teams_text", FULL),
    "teams_metadata.vtt": Sample("vtt", FULL),
    "timed_text.ttml": Sample("ttml", NAMED, closed=True),
    "utf16.TextGrid": Sample("textgrid", NAMED, closed=True),
    "voice.vtt": Sample("vtt", NAMED),
    "whisper.tsv": Sample("tsv", None),
    "whispercpp.csv": Sample("csv", ("0", "1")),
    "whispercpp.vtt": Sample("vtt", ("Speaker0", "Speaker1")),
    "whisperx.aud": Sample("audacity", NUMBERED),
    "whisperx.srt": Sample("srt", NUMBERED),
    "whisperx.txt": Sample("speaker_colon", NUMBERED, "", sure=False),
    "whisperx.vtt": Sample("vtt", NUMBERED),
    "youtube.vtt": Sample("vtt", None, "starts"),
    "zoom.vtt": Sample("vtt", FULL),
}


def without_times(*places: int) -> Callable[[list[Segment]], list[Segment]]:
    """These segments have no times of words."""
    return lambda turns: [
        turn._replace(word_times=None) if place in places else turn for place, turn in enumerate(turns)
    ]


def text_only(turns: list[Segment]) -> list[Segment]:
    return [Segment(" ".join(turn.words for turn in turns), turns[0].session)]


def in_one(turns: list[Segment]) -> list[Segment]:
    """All turns as one, with the times of all words."""
    times = tuple(time for turn in turns for time in turn.word_times or ())
    span = min(start for start, _ in times), max(end for _, end in times)
    return [Segment(" ".join(turn.words for turn in turns), turns[0].session, None, *span, word_times=times)]


def by_channels(turns: list[Segment]) -> list[Segment]:
    """One channel after the other; a turn of the first ends where the second speaks in its pause."""
    first, second, third = turns
    return [first, third, second]


def lower_case(turns: list[Segment]) -> list[Segment]:
    return [turn._replace(words="".join(sign for sign in turn.words.lower() if sign not in ".,?")) for turn in turns]


def json(format: str, speakers: tuple[str, str] | None, times: str = "words", **more: Any) -> Sample:
    return Sample(format, speakers, times, closed=True, **more)


FILES |= {
    "assemblyai.json": json("assemblyai", ("A", "B")),
    "aws_transcribe.json": json("aws", ("spk_0", "spk_1")),
    "aws_transcribe_channels.json": json("aws", ("ch_0", "ch_1"), but=by_channels),
    "aws_call_analytics.json": json("aws_call", ("AGENT", "CUSTOMER")),
    "bda.json": json("bda", ("spk_0", "spk_1")),
    "azure_batch.json": json("azure_batch", ("1", "2")),
    "azure_fast.json": json("azure_fast", ("1", "2")),
    "chime6.json": json("chime6", ("P05", "P06"), "start end", but=lambda turns: in_session("S02", turns)),
    "deepgram.json": json("deepgram", ("0", "1")),
    "diarizationlm.json": json("diarizationlm", ("1", "2"), "", session=True),
    "elevenlabs.json": json("elevenlabs", ("speaker_0", "speaker_1")),
    "segments_table.json": json("json_table", NAMED, "start end", session=True),
    "fireflies.json": json("fireflies", FULL, "start end"),
    "faster_whisper.json": json("faster_whisper", None),
    "gladia.json": json("gladia", ("0", "1")),
    "google_v1.json": json("google", ("1", "2")),
    "google_v1_node.json": json("google", ("1", "2")),
    "google_v2.json": json("google", ("1", "2")),
    "hf_pipeline.json": json(
        "hf_pipeline", None, "start end", but=lambda turns: [*turns[:2], turns[2]._replace(end=None)]
    ),
    "ibm_watson.json": json("watson", ("0", "1"), but=lower_case),
    "lhotse_cuts.jsonl": json("lhotse", NAMED, session=True, but=without_times(2)),
    "lhotse_supervisions.jsonl": Sample("lhotse", NAMED, "words", session=True, but=without_times(2)),
    "lhotse_supervisions.jsonl.gz": json("lhotse", NAMED, session=True, but=without_times(2)),
    "mistral_voxtral.json": json("voxtral", ("speaker_1", "speaker_2"), "start end"),
    "nemo_manifest.jsonl": Sample("nemo", NAMED, session=True),
    "notsofar_gt.json": json("notsofar", NAMED),
    "openai_diarized.json": json("openai", ("A", "B"), "start end"),
    "openai_json.json": json("openai", None, "", but=text_only),
    "openai_verbose.json": json("openai", None),
    "pyannoteai.json": json("pyannoteai", NUMBERED),
    "revai.json": json("revai", ("0", "1")),
    "seglst.jsonl": Sample("jsonl", NAMED, session=True),
    "sm_diarisation_reference.json": json("speechmatics_reference", NAMED),
    "soniox.json": json("soniox", ("1", "2")),
    "speechmatics_v1.json": json("speechmatics_v1", ("M1", "M2")),
    "speechmatics_v2.json": json("speechmatics", ("S1", "S2")),
    "whisper.json": json("whisper", None, "start end"),
    "whisper_words.json": json("whisper", None),
    "whispercpp.json": json("whispercpp", ("0", "1"), "start end"),
    "whisperx.json": json("whisperx", NUMBERED, but=without_times(1)),
}
FILES |= {
    "amberscript.json": json("amberscript", NAMED),
    "funasr.json": json("funasr", ("0", "1")),
    "gentle.json": json("gentle", None, but=in_one),
    "podcast.json": json("podcast", NAMED, "start end"),
    "riva.json": json("google", ("1", "2")),
    "words.nlp": Sample("nlp", ("1", "2"), "words"),
    "vosk.json": json("vosk", None, but=lower_case),
}
LEFT_OUT = {
    "markdown.md": {"lines without speech": 1, "time marks": 1},
    "meet.txt": {"lines without speech": 6, "time marks": 1},
    "rev.txt": {"unintelligible passages": 1},
    "revai.txt": {},
    "speaker_lines_teams.txt": {"lines without speech": 5},
    "captions.ass": {"comments": 1},
    "chat.cha": {"codes": 4, "dependent tiers": 1, "events (&=)": 1},
    "words.nlp": {"audio events": 1},
    "gentle.json": {"words that are not in the transcript": 1},
    "elevenlabs.json": {"audio events": 1, "spacings": 10},
    "google_v1.json": {"repeated words": 11},
    "pyannoteai.json": {"turns of the diarization": 3},
}
BOTH_SIDES = {"pairs.csv"}
"""Reference and hypothesis in one file, which is more than a transcript."""


def path_of(file: str) -> Path:
    return SAMPLES / file


def sample_files() -> set[str]:
    return {path.name for path in SAMPLES.iterdir()} - {"README.md", "expected.seglst.json"} - BOTH_SIDES


def test_every_sample_is_in_the_table() -> None:
    assert sample_files() == FILES.keys()


def expected(sample: Sample, session: str) -> list[Segment]:
    """The truth, as far as the sample holds it."""
    segments = []
    for turn in TRUTH:
        speaker = None if sample.speakers is None else sample.speakers[turn.speaker == "Bob"]
        start, end, times = turn.start, turn.end, turn.word_times
        assert start is not None
        assert times is not None
        if sample.times == "starts":
            starts = [word[0] for word in times]
            times = tuple(pairwise([*starts, times[-1][1]]))
        start = None if not sample.times else float(int(start)) if sample.times == "seconds" else start
        segments.append(
            Segment(
                turn.words if sample.words else "",
                turn.session if sample.session else session,
                speaker,
                start,
                end if sample.times not in ("", "seconds") else None,
                word_times=times if sample.times in ("words", "starts") else None,
            )
        )
    return sample.but(segments)


def held(transcript: Transcript) -> list[Segment]:
    return [segment._replace(extra=None, channel=None) for segment in transcript]


@pytest.mark.parametrize("file", FILES)
def test_read_under_its_own_name(file: str) -> None:
    with open_file(str(path_of(file))) as open_file_file:
        assert detect(open_file_file, file).name == FILES[file].format
    assert held(load(path_of(file))) == expected(FILES[file], path_of(file).stem)


@pytest.mark.parametrize("file", FILES)
def test_read_under_a_name_that_tells_nothing(file: str, tmp_path: Path) -> None:
    sample, copy = FILES[file], tmp_path / "unnamed"
    shutil.copyfile(path_of(file), copy)
    if not sample.sure:
        with pytest.raises(FormatError, match="cannot detect the format"):
            load(copy)
    assert held(load(copy, format=None if sample.sure else sample.format)) == expected(sample, "unnamed")


@pytest.mark.parametrize("file", [*FILES, *BOTH_SIDES])
def test_no_two_formats_are_sure_of_one_file(file: str) -> None:
    with open_file(str(path_of(file))) as open_file_file:
        head = text_head(open_file_file)
    sure = [format.name for format in FORMATS.values() if format.is_distinctive and format.matches(head)]
    if file in BOTH_SIDES:
        assert len(sure) == 1
    else:
        assert sure == ([FILES[file].format] if FILES[file].sure else [])


def test_examples_are_taken_for_what_they_are() -> None:
    root = ROOT
    kinds = {".stm": "stm", ".ctm": "ctm", ".rttm": "rttm", ".uem": "uem", ".trn": "trn", ".txt": "text"}
    files = [path for folder in ("examples", "tests/data") for path in (root / folder).rglob("*") if path.is_file()]
    found = {path: kind for path in files if (kind := kinds.get(path.suffix))}
    assert found
    for path, kind in found.items():
        with open_file(str(path)) as file:
            assert detect(file, str(path)).name == kind, path


def refused(path: Path) -> str | None:
    """The error about a file; None if it is read. Anything but a HubbubError fails the test."""
    try:
        load(path)
    except HubbubError as error:
        return str(error)
    return None


@pytest.mark.parametrize("file", FILES)
def test_cut_short(file: str, tmp_path: Path) -> None:
    sample, data, path = FILES[file], path_of(file).read_bytes(), tmp_path / file
    for tenth in range(1, 10):
        path.write_bytes(data[: len(data) * tenth // 10])
        refusal = refused(path)
        if refusal is not None:
            assert refusal.startswith(f"{path}:")
            assert "; " in refusal
        else:  # what is cut inside of a text cannot be told from a whole file
            assert not sample.closed
            assert load(path).by_line or 0 < len(load(path)) <= len(TRUTH)


@pytest.mark.parametrize("file", [*FILES, *BOTH_SIDES])
def test_empty(file: str, tmp_path: Path) -> None:
    path = tmp_path / file
    for content in (b"", b"\xef\xbb\xbf", b"\n \n"):
        path.write_bytes(content)
        if path.suffix == ".txt" and b"\n" in content:
            continue  # in plain text, an empty line is a session without words
        with pytest.raises(HubbubError) as error:
            load(path)
        assert "contains no segments" in str(error.value) or "incomplete" in str(error.value)
        assert str(error.value).startswith(f"{path}:")


WRONG = [
    ("plain.srt", "00:00:02,400", "00:00:02,4x", r":6: no times in '00:00:02,4x --> "),
    ("plain.srt", "00:00:02,100", "00:00:00,100", r":2: end 00:00:00,100 is before start 00:00:00,500; swap"),
    ("plain.srt", "00:00:02,100", "00:75:02,100", r":2: 00:75:02,100 has more than 59 minutes or seconds; "),
    ("plain.srt", "3\n00:00:03,900 --> 00:00:04,300\n", "", r":9: a text without times; "),
    ("plain.srt", "00:00:03,900 --> 00:00:04,300\nThanks.\n", "", r":9: cue 3 has no times; "),
    ("plain.srt", "slides.\n\n3", "slides.\n3", r":9: times inside a cue; add a blank line"),
    ("plain.srt", "00:00:04,300", "999999999:00:04,300", r":10: no times in '00:00:03,900 --> 999999999:00:04,300'; "),
    ("captions.sbv", "0:00:02.400,", "0:00:02.400;", r":4: no times in "),
    ("captions.sbv", "0:00:02.100", "0:00:00.100", r":1: end 0:00:00.100 is before start"),
    ("voice.vtt", "00:00:02.400 -->", "00:00:02.400 ->", r":9: no times in '<v Bob>Yes"),
    ("voice.vtt", "--> 00:00:04.050", "--> soon", r":8: no times in '00:00:02.400 --> soon'; write a line"),
    (
        "teams_metadata.vtt",
        '"spokenText": "Thanks."',
        '"spokenText": 5',
        r":10: spokenText is missing or not a string; ",
    ),
    ("teams_metadata.vtt", '"speakerName": "Bob Smith"', '"speakerName": 5', r":7: speakerName is not a string; "),
    ("teams_metadata.vtt", '"spokenText": "Thanks.", ', "", r":10: spokenText is missing or not a string; "),
    (
        "teams_metadata.vtt",
        '{"startDateTime": "2026-01-01T00:00:00.5',
        '{"startDateTime": 2026',
        r":4: not valid JSON: ",
    ),
    ("youtube.vtt", "<00:00:01.420>", "<00:00:09.420>", r":5: the time <00:00:09.420> is outside its cue"),
    ("segments.csv", "Bob,2.4", "Bob,two", r":3: start_time 'two' is not a number; "),
    ("segments.csv", "Bob,2.4", "Bob,5.4", r":3: end 4.05 is before start 5.4; "),
    ("segments.csv", "Bob,2.4", "Bob,2e10", r":3: start_time 2\S* is above 1e9 seconds; "),
    ("segments.csv", "Bob,2.4,", "Bob,", r":3: 4 fields, but the header has 5; "),
    (
        "segments.csv",
        "session_id,speaker,start_time,end_time,words",
        "a,b,c,d,e",
        r":1: no column of words \(found a, b",
    ),
    ("segments.csv", "speaker,start_time", "end_time,start_time", r":1: two columns are named end_time; "),
    ("segments.csv", '"Thanks."', '"Thanks.', r":4: a quoted text does not end; "),
    ("segments.csv", '"Yes, I', '"Ye"s, I', r":3: not a table row "),
    ("segments.tsv", "2.4\t4.05", "2.4", r":3: 4 fields, but the header has 5; "),
    ("whisper.tsv", "2400\t4050", "2400\tx", r":3: end_time 'x' is not a number; "),
    ("whispercpp.csv", "2400,4050", "4050,2400", r":3: end \S+ is before start \S+; "),
    ("segments.lab", "2.4 4.05", "2.4 x", r":2: end 'x' is not a number; write `start end speaker`"),
    ("segments.lab", "2.4 4.05", "24000000 40500000", r":2: start 24000000 is not a time in seconds; divide"),
    ("segments.lab", "2.4 4.05", "4.4 4.05", r":2: end 4.05 is before start 4.4; "),
    ("segments.lab", "2.4 4.05 Bob", "2.4 4.05", r":2: only 2 fields; "),
    ("long.TextGrid", "xmax = 2.1", "xmax = 0.1", r":21: end 0.1 is before start 0.5; "),
    ("long.TextGrid", "xmax = 2.1", "xmax = soon", r":22: \"Good morning.* instead of the number xmax; "),
    ("long.TextGrid", 'text = "Thanks."', "text = 5", r":30: 5 instead of the text in quotes; "),
    (
        "long.TextGrid",
        "intervals: size = 5",
        "intervals: size = 4",
        r":32: 4.3 instead of the class of a tier in quotes; ",
    ),
    (
        "long.TextGrid",
        "intervals: size = 5",
        "intervals: size = 1.5",
        r":14: the number of intervals 1.5 is not a count; ",
    ),
    ("long.TextGrid", '"IntervalTier"', '"Tier"', r":1\d: unknown tier class Tier; "),
    ("short.TextGrid", "\n2\n", "\n1\n", r":28: .* after the last tier; "),
    ("elan.eaf", 'TIME_VALUE="2100"', 'TIME_VALUE="x"', r":6: TIME_VALUE 'x' is not a number of milliseconds; "),
    ("elan.eaf", 'TIME_VALUE="2100"', 'TIME_VALUE="100"', r":13: end 100 is before start 500; swap"),
    ("elan.eaf", ' TIME_VALUE="2100"', "", r":13: neither the slot ts2 nor its neighbors have a time; "),
    ("elan.eaf", 'TIME_SLOT_REF1="ts1"', 'TIME_SLOT_REF1="ts9"', r":13: the slot ts9 is not in TIME_ORDER; "),
    ("elan.eaf", ' TIER_ID="Bob-words"', "", r":16: TIER has no TIER_ID; "),
    ("elan.eaf", "milliseconds", "PAL-frames", r":3: times in PAL-frames; "),
    ("elan.eaf", "</TIER>", "</TIRE>", r":15: not XML: mismatched tag "),
    ("chat.cha", "@End\n", "", r":17: the last line is not @End; check that the file is complete"),
    ("chat.cha", "500_2100", "2500_2100", r":10: end 2.1 is before start 2.5; swap"),
    ("chat.cha", "2400_4050", "2400_x", r":13: times that are not two numbers; write milliseconds"),
    ("chat.cha", "I [>]", "I [>", r":13: the bracket \[ has no counterpart; "),
    ("chat.cha", "*BOB:\t", "BOB ", r":13: .* is neither a header, an utterance nor a tier; write"),
    ("timed_text.ttml", '"0s"', '"soon"', r":12: 'soon' is not a time; write times such as"),
    ("timed_text.ttml", '"3400t" end="3.8s"', '"3400t" end="1s"', r":15: end 1.5 is before start 3.9; swap"),
    ("timed_text.ttml", "</p>", "</q>", r":13: not XML: mismatched tag"),
    ("timed_text.ttml", '"20"', '"fast"', r":2: a frame rate, tick rate or dropMode that is not valid; "),
    ("audacity.txt", "2.400000\t", "two\t", r":2: start 'two' is not a number; "),
    ("whisperx.aud", "2.4\t4.05", "4.4\t4.05", r":2: end 4.05 is before start 4.4; "),
    ("speaker_colon_times.txt", "[00:00:02]", "00:99:02", r":3: "),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), WRONG)
def test_wrong_fields(file: str, old: str, new: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / file
    text = path_of(file).read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8", newline="")
    with pytest.raises(FormatError, match=message) as error:
        load(path)
    assert str(error.value).startswith(f"{path}:")


def test_both_sides_in_one_file() -> None:
    with pytest.raises(
        FormatError, match=r"pairs\.csv:1: contains both sides, in the columns of reference and hypothesis; "
    ):
        load(path_of("pairs.csv"))


@pytest.mark.parametrize("file", [file for file in FILES if ".json" in file or file in LEFT_OUT])
def test_what_is_left_out_is_counted(file: str) -> None:
    assert load(path_of(file)).left_out == LEFT_OUT.get(file, {})


def places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all values in JSON; of lists, those in the first two elements and the last."""
    yield above
    if isinstance(value, dict):
        for key, one in value.items():
            yield from places(one, (*above, key))
    elif isinstance(value, list):
        for index in sorted({0, 1, len(value) - 1} & set(range(len(value)))):
            yield from places(value[index], (*above, index))


def changed(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    """A copy with another value at this place; without it if that is Ellipsis."""
    if not place:
        return new
    copy, (key, *rest) = type(value)(value), place
    if not rest and new is ...:
        del copy[key]
    else:
        copy[key] = changed(value[key], tuple(rest), new)
    return copy


WRONG_VALUES: list[Any] = [..., {}, [], 5, "x", True, -1, [{}]]


def fault(content: str, file: str, format: str | None) -> str | None:
    try:
        loads(content, format, name=file)
    except HubbubError as error:
        return str(error)
    return None


@pytest.mark.parametrize("file", [file for file in FILES if file.endswith((".json", ".jsonl"))])
def test_a_wrong_value_anywhere_is_told_or_not_needed(file: str) -> None:
    from msgspec.json import decode, encode

    text = path_of(file).read_text(encoding="utf-8")
    lines = text.splitlines() if file.endswith(".jsonl") else [text]
    value, told = decode(lines[0]), 0
    for place in places(value):
        for new in WRONG_VALUES[not place :]:
            content = "\n".join([encode(changed(value, place, new)).decode(), *lines[1:]])
            for format in (FILES[file].format, None)[: 2 if new == {} else 1]:
                message = fault(content, file, format)
                assert message is None or (message.startswith(f"{file}:") and "; " in message), place
                told += message is not None
    assert told > 10


@pytest.mark.parametrize("file", [file for file in FILES if ".json" in file])
def test_all_that_json_holds_survives_in_seglst(file: str) -> None:
    found = load(path_of(file))
    for name in ("seglst", "jsonl"):
        assert loads(dumps(found, name), name) == found
