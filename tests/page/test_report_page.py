"""The report page as a file: how it is written, built and kept safe."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest
from support.pages import HOSTILE, HYP, REF, example, long_meeting, meeting, unpack
from support.paths import ROOT

import hubbub
from hubbub import Scores, Segment, Transcript
from hubbub.cli import main
from hubbub.page.report_page import find_audio, make_page, report


def test_scores_without_alignment_are_refused() -> None:
    text = hubbub.dump_scores(example(["cpwer"]))
    with pytest.raises(hubbub.InputError, match="alignment=True"):
        report(hubbub.load_scores(text))


def test_scores_without_words_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(hubbub.InputError, match="cannot show purity"):
        report([hubbub.purity(REF, HYP)])
    with pytest.raises(hubbub.InputError, match="pass word or diarization scores"):
        report([1])
    assert run("purity", "-r", REF, "-h", HYP, "-o", tmp_path / "a.html") == 1
    assert "purity is neither" in capsys.readouterr().err


def test_a_page_is_made_again_byte_for_byte() -> None:
    assert make_page(example(["cpwer"])).html == make_page(example(["cpwer"])).html


@pytest.mark.parametrize("command", ["report", "cpwer", "blame", "rank"])
def test_a_page_tells_the_command_that_made_it_without_local_folders(command: str, tmp_path: Path) -> None:
    given = [command, "-r", REF, "-h", f"our system={HYP}", "-o", str(tmp_path / "a.html"), "--quiet"]
    assert run(*given) == 0
    html = (tmp_path / "a.html").read_text(encoding="utf-8")
    told = unpack(html, "overview")["command"]
    short = ["-r", "meeting_ref.stm", "-h", "our system=meeting_hyp.stm", "-o", "a.html", "--quiet"]
    assert shlex.split(told) == ["hubbub", command, *short]
    assert str(tmp_path) not in json.dumps(unpack(html, "overview"))


def test_a_hundred_hours_stay_small() -> None:
    one = long_meeting(10_000)
    page = report(one)
    template = report(meeting({"a": "x"}, {"a": "x"}))
    assert 100 * (len(page.html) - len(template.html)) < 30e6


def test_notebooks_show_the_page_in_a_frame() -> None:
    shown = meeting({"a": "x"}, {"a": HOSTILE[0]}).show()._repr_html_()
    assert "<script" not in shown
    assert "allow-scripts" in shown
    assert "allow-same-origin" not in shown
    assert callable(hubbub.report)
    import_module("hubbub.views.table")  # importing a part of the package must not hide the function

    assert hubbub.report(example(["cpwer"])).html


def test_audio_is_named_by_the_input_or_found_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "audio").mkdir()
    (tmp_path / "audio" / "b c.flac").touch()
    given = Transcript([Segment("x", "a", extra={"audio_path": "sub/a#1.wav"}), Segment("x", "b c")])
    found = find_audio([given], ["a", "b c"], tmp_path / "report.html", str(tmp_path / "audio"))
    assert found == {"a": "sub/a#1.wav", "b c": os.path.join("audio", "b c.flac")}
    scores = Scores({name: meeting({"s": "x"}, {"s": "x"}) for name in found}, "cpwer", "")
    assert unpack(make_page([scores], audio=found).html, "overview")["audio"] == ["sub/a%231.wav", "audio/b%20c.flac"]
    assert (
        find_audio([Transcript([Segment("x", "a", extra={"audio": "https://x/a.wav"})])], ["a"], "r.html", None) == {}
    )


def test_an_address_of_audio_names_no_server_and_no_script() -> None:
    scores = Scores({"m": meeting({"s": "x"}, {"s": "x"})}, "cpwer", "")
    for path, address in (("//host/a.wav", "/host/a.wav"), ("javascript:x", "javascript%3Ax")):
        assert unpack(make_page([scores], audio={"m": path}).html, "overview")["audio"] == [address]


# The command


def run(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as end:
        main([str(argument) for argument in arguments])
    assert isinstance(end.value.code, int)
    return end.value.code


def test_the_command_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.html"
    systems = ("-h", f"A={HYP}", "-h", f"B={REF}")
    assert run("report", "-r", REF, *systems, "-m", "cpwer,orcwer", "-o", out, "--title", "a <b>") == 0
    assert str(out) in capsys.readouterr().out
    html = out.read_text(encoding="utf-8")
    assert "<title>a &lt;b&gt;</title>" in html
    index = unpack(html, "overview")
    assert [(one["system"], one["metric"]) for one in index["scores"]] == [
        ("A", "cpwer"),
        ("A", "orcwer"),
        ("B", "cpwer"),
        ("B", "orcwer"),
    ]


def test_a_page_is_not_overwritten_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.html"
    out.write_text("mine", encoding="utf-8")
    assert run("report", "-r", REF, "-h", HYP, "-o", out) == 1
    assert "--force" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "mine"
    assert run("report", "-r", REF, "-h", HYP, "-o", out, "--force") == 0
    assert out.read_text(encoding="utf-8") != "mine"


def test_score_writes_a_page_too(tmp_path: Path) -> None:
    assert run("cpwer", "-r", REF, "-h", HYP, "-o", tmp_path / "a.html", "--quiet") == 0
    assert unpack((tmp_path / "a.html").read_text(encoding="utf-8"), "overview")["sessions"]


# The build


def test_the_viewer_is_built_from_its_source(tmp_path: Path) -> None:
    viewer = ROOT / "viewer"
    npm = shutil.which("npm")
    if npm is None or not (viewer / "node_modules" / "vite").is_dir():
        pytest.skip("npm or the viewer's packages are missing: run npm ci in viewer/")
    environment = {**os.environ, "VIEWER_OUT": str(tmp_path)}
    built = subprocess.run([npm, "run", "build"], cwd=viewer, env=environment, capture_output=True, check=False)
    assert built.returncode == 0, built.stdout.decode()
    same = (tmp_path / "viewer.html").read_bytes() == (ROOT / "src/hubbub/page/viewer.html").read_bytes()
    assert same, "src/hubbub/page/viewer.html is not what viewer/ builds; run make viewer and commit it"
    tested = subprocess.run([npm, "test"], cwd=viewer, capture_output=True, check=False)
    assert tested.returncode == 0, tested.stdout.decode()


def test_the_policy_lets_only_this_script_run() -> None:
    html = report(meeting({"a": "x"}, {"a": "x"})).html
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    script = re.search(r"<script>(.*?)</script>", html, re.S)
    assert policy is not None
    assert script is not None
    digest = b64encode(sha256(script[1].encode()).digest()).decode()
    assert "default-src 'none'" in policy[1]
    assert f"script-src 'sha256-{digest}';" in policy[1]
    assert "unsafe" not in policy[1]
