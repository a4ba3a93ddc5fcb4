"""`hubbub rank`: a leaderboard of systems."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from support.pages import unpack
from support.paths import EXAMPLES
from support.running import Hubbub

import hubbub as api
from hubbub.model.metrics import ALL_METRICS, METRICS

REFERENCE = "m 1 A 0 5 one two three four\nm 1 B 5 9 five six\nn 1 A 0 5 seven eight\n"


@pytest.fixture
def ref(tmp_path: Path) -> Path:
    path = tmp_path / "ref.stm"
    path.write_text(REFERENCE, encoding="utf-8")
    return path


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """Three systems and what is none; two of them are as good as each other."""
    folder = tmp_path / "submissions"
    (folder / "zoe").mkdir(parents=True)
    (folder / "zoe" / "run.stm").write_text(REFERENCE, encoding="utf-8")
    (folder / "bob.stm").write_text(REFERENCE.replace("two", "too").replace("six", ""), encoding="utf-8")
    (folder / "ann.stm").write_text(REFERENCE.replace("one", "won").replace("eight", ""), encoding="utf-8")
    (folder / "README.md").write_text("no system", encoding="utf-8")
    return folder


def test_a_folder_of_systems(hubbub: Hubbub, ref: Path, submissions: Path) -> None:
    run = hubbub("rank", "-r", ref, "-h", submissions)
    assert run.code == 0
    title, head, *rows, signature = run.out.splitlines()
    assert title == "cpWER  3 systems, 8 words, 2 sessions"
    assert head.split() == ["system", "rate", "95%", "CI", "errors", "words", "sub", "del", "ins"]
    assert [row.split()[:3] for row in rows] == [["1", "zoe", "0.00%"], ["2", "ann", "25.00%"], ["2", "bob", "25.00%"]]
    reason = "note: ann, bob cpWER: no 95% CI: 2 sessions are too few (it would reach above 1000%)"
    assert reason in run.err
    assert signature == "cpwer|norm:none|unit:word|v:" + run.out.rpartition("v:")[2].rstrip()
    assert f"note: {submissions}: skipped 1 file" in run.err


def test_what_holds_for_all_intervals_is_said_once(hubbub: Hubbub, ref: Path, submissions: Path) -> None:
    run = hubbub("rank", "-r", ref, "-h", submissions, "--ci", "50")
    assert "use hubbub compare to test differences" in run.err
    assert run.err.count("jackknife") == 1


def test_each_path_is_a_system_and_names_may_be_given(hubbub: Hubbub, ref: Path, submissions: Path) -> None:
    files = ["-h", submissions / "bob.stm", f"best={submissions / 'zoe'}", "-h", submissions / "ann.stm"]
    table = hubbub("rank", "-r", ref, *files).out
    assert [row.split()[1] for row in table.splitlines()[2:-1]] == ["best", "bob", "ann"]


def test_files_of_one_name_are_called_after_their_folders(hubbub: Hubbub, ref: Path, tmp_path: Path) -> None:
    for team in ("x", "y"):
        (tmp_path / team).mkdir()
        (tmp_path / team / "hyp.stm").write_text(REFERENCE, encoding="utf-8")
    table = hubbub("rank", "-r", ref, "-h", f"{tmp_path}/?/hyp.stm").out
    assert [row.split()[:2] for row in table.splitlines()[2:-1]] == [["1", "x"], ["1", "y"]]


def test_files_of_a_board(hubbub: Hubbub, ref: Path, submissions: Path, tmp_path: Path) -> None:
    outputs = [tmp_path / f"board{suffix}" for suffix in (".json", ".csv", ".md", ".html")]
    options = [part for path in outputs for part in ("-o", path)]
    run = hubbub("rank", "-m", "cpwer,orcwer", "-r", ref, "-h", submissions, "--quiet", *options)
    assert run == (0, "", "")
    saved = json.loads(outputs[0].read_text(encoding="utf-8"))["scores"]
    assert [(run["system"], run["metric"]) for run in saved[:3]] == [(name, "cpwer") for name in ("zoe", "ann", "bob")]
    rows = list(csv.DictReader(io.StringIO(outputs[1].read_text(encoding="utf-8"))))
    assert [(row["rank"], row["system"], row["metric"]) for row in rows][2:4] == [
        ("2", "bob", "cpwer"),
        ("1", "zoe", "orcwer"),
    ]
    assert rows[1]["errors"] == "2"
    assert "session" not in rows[0]
    assert "| 1 | zoe | 0.00% |" in outputs[2].read_text(encoding="utf-8")
    again = hubbub("rank", "-m", "orcwer", outputs[0])
    assert [row.split()[1] for row in again.out.splitlines()[2:-1]] == ["zoe", "ann", "bob"]
    assert hubbub("rank", "-m", "orcwer", outputs[0], "--json").out.startswith('{\n "hubbub"')


def test_what_is_better_the_higher_it_is(hubbub: Hubbub, ref: Path, tmp_path: Path) -> None:
    one = tmp_path / "one.stm"
    one.write_text(REFERENCE.replace(" B ", " A "), encoding="utf-8")
    board = hubbub("rank", "-m", "purity", "-r", ref, "-h", one, ref).out
    assert [row.split()[:2] for row in board.splitlines()[2:-1]] == [["1", "ref"], ["2", "one"]]


def test_a_board_fits_the_terminal(hubbub: Hubbub, ref: Path, submissions: Path) -> None:
    long = "a-team-whose-name-takes-more-than-a-quarter-of-the-line"
    (submissions / "bob.stm").rename(submissions / f"{long}.stm")
    out = hubbub("rank", "-m", "cpwer,der", "-r", ref, "-h", submissions).out
    assert max(map(len, out.splitlines())) <= 80
    assert long[:19] in out


def test_a_folder_of_systems_is_not_one_system(hubbub: Hubbub, ref: Path, submissions: Path) -> None:
    run = hubbub("cpwer", "-r", ref, "-h", submissions)
    assert run.code == 1
    assert (
        f"; give one of them, or all with hubbub rank -h {submissions}; if they belong together, give the files"
        in run.err
    )
    (submissions / "zoe" / "run.stm").unlink()
    run = hubbub("cpwer", "-r", ref, "-h", submissions)
    assert run.code == 1
    assert "bob.stm both have speaker A of session m at the same time; give one of them, or all with" in run.err
    assert hubbub("cpwer", "-r", ref, "-h", submissions, "--stream").err == run.err
    both = hubbub("cpwer", "-r", ref, "-h", submissions / "ann.stm", submissions / "bob.stm")
    assert both.code == 0
    assert "so they may be two systems; give each its own -h, or use hubbub rank" in both.err


def test_a_folder_of_recordings_is_no_folder_of_systems(hubbub: Hubbub, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.stm").write_text(f"{name} 1 A 0 1 hi\n", encoding="utf-8")
    run = hubbub("rank", "-r", tmp_path, "-h", tmp_path)
    assert run.code == 1
    assert f"have no session in common; to score them as one system, use hubbub cpwer -h {tmp_path}\n" in run.err
    (tmp_path / "b.stm").unlink()
    assert "there is only one system in this folder" in hubbub("rank", "-r", tmp_path / "a.stm", "-h", tmp_path).err


@pytest.mark.parametrize(
    ("code", "arguments", "message"),
    [(2, [], "nothing to rank"), (1, ["a.json", "-r", "b"], "cannot be combined with -r and -h"),
     (1, ["a.json", "--collar", "5"], "--collar has no effect")],
)  # fmt: skip
def test_what_cannot_be_ranked(hubbub: Hubbub, code: int, arguments: list[str], message: str) -> None:
    run = hubbub("rank", *arguments)
    assert run.code == code
    assert message in run.err


def test_the_reference_among_the_systems_is_none(hubbub: Hubbub, submissions: Path) -> None:
    run = hubbub("rank", "-r", submissions / "zoe" / "run.stm", "-h", submissions)
    assert [row.split()[1] for row in run.out.splitlines()[2:-1]] == ["zoe", "ann", "bob"]
    (submissions / "ref.stm").write_text(REFERENCE, encoding="utf-8")
    run = hubbub("rank", "-r", submissions / "ref.stm", "-h", submissions)
    assert [row.split()[1] for row in run.out.splitlines()[2:-1]] == ["zoe", "ann", "bob"]
    assert "it is the reference" in run.err


def test_lines_of_text(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("a b\nc d\n", encoding="utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "one.txt").write_text("a b\nc x\n", encoding="utf-8")
    (tmp_path / "out" / "two.txt").write_text("a b\nc d\n", encoding="utf-8")
    board = hubbub("rank", "-m", "wer", "-r", tmp_path / "ref.txt", "-h", tmp_path / "out").out
    assert [row.split()[:3] for row in board.splitlines()[2:-1]] == [["1", "two", "0.00%"], ["2", "one", "25.00%"]]


def test_a_board_in_python(ref: Path, submissions: Path) -> None:
    systems = {name: submissions / f"{name}.stm" for name in ("bob", "ann")} | {"zoe": submissions / "zoe"}
    board = api.rank(ref, systems)
    assert repr(board) == "<cpWER: zoe 0.00%, bob 25.00%, ann 25.00%>"
    assert (board.ranks, [run.system for run in board], len(board)) == ([1, 2, 2], ["zoe", "bob", "ann"], 3)
    assert str(board).splitlines()[0].split()[:3] == ["cpWER", "3", "systems,"]
    assert str(board).splitlines()[-1] == board[0].signature
    assert board.to_pandas()["errors"].to_list() == [0, 2, 2]
    assert "<table" in board._repr_html_()
    assert api.rank(list(board)).ranks == [1, 2, 2]
    assert repr(api.rank(["a b", "c d"], {"x": ["a", "c d"]}, "wer")) == "<WER: x 25.00%>"
    assert repr(api.rank("", {"x": "", "y": ""}, "wer")) == "<WER: x n/a, y n/a>"


def test_what_python_cannot_rank(ref: Path, submissions: Path) -> None:
    with pytest.raises(api.InputError, match="is not a list of Scores"):
        api.rank([])
    with pytest.raises(api.InputError, match="has no names of systems"):
        api.rank(ref, [submissions / "bob.stm"])  # type: ignore[arg-type]
    lower, plain = api.cpwer(ref, ref, normalizer="lower"), api.cpwer(ref, ref)
    assert isinstance(plain, api.Scores)
    with pytest.raises(api.InputError, match="were scored with different options: norm"):
        api.rank([lower, plain.rename("other")])


@pytest.mark.parametrize("metric", ALL_METRICS)
def test_saved_results_are_ranked_as_transcripts_are(hubbub: Hubbub, metric: str, tmp_path: Path) -> None:
    ref, hyp = EXAMPLES / "meeting_ref.stm", EXAMPLES / "meeting_hyp.stm"
    collar = ["--collar", "5"] if metric in METRICS and METRICS[metric].timed else []
    for name, file in (("a", hyp), ("b", ref)):
        command = (metric, "-r", ref, "-h", f"{name}={file}", *collar, "-o", tmp_path / f"{name}.json", "--quiet")
        assert hubbub(*command).code == 0
    board = hubbub("rank", "-m", metric, "-r", ref, "-h", f"a={hyp}", f"b={ref}", *collar)
    assert hubbub("rank", tmp_path / "a.json", tmp_path / "b.json").out == board.out != ""
    assert hubbub("rank", "-m", metric, tmp_path / "a.json", tmp_path / "b.json").code == 0


@pytest.mark.parametrize("metric", ["cpwer", "der", "purity", "wder"])
def test_saved_results_of_other_references_are_not_ranked(hubbub: Hubbub, metric: str, tmp_path: Path) -> None:
    for name, words in (("a", "a b c"), ("b", "a b")):
        (tmp_path / f"{name}.stm").write_text(f"s 1 A 0 {len(words)} {words}\n", encoding="utf-8")
        sides = ("-r", tmp_path / f"{name}.stm", "-h", f"{name}={tmp_path / 'a.stm'}")
        assert hubbub(metric, *sides, "-o", tmp_path / f"{name}.json", "--quiet").code == 0
    run = hubbub("rank", tmp_path / "a.json", tmp_path / "b.json")
    assert (run.code, "were scored against different references" in run.err) == (1, True)


def test_saved_results_must_go_together(hubbub: Hubbub, ref: Path, tmp_path: Path) -> None:
    hubbub("cpwer", "-r", ref, "-h", f"a={ref}", "-o", tmp_path / "a.json", "--quiet")
    hubbub("cpwer", "-r", ref, "-h", f"b={ref}", "-o", tmp_path / "b.json", "--quiet", "--regex", "m")
    run = hubbub("rank", tmp_path / "a.json", tmp_path / "b.json")
    assert run.code == 1
    assert "were scored on different sessions: n missing from b" in run.err


def test_broken_systems_are_told_together_or_left_out(hubbub: Hubbub, ref: Path, submissions: Path) -> None:
    (submissions / "cut.json").write_text('[{"session_id": "m", "words": "one"', encoding="utf-8")
    (submissions / "late.stm").write_text("m 1 A 5 0 one two\n", encoding="utf-8")
    (submissions / "other.stm").write_text(REFERENCE.replace("n 1", "o 1"), encoding="utf-8")
    board = submissions.parent / "board.csv"
    run = hubbub("rank", "-r", ref, "-h", submissions, "-o", board)
    assert run.code == 1
    assert not board.exists()
    for line in ("cut: ", "late.stm:1: end 0 is before start 5", "session o is not in the reference (sessions m, n)"):
        assert line in run.err
    assert "3 of 6 systems cannot be scored; fix them, or use --skip-broken\n" in run.err
    run = hubbub("rank", "-r", ref, "-h", submissions, "-o", board, "--skip-broken")
    assert run.code == 4
    assert "warning: skipped 3 of 6 systems: cut, late, other\n" in run.err
    rows = list(csv.DictReader(board.read_text(encoding="utf-8").splitlines()))
    assert [row["system"] for row in rows] == ["zoe", "ann", "bob", "cut", "late", "other"]
    assert [row["rank"] for row in rows[2:]] == ["2", "", "", ""]
    assert "late.stm:1: end 0 is before start 5" in rows[4]["error"]
    whole = hubbub("rank", "-r", ref, "-h", *(submissions / name for name in ("ann.stm", "bob.stm", "zoe"))).out
    assert run.out == whole
    quiet = hubbub("rank", "-r", ref, "-h", submissions, "--skip-broken", "--quiet")
    assert (quiet.code, quiet.out, quiet.err) == (4, "", "")
    errors = hubbub("rank", "-r", ref, "-h", submissions, "--quiet")
    assert (errors.code, errors.err.count("\n") >= 4) == (1, True), "errors are told all the same"


def test_files_name_systems_that_were_skipped_or_are_identical(hubbub: Hubbub, ref: Path, submissions: Path) -> None:
    (submissions / "late.stm").write_text("m 1 A 5 0 one two\n", encoding="utf-8")
    (submissions / "again.stm").write_bytes((submissions / "ann.stm").read_bytes())
    outputs = [submissions.parent / f"board.{suffix}" for suffix in ("md", "tex", "json", "csv", "html")]
    files = [part for path in outputs for part in ("-o", path)]
    run = hubbub("rank", "-r", ref, "-h", submissions, "--skip-broken", *files)
    assert run.code == 4, run.err
    assert "note: identical systems: again, ann\n" in run.err
    for path in outputs[:2]:
        text = path.read_text(encoding="utf-8")
        assert "skipped 1 of 5 systems that cannot be scored: late" in text
        assert "identical systems: again, ann" in text
    saved = json.loads(outputs[2].read_text(encoding="utf-8"))
    assert list(saved["skipped"]) == ["late"]
    assert "end 0 is before start 5" in saved["skipped"]["late"]
    assert hubbub("rank", outputs[2]).code == 0
    same = {
        run.system for run in api.load_scores(outputs[2]) if "identical_systems" in [note.kind for note in run.notes]
    }
    assert same == {"again", "ann"}
    assert outputs[3].read_text(encoding="utf-8").count("identical systems: again, ann") == 2
    page = unpack(outputs[4].read_text(encoding="utf-8"), "overview")
    assert sum("identical systems: again, ann" in score["notes"] for score in page["scores"]) == 2


def test_skip_broken_hides_no_other_fault(hubbub: Hubbub, ref: Path, submissions: Path, tmp_path: Path) -> None:
    missing = hubbub("rank", "-r", tmp_path / "none.stm", "-h", submissions, "--skip-broken")
    assert missing.code == 1
    assert "none.stm: no such file" in missing.err
    assert "skipped" not in missing.err.replace("skipped 1 file", "")
    assert hubbub("rank", "-r", ref, "-h", submissions, "-m", "tcpwer", "--skip-broken").err.count("\n") == 2
    hubbub("cpwer", "-r", ref, "-h", ref, "-o", tmp_path / "a.json", "--quiet")
    assert "--skip-broken has no effect on saved scores" in hubbub("rank", tmp_path / "a.json", "--skip-broken").err
