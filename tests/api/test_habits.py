"""Habits of users from other tools, which must lead to the right number or to an error, never to another number."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.paths import EXAMPLES
from support.running import Hubbub, Run

import hubbub as api
from hubbub.model.metrics import METRICS

REF, HYP = str(EXAMPLES / "meeting_ref.stm"), str(EXAMPLES / "meeting_hyp.stm")
PAIR = ("-r", REF, "-h", HYP)


def refused(run: Run, message: str) -> None:
    assert (run.code, run.out) == (1, "")
    assert message in run.err
    assert run.err.count("\n") == 1


# Repeated options


def test_repeated_files_and_metrics_are_added(hubbub: Hubbub, tmp_path: Path) -> None:
    lines = Path(REF).read_text(encoding="utf-8").splitlines(keepends=True)
    first, second = tmp_path / "first.stm", tmp_path / "second.stm"
    first.write_text("".join(line for line in lines if line.startswith(("talk-A", ";;"))), encoding="utf-8")
    second.write_text("".join(line for line in lines if not line.startswith("talk-A")), encoding="utf-8")
    whole = hubbub("score", "-m", "wer,cpwer", *PAIR, "--json").out
    assert hubbub("score", "-m", "wer", "-m", "cpwer", "-r", first, "-r", second, "-h", HYP, "--json").out == whole
    assert hubbub("score", "-m", "wer,cpwer", "-r", first, second, "-h", HYP, "--json").out == whole


def test_repeated_uem_files_are_added(hubbub: Hubbub, tmp_path: Path) -> None:
    ref = tmp_path / "ref.stm"
    ref.write_text("A 1 x 0 1 a b\nA 1 x 4 5 c\nA 1 x 8 9 d e\n", encoding="utf-8")
    uems = [tmp_path / "one.uem", tmp_path / "two.uem", tmp_path / "both.uem"]
    for uem, text in zip(uems, ("A 1 0 1\n", "A 1 8 9\n", "A 1 0 1\nA 1 8 9\n"), strict=True):
        uem.write_text(text, encoding="utf-8")
    for metric in ("wer", "der"):
        both = hubbub(metric, "-r", ref, "-h", ref, "--uem", uems[2]).out
        assert hubbub(metric, "-r", ref, "-h", ref, "--uem", uems[0], "--uem", uems[1]).out == both
    assert (
        "not scored: 1 reference word outside the UEM"
        in hubbub("wer", "-r", ref, "-h", ref, "--uem", uems[0], "--uem", uems[1]).err
    )


def test_what_cannot_be_added_is_refused(hubbub: Hubbub) -> None:
    run = hubbub("cpwer", *PAIR, "--normalizer", "lower", "--normalizer", "punctuation")
    refused(run, "--normalizer is given twice; use it once, e.g. --normalizer lower,punctuation")
    refused(hubbub("tcpwer", *PAIR, "--collar", "5", "--collar", "5"), "--collar is given twice; use it once")
    refused(hubbub("der", *PAIR, "--profile", "dscore", "--profile", "md-eval"), "--profile is given twice")
    refused(hubbub("report", *PAIR, "-o", "a.html", "-o", "b.html"), "-o is given twice")
    refused(hubbub("convert", REF, "out.trn", "--to", "trn", "--to", "stm"), "--to is given twice")


# Several -h


def streams(folder: Path, *names: str) -> list[str]:
    """A CTM for each stream of a session."""
    paths = []
    for number, name in enumerate(names):
        path = folder / f"{name}.ctm"
        path.write_text(f"s 1 {number} 1 {'ab'[number]}\n", encoding="utf-8")
        paths.append(str(path))
    return paths


def test_streams_of_one_system_are_not_taken_for_systems(hubbub: Hubbub, tmp_path: Path) -> None:
    """MeetEval reads `-h hyp1.ctm -h hyp2.ctm` as two streams of one system."""
    (tmp_path / "ref.stm").write_text("s 1 A 0 1 a\ns 1 B 1 2 b\n", encoding="utf-8")
    reference = tmp_path / "ref.stm"
    one, two = streams(tmp_path, "hyp1", "hyp2")
    run = hubbub("orcwer", "-r", reference, "-h", one, "-h", two)
    refused(run, f"use -h {one} {two}; to compare systems, name them: -h A={one} -h B={two}")
    assert "total  0.00%       0" in hubbub("orcwer", "-r", reference, "-h", one, two).out
    named = hubbub("orcwer", "-r", reference, "-h", f"A={one}", "-h", f"B={two}")
    assert "errors        1       1  of 2 words" in named.out


def test_a_stream_may_be_silent_in_a_session(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, one, two = tmp_path / "ref.stm", *streams(tmp_path, "hyp1", "hyp2")
    ref.write_text("s 1 A 0 1 a\ns 1 B 1 2 b\nt 1 A 0 1 a\n", encoding="utf-8")
    with open(one, "a", encoding="utf-8") as file:
        file.write("t 1 0 1 a\n")
    refused(hubbub("orcwer", "-r", ref, "-h", one, "-h", two), "as streams of one system, use")
    first, second = tmp_path / "first.stm", tmp_path / "second.stm"
    first.write_text("s 1 s-1 0 1 a\nt 1 t-1 0 1 a\n", encoding="utf-8")
    second.write_text("s 1 s-2 0 1 a\n", encoding="utf-8")
    refused(hubbub("orcwer", "-r", ref, "-h", first, "-h", second), "as streams of one system, use")


def test_sessions_of_one_system_are_not_taken_for_systems(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, one, two = (tmp_path / f"{name}.stm" for name in ("ref", "one", "two"))
    ref.write_text("s 1 A 0 1 a\nt 1 A 0 1 b\n", encoding="utf-8")
    one.write_text("s 1 A 0 1 a\n", encoding="utf-8")
    two.write_text("t 1 A 0 1 b\nt 1 B 0 1 b\n", encoding="utf-8")
    refused(hubbub("cpwer", "-r", ref, "-h", one, "-h", two), f"as one system, use -h {one} {two}; to compare")
    assert hubbub("cpwer", "-r", ref, "-h", f"A={one}", "-h", f"B={two}").code == 0


def test_systems_that_cannot_be_streams_need_no_names(hubbub: Hubbub, tmp_path: Path) -> None:
    assert hubbub("cpwer", *PAIR, "-h", REF).code == 0, "several streams each"
    for name in ("ref", "first", "second"):
        (tmp_path / f"{name}.trn").write_text("a b (s)\n", encoding="utf-8")
    texts = [tmp_path / f"{name}.trn" for name in ("ref", "first", "second")]
    assert hubbub("wer", "-r", texts[0], "-h", texts[1], "-h", texts[2]).code == 0, "no streams at all"


# --fail-above


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (["40%"], 3),
        (["0.4"], 3),
        (["50%"], 0),
        (["1"], 0),
        (["110 %"], 0),
        (["cpwer=30%"], 3),
        (["cpWER=50%"], 0),
        (["orcwer=30%"], 3),
        (["cpwer=50%,orcwer=40%"], 0),
        (["cpwer=50%", "orcwer=30%"], 3),
        (["40%", "cpwer=50%"], 0),
    ],
)
def test_limits(hubbub: Hubbub, limits: list[str], code: int) -> None:
    """cpWER is 47.55%, ORC-WER 36.60%."""
    options = [word for limit in limits for word in ("--fail-above", limit)]
    assert hubbub("score", "-m", "cpwer,orcwer", *PAIR, *options).code == code


def test_a_rate_that_is_the_limit_is_not_above(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.trn", tmp_path / "hyp.trn"
    ref.write_text("a " * 250 + "(s)\n", encoding="utf-8")
    hyp.write_text("a " * 179 + "b " * 71 + "(s)\n", encoding="utf-8")
    assert hubbub("wer", "-r", ref, "-h", hyp, "--fail-above", "28.4%").code == 0
    assert hubbub("wer", "-r", ref, "-h", hyp, "--fail-above", "28.39%").code == 3


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ("40", "--fail-above 40 would be 4000%; write 40% for a percentage"),
        ("1.5", "write 1.5% for"),
        ("-1%", "is not a rate; write e.g. 40% or 0.4"),
        ("nan", "is not a rate"),
        ("", "is not a rate"),
        ("cpwer=", "is not a rate"),
        ("mimower=3%", "mimower is not scored; give limits for cpwer"),
        ("cpwr=3%", "unknown metric 'cpwr'; did you mean cpwer?"),
        ("3%,4%", "--fail-above is given twice for all metrics"),
    ],
)
def test_limits_that_would_never_fail_are_refused(hubbub: Hubbub, limit: str, message: str) -> None:
    refused(hubbub("cpwer", *PAIR, f"--fail-above={limit}"), message)


# Options without effect

IDLE = {
    "wer --unit char": ["--fragments"],
    "wer": ["--collar=5", "--ref-timing=full_segment", "--hyp-timing=none", "--time-limit=1", "--explain"],
    "cpwer": ["--collar=5", "--collar=0", "--ref-timing=full_segment", "--time-limit=1", "--explain", "--no-gaps"],
    "uwer": ["--collar=5", "--time-limit=1"],
    "orcwer": ["--collar=5", "--hyp-timing=none", "--asclite", "--optional-words"],
    "tcpwer": ["--time-limit=1", "--explain", "--overlap-limit=2"],
    "mdwer": ["--collar=5", "--overlap-limit=2"],
    "mdwer --asclite": ["--time-limit=1"],
    "cpwer --json": ["--pairing", "--per-speaker"],
    "orcwer --quiet": ["--pairing", "--explain"],
    "cpwer --quiet": ["--alignment"],
}


@pytest.mark.parametrize(("command", "option"), [(command, option) for command in IDLE for option in IDLE[command]])
def test_an_option_that_would_change_nothing_is_refused(hubbub: Hubbub, command: str, option: str) -> None:
    collar = ["--collar", "5"] if METRICS[command.split()[0]].timed else []
    refused(hubbub(*command.split(), *PAIR, *collar, option), "; ")


def test_the_metric_that_has_a_collar_is_named(hubbub: Hubbub) -> None:
    refused(hubbub("cpwer", *PAIR, "--collar", "5"), "cpwer ignores times, so --collar has no effect; use tcpwer")
    refused(hubbub("align", *PAIR, "--collar", "5"), "cpwer ignores times, so --collar has no effect; use tcpwer")
    refused(
        hubbub("score", "-m", "wer,cpwer", *PAIR, "--collar", "5"),
        "wer ignores times, so --collar has no effect; use tcwer",
    )
    with pytest.raises(api.OptionError, match="cpwer ignores times, so collar has no effect; use tcpwer"):
        api.cpwer("a", "a", collar=5)


def test_an_option_for_some_of_the_metrics_is_taken(hubbub: Hubbub) -> None:
    run = hubbub("score", "-m", "wer,tcpwer", *PAIR, "--collar", "5")
    assert (run.code, run.err) == (0, "warning: tcpWER: SUB49 in talk-C has no stream (2 words deleted)\n")
    assert hubbub("wer", *PAIR, "--optional-words").err.startswith("warning: --optional-words has no effect, ")
    assert hubbub("align", *PAIR, "--optional-words").err.startswith("warning: --optional-words has no effect, ")
    assert hubbub("cpwer", *PAIR, "--ref-sort", "word", "--ref-timing", "full_segment").code == 0, "it orders the words"


# Values


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("cpwer", "--unit=syllable"),
        ("cpwer", "--ref-sort=random"),
        ("cpwer", "--jobs=many"),
        ("cpwer", "--jobs=0"),
        ("tcpwer", "--collar="),
        ("tcpwer", "--collar=five"),
        ("tcpwer", "--hyp-timing=guess"),
        ("der", "--collar="),
        ("der", "--profile=nobody"),
        ("jer", "--profile="),
        ("cpwer", "--normalizer="),
        ("cpwer", "--regex="),
        ("cpwer", "--uem="),
        ("cpwer", "--unit="),
        ("cpwer", "--format="),
        ("align", "--color=sometimes"),
        ("align", "-m="),
        ("align", "-m,"),
        ("score", "-m "),
        ("report", "-m,,"),
        ("cpwer", "--format=odt"),
    ],
)
def test_a_value_that_does_not_exist_ends_with_1(hubbub: Hubbub, command: str, option: str) -> None:
    option = option.replace("-m=", "-m")
    arguments = ["-m", ""] if option == "-m" else [option]
    refused(hubbub(command, *PAIR, *arguments), "; ")


def test_any_number_of_jobs(hubbub: Hubbub) -> None:
    assert hubbub("cpwer", *PAIR, "--jobs", "100000") == hubbub("cpwer", *PAIR)


def test_texts_without_speakers_are_aligned_without_names(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.txt", tmp_path / "hyp.txt"
    ref.write_text("the quick fox\nhello\n", encoding="utf-8")
    hyp.write_text("the quack fox\nhello\n", encoding="utf-8")
    lines = hubbub("align", "-m", "wer", "-r", ref, "-h", hyp).out.splitlines()
    assert lines[2:4] == ["REF  the quick fox", "HYP  the quack fox"]
    assert not any("stream" in line for line in lines)


def test_sentences_that_were_split_into_words_are_refused() -> None:
    ref, hyp = [["a", "b"], ["c", "d"]], [["a"], ["b", "c", "d"]]
    for sides in ((ref, hyp), (tuple(ref), hyp), (ref, ref)):
        with pytest.raises(api.InputError, match=r"look like split sentences; join each"):
            api.wer(*sides)
    assert api.wer([" ".join(words) for words in ref], [" ".join(words) for words in hyp]).errors == 2
    assert api.cpwer(ref, ref).errors == api.wer(ref, "a b c d").errors == 0
    assert api.wer([["a b"], ["c"]], [["a b c"]]).errors == 0


def test_whoever_asks_for_help_is_told_how(hubbub: Hubbub) -> None:
    run = hubbub("cpwer", "-h")
    assert run.code == 2
    assert "-h is the hypothesis and needs a FILE; --help explains the command" in run.err


def test_sides_that_seem_swapped_are_pointed_out(hubbub: Hubbub, tmp_path: Path) -> None:
    for name in ("ref", "hyp"):
        (tmp_path / f"{name}.txt").write_text("good morning", encoding="utf-8")
    told = "are -r and -h swapped? -r is the reference"
    assert told in hubbub("wer", "-r", tmp_path / "hyp.txt", "-h", tmp_path / "ref.txt").err
    assert told not in hubbub("wer", "-r", tmp_path / "ref.txt", "-h", tmp_path / "hyp.txt").err
    # A reference that is scored as a hypothesis, to see the best there can be.
    assert told not in hubbub("wer", "-r", tmp_path / "ref.txt", "-h", f"best={tmp_path}/ref.txt").err
