"""Folders as inputs: a file per recording, Kaldi's data directories and ESPnet's."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from support.paths import FOLDERS, SAMPLES
from support.running import Hubbub

from hubbub import FormatError, Scores, cpwer, load

LEFT_OUT = "files that are not transcripts (1 .md, 1 .wav, 1 hidden, 1 without suffix)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a recording in each of several formats, and with what is no transcript."""
    refs = tmp_path / "refs"
    refs.mkdir()
    (refs / "monday.stm").write_text("monday 1 Alice 0 1 good morning\n", encoding="utf-8")
    (refs / "tuesday.txt").write_text("hello there\nand goodbye\n", encoding="utf-8")
    shutil.copy(SAMPLES / "whisperx.json", refs / "wednesday.json")
    shutil.copy(SAMPLES / "voice.vtt", refs / "thursday.vtt")
    for name in ("README.md", "monday.wav", ".hidden.stm", "notes"):
        (refs / name).write_text("no transcript", encoding="utf-8")
    (refs / "more").mkdir()
    return refs


def test_a_file_per_recording(folder: Path) -> None:
    transcript = load(folder)
    assert transcript.session_names() == ["monday", "thursday", "tuesday", "wednesday"]
    lines = [segment.words for segment in transcript if segment.session == "tuesday"]
    assert lines == ["hello there", "and goodbye"]
    assert transcript.left_out == {LEFT_OUT: 4}


def test_folders_on_the_command_line(hubbub: Hubbub, folder: Path, tmp_path: Path) -> None:
    hyps = tmp_path / "hyps"
    shutil.copytree(folder, hyps)
    run = hubbub("cpwer", "-r", f"{folder}/", "-h", f"{hyps}/")
    assert run.code == 0
    assert "wednesday" in run.out
    assert "total      0.00%" in run.out
    assert run.err == "".join(f"note: {side}/: skipped 4 {LEFT_OUT}\n" for side in (folder, hyps))
    assert hubbub("cpwer", "-r", folder, "-h", hyps, "--quiet") == (0, "", "")
    assert hubbub("cpwer", "-r", f"{folder}/*y.*[tm]", "-h", folder, "--partial").code == 0
    assert '"system": "hyps"' in hubbub("cpwer", "-r", folder, "-h", f"{hyps}/", "--json").out


def test_folders_from_python(folder: Path) -> None:
    for given in (folder, f"{folder}/"):
        scores = cpwer(given, given)
        assert isinstance(scores, Scores)
        assert scores.total.errors == 0
        assert list(scores) == ["monday", "thursday", "tuesday", "wednesday"]


def srt(path: Path, words: str = "good morning") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"1\n00:00:01,000 --> 00:00:02,000\n{words}\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("files", "sessions"),
    [
        (["one.srt", "deep/er/two.srt"], ["one", "two"]),
        (["a/ref.srt", "b/ref.srt"], ["a", "b"]),
        (["day1/1.srt", "day1/2.srt", "day2/1.srt"], ["day1/1", "day1/2", "day2/1"]),
        (["1.srt", "more/1.srt"], ["1", "more/1"]),
    ],
)
def test_folders_within(tmp_path: Path, files: list[str], sessions: list[str]) -> None:
    for file in files:
        srt(tmp_path / file, file)
    (tmp_path / "audio").mkdir()
    (tmp_path / "audio/1.wav").write_bytes(b"RIFF")
    srt(tmp_path / ".git/hidden.srt")
    transcript = load(tmp_path)
    assert [segment.session for segment in transcript] == sessions
    assert [segment.words for segment in transcript] == files
    assert transcript.left_out == {"file that is not a transcript (1 .wav)": 1}


def test_the_two_sides_may_be_laid_out_differently(tmp_path: Path) -> None:
    srt(tmp_path / "refs/monday/one.srt")
    srt(tmp_path / "refs/tuesday/two.srt")
    srt(tmp_path / "hyps/one.srt")
    srt(tmp_path / "hyps/two.srt", "good evening")
    assert cpwer(tmp_path / "refs", tmp_path / "hyps").errors == 1
    srt(tmp_path / "per/one/ref.srt")
    srt(tmp_path / "per/two/ref.srt")
    srt(tmp_path / "out/one/whisper.srt")
    srt(tmp_path / "out/two/whisper.srt")
    assert list(cpwer(tmp_path / "per", tmp_path / "out")) == ["one", "two"]


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few users make links")
def test_a_link_that_leads_back_is_followed_once(tmp_path: Path) -> None:
    srt(tmp_path / "refs/one.srt")
    (tmp_path / "refs/again").symlink_to(tmp_path / "refs", target_is_directory=True)
    assert load(tmp_path / "refs").session_names() == ["one"]


def test_a_session_in_two_folders_is_an_error(hubbub: Hubbub, tmp_path: Path) -> None:
    """As where the results of several systems lie side by side."""
    for team in ("a", "b"):
        (tmp_path / "out" / team).mkdir(parents=True)
        (tmp_path / "out" / team / "one.stm").write_text("one 1 A 0 1 hi\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"out: session one is in both folders .*a and .*b; give one of them"):
        load(tmp_path / "out")
    assert len(load(f"{tmp_path}/out/*/one.stm")) == 2
    run = hubbub("inspect", tmp_path / "out")
    assert run.code == 1
    assert " ".join(run.out.split()).count("one.stm: stm") == 2  # a long path breaks the line
    assert "session one is in both folders" in run.err


def test_several_of_kaldis_folders(tmp_path: Path) -> None:
    for name in ("dev", "test"):
        shutil.copytree(FOLDERS / "kaldi", tmp_path / "data" / name)
        for file in ("text", "segments", "utt2spk"):
            path = tmp_path / "data" / name / file
            path.write_text(path.read_text(encoding="utf-8").replace("standup", f"{name}-talk"), encoding="utf-8")
    transcript = load(tmp_path / "data")
    assert set(transcript.session_names()) == {"dev-talk", "test-talk"}
    assert {segment.speaker for segment in transcript} == {"Alice", "Bob"}


def test_a_broken_transcript_is_an_error(folder: Path) -> None:
    (folder / "monday.stm").write_text("monday 1 Alice 2 1 good morning\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"monday\.stm:1: end 1 is before start 2"):
        load(folder)


def test_two_files_of_one_recording_are_an_error(folder: Path) -> None:
    shutil.copy(SAMPLES / "whisperx.json", folder / "tuesday.json")
    with pytest.raises(FormatError, match=r"tuesday\.txt: session tuesday is also in .*tuesday\.json"):
        load(folder)


def test_a_folder_without_transcripts_is_an_error(hubbub: Hubbub, tmp_path: Path) -> None:
    run = hubbub("cpwer", "-r", tmp_path, "-h", tmp_path)
    assert (run.code, run.err) == (
        1,
        f"hubbub: error: {tmp_path}: the folder is empty; give the folder of the transcripts, or the files\n",
    )
    (tmp_path / "README").write_text("nothing here", encoding="utf-8")
    with pytest.raises(FormatError, match=r"no transcript in this folder \(README\); "):
        load(tmp_path)


def test_an_output_never_replaces_a_file_of_a_folder(hubbub: Hubbub, folder: Path) -> None:
    run = hubbub("cpwer", "-r", folder, "-h", folder, "-o", folder / "wednesday.json", "--force")
    assert run.code == 1
    assert "wednesday.json" in run.err
    run = hubbub("convert", folder, folder / "monday.stm", "--force")
    assert run.code == 1


def test_kaldi(hubbub: Hubbub) -> None:
    truth = load(SAMPLES / "expected.seglst.json")
    found = load(FOLDERS / "kaldi")
    fields = ("words", "session", "speaker", "start", "end")
    assert sorted(tuple(getattr(segment, field) for field in fields) for segment in found) == sorted(
        tuple(getattr(segment, field) for field in fields) for segment in truth
    )
    assert found.left_out == {}
    run = hubbub("tcpwer", "--collar", "5", "-r", FOLDERS / "kaldi", "-h", SAMPLES / "expected.seglst.json", "--json")
    assert '"errors": 0' in run.out
    assert run.err == ""


def test_kaldi_says_which_file_is_wrong(tmp_path: Path) -> None:
    data = shutil.copytree(FOLDERS / "kaldi", tmp_path / "data")
    (data / "segments").write_text("Alice-standup-0 standup 0.5\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"segments:1: only 3 fields"):
        load(data)
    (data / "segments").write_text("Alice-standup-0 standup 0.5 2.1\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"text:2: Alice-standup-2 is missing from the file segments"):
        load(data)


def test_espnet(hubbub: Hubbub, tmp_path: Path) -> None:
    whole = load(FOLDERS / "espnet")
    assert [(segment.session, segment.speaker) for segment in whole] == [
        ("Alice-standup-0", "Alice"),
        ("Alice-standup-2", "Alice"),
        ("Bob-standup-1", "Bob"),
    ]
    scores = tmp_path / "score_wer"
    scores.mkdir()
    shutil.copy(FOLDERS / "espnet/hyp.trn", scores)
    alone = load(scores)
    assert list(alone) == list(whole)
    shutil.copy(FOLDERS / "espnet/hyp.trn", scores / "ref.trn")
    with pytest.raises(FormatError, match=r"contains both sides, ref\.trn and hyp\.trn; "):
        load(scores)
    run = hubbub("wer", scores)
    assert "Alice-standup-0  0.00%" in run.out


EMPTY = {"comments": ";; no words\n", "nothing": "", "blank": " \n"}


@pytest.mark.parametrize("content", EMPTY.values(), ids=EMPTY)
@pytest.mark.parametrize("stream", [False, True])
def test_an_empty_file_is_a_silent_stream(content: str, stream: bool, tmp_path: Path, hubbub: Hubbub) -> None:
    """MeetEval 0.4.3 scores it, with the same errors."""
    (tmp_path / "ref.stm").write_text("m 1 A 0 1 a b\nm 1 B 1 2 c\n", encoding="utf-8")
    streams = tmp_path / "streams"
    streams.mkdir()
    full, empty = streams / "hyp1.ctm", streams / "hyp2.ctm"
    full.write_text("m 1 0 1 a\nm 1 1 1 c\n", encoding="utf-8")
    empty.write_text(content, encoding="utf-8")
    options = ["--stream"] if stream else []
    for files in ([full, empty], [empty, full], [streams]):
        run = hubbub("orcwer", "-r", str(tmp_path / "ref.stm"), "-h", *map(str, files), "--json", *options)
        assert (run.code, json.loads(run.out)["scores"][0]["total"]["errors"]) == (0, 1)
        assert run.err.count("skipped 1 file without segments (hyp2.ctm)") == 1
    assert load(full, empty).left_out == load(streams).left_out == {"file without segments (hyp2.ctm)": 1}
    full.write_text(content, encoding="utf-8")
    for files in ([empty], [full, empty], [streams]):
        run = hubbub("orcwer", "-r", str(tmp_path / "ref.stm"), "-h", *map(str, files), *options)
        assert run.code == 1
        assert "contains no segments; is it the right file, and is it complete?" in run.err
