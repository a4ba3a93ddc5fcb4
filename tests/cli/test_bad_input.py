"""Bad input: one clear message on stderr, exit code 1, no traceback, no output file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.running import Hubbub

GOOD = "A 1 x 0 1 a b\n"

# file name, its content, and the message: {f} stands for the file
FILES: dict[str, tuple[str, bytes, str]] = {
    "empty file": ("a.stm", b"", "{f}: "),
    "only comments": ("a.stm", b";; nothing\n", "{f}: "),
    "wrong encoding": ("a.stm", b"A 1 x 0 1 fine\nA 1 x 1 2 caf\xe9\n", "{f}:2: "),
    "too few fields": ("a.stm", b"A 1 x 0 1 fine\n\nA 1 x\n", "{f}:3: "),
    "not a number": ("a.stm", b"A 1 x zero 1 a\n", "{f}:1: "),
    "end before start": ("a.stm", b"A 1 x 4 3.2 a\n", "{f}:1: end 3.2 is before start 4"),
    "NaN": ("a.stm", b"A 1 x nan 1 a\n", "{f}:1: "),
    "infinite": ("a.stm", b"A 1 x 0 inf a\n", "{f}:1: "),
    "huge": ("a.stm", b"A 1 x 0 1e300 a\n", "{f}:1: "),
    "alternation": ("a.stm", b"A 1 x 0 1 a { b / c / @ d\n", "{f}:1: "),
    "optional word": ("a.stm", b"A 1 x 0 1 a () d\n", "{f}:1: "),
    "negative duration": ("a.ctm", b"A 1 3 -1 a\n", "{f}:1: "),
    "ctm too few fields": ("a.ctm", b"A 1 0 1 a\nA 1 3\n", "{f}:2: "),
    "truncated JSON": ("a.json", b'[\n{"session_id": "A", "words": "a"},\n{"sess', "{f}:3: "),
    "not a list": ("a.json", b'{"session_id": "A"}', "{f}:1: "),
    "element not an object": ("a.json", b'[{"session_id": "A", "words": "a"},\n3]', "{f}:2: "),
    "words null": ("a.json", b'[{"session_id": "A", "words": null}]', "{f}:1: "),
    "words a number": ("a.json", b'[{"session_id": "A", "words": 3}]', "{f}:1: "),
    "missing key": (
        "a.json",
        b'[{"session_id": "A", "words": "a", "speaker": "x"},\n{"session_id": "A", "speaker": "x"}]',
        "{f}:2: ",
    ),
    "session_id a number": ("a.json", b'[{"session_id": 7, "words": "a"}]', "{f}:1: "),
    "NaN in JSON": ("a.json", b'[{"session_id": "A", "words": "a", "start_time": NaN, "end_time": 1}]', "{f}:1: "),
    "duplicate in trn": ("a.trn", b"a b (u1)\nc (u1)\n", "{f}:2: "),
    "duplicate in kaldi text": ("text", b"u1 a b\nu1 c\n", "{f}:2: "),
    "rttm too few fields": ("a.rttm", b"SPEAKER A 1 0\n", "{f}:1: "),
    "unknown suffix": ("a.xyz", b"\x00\x01\x02", "{f}"),
    "UTF-16 without a mark": ("a.stm", GOOD.encode("utf-16-le"), "{f}: looks like UTF-16LE, and"),
    "UTF-16 of the other order": (
        "a.json",
        b'[{"words": "a"}]'.decode().encode("utf-16-be"),
        "{f}: looks like UTF-16BE",
    ),
    "UTF-32": ("a.stm", GOOD.encode("utf-32"), "{f}: looks like UTF-32, and"),
    "UTF-32 without a mark": ("a.stm", GOOD.encode("utf-32-be"), "{f}: looks like UTF-32, and"),
    "NUL in a name": ("a.stm", b"A 1 x 0 1 a\nA\0 1 x 0 1 a\n", "{f}:2: holds NUL bytes"),
    "Windows": (
        "a.stm",
        b"A 1 x 0 1 it\x92s\n",
        "{f}:1: not UTF-8 text; convert it, as with `iconv -f cp1252 -t utf-8`\n",
    ),
    "Latin-1": (
        "a.stm",
        b"A 1 x 0 1 caf\xe9\n",
        "{f}:1: not UTF-8 text; convert it, as with `iconv -f latin1 -t utf-8`\n",
    ),
    **{
        encoding: (
            "a.stm",
            f"A 1 x 0 1 {text}\n".encode(encoding),
            "{f}:1: not UTF-8 text; convert it from its encoding, as with `iconv -f gb18030 -t utf-8`; common ones are",
        )
        for encoding, text in (("gbk", "你好 世界"), ("shift_jis", "日本語 テスト"), ("cp1251", "привет мир"))
    },
    "corrupt gz": ("a.stm.gz", b"\x1f\x8b\x08nothing", "{f}: "),
}


def refused(run: tuple[int, str, str], start: str) -> None:
    code, out, err = run
    assert code == 1
    assert out == ""
    assert err.startswith(f"hubbub: {start}")
    assert "; " in err, "the message must say what to do"
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("case", FILES)
def test_bad_files(hubbub: Hubbub, tmp_path: Path, case: str) -> None:
    name, content, message = FILES[case]
    bad, good, out = tmp_path / name, tmp_path / "good.stm", tmp_path / "out.json"
    bad.write_bytes(content)
    good.write_text(GOOD, encoding="utf-8")
    refused(hubbub("cpwer", "-r", good, "-h", bad, "-o", out), message.format(f=bad))
    refused(hubbub("cpwer", "-r", bad, "-h", good, "-o", out), message.format(f=bad))
    assert not out.exists()


def test_plain_lines_of_which_one_side_has_more_are_refused(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp, blank = tmp_path / "r.txt", tmp_path / "h.txt", tmp_path / "b.txt"
    ref.write_text("a b\nc\nd\ne\n", encoding="utf-8")
    hyp.write_text("a b\nd\ne\n", encoding="utf-8")
    blank.write_text("a b\n\nd\ne\n\n", encoding="utf-8")
    refused(hubbub("wer", "-r", ref, "-h", hyp), f"{hyp}: 3 lines for the 4 of {ref}, so that")
    refused(hubbub("wer", "-r", hyp, "-h", ref), f"{ref}: 4 lines for the 3 of {hyp}, so that")
    assert "scored as silence: 4" in hubbub("wer", "-r", ref, "-h", hyp, "--partial").out
    assert "total   20.00%" in hubbub("wer", "-r", ref, "-h", blank).out


def test_bad_uem(hubbub: Hubbub, tmp_path: Path) -> None:
    good, uem = tmp_path / "good.stm", tmp_path / "a.uem"
    good.write_text(GOOD, encoding="utf-8")
    uem.write_text("A 1 0\n", encoding="utf-8")
    refused(hubbub("cpwer", "-r", good, "-h", good, "--uem", uem), f"{uem}:1: ")
    uem.write_text(
        "SPEAKER A 1 0.37 2.5 <NA> <NA> x <NA> <NA>\nSPEAKER A 1 3 2.5 <NA> <NA> x <NA> <NA>\n", encoding="utf-8"
    )
    told = f"{uem}: is RTTM, and no UEM; a line of a UEM is `session channel start end`\n"
    refused(hubbub("der", "-r", good, "-h", good, "--uem", uem), told)


def test_formats_that_are_only_read_are_told(hubbub: Hubbub, tmp_path: Path) -> None:
    good = tmp_path / "good.stm"
    good.write_text(GOOD, encoding="utf-8")
    for suffix, name in (("parquet", "parquet"), ("eaf", "elan"), ("sbv", "sbv")):
        out = tmp_path / f"x.{suffix}"
        refused(hubbub("convert", good, out), f"{out}: {name} is only read; write one of seglst, ")
    one, two = tmp_path / "x.srt", tmp_path / "x.vtt"
    one.write_text("1\n00:00:01,000 --> 00:00:02,000\nhi\n", encoding="utf-8")
    two.write_text("WEBVTT\n\n00:01.000 --> 00:02.000\nhi\n", encoding="utf-8")
    run = hubbub("convert", one, two, tmp_path / "both.stm")
    refused(run, f"{two}: session x is also in {one}; take one file at a time, or name one otherwise")


@pytest.fixture
def pair(tmp_path: Path) -> list[str]:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    ref.write_text(GOOD, encoding="utf-8")
    hyp.write_text(GOOD, encoding="utf-8")
    return ["-r", str(ref), "-h", str(hyp)]


def test_missing_file(hubbub: Hubbub, pair: list[str]) -> None:
    refused(hubbub("cpwer", *pair[:3], "no/such.stm"), "no/such.stm: ")


def test_same_file_twice(hubbub: Hubbub, pair: list[str]) -> None:
    refused(hubbub("cpwer", "-r", pair[1], pair[1], "-h", pair[3]), f"{pair[1]}: ")


def test_regex_that_matches_nothing(hubbub: Hubbub, pair: list[str]) -> None:
    refused(hubbub("cpwer", *pair, "--regex", "Z.*"), "regex 'Z.*' matches none of session A; ")
    refused(hubbub("cpwer", *pair, "--regex", "("), "regex '(': ")


def test_unknown_normalizer_lists_those_that_exist(hubbub: Hubbub, pair: list[str]) -> None:
    run = hubbub("cpwer", *pair, "--normalizer", "lowercase")
    refused(run, "unknown normalizer 'lowercase'; did you mean lower?")


def test_unknown_metric_suggests_the_nearest(hubbub: Hubbub, pair: list[str]) -> None:
    refused(hubbub("cpwr", *pair), "unknown command or metric 'cpwr'; did you mean cpwer?")
    refused(hubbub("score", "-m", "cpwer,ocrwer", *pair), "unknown metric 'ocrwer'; did you mean orcwer?")


@pytest.mark.skipif(os.name == "nt", reason="POSIX paths")
def test_unwritable_output(hubbub: Hubbub, pair: list[str], tmp_path: Path) -> None:
    refused(hubbub("cpwer", *pair, "-o", tmp_path / "no/such/dir/out.json"), f"{tmp_path / 'no/such/dir/out.json'}: ")
    refused(hubbub("cpwer", *pair, "-o", tmp_path / "out.xyz"), f"{tmp_path / 'out.xyz'}: ")


def test_no_word_on_either_side_is_not_an_error(hubbub: Hubbub, tmp_path: Path) -> None:
    silent = tmp_path / "silent.stm"
    silent.write_text("A 1 x 0 1\n", encoding="utf-8")
    run = hubbub("cpwer", "-r", silent, "-h", silent)
    assert run.code == 0
    assert "total   n/a       0       0" in run.out


@pytest.mark.parametrize("option", ["--costs=1,2", "--costs=a,b,c,d", "--memory=lots", "--costs=-1,1,1,1"])
def test_bad_options(hubbub: Hubbub, pair: list[str], option: str) -> None:
    refused(hubbub("cpwer", *pair, option), option[2:].partition("=")[0])


def test_two_systems_of_one_name(hubbub: Hubbub, pair: list[str]) -> None:
    refused(hubbub("cpwer", *pair, "-h", pair[3]), "two systems are called 'hyp'; ")


def test_usage_errors_end_with_2(hubbub: Hubbub) -> None:
    assert hubbub("cpwer").code == 2
    assert hubbub("cpwer", "-r", "a", "-h", "b", "--nonsense").code == 2
    assert hubbub().code == 2


def test_convert_does_not_overwrite(hubbub: Hubbub, pair: list[str], tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    assert hubbub("convert", pair[1], target).code == 0
    refused(hubbub("convert", pair[1], target), f"{target}: exists already; ")
    assert hubbub("convert", pair[1], target, "--force").code == 0
