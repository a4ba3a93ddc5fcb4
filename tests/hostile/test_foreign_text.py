"""Names and words of others, wherever they are shown, stay text. Wrong arguments are errors of ours."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.paths import EXAMPLES
from support.running import Hubbub

import hubbub as api
from hubbub.model.tables import markdown_text

REF, HYP = str(EXAMPLES / "meeting_ref.stm"), str(EXAMPLES / "meeting_hyp.stm")


def named(path: Path, *names: str, words: str = "a b") -> Path:
    rows = [{"session_id": name, "speaker": name, "words": words} for name in names]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["::error::x", "  ::set-output name=a::b", "x ##[command]y"])
def test_no_line_is_a_command_of_githubs_runner(
    hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    ref, hyp = named(tmp_path / "r.json", name, "b"), named(tmp_path / "h.json", "b")
    commands: list[list[Any]] = [
        ["cpwer", "-r", ref, "-h", hyp],
        ["cpwer", "-r", ref, "-h", hyp, "--per-speaker"],
        ["align", "-m", "cpwer", "-r", ref, "-h", ref],
        ["inspect", "-r", ref],
    ]
    plain = [hubbub(*command) for command in commands]
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    for command, before in zip(commands, plain, strict=True):
        run = hubbub(*command)
        assert re.search(r"(?m)^\s*::|##\[", run.out + run.err) is None
        for text, other in ((run.out, before.out), (run.err, before.err)):
            assert text.replace(r"\x3a:", "::").replace(r"\x23#[", "##[") == other, "only this is escaped"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("@ann", "@<!-- -->ann"),
        ("a@b.example", "a@<!-- -->b.example"),
        ("HTTPS://b.example/c", "HTTPS:<!-- -->//b.example/c"),
        ("www.b.example", "www<!-- -->.b.example"),
        ("a @ b: c", "a @ b: c"),
    ],
)
def test_markdown_has_no_mentions_and_links(text: str, shown: str) -> None:
    assert markdown_text(text) == shown


def test_a_csv_has_no_control_characters(hubbub: Hubbub, tmp_path: Path) -> None:
    path, out = named(tmp_path / "r.json", "a\x1b[31m", "b\0", "c\x9b", "d\te"), tmp_path / "out.csv"
    assert hubbub("wer", "-r", path, "-h", path, "-o", out).code == 0
    text = out.read_text(encoding="utf-8")
    assert [row["session"] for row in csv.DictReader(io.StringIO(text))] == [
        *("a\\x1b[31m", "b\\x00", "c\\x9b", "d\te", "total")
    ]


def test_a_session_called_total_has_a_test_of_its_own(hubbub: Hubbub, tmp_path: Path) -> None:
    path, out = named(tmp_path / "r.json", "total", "b"), tmp_path / "out.xml"
    assert hubbub("wer", "-r", path, "-h", path, "-o", out).code == 0
    names = [case.get("name") for case in ElementTree.parse(out).iter("testcase")]
    assert names == ["total", "b", "total of all sessions"]


def test_a_title_of_any_characters(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    api.report(api.cpwer(REF, HYP), page, title="\ud800 <b>")
    assert "<title>\\ud800 &lt;b&gt;</title>" in page.read_text(encoding="utf-8")


def closed(path: str) -> Any:
    with Path(path).open(encoding="utf-8") as file:
        return file


def closed_text() -> Any:
    with io.StringIO("a") as file:
        return file


HALF = [api.Segment("a", session="s", speaker="A\ud800")]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: api.cpwer(closed(REF), HYP), "is not a transcript; pass text, a path"),
        (lambda: api.cpwer(REF, closed_text()), "is not a transcript; pass text, a path"),
        (lambda: api.score("cpwer", REF, HYP, stream="no"), "stream is 'no'; give True or False"),  # type: ignore[arg-type]
        (lambda: api.score("cpwer", REF, HYP, stream=1), "stream is 1; give True or False"),  # type: ignore[arg-type]
        (lambda: api.dump(REF, "a.stm", force="no"), "force is 'no'; give True or False"),  # type: ignore[arg-type]
        (lambda: api.report(api.cpwer(HALF, HALF)), "contain characters that are not text"),
    ],
)
def test_wrong_arguments(
    call: Callable[[], Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(api.HubbubError, match=re.escape(message)):
        call()
    assert not list(tmp_path.iterdir())
