"""The pages for users of other tools: every equivalent in their tables is run."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.paths import ROOT
from support.running import Hubbub

import hubbub as api
from hubbub.insight.comparison import p_text
from hubbub.model.other_tools import (
    ATTRIBUTES_ELSEWHERE,
    DIARIZATION_ELSEWHERE,
    METRICS_ELSEWHERE,
    OPTIONS_ELSEWHERE,
)
from hubbub.model.tables import Column, minus, percent
from hubbub.statistics.intervals import Interval

PAGES = sorted((ROOT / "docs/coming-from").glob("*.md"))
ROW = re.compile(r"^\| (.+?) \| (`.+?) \|$", re.MULTILINE)
EQUIVALENTS = [
    (page.stem, code)
    for page in PAGES
    for row in ROW.finditer(page.read_text(encoding="utf-8"))
    for code in re.findall(r"`([^`]+)`", row[2])
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the pages speak of."""
    for side in ("ref", "hyp"):
        shutil.copy(ROOT / f"examples/meeting_{side}.stm", tmp_path / f"{side}.stm")
        transcript = api.load(tmp_path / f"{side}.stm")
        api.dump(transcript, tmp_path / f"{side}.rttm")
        (tmp_path / f"{side}.trn").write_text("the quick fox (spk-u1)\nhello (spk-u2)\n", encoding="utf-8")
        (tmp_path / f"{side}.txt").write_text("the quick fox\nhello\n", encoding="utf-8")
    for stream in ("hyp", "hyp1", "hyp2"):
        words = "".join(f"talk-{session} {stream} 2101.8 0.2 polk\n" for session in "ABCD")
        (tmp_path / f"{stream}.ctm").write_text(words, encoding="utf-8")
    for name in ("a", "b"):
        (tmp_path / f"{name}.uem").write_text(
            "talk-A 1 0 9999\ntalk-B 1 0 9999\n" if name == "a" else "talk-C 1 0 9999\n", encoding="utf-8"
        )
        scores = api.cpwer({name: {"A": "a b"}}, {name: {"x": "a"}})
        (tmp_path / f"{name}.json").write_text(scores.to_json(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("page", "code"), EQUIVALENTS)
def test_equivalents_run(page: str, code: str, folder: Path, hubbub: Hubbub) -> None:
    assert folder.exists(), page
    if code.startswith("hubbub "):
        run = hubbub(*shlex.split(code)[1:])
        assert run.code == 0, run.err
        return
    turns = [api.Segment("", speaker="A", start=0, end=4), api.Segment("", speaker="B", start=4, end=6)]
    names: dict[str, Any] = {"hubbub": api, "reference": turns, "hypothesis": turns[:1], "uem": [(0, 3)]}
    names |= {"ref": ["the quick fox", "hello"], "hyp": ["the quack fox", "hello"]}
    assert eval(code, names) is not None


def test_there_is_a_page_for_each_tool() -> None:
    assert [page.stem for page in PAGES] == ["jiwer", "meeteval", "pyannote", "sclite"]
    assert len(EQUIVALENTS) > 60


@pytest.mark.parametrize(("name", "ours"), ATTRIBUTES_ELSEWHERE.items())
def test_names_of_other_tools_are_answered_with_ours(name: str, ours: str) -> None:
    for found in (api.cpwer("a b", "a"), api.wer(["a b"], ["a"]), api.wer(["a b"], ["a"]).total):
        with pytest.raises(AttributeError, match=re.escape(f"no attribute '{name}'; use {ours}")):
            getattr(found, name)
    assert not hasattr(api.wer("a", "b"), "nothing")


@pytest.mark.parametrize(("name", "ours"), DIARIZATION_ELSEWHERE.items())
def test_names_of_diarization_too(name: str, ours: str) -> None:
    result = api.der([(0, 1, "A")], [(0, 1, "x")])
    if name == "total":
        assert result.total is not None
        return
    with pytest.raises(AttributeError, match=f"a DER has no '{name}'; use {ours}"):
        getattr(result, name)
    assert getattr(result, ours) is not None


@pytest.mark.parametrize(("name", "ours"), METRICS_ELSEWHERE.items())
def test_metrics_of_meeteval_name_ours(name: str, ours: str, hubbub: Hubbub) -> None:
    with pytest.raises(api.OptionError, match=f"unknown metric '{name}'; use {ours}"):
        api.score(name, "a", "b")
    with pytest.raises(AttributeError, match=f"no attribute '{name}'; use hubbub.{ours}"):
        getattr(api, name)
    assert f"no command {name}; use hubbub {ours.split()[0]}" in hubbub(name, "-r", "a").err


@pytest.mark.parametrize(("name", "hint"), OPTIONS_ELSEWHERE.items())
def test_arguments_of_other_tools_name_ours(name: str, hint: str) -> None:
    functions: list[Any] = [api.wer, api.der]
    for function in functions:
        with pytest.raises(api.OptionError, match=re.escape(f"unknown option '{name}'; {hint}")):
            function("a", "b", **{name: None})
    with pytest.raises(api.OptionError, match="unknown option 'predictions'; pass reference and hypothesis"):
        api.wer(predictions=["a"], references=["a"])  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"wer\(\) needs a reference and a hypothesis"):
        api.wer("a")  # type: ignore[call-overload]


@pytest.mark.parametrize(("value", "ours"), [(False, "none"), (True, "strict")])
@pytest.mark.parametrize("side", ["ref", "hyp"])
def test_sorts_of_meeteval_name_ours(side: str, value: bool, ours: str) -> None:
    with pytest.raises(api.OptionError, match=f"unknown sort {value}; use {side}_sort='{ours}'"):
        api.cpwer("a", "b", **{f"{side}_sort": value})  # type: ignore[call-overload]


def test_words_are_an_option_of_convert(hubbub: Hubbub) -> None:
    run = hubbub("cpwer", "-r", "a.stm", "-h", "b.stm", "--words")
    assert (run.code, "words are scored by default; only convert has --words" in run.err) == (2, True)


def test_text_hyp_is_text_of_kaldi(tmp_path: Path, hubbub: Hubbub) -> None:
    for side in ("ref", "hyp"):
        (tmp_path / f"text_{side}").write_text("u1 a b\nu2 c\n", encoding="utf-8")
    run = hubbub("wer", "-r", str(tmp_path / "text_ref"), "-h", str(tmp_path / "text_hyp"), "--json")
    assert run.code == 0
    assert api.load(tmp_path / "text_hyp").session_names() == ["u1", "u2"]


def test_an_unknown_format_names_the_option(tmp_path: Path, hubbub: Hubbub) -> None:
    (tmp_path / "a.zzz").write_text("what is this\n", encoding="utf-8")
    run = hubbub("wer", "-r", str(tmp_path / "a.zzz"), "-h", str(tmp_path / "a.zzz"))
    assert "cannot detect the format; choose one with --format" in run.err


def test_no_number_is_minus_zero_and_no_p_value_is_tiny() -> None:
    assert (percent(-0.00001), minus("-0.000"), Column("x", places=2).show(-0.001)) == ("0.00%", "0.000", "0.00")
    assert str(Interval(-0.0003, 0.02, 0.95, of_difference=True)).startswith("+0.0 to +2.0")
    assert (p_text(0.0), p_text(1e-301)) == ("p < 0.0001", "p < 0.0001")
