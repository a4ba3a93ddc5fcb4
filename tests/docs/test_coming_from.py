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
from hubbub.model.word_errors import ELSEWHERE

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


@pytest.mark.parametrize(("name", "ours"), ELSEWHERE.items())
def test_names_of_other_tools_are_answered_with_ours(name: str, ours: str) -> None:
    for found in (api.cpwer("a b", "a"), api.wer(["a b"], ["a"]), api.wer(["a b"], ["a"]).total):
        with pytest.raises(AttributeError, match=f"no attribute '{name}'; use {ours}"):
            getattr(found, name)
    assert not hasattr(api.wer("a", "b"), "nothing")
