"""The command line as a user meets it."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import EXAMPLES
from support.running import Hubbub, Run, interrupted_on_a_terminal

from hubbub import OptionError, Scores, der, load_scores, wer
from hubbub.model.metrics import METRICS
from hubbub.model.tables import width
from hubbub.version import __version__

REF, HYP = str(EXAMPLES / "meeting_ref.stm"), str(EXAMPLES / "meeting_hyp.stm")
HUBBUB = [sys.executable, "-m", "hubbub"]


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_fits_80_columns(hubbub: Hubbub, metric: str) -> None:
    more = ["--regex", "talk-C"] if METRICS[metric].name.endswith("mdwer") else []
    more += ["--collar", "5"] if METRICS[metric].timed else []
    run = hubbub(metric, "-r", REF, "-h", HYP, "--pairing", "--per-speaker", *more)
    assert run.code == 0
    assert all(line.startswith(("warning: ", "note: ")) for line in run.err.splitlines())
    assert max(map(width, run.out.splitlines())) <= 80
    assert run.out.splitlines()[-1].startswith(f"{metric}|")


def test_table(hubbub: Hubbub) -> None:
    run = hubbub("cpwer", "-r", REF, "-h", HYP)
    assert (
        run.out
        == f"""\
cpWER 47.55%  165 errors in 347 words, 4 sessions
          rate  errors  words  sub  del  ins
talk-A  48.11%      51    106   25   23    3
talk-B  76.84%      73     95   31   25   17
talk-C  29.41%      15     51    6    6    3
talk-D  27.37%      26     95   14    8    4
total   47.55%     165    347   76   62   27
cpwer|norm:none|unit:word|v:{__version__}
"""
    )
    assert run.err == "warning: SUB49 in talk-C has no stream (2 words deleted)\n"


def test_several_metrics_and_systems_side_by_side(hubbub: Hubbub) -> None:
    run = hubbub("score", "-m", "wer,cpwer", "-r", REF, "-h", f"first={HYP}", "-h", f"same={REF}")
    lines = run.out.splitlines()
    assert lines[0].split() == ["WER", "first", "same"]
    assert lines[8].split() == ["cpWER", "first", "same"]
    assert "total   47.55%  0.00%\nerrors     165      0  of 347 words" in run.out
    run = hubbub("cpwer", "-r", REF, "-h", f"first={HYP}", f"same={REF}")
    assert run.code == 1
    assert f"same={REF} is another system; give it its own -h, e.g. -h same={REF}" in run.err


def test_errors_of_speech_are_seconds(hubbub: Hubbub) -> None:
    run = hubbub("score", "-m", "cpwer,der,jer,wder", "-r", REF, "-h", HYP, "--total")
    rows = [line.split() for line in run.out.splitlines()]
    assert rows[0] == ["cpWER", "WDER", "DER", "JER"]
    assert rows[2] == ["errors", "165", "44", "31.54", "s"]


@pytest.mark.parametrize(
    "command", ["--help", *[f"{name} --help" for name in (*METRICS, "score", "align", "convert", "metrics")]]
)
def test_help_fits(hubbub: Hubbub, command: str) -> None:
    run = hubbub(*command.split())
    assert run.code == 0
    assert max(map(width, run.out.splitlines())) <= 80


def test_help_lists_every_metric(hubbub: Hubbub) -> None:
    out = hubbub("--help").out
    assert all(metric in out for metric in METRICS)


def test_metrics_command_explains_them(hubbub: Hubbub) -> None:
    out = hubbub("metrics").out
    assert all(metric.title in out for metric in METRICS.values())
    assert hubbub("metrics", "cpWER").out.startswith("cpwer (cpWER)")


def test_json_reads_back(hubbub: Hubbub) -> None:
    run = hubbub("score", "-m", "cpwer,orcwer", "-r", REF, "-h", HYP, "--json", "--alignment")
    data = json.loads(run.out)
    assert data["scores"][0]["sessions"]["talk-A"]["pairing"] == [["SUB49", "0"], ["SUB57", "1"]]
    assert data["scores"][1]["sessions"]["talk-A"]["routing"][0] == ["SUB49", 0, "0"]
    cpwer, orcwer = load_scores(run.out)
    assert isinstance(cpwer, Scores)
    assert cpwer["talk-A"].alignment.errors == cpwer["talk-A"].counts
    assert (cpwer.total.errors, orcwer.total.errors) == (165, 127)


def test_outputs(hubbub: Hubbub, tmp_path: Path) -> None:
    files = [tmp_path / f"out.{suffix}" for suffix in ("json", "csv", "md")]
    options = [word for file in files for word in ("-o", str(file))]
    assert hubbub("cpwer", "-r", REF, "-h", HYP, "--quiet", *options) == Run(0, "", "")
    assert load_scores(files[0].read_bytes())[0].total.errors == 165
    rows = list(csv.DictReader(io.StringIO(files[1].read_text(encoding="utf-8"))))
    assert (rows[-1]["session"], rows[-1]["errors"], rows[-1]["exact"]) == ("total", "165", "yes")
    assert "| total | 47.55% | 165 |" in files[2].read_text(encoding="utf-8")
    again = hubbub("cpwer", "-r", REF, "-h", HYP, "-o", files[0])
    assert again.code == 1
    assert f"{files[0]}: already exists; " in again.err
    assert hubbub("cpwer", "-r", REF, "-h", HYP, "-o", files[0], "--force").code == 0


def test_fail_above(hubbub: Hubbub) -> None:
    assert hubbub("cpwer", "-r", REF, "-h", HYP, "--fail-above", "0.2").code == 3
    assert hubbub("cpwer", "-r", REF, "-h", HYP, "--fail-above", "0.5").code == 0


def test_align_marks_errors(hubbub: Hubbub) -> None:
    run = hubbub("align", "-m", "cpwer,orcwer", "-r", REF, "-h", HYP, "--regex", "talk-C")
    assert "REF  mhm   mhm" not in run.out
    assert "SUB48 → 2: 8 errors in 28 words (28.57%)" in run.out
    assert max(map(width, run.out.splitlines())) <= 80
    assert "\033[" in hubbub("align", "-r", REF, "-h", HYP, "--color", "always").out
    assert "\033[" in hubbub("align", "-r", REF, "-h", HYP, "--colour", "always").out, "the other spelling"
    fewer = hubbub("align", "-m", "cpwer,orcwer", "-r", REF, "-h", HYP, "--regex", "talk-C", "--only-errors")
    assert len(fewer.out) < len(run.out)


def test_same_results_for_any_number_of_jobs(hubbub: Hubbub) -> None:
    outputs = {
        hubbub("score", "-m", "cpwer,orcwer,mimower", "-r", REF, "-h", HYP, "--json", "--jobs", n).out for n in "1248"
    }
    assert len(outputs) == 1


def test_silent_and_partial_sessions(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    ref.write_text("A 1 x 0 1 a b\nB 1 x 0 1 c d e\n", encoding="utf-8")
    hyp.write_text("A 1 y 0 1 a b\nC 1 y 0 1 f\n", encoding="utf-8")
    run = hubbub("cpwer", "-r", ref, "-h", hyp)
    assert run.code == 1
    assert "session C is not in the reference (sessions A, B); " in run.err
    run = hubbub("cpwer", "-r", ref, "-h", hyp, "--partial")
    assert run.code == 0
    assert "warning: missing from hyp, scored as empty: B\n" in run.err
    assert "note: not in the reference, not scored: C\n" in run.err
    assert "B      100.00%       3      3    0    3" in run.out


def test_uem_keeps_whole_segments_and_counts_the_rest(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, uem = tmp_path / "ref.stm", tmp_path / "a.uem"
    ref.write_text("A 1 x 0 1 a b\nA 1 x 2 3 c\nA 1 x 4 5 d e\nB 1 x 0 1 f\n", encoding="utf-8")
    uem.write_text(";; regions\nA 1 0 0.5\nA 1 5 9\n", encoding="utf-8")
    run = hubbub("wer", "-r", ref, "-h", ref, "--uem", uem)
    assert "note: not scored: 1 reference segment outside the UEM\n" in run.err
    assert "note: not scored: 1 reference word outside the UEM\n" in run.err
    assert "total  0.00%       0      5" in run.out
    assert "|uem:" in run.out
    assert "warning: 1 of 2 sessions is not in the UEM, scored whole: B\n" in run.err
    streamed = hubbub("wer", "-r", ref, "-h", ref, "--uem", uem, "--stream")
    assert "warning: 1 of 2 sessions is not in the UEM, scored whole: B\n" in streamed.err


@pytest.mark.parametrize("options", [[], ["--stream"]])
def test_a_uem_that_names_no_session_is_refused(hubbub: Hubbub, tmp_path: Path, options: list[str]) -> None:
    ref, uem = tmp_path / "ref.stm", tmp_path / "a.uem"
    ref.write_text("A 1 x 0 1 a b\nB 1 x 0 1 f\n", encoding="utf-8")
    uem.write_text("other 1 0 0.5\n", encoding="utf-8")
    for metric in ("cpwer", "wder"):
        run = hubbub(metric, "-r", ref, "-h", ref, "--uem", uem, *(options if metric == "cpwer" else []))
        assert run.code == 1
        assert "the UEM (session other) names no session of the reference (sessions A, B); check the names" in run.err


def test_a_missing_command_is_told(hubbub: Hubbub) -> None:
    run = hubbub("-r", "s.stm", "-h", "h.stm")
    assert (run.code, run.out) == (1, "")
    assert run.err == (
        "hubbub: error: no command before -r; use hubbub cpwer -r s.stm -h h.stm, or hubbub --help for all commands\n"
    )
    assert "use hubbub wer -r s.stm -h h.stm," in hubbub("-r", "s.stm", "-h", "h.stm", "wer").err


def test_ignored_stretches_are_not_scored_and_counted(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.ctm"
    ref.write_text(
        "A 1 x 0 1 a b\nA 1 inter_segment_gap 1 2 IGNORE_TIME_SEGMENT_IN_SCORING\nA 1 x 2 3 c\n", encoding="utf-8"
    )
    hyp.write_text("A 1 0.1 0.2 a\nA 1 0.6 0.2 b\nA 1 1.4 0.2 noise\nA 1 2.5 0.1 c\n", encoding="utf-8")
    run = hubbub("wer", "-r", ref, "-h", hyp)
    assert "note: not scored: 1 reference second marked to be ignored\n" in run.err
    assert "note: not scored: 1 hypothesis word in ignored stretches\n" in run.err
    assert "total  0.00%       0      3" in run.out


def test_a_format_for_each_side(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref", tmp_path / "hyp.txt"
    ref.write_text("m 1 A 0 1 a b\n", encoding="utf-8")
    hyp.write_text("m 1 0 0.5 a\nm 1 0.5 0.5 b\n", encoding="utf-8")
    assert hubbub("wer", "-r", ref, "-h", hyp, "--format", "stm").code == 1
    run = hubbub("wer", "-r", ref, "-h", hyp, "--hyp-format", "ctm", "--ref-format", "stm", "--json")
    assert (run.code, '"errors": 0' in run.out) == (0, True)
    assert hubbub("wer", "-r", ref, "-h", hyp, "--format", "ctm", "--ref-format", "stm").code == 0
    assert wer(ref, hyp, ref_format="stm", hyp_format="ctm").errors == 0
    assert der(ref, hyp, ref_format="stm", hyp_format="ctm").rate == 0
    with pytest.raises(OptionError, match="unknown format 'x'"):
        wer(ref, hyp, ref_format="x")


def test_blank_lines_at_the_end_of_text(tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.txt", tmp_path / "hyp.txt"

    def sessions(left: str, right: str) -> dict[str, int]:
        ref.write_text(left, encoding="utf-8")
        hyp.write_text(right, encoding="utf-8")
        return {name: result.errors for name, result in wer(ref, hyp).items()}

    assert sessions("a\nb\n\n", "a\nc\n") == {"1": 0, "2": 1}
    assert sessions("a\nb\n", "a\nc\n\n \n") == {"1": 0, "2": 1}
    assert sessions("a\nb\n\n\n", "a\nc\n\n\n") == {"1": 0, "2": 1}
    assert sessions("a\n\nb\n", "a\n\nb\n") == {"1": 0, "2": 0, "3": 0}
    assert sessions("a\n\n", "a\nb\n") == {"1": 0, "2": 1}, "nothing was said, and something recognised"
    assert sessions("a\nb\n", "a\n\n") == {"1": 0, "2": 1}


def test_standard_input() -> None:
    text = Path(HYP).read_bytes()
    done = subprocess.run([*HUBBUB, "cpwer", "-r", REF, "-h", "-"], input=text, capture_output=True, check=True)
    assert b"47.55%" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no head")
def test_broken_pipe() -> None:
    closed = subprocess.run(
        shlex.join([*HUBBUB, "align", "-r", REF, "-h", HYP]) + " | head -n 1",
        shell=True,
        capture_output=True,
        check=True,
    )
    assert closed.stderr == b""


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows sends Ctrl-C to the whole group, the test's own process too"
)
def test_interrupt_ends_at_once_and_leaves_no_file(tmp_path: Path) -> None:
    ref, hyp, out = tmp_path / "ref.txt", tmp_path / "hyp.txt", tmp_path / "out.json"
    ref.write_text(" ".join(str(i * i % 1009) for i in range(200_000)), encoding="utf-8")
    hyp.write_text(" ".join(str(i * i * i % 1013) for i in range(200_000)), encoding="utf-8")
    command = [*HUBBUB, "wer", "-r", str(ref), "-h", str(hyp), "-o", str(out), "--costs", "0,3,2,1"]
    code, shown = interrupted_on_a_terminal(command, "0/1 sessions")
    assert code == 130
    assert shown.rpartition("\033[J")[2] == "hubbub: interrupted\r\n"
    assert sorted(os.listdir(tmp_path)) == ["hyp.txt", "ref.txt"]


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows sends Ctrl-C to the whole group, the test's own process too"
)
def test_interrupt_of_a_call_in_its_own_thread() -> None:
    script = (
        "import random, hubbub\n"
        "from functools import partial\n"
        "from hubbub.scoring import engine\n"
        "draw = random.Random(1)\n"
        "def side():\n"
        "    text = lambda: ' '.join(str(draw.randrange(9)) for _ in range(12))\n"
        "    return {f's{i}': [text() for _ in range(25)] for i in range(6)}\n"
        "begun = lambda *_: print('begun', flush=True)\n"
        "engine.scored = partial(engine.scored, progress=begun)\n"
        "hubbub.mimower(side(), side())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert err.endswith("KeyboardInterrupt\n")
