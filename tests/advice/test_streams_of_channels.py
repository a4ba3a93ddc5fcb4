"""Channels of a hypothesis that are one stream: a CTM with two channels has one stream, named after the file."""

from pathlib import Path

import pytest
from support.running import Hubbub

import hubbub as package

REF = "m 1 A 0 2 a b\nm 1 B 1 3 c d\n"
CTM = "m 1 0 1 a\nm 1 1 1 b\nm 2 1 1 c\nm 2 2 1 d\n"
LINE = "session m has channels 1 and 2 but one stream; write a CTM for each channel to score them as streams"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ref.stm").write_text(REF, encoding="utf-8")
    Path("hyp.ctm").write_text(CTM, encoding="utf-8")
    for channel in "12":
        lines = [line for line in CTM.splitlines(keepends=True) if line[2] == channel]
        Path(f"{channel}.ctm").write_text("".join(lines), encoding="utf-8")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("metric", ["cpwer", "orcwer", "mimower", "mdwer", "sawer", "uwer", "cpcer", "tcorcwer"])
def test_channels_of_one_stream_are_reported(hubbub: Hubbub, metric: str) -> None:
    collar = ("--collar", 5) if metric.startswith("tc") else ()
    run = hubbub(metric, "-r", "ref.stm", "-h", "hyp.ctm", *collar)
    assert f"warning: hyp.ctm: {LINE}" in run.err.replace("\n  ", " "), run.err
    assert "one stream" not in hubbub(metric, "-r", "ref.stm", "-h", "1.ctm", "2.ctm", *collar).err


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("metric", ["wer", "cer", "tcwer"])
def test_metrics_without_streams_do_not_warn(hubbub: Hubbub, metric: str) -> None:
    collar = ("--collar", 5) if metric.startswith("tc") else ()
    assert "one stream" not in hubbub(metric, "-r", "ref.stm", "-h", "hyp.ctm", *collar).err


@pytest.mark.usefixtures("files")
def test_speakers_of_channels_are_streams() -> None:
    Path("hyp.stm").write_text("m 1 X 0 2 a b\nm 2 Y 1 3 c d\n", encoding="utf-8")
    assert not package.orcwer("ref.stm", "hyp.stm").notes
    assert [note.kind for note in package.orcwer("ref.stm", "hyp.ctm").notes] == ["one_stream_of_channels"]
