"""Bad input: one clear message on stderr, exit code 1, no traceback, no output file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.bad_files import BAD
from support.running import Hubbub

GOOD = "A 1 x 0 1 a b\n"


def refused(run: tuple[int, str, str], start: str) -> None:
    code, out, err = run
    assert code == 1
    assert out == ""
    assert err.startswith(f"hubbub: error: {start}")
    assert "; " in err, "the message must say what to do"
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("case", BAD)
def test_bad_files(hubbub: Hubbub, tmp_path: Path, case: str) -> None:
    name, content, message = BAD[case]
    bad, good, out = tmp_path / name, tmp_path / "good.stm", tmp_path / "out.json"
    bad.write_bytes(content)
    good.write_text(GOOD, encoding="utf-8")
    refused(hubbub("cpwer", "-r", good, "-h", bad, "-o", out), f"{bad}{message}")
    refused(hubbub("cpwer", "-r", bad, "-h", good, "-o", out), f"{bad}{message}")
    assert not out.exists()


def test_plain_lines_of_which_one_side_has_more_are_refused(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp, blank = tmp_path / "r.txt", tmp_path / "h.txt", tmp_path / "b.txt"
    ref.write_text("a b\nc\nd\ne\n", encoding="utf-8")
    hyp.write_text("a b\nd\ne\n", encoding="utf-8")
    blank.write_text("a b\n\nd\ne\n\n", encoding="utf-8")
    refused(hubbub("wer", "-r", ref, "-h", hyp), f"{hyp}: 3 lines, but {ref} has 4, so lines may not match; add ")
    refused(hubbub("wer", "-r", hyp, "-h", ref), f"{ref}: 4 lines, but {hyp} has 3, so lines may not match; add ")
    assert "scored as empty: 4" in hubbub("wer", "-r", ref, "-h", hyp, "--partial").err
    assert "total   20.00%" in hubbub("wer", "-r", ref, "-h", blank).out


def test_bad_uem(hubbub: Hubbub, tmp_path: Path) -> None:
    good, uem = tmp_path / "good.stm", tmp_path / "a.uem"
    good.write_text(GOOD, encoding="utf-8")
    uem.write_text("A 1 0\n", encoding="utf-8")
    refused(hubbub("cpwer", "-r", good, "-h", good, "--uem", uem), f"{uem}:1: ")
    uem.write_text(
        "SPEAKER A 1 0.37 2.5 <NA> <NA> x <NA> <NA>\nSPEAKER A 1 3 2.5 <NA> <NA> x <NA> <NA>\n", encoding="utf-8"
    )
    told = f"{uem}: is RTTM, not UEM; write UEM lines as `session channel start end`\n"
    refused(hubbub("der", "-r", good, "-h", good, "--uem", uem), told)


def test_formats_that_are_only_read_are_told(hubbub: Hubbub, tmp_path: Path) -> None:
    good = tmp_path / "good.stm"
    good.write_text(GOOD, encoding="utf-8")
    for suffix, name in (("parquet", "parquet"), ("eaf", "elan"), ("sbv", "sbv")):
        out = tmp_path / f"x.{suffix}"
        refused(hubbub("convert", good, out), f"{out}: {name} cannot be written; write one of seglst, ")
    one, two = tmp_path / "x.srt", tmp_path / "x.vtt"
    one.write_text("1\n00:00:01,000 --> 00:00:02,000\nhi\n", encoding="utf-8")
    two.write_text("WEBVTT\n\n00:01.000 --> 00:02.000\nhi\n", encoding="utf-8")
    run = hubbub("convert", one, two, tmp_path / "both.stm")
    refused(run, f"{two}: session x is also in {one}; score one file at a time, or rename one")


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
    assert "total   n/a       0      0" in run.out


@pytest.mark.parametrize("option", ["--costs=1,2", "--costs=a,b,c,d", "--memory=lots", "--costs=-1,1,1,1"])
def test_bad_options(hubbub: Hubbub, pair: list[str], option: str) -> None:
    refused(hubbub("cpwer", *pair, option), option[2:].partition("=")[0])


def test_two_systems_of_one_name(hubbub: Hubbub, pair: list[str]) -> None:
    refused(hubbub("cpwer", *pair, "-h", pair[3]), "two systems are called 'hyp'; ")


def test_usage_errors_end_with_2(hubbub: Hubbub) -> None:
    assert hubbub("cpwer").code == 2
    assert hubbub("cpwer", "-r", "a", "-h", "b", "--nonsense").code == 2
    assert hubbub().code == 2


def test_a_missing_option_ends_with_2(hubbub: Hubbub, pair: list[str], tmp_path: Path) -> None:
    systems = [*pair, "-h", f"b={pair[3]}"]
    out = tmp_path / "out.json"
    for missing, arguments in (
        ("--collar 5", ("tcpwer", *pair, "-o", out)),
        ("--collar 5", ("score", "-m", "wer,tcpwer", *pair, "-o", out)),
        ("--baseline NAME", ("compare", *systems, "--fail-if-worse", "-o", out)),
        ("-r FILE", ("compare", "-o", out)),
        ("-r FILE", ("rank", "-o", out)),
    ):
        run = hubbub(*arguments)
        assert (run.code, run.out) == (2, "")
        assert missing in run.err
        assert run.err.count("\n") == 1
        assert not out.exists()


def test_convert_does_not_overwrite(hubbub: Hubbub, pair: list[str], tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    assert hubbub("convert", pair[1], target).code == 0
    refused(hubbub("convert", pair[1], target), f"{target}: already exists; ")
    assert hubbub("convert", pair[1], target, "--force").code == 0
