"""Files as people have them, through the command line: the right number, or one clear message."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from support.paths import SAMPLES
from support.running import Hubbub

from hubbub import InputError, cpwer, load, load_pairs, wer

REF = "Alice: good morning all\nBob: yes I sent the slides\nAlice: thanks\n"
TIMED = "[00:00:01] Alice: good morning all\n[00:00:04] Alice: thanks\n[00:00:02] Bob: yes I sent the slides\n"


def test_text_with_speakers(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text(REF, encoding="utf-8")
    (tmp_path / "first.txt").write_text(
        REF.replace("Alice", "[SPEAKER_00]").replace("Bob", "[SPEAKER_01]"), encoding="utf-8"
    )
    (tmp_path / "second.txt").write_text(REF.replace("Alice: thanks", "Bob: thanks"), encoding="utf-8")
    run = hubbub(
        "cpwer", "-r", tmp_path / "ref.txt", "-h", f"first={tmp_path}/first.txt", "-h", f"second={tmp_path}/second.txt"
    )
    assert run.code == 0, run.err
    assert "ref     0.00%  22.22%\n" in run.out


def test_names_in_files_are_not_overlooked(hubbub: Hubbub, tmp_path: Path) -> None:
    """Only a file that names no session goes with any other."""
    for name in ("mon", "tue"):
        (tmp_path / f"{name}.stm").write_text(f"{name} 1 A 0 1 good morning\n", encoding="utf-8")
    run = hubbub("cpwer", "-r", tmp_path / "mon.stm", "-h", tmp_path / "tue.stm")
    assert run.code == 1
    assert "session tue is not in the reference (session mon); check the names" in run.err


def test_the_name_of_the_session_survives_another_process(tmp_path: Path) -> None:
    for name in ("ref", "hyp"):
        (tmp_path / f"{name}.txt").write_text(REF, encoding="utf-8")
    reference, hypothesis = (load(tmp_path / f"{name}.txt") for name in ("ref", "hyp"))
    assert cpwer(pickle.loads(pickle.dumps(reference)), pickle.loads(pickle.dumps(hypothesis))).errors == 0


@pytest.mark.parametrize("command", ["cpwer", "orcwer", "wer"])
def test_text_with_speakers_and_times(hubbub: Hubbub, tmp_path: Path, command: str) -> None:
    (tmp_path / "ref.txt").write_text(TIMED, encoding="utf-8")
    (tmp_path / "hyp.txt").write_text(REF, encoding="utf-8")
    run = hubbub(command, "-r", tmp_path / "ref.txt", "-h", tmp_path / "hyp.txt")
    assert run.code == 0, run.err
    assert " 0.00%       0      9" in run.out


def test_text_with_speakers_of_several_sessions(hubbub: Hubbub, tmp_path: Path) -> None:
    for folder in ("ref", "hyp"):
        (tmp_path / folder).mkdir()
        for day in ("mon", "tue"):
            (tmp_path / folder / f"{day}.txt").write_text(REF, encoding="utf-8")
    run = hubbub("cpwer", "-r", tmp_path / "ref/*.txt", "-h", tmp_path / "hyp/*.txt")
    assert run.code == 0, run.err
    assert "mon" in run.out
    assert " 0.00%       0     18" in run.out
    (tmp_path / "hyp/tue.txt").rename(tmp_path / "hyp/wed.txt")
    run = hubbub("cpwer", "-r", tmp_path / "ref/*.txt", "-h", tmp_path / "hyp/*.txt")
    assert run.code == 1
    assert "session wed is not in the reference (sessions mon, tue)" in run.err


def test_one_file_with_speakers_against_one_of_another_format(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text(
        "standup 1 A 0 1 good morning all\nstandup 1 B 1 2 yes I sent the slides\n", encoding="utf-8"
    )
    (tmp_path / "hyp.txt").write_text("\n".join(REF.splitlines()[:2]), encoding="utf-8")
    (tmp_path / "some.uem").write_text("standup 1 0 0.5\n", encoding="utf-8")
    run = hubbub("cpwer", "-r", tmp_path / "ref.stm", "-h", tmp_path / "hyp.txt")
    assert run.code == 0, run.err
    assert "standup  0.00%       0      8" in run.out
    # A UEM names the session of the reference, and holds for both sides.
    (tmp_path / "hyp.txt").write_text(
        "[00:00.0 - 00:01.0] A: good morning all\n[00:01.0 - 00:02.0] B: never said\n", encoding="utf-8"
    )
    run = hubbub("cpwer", "-r", tmp_path / "ref.stm", "-h", tmp_path / "hyp.txt", "--uem", tmp_path / "some.uem")
    assert run.code == 0, run.err
    assert "standup  0.00%       0      3" in run.out
    (tmp_path / "some.uem").write_text("Standup 1 0 0.5\n", encoding="utf-8")
    for command in ("cpwer", "der"):
        run = hubbub(command, "-r", tmp_path / "ref.stm", "-h", tmp_path / "ref.stm", "--uem", tmp_path / "some.uem")
        assert run.code == 1
        assert "Standup and standup differ in case only; check the names" in run.err


def test_labels_of_audacity(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("0.5\t2.1\tgood morning\n2.4\t4.0\tthanks\n", encoding="utf-8")
    (tmp_path / "hyp.txt").write_text("0.6\t2.2\tgood morning\n2.5\t3.9\tthanks\n", encoding="utf-8")
    run = hubbub("wer", "-r", tmp_path / "ref.txt", "-h", tmp_path / "hyp.txt")
    assert run.code == 0, run.err
    assert " 0.00%       0      3" in run.out


@pytest.mark.parametrize(
    ("source", "content", "target", "message"),
    [
        ("a.json", '[{"session_id": "m", "words": ";; hello"}]', "b.trn", "begins with ;; would be read as a comment"),
        ("a.stm", "m 1 s 0 1 <o> <ALT_BEGIN> x", "b.ctm", "the word <ALT_BEGIN> would be read as a tag of"),
        ("a.json", '[{"session_id": "m", "words": "a (x)"}]', "b.trn", "its braces or parentheses would be read as"),
        ("text", "m Alice: hi\nn Alice: hello", "b.txt", "in a file of this name would be read as speaker_colon; "),
    ],
)
def test_convert_loses_no_words(
    hubbub: Hubbub, tmp_path: Path, source: str, content: str, target: str, message: str
) -> None:
    (tmp_path / source).write_text(content, encoding="utf-8")
    code, out, err = hubbub("convert", tmp_path / source, tmp_path / target)
    assert code == 1
    assert out == ""
    assert message in err
    assert err.startswith(f"hubbub: error: {tmp_path / target}: ")
    assert not (tmp_path / target).exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("]", ":1: not valid JSON"),
        ('[{"session_id": "A", "words": "a b",\n"words": "c"}]', ':2: the key "words" occurs twice in one object; '),
        ('[{"session_id": "A", "words": "\\ud800"}]', ":1: \\ud800 is half of a surrogate pair; "),
        (f'[{{"session_id": {"1" * 5000}, "words": "a"}}]', ":1: element 1: session_id is "),
    ],
)
def test_odd_json(hubbub: Hubbub, tmp_path: Path, content: str, message: str) -> None:
    good, bad = tmp_path / "good.stm", tmp_path / "bad.json"
    good.write_text("A 1 x 0 1 a b\n", encoding="utf-8")
    bad.write_text(content, encoding="utf-8")
    for sides in (("-r", bad, "-h", good), ("-r", good, "-h", bad)):
        code, out, err = hubbub("cpwer", *sides)
        assert (code, out) == (1, "")
        assert err.startswith(f"hubbub: error: {bad}{message}")
        assert err.count("\n") == 1


TRUTH = SAMPLES / "expected.seglst.json"


def test_a_manifest_of_both_sides_is_no_hypothesis(hubbub: Hubbub) -> None:
    """Its references would be scored against references: 0%, whatever the model heard."""
    run = hubbub("wer", "-r", TRUTH, "-h", SAMPLES / "nemo_manifest.jsonl")
    assert (run.code, run.out) == (1, "")
    assert "contains text and pred_text" in run.err
    assert "score both sides with hubbub wer " in run.err
    with pytest.raises(InputError, match="contains text and pred_text"):
        cpwer(load(TRUTH), load(SAMPLES / "nemo_manifest.jsonl"))


def test_a_file_without_words_is_told(hubbub: Hubbub) -> None:
    run = hubbub("cpwer", "-r", TRUTH, "-h", SAMPLES / "segments.lab")
    assert "segments.lab: has no words; use hubbub der to score diarization" in run.err


@pytest.mark.parametrize("name", ["whisper.tsv", "whispercpp.csv", "deepgram.json"])
def test_a_session_called_after_its_file_goes_with_the_only_one_and_is_told(hubbub: Hubbub, name: str) -> None:
    run = hubbub("wer", "-r", TRUTH, "-h", SAMPLES / name)
    assert run.code == 0
    assert f"{name}: names no session; scored as standup" in run.err


def test_systems_whose_sessions_are_called_after_their_files_need_no_names(hubbub: Hubbub) -> None:
    run = hubbub("cpwer", "-r", TRUTH, "-h", SAMPLES / "deepgram.json", "-h", SAMPLES / "teams.vtt")
    assert run.code == 0, run.err
    assert "deepgram" in run.out
    assert "teams" in run.out


IDS = "utt1 hello word\nutt2 foo bar\nutt3 yes\n"


def test_ids_before_lines_are_no_words(hubbub: Hubbub, tmp_path: Path) -> None:
    """Kaldi's text in files that are called .txt: another order would make all of it wrong."""
    ref, hyp, named = tmp_path / "ref.txt", tmp_path / "hyp.txt", tmp_path / "text"
    ref.write_text(IDS, encoding="utf-8")
    hyp.write_text("utt2 foo bar\nutt3 yes\nutt1 hello world\n", encoding="utf-8")
    named.write_text(IDS, encoding="utf-8")
    run = hubbub("wer", "-r", ref, "-h", hyp)
    assert run.code == 1
    assert "lines begin with ids (utt1, utt2, …), which would be scored as words" in run.err
    assert "use --format kaldi, or --format text if they are words" in run.err
    assert hubbub("wer", "-r", ref, "-h", hyp, "--format", "kaldi", "--total").out.count("20.00%       1      5") == 1
    assert hubbub("wer", "-r", ref, "-h", hyp, "--format", "text", "--total").code == 0
    run = hubbub("wer", "-r", named, "-h", hyp)
    assert run.code == 1
    assert "use --hyp-format kaldi, or --hyp-format text if they are words" in run.err
    assert "20.00%" in hubbub("wer", "-r", named, "-h", hyp, "--hyp-format", "kaldi").out
    with pytest.raises(InputError, match="format='kaldi'"):
        wer(ref, hyp)
    for number, code in ((2, 1), (1, 0)):  # a single line may begin so by coincidence
        for file in (ref, hyp):
            file.write_text("".join(IDS.splitlines(keepends=True)[:number]), encoding="utf-8")
        assert hubbub("wer", "-r", ref, "-h", hyp).code == code


@pytest.mark.parametrize(
    ("ref", "hyp"),
    [
        ("3 dogs\n4 cats\n", "three dogs\n4 cats\n"),  # not on both sides
        ("1 2 3\n1 5\n", "1 2 3\n1 5\n"),  # twice
        ("7 dogs\n", "7 dogs\n"),  # a single line
        ("w1 w2 w3\nw2 w1\nw5 w1\n", "w1 w2\nw2 w1\nw5 w1\n"),  # elsewhere, too
        ("2024 was good\n2025 is better\n2026 too\n",) * 2,  # numbers
        ("w1\nw2\nw3\n",) * 2,  # nothing but such words
        ("今年是2024年 好\n我有3个苹果 好\n1个 好\n",) * 2,
        ("1 apple\n2 pears\n3 figs\n", "one apple\ntwo pears\nthree figs\n"),  # as lines are numbered
    ],
)
def test_numbers_that_begin_lines_are_words(tmp_path: Path, ref: str, hyp: str) -> None:
    (tmp_path / "ref.txt").write_text(ref, encoding="utf-8")
    (tmp_path / "hyp.txt").write_text(hyp, encoding="utf-8")
    assert wer(tmp_path / "ref.txt", tmp_path / "hyp.txt").length == len(ref.split())


def test_ids_of_other_formats_are_not_looked_for_in_words(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("1 a100 dollars\n2 a200 euros\n3 a300 pounds\n", encoding="utf-8")
    (tmp_path / "t.trn").write_text("a100 dollars (1)\na200 euros (2)\na300 pounds (3)\n", encoding="utf-8")
    for name, options in (("text.txt", ("--format", "kaldi")), ("t.trn", ())):
        run = hubbub("wer", "-r", tmp_path / name, "-h", tmp_path / name, "--total", *options)
        assert (run.code, "0      6" in run.out) == (0, True)


@pytest.mark.parametrize(
    "header",
    [
        "Session ID,Speaker Name,Start Time,End Time,Transcript",
        "sessionId,speakerId,startTime,endTime,text",
        "Recording,Speaker,Start (s),End (s),Text",
        "session-id,spk,start-sec,end-sec,words",
    ],
)
def test_headers_as_people_write_them(tmp_path: Path, header: str) -> None:
    (tmp_path / "a.csv").write_text(f"{header}\nmon,Alice,0.5,2,good morning\ntue,Bob,3,4.5,hello\n", encoding="utf-8")
    first, second = load(tmp_path / "a.csv")
    assert first[:5] == ("good morning", "mon", "Alice", 0.5, 2)
    assert second[:5] == ("hello", "tue", "Bob", 3, 4.5)


def test_milliseconds_in_brackets(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Speaker,Start (ms),End (ms),Text\nAlice,500,2000,good morning\n", encoding="utf-8")
    assert load(tmp_path / "a.csv")[0][2:5] == ("Alice", 0.5, 2)


def test_a_table_of_recordings_has_their_sessions(hubbub: Hubbub, tmp_path: Path) -> None:
    """Rows in another order are those of the same recordings all the same."""
    (tmp_path / "ref.csv").write_text("file,text\nx/one.wav,good morning\nx/two.wav,hello there\n", encoding="utf-8")
    (tmp_path / "hyp.tsv").write_text(
        "Audio Path\tsentence\nout/two.flac\thello there\nout/one.flac\tgood evening\n", encoding="utf-8"
    )
    run = hubbub("wer", "-r", tmp_path / "ref.csv", "-h", tmp_path / "hyp.tsv")
    assert run.code == 0, run.err
    assert "one    50.00%       1      2" in run.out
    assert "two     0.00%       0      2" in run.out
    (tmp_path / "ref.csv").write_text(
        "file,start,end,text\nx/one.wav,0,1,good morning\ny/one.wav,0,1,hello there\n", encoding="utf-8"
    )
    assert load(tmp_path / "ref.csv").session_names() == ["x/one", "y/one"]


def test_both_sides_under_other_names(tmp_path: Path) -> None:
    rows = ["path,Ground Truth,pred_text", "a/1.wav,good morning,good evening", "b/2.wav,yes,yes"]
    (tmp_path / "pairs.csv").write_text("\n".join(rows), encoding="utf-8")
    scores = wer(*load_pairs(tmp_path / "pairs.csv"))
    assert (list(scores), scores.errors, scores.length) == (["1", "2"], 1, 3)


@pytest.mark.parametrize("line", ["Alice Smith <NA> <NA>", "Alice Smith <NA>", "Jürgen Ölm 0.9 <NA>"])
def test_a_name_with_a_blank_in_rttm_is_not_cut(hubbub: Hubbub, tmp_path: Path, line: str) -> None:
    """Alice Smith and Alice Jones would be one Alice, and the rate wrong without a word."""
    begin = "SPEAKER m 1 0 5 <NA> <NA>"
    (tmp_path / "ref.rttm").write_text(
        f"{begin} A unknown <NA>\r\n{begin} B 0.5\r\n\r\n{begin} {line}\r\n", encoding="utf-8", newline=""
    )
    run = hubbub("der", "-r", tmp_path / "ref.rttm", "-h", tmp_path / "ref.rttm")
    assert run.code == 1
    assert "ref.rttm:4: 1" in run.err
    assert f"contain a space: {' '.join(line.split()[:2])}" in run.err


@pytest.mark.parametrize(
    "behind",
    ["<NA> <NA> mine yours", "* *", "? ?", ", ,", ";; sure", "0.98 <NA> ;; seen", "0.98 <NA> <NA>", "1.0 <NA> en"],
)
def test_further_fields_of_rttm_are_no_names(hubbub: Hubbub, tmp_path: Path, behind: str) -> None:
    (tmp_path / "ref.rttm").write_text(f"SPEAKER m 1 0 5 <NA> <NA> A {behind}\n", encoding="utf-8")
    assert hubbub("der", "-r", tmp_path / "ref.rttm", "-h", tmp_path / "ref.rttm").code == 0


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("mon.wav", "mon and mon.wav differ in their suffix only (1 pair): strip it with --strip-suffix .wav, or"),
        ("Mon", "mon and Mon differ in letter case only (1 pair): rename them with --session-map, or"),
        ("out/mon", "mon and out/mon differ in their folder only (1 pair): rename them with --session-map, or"),
        ("thu", "check the names, or skip them with --partial"),
    ],
)
def test_names_that_differ_a_little_are_explained(hubbub: Hubbub, tmp_path: Path, name: str, told: str) -> None:
    (tmp_path / "ref.stm").write_text("mon 1 A 0 1 good morning\ntue 1 A 0 1 hello\n", encoding="utf-8")
    (tmp_path / "hyp.stm").write_text(f"{name} 1 A 0 1 good morning\ntue 1 A 0 1 hello\n", encoding="utf-8")
    run = hubbub("cpwer", "-r", tmp_path / "ref.stm", "-h", tmp_path / "hyp.stm")
    assert run.code == 1
    assert f"session {name} is not in the reference (sessions mon, tue); {told}" in run.err


def test_a_file_of_a_folder_is_not_read_again(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "refs").mkdir()
    for name in ("mon", "tue"):
        (tmp_path / "refs" / f"{name}.stm").write_text(f"{name} 1 A 0 1 good morning\n", encoding="utf-8")
    run = hubbub("cpwer", "-r", tmp_path / "refs", tmp_path / "refs/mon.stm", "-h", tmp_path / "refs")
    assert run.code == 1
    assert "mon.stm: given twice; give each file once" in run.err


def test_columns_that_may_have_been_sessions_are_told(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("ticket,text\n1,good morning\n2,hello there\n", encoding="utf-8")
    run = hubbub("wer", "-r", tmp_path / "a.csv", "-h", tmp_path / "a.csv")
    assert (
        "no column names sessions, so all 2 rows are one session, a; if another column does (ticket), name it"
        in run.err
    )
    (tmp_path / "a.csv").write_text("call_id,text\n1,good morning\n2,hello there\n", encoding="utf-8")
    run = hubbub("wer", "-r", tmp_path / "a.csv", "-h", tmp_path / "a.csv")
    assert run.err == ""
    assert "0.00%       0      2" in run.out
