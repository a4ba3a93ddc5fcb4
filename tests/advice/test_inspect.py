"""`hubbub inspect`, the warnings that scoring takes from it, and session names that are mended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.paths import EXAMPLES
from support.running import Hubbub

from hubbub import FormatError, InputError, Inspection, OptionError, Scores, cpwer, der, inspect

REF, HYP = EXAMPLES / "meeting_ref.stm", EXAMPLES / "meeting_hyp.stm"


def test_starts_without_ends_are_told(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    path.write_text("[00:00:00] Alice: good morning\n[00:00:02] Bob: yes\n", encoding="utf-8")
    assert ", start times but no end times (timed metrics and DER need both)" in " ".join(str(inspect(path)).split())


def test_what_is_in_a_file() -> None:
    found = inspect(REF)
    assert isinstance(found, Inspection)
    (report,) = found.files
    assert (report.file, report.format, report.why) == (str(REF), "stm", "detected from name and content")
    assert report.sessions == ("talk-A", "talk-B", "talk-C", "talk-D")
    assert set(report.speakers) == {"SUB34", "SUB48", "SUB49", "SUB57"}
    assert (report.segments, report.words, report.timed, report.word_timed) == (50, 347, 50, 0)
    assert 0 < report.overlap < report.speech
    assert (report.warnings, found.sides, found.warnings) == ((), (), [])


def test_text_fits_the_terminal(hubbub: Hubbub) -> None:
    run = hubbub("inspect", REF, HYP)
    assert (run.code, run.err) == (0, "")
    assert "  all 4 sessions match; no speaker names in common" in run.out
    assert max(len(line) for line in run.out.splitlines() if str(EXAMPLES) not in line) <= 80
    assert hubbub("inspect", "-r", REF, "-h", HYP).out == run.out
    assert str(inspect(REF, HYP)) + "\n" == run.out


def test_json_is_the_same(hubbub: Hubbub) -> None:
    run = hubbub("inspect", "--json", REF, HYP)
    assert json.loads(run.out) == inspect(reference=REF, hypothesis=[HYP]).to_dict()


LONG = "a b c d e f g h i j"
ODD = {
    "milliseconds": (f"m 1 A 0 60000 {LONG}\nm 1 B 60000 90000 x\n", "times look like milliseconds"),
    "repetition": ("m 1 A 0 2 a b c d e\nm 1 B 2 4 f\nm 1 A 4 6 a b c d e\nm 1 B 6 8 f\n", "all 6 words occur twice"),
    "copies": ("m 1 A 0 1 a\nm 1 B 1 2 b\nm 1 A 0 1 a\n", "1 duplicate segment"),
    "order": ("m 1 A 4 5 a\nm 1 B 0 1 b\n", "1 segment out of time order"),
    "overlap": ("m 1 A 0 5 a\nm 1 A 2 6 b\nm 1 B 7 8 c\n", "self-overlap: A (1 segment)"),
    "speaker": ("m 1 A 0 1 a\nm 1 A 1 2 b\n", "only one speaker"),
    "empty": ("m 1 A 0 1\nm 1 B 1 2 b\n", "1 segment without words"),
    "no words": ("m 1 A 0 1\nm 1 B 1 2\n", "no words: only der"),
    "rate": (f"m 1 A 0 0.1 {LONG}\nm 1 B 1 2 b\n", "has more than 12 words per second"),
    "control": ("m 1 A 0 1 a\x07b\nm 1 B 1 2 b\n", "invisible characters, such as U+0007"),
    "scripts": ("m 1 A 0 1 p\u0430y\nm 1 B 1 2 b\n", "1 word with letters of several scripts"),
}


@pytest.mark.parametrize("case", ODD)
def test_what_is_odd(hubbub: Hubbub, tmp_path: Path, case: str) -> None:
    content, message = ODD[case]
    file = tmp_path / "odd.stm"
    file.write_text(content, encoding="utf-8")
    assert any(message in warning for warning in inspect(file).warnings), inspect(file).warnings
    run = hubbub("inspect", file)
    assert run.code == 0
    assert "\x07" not in run.out


@pytest.mark.parametrize("case", ["milliseconds", "repetition"])
def test_scoring_warns_once_of_what_can_change_a_score(hubbub: Hubbub, tmp_path: Path, case: str) -> None:
    file = tmp_path / "odd.stm"
    file.write_text(ODD[case][0], encoding="utf-8")
    run = hubbub("score", "-m", "wer,cpwer", "-r", file, "-h", file)
    assert run.code == 0
    assert run.err.count(ODD[case][1]) == 1, "both sides are one file"
    assert hubbub("cpwer", "-r", file, "-h", file, "--quiet").err == ""


def test_two_sessions_may_be_the_same(hubbub: Hubbub, tmp_path: Path) -> None:
    file = tmp_path / "same.stm"
    file.write_text(
        "".join(f"{name} 1 A 0 9 we say the same ten words in both of them\n" for name in "mn"), encoding="utf-8"
    )
    assert hubbub("cpwer", "-r", file, "-h", file).err == ""


def test_a_file_that_cannot_be_read(hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)  # a name that is longer has a line of its own
    bad = tmp_path / "bad.stm"
    bad.write_text("m 1 A 2 1 a\n", encoding="utf-8")
    run = hubbub("inspect", REF.name, bad)
    assert run.code == 1
    assert run.out.startswith(f"{REF.name}: stm")
    assert f"{bad}:1: end 1 is before start 2" in run.err
    assert hubbub("inspect").code == 2


def test_every_file_is_told(hubbub: Hubbub, tmp_path: Path) -> None:
    """Those that can be read, and why the others cannot, in a folder too."""
    bad, good, missing = tmp_path / "a/bad.stm", tmp_path / "a/good.stm", tmp_path / "missing.stm"
    bad.parent.mkdir()
    bad.write_text("m 1 A 2 1 a\n", encoding="utf-8")
    good.write_text("n 1 A 1 2 a\n", encoding="utf-8")
    run = hubbub("inspect", missing, tmp_path / "a", REF)
    assert run.code == 1
    assert [f"{line} ".partition(": ")[0] for line in run.out.splitlines() if line[:1].strip()] == [str(good), str(REF)]
    assert [line.split(": ")[2] for line in run.err.splitlines()] == [str(missing), f"{bad}:1"]
    found = inspect(missing, tmp_path / "a", REF)
    assert [unread.file for unread in found.unread] == [str(missing), str(bad)]
    assert "cannot be read" in str(found)
    data = json.loads(hubbub("inspect", missing, REF, "--json").out)
    assert data["unread"][0]["error"].startswith(f"{missing}: no such file")


def test_both_sides_of_a_file(hubbub: Hubbub, tmp_path: Path) -> None:
    table, manifest = tmp_path / "pairs.csv", tmp_path / "manifest.json"
    table.write_text("id,reference,hypothesis\nx,a b,a c\ny,c,\n", encoding="utf-8")
    manifest.write_text('{"audio_filepath": "a.wav", "text": "a b", "pred_text": "a"}\n', encoding="utf-8")
    run = hubbub("inspect", table)
    assert run.code == 0
    told = " ".join(run.out.split())  # a long path breaks the line
    assert "pairs.csv: csv, its reference (" in told
    assert "pairs.csv: csv, its hypothesis (" in told
    assert "all 2 sessions match" in run.out
    found = inspect(manifest)
    assert [(report.side, report.words) for report in found.files] == [("reference", 2), ("hypothesis", 1)]
    scores = tmp_path / "score_wer"
    scores.mkdir()
    (scores / "ref.trn").write_text("a b (A-A-1)\n", encoding="utf-8")
    (scores / "hyp.trn").write_text("a (A-A-1)\n", encoding="utf-8")
    assert [report.side for report in inspect(scores).files] == ["reference", "hypothesis"]
    table.write_text("reference,hypothesis\na\n", encoding="utf-8")
    assert "pairs.csv:2: 1 field, but the header has 2" in hubbub("inspect", table).err


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("M1", "m1 and M1 differ in letter case only (1 pair); rename them with session_map"),
        ("out/m1", "m1 and out/m1 differ in their folder only"),
        ("m1.wav", "differ in their suffix only (1 pair); strip it with strip_suffix='.wav'"),
        ("m1_hyp", "the names of one side end in _hyp; strip it with strip_suffix='_hyp'"),
        ("other", "only in the hypothesis: other"),
    ],
)
def test_names_that_differ(tmp_path: Path, name: str, message: str) -> None:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    ref.write_text("m1 1 A 0 1 a\n", encoding="utf-8")
    hyp.write_text(f"{name} 1 A 0 1 a\n", encoding="utf-8")
    sides = inspect(ref, hyp).sides
    assert any(message in line for line in sides), sides
    assert any("1 speaker name in common: A" in line for line in sides)


@pytest.fixture
def apart(tmp_path: Path) -> tuple[Path, Path]:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    ref.write_text("m1 1 A 0 1 a b\nm2 1 A 0 1 c\n", encoding="utf-8")
    hyp.write_text("m1_hyp.wav 1 A 0 1 a\nm2_hyp.wav 1 A 0 1 c\n", encoding="utf-8")
    return ref, hyp


@pytest.mark.parametrize("metric", ["cpwer", "der"])
def test_names_are_mended(hubbub: Hubbub, tmp_path: Path, apart: tuple[Path, Path], metric: str) -> None:
    sides = ("-r", apart[0], "-h", apart[1])
    assert hubbub(metric, *sides).code == 1
    run = hubbub(metric, *sides, "--strip-suffix", "_hyp.wav")
    assert run.code == 0
    assert "|strip-suffix:_hyp.wav|" in run.out
    names = tmp_path / "names"
    names.write_text("; hypothesis reference\nm1_hyp.wav m1\nm2_hyp.wav\tm2\n", encoding="utf-8")
    run = hubbub(metric, *sides, "--session-map", names)
    assert run.code == 0
    assert "|session-map:" in run.out
    assert "m1 " in run.out


def test_names_are_mended_in_python(apart: tuple[Path, Path]) -> None:
    scores = cpwer(*apart, strip_suffix="_hyp.wav")
    assert isinstance(scores, Scores)
    assert (list(scores), scores.total.errors) == (["m1", "m2"], 1)
    again = cpwer(*apart, session_map={"m1_hyp.wav": "m1", "m2_hyp.wav": "m2"})
    assert isinstance(again, Scores)
    assert again.total.errors == 1
    assert list(der(*apart, strip_suffix=["_hyp.wav"])) == ["m1", "m2"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("m1\n", ":1: 1 name instead of two; "),
        ("a b\na c\n", ":2: a is already renamed above; "),
        ("", ": renames no session; "),
    ],
)
def test_wrong_session_maps(tmp_path: Path, apart: tuple[Path, Path], content: str, message: str) -> None:
    names = tmp_path / "names"
    names.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=message):
        cpwer(*apart, session_map=str(names))


def test_what_cannot_mend_names(tmp_path: Path, apart: tuple[Path, Path]) -> None:
    with pytest.raises(FormatError, match="no such file"):
        cpwer(*apart, session_map=tmp_path / "nothing")
    with pytest.raises(OptionError, match="contains no suffix"):
        cpwer(*apart, strip_suffix=",")
    with pytest.raises(InputError, match="are the same for asclite, or after session_map and strip_suffix"):
        cpwer(*apart, session_map={"m1_hyp.wav": "m2_hyp.wav"})


def test_copies_of_segments_are_said_by_scoring_too(hubbub: Hubbub, tmp_path: Path) -> None:
    line = "m 1 A 0 4 so let us begin with the first point\n"
    (tmp_path / "ref.stm").write_text(line + "m 1 B 5 6 yes\n" + line.replace("0 4", "8 12"), encoding="utf-8")
    (tmp_path / "hyp.stm").write_text(
        line + "m 1 B 5 6 yes\n" + line + line.replace("0 4", "8 12") + line, encoding="utf-8"
    )
    run = hubbub("cpwer", "-r", tmp_path / "ref.stm", "-h", tmp_path / "hyp.stm")
    assert run.code == 0
    assert "hyp.stm: 2 duplicate segments (same speaker, times and words); remove the copies\n" in run.err
    assert "ref.stm" not in run.err


def test_scoring_and_inspect_find_the_same_copies(hubbub: Hubbub, tmp_path: Path) -> None:
    lines = ["m 1 A 0 4 so let us begin with the first point\n", "m 1 B 5 6 yes\n", "m 1 A 7 8\n", "m 1 B 5 6.5 yes\n"]
    (tmp_path / "hyp.stm").write_text("".join([*lines, *lines[:3], lines[1]]), encoding="utf-8")
    (tmp_path / "ref.stm").write_text("".join(lines), encoding="utf-8")
    run = hubbub("cpwer", "-r", tmp_path / "ref.stm", "-h", tmp_path / "hyp.stm")
    inspected = hubbub("inspect", tmp_path / "hyp.stm").out
    for text in (run.err, inspected):
        (line,) = (line for line in text.splitlines() if "same speaker, times and words" in line)
        assert " 3 " in line


def test_inspect_pairs_the_only_sessions_as_scoring_does(tmp_path: Path, hubbub: Hubbub) -> None:
    (tmp_path / "a.ctm").write_text("m1 1 0.0 0.5 hello\n", encoding="utf-8")
    (tmp_path / "b.json").write_text('[{"speaker": "A", "start": 0, "end": 1, "text": "hello"}]', encoding="utf-8")
    printed = hubbub("inspect", "-r", str(tmp_path / "a.ctm"), "-h", str(tmp_path / "b.json")).out
    assert "the only session of each side is scored as m1" in printed
    assert "only in the" not in printed


def test_other_files_of_a_folder_are_not_below_a_file(hubbub: Hubbub, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.stm").write_text(f"{name} 1 A 0 1 hello\n", encoding="utf-8")
    (tmp_path / "a.wav").touch()
    lines = hubbub("inspect", tmp_path).out.splitlines()
    assert lines[-1] == "skipped: 1 file that is not a transcript (1 .wav)"
    assert not [line for line in lines if line.startswith("  skipped")]
