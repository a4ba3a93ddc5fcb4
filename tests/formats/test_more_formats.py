"""Further formats: variants of their files, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.running import Hubbub
from support.segments import fields_of

from hubbub import FormatError, load
from hubbub.formats import loads

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"


@pytest.mark.parametrize("name", ["ref.stm", "ref.json", "ref.txt", "ref", "ref.parquet"])
def test_pointers_of_large_files(hubbub: Hubbub, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(POINTER, encoding="utf-8")
    for options in ([], ["--format", "stm"]):
        run = hubbub("wer", "-r", path, "-h", path, *options)
        assert run.code == 1
        message = "a pointer of Git LFS, not the file itself; download the file with `git lfs pull`\n"
        assert run.err == f"hubbub: error: {path}: {message}"
    path.write_text("/annex/objects/MD5E-s100--abc.stm\n", encoding="utf-8")
    with pytest.raises(FormatError, match="a pointer of git-annex"):
        load(path)


def test_a_transcript_in_lab(tmp_path: Path) -> None:
    path = tmp_path / "talk.lab"
    for text, words in (
        ("good morning\n\nyes\n", ["good morning", "yes"]),
        ("5 o'clock\n", ["5 o'clock"]),
        ("7\n", ["7"]),
    ):
        path.write_text(text, encoding="utf-8")
        assert [(one.words, one.session, one.start) for one in load(path)] == [(one, "talk", None) for one in words]
    path.write_text("0.5 2.1 Alice\ngood morning\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"talk\.lab:2: only 2 fields"):
        load(path)


def test_results_of_vosk() -> None:
    one = {"result": [{"conf": 0.5, "start": 0, "end": 1, "word": "hi"}], "text": "hi"}
    for text in (json.dumps(one), json.dumps([one]), json.dumps(one) + "\n" + json.dumps({"text": ""}) + "\n"):
        (segment,) = loads(text, name="a.json")
        assert (segment.words, segment.word_times, segment.extra) == ("hi", ((0, 1),), {"word_confidence": [0.5]})
    other = {"alternatives": [{"text": "a", "result": [{"word": "a", "start": 0, "end": 1}]}, {"text": "b"}]}
    found = loads(json.dumps(other))
    assert fields_of(found) == [(None, "a", 0.0, 1.0)]
    assert found.left_out == {"further alternatives": 1}


def test_words_without_times_in_gentle() -> None:
    words = [
        {"case": "success", "word": "Hi", "alignedWord": "hi", "start": 1, "end": 2},
        {"case": "not-found-in-audio", "word": "you"},
    ]
    (segment,) = loads(json.dumps({"transcript": "Hi, you.", "words": words}))
    assert (segment.words, segment.word_times) == ("Hi, you.", None)
    assert segment.extra == {"word_start": [1.0, None], "word_end": [2.0, None]}


def test_recordings_and_texts_of_funasr() -> None:
    several = [
        {"key": "a", "text": "good day", "timestamp": [[0, 500], [500, 1000]]},
        {"key": "b", "text": "你好", "timestamp": [[0, 500], [500, 1000]]},
    ]
    first, second = loads(json.dumps(several))
    assert (first.session, first.word_times, second.session, second.word_times) == (
        "a", ((0.0, 0.5), (0.5, 1.0)), "b", None
    )  # fmt: skip
    with pytest.raises(FormatError, match=r"\[0\]\.timestamp\[0\]: 1 entries instead of 2"):
        loads(json.dumps([{"key": "a", "text": "hi", "timestamp": [[0]]}]))


NLP = "token|speaker|ts|endTs|punctuation|case|tags\n"


def test_words_of_nlp() -> None:
    text = NLP + "Hi|1|0|1|,|UC|[]\n,|1|0|1||LC|[]\nyou|1|1|2|.|LC|['0:X']\n<laugh>|2|||.|LC|[]\nNo|2||||UC|[]\n"
    first, second = loads(text)
    assert (first.words, first.speaker, first.word_times) == ("Hi, you.", "1", ((0.0, 1.0), (1.0, 2.0)))
    assert first.extra == {"word_case": ["UC", "LC"], "word_tags": ["[]", "['0:X']"]}
    assert (second.words, second.speaker, second.start) == ("No", "2", None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("token|speaker|ts\nHi|1\n", ":2: 2 fields, but the header has 3; fill every column"),
        (NLP + "Hi|1|x|1||UC|[]\n", ":2: 'x' is not a time; "),
        (NLP + "Hi|1|2|1||UC|[]\n", ":2: end 1 is before start 2; "),
        ("token|name\nHi|1\n", ":1: no column speaker; "),
    ],
)
def test_wrong_nlp(text: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        loads(text, "nlp", "x.nlp")
    assert str(error.value).startswith(f"x.nlp{message}")
