"""WER and tcWER score the channels of a session one by one, each in a row of its own."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.lacking import needs
from support.running import Hubbub

import hubbub as api
from hubbub import Segment
from hubbub.formats import load

CALLS = Path(__file__).parents[1] / "data" / "channels"
REF, HYP = CALLS / "ref.stm", CALLS / "hyp.ctm"
FILES = "-r", REF, "-h", HYP
ERRORS = {"2347/a": 37, "2347/b": 41, "3129/a": 46, "3129/b": 34}
"""Two invented calls, counted with the textbook program for each channel."""


def errors_of(scores: Any) -> dict[str, int]:
    return {name: result.errors for name, result in scores.items()}


def apart(name: str) -> list[Segment]:
    """A side whose channels are sessions of their own."""
    return [one._replace(session=f"{one.session}/{one.channel}", channel=None) for one in load(CALLS / name)]


def two_calls(folder: Path, channels: str = "ab", gap: str = "") -> tuple[Path, Path]:
    """A reference with two channels in the first of two sessions, and a hypothesis with these channels."""
    ref, hyp = folder / "ref.stm", folder / "hyp.ctm"
    ref.write_text(f"sw A s1 0 2 hello there\nsw B s2 1 3 yes\n{gap}tx A s3 0 1 bye\n", encoding="utf-8")
    one, two = channels[0], channels[1]
    hyp.write_text(f"sw {one} 0 1 hello\nsw {two} 1.2 0.1 yes\nsw {one} 1.5 .5 their\ntx A 0 1 bye\n", encoding="utf-8")
    return ref, hyp


def test_rows_of_a_telephone_call() -> None:
    scores = api.wer(REF, HYP)
    assert errors_of(scores) == ERRORS
    assert (scores.total.errors, scores.total.length) == (158, 468)
    assert errors_of(api.cer(REF, HYP)) == errors_of(api.score("cer", REF, HYP)) != ERRORS
    assert [one.session for one in scores.values()] == list(ERRORS)


@pytest.mark.parametrize("metric", ["wer", "tcwer", "cer"])
@pytest.mark.parametrize("options", [{}, {"fragments": True}, {"ref_sort": "none"}, {"costs": "0,4,3,3"}], ids=str)
def test_rows_are_sessions_and_add_up_beside_other_metrics(metric: str, options: Any) -> None:
    if metric == "tcwer":
        options = {**options, "collar": 5}
    ref, hyp = ([one for one in load(file) if one.words] for file in (REF, HYP))  # without ignored regions
    expected = api.score(metric, apart("ref.stm"), apart("hyp.ctm"), options)
    rows = api.score(metric, ref, hyp, options)
    assert errors_of(rows) == errors_of(expected)
    beside = api.score([metric, "sawer"], ref, hyp, options)[metric]
    assert list(beside) == ["2347", "3129"]
    assert beside.total.counts == rows.total.counts == expected.total.counts
    for name, result in beside.items():
        lanes = [rows[f"{name}/{channel}"].alignment[0] for channel in "ab"]
        assert [(lane.steps, lane.speaker) for lane in result.alignment] == [(one.steps, one.speaker) for one in lanes]


@pytest.mark.parametrize("other", ["cpwer", "der", "wder"])
def test_other_metrics_keep_sessions_whole(other: str, hubbub: Hubbub) -> None:
    both = api.score(["wer", other], REF, HYP)
    assert [list(one) for one in both.values()] == [["2347", "3129"]] * 2
    assert both["wer"].total.counts == api.wer(REF, HYP).total.counts
    alone = api.score(other, REF, HYP)
    assert {name: one.to_dict() for name, one in both[other].items()} == {n: one.to_dict() for n, one in alone.items()}
    run = hubbub("score", "-m", f"wer,{other}", *FILES)
    assert "2347/a" not in run.out
    line = f"{HYP}: 2 sessions with several channels: wer scores each channel by itself, like sclite"
    assert f"note: {line}\n" in run.err


def test_one_session_in_memory_is_one_result() -> None:
    ref, hyp = ([one for one in load(file) if one.session == "2347"] for file in (REF, HYP))
    assert api.wer(ref, hyp).errors == ERRORS["2347/a"] + ERRORS["2347/b"]


def test_a_note_says_so(hubbub: Hubbub, tmp_path: Path) -> None:
    line = f"{HYP}: 2 sessions with several channels: wer scores each channel by itself, like sclite"
    assert f"note: {line}" in hubbub("wer", *FILES, "-o", tmp_path / "a.json").err
    assert "channels" in [note.kind for note in api.load_scores(tmp_path / "a.json")[0].notes]
    assert "several channels" not in hubbub("cpwer", *FILES).err


def test_channels_match_in_any_case(tmp_path: Path) -> None:
    ref, hyp = two_calls(tmp_path, gap="sw B s2 3 9 IGNORE_TIME_SEGMENT_IN_SCORING\n")
    with hyp.open("a", encoding="utf-8") as file:
        file.write("sw b 4 1 skipped\nsw a 4 1 kept\n")
    scores = api.wer(ref, hyp)
    assert {name: (one.errors, one.length) for name, one in scores.items()} == {
        "sw/A": (2, 2), "sw/B": (0, 1), "tx": (0, 1),
    }  # fmt: skip
    assert scores.left_out == {
        "reference_seconds_marked_to_be_ignored": 6.0,
        "hypothesis_words_in_ignored_stretches": 1,
    }
    assert api.score(["wer", "cpwer"], ref, hyp)["wer"].left_out == scores.left_out


def test_channels_of_one_side_only(tmp_path: Path, hubbub: Hubbub) -> None:
    """Words in a channel that the reference lacks are inserted; one that the hypothesis lacks is empty."""
    ref, hyp = two_calls(tmp_path, "ac")
    assert errors_of(api.wer(ref, hyp)) == {"sw/A": 1, "sw/B": 1, "sw/c": 1, "tx": 0}
    for sort in ("segment", "word"):
        assert api.score(["wer", "cpwer"], ref, hyp, ref_sort=sort)["wer"].total.errors == 3
    assert "missing from hyp, scored as empty: sw/B" in hubbub("wer", "-r", ref, "-h", hyp).err
    assert [one.session for one in api.score("wer", ref, hyp, stream=True)] == ["sw/A", "sw/B", "sw/c", "tx"]
    # Without a common channel, or without channels, they are joined in time.
    ref, hyp = two_calls(tmp_path, "12")
    run = hubbub("wer", "-r", ref, "-h", hyp)
    assert (
        f"warning: {hyp}: no channel of session sw is in the reference, so wer joins its channels by time; " in run.err
    )
    assert list(api.wer(ref, hyp)) == ["sw", "tx"]
    without = [one._replace(channel=None) for one in load(hyp)]
    assert list(api.wer(ref, without)) == ["sw", "tx"]


def test_segments_without_a_channel_are_a_row() -> None:
    ref = [Segment("a", "s", channel="1"), Segment("b", "s", channel="2"), Segment("c", "s"), Segment("d", "t")]
    hyp = [Segment("c", "s"), Segment("b", "s", channel="2"), Segment("a", "s", channel="1"), Segment("d", "t")]
    assert errors_of(api.wer(ref, hyp)) == {"s": 0, "s/1": 0, "s/2": 0, "t": 0}
    with pytest.raises(api.InputError, match="session s/1 has the name of a channel of session s; rename one of them"):
        api.wer([*ref, Segment("x", "s/1")], hyp)


WAYS = {
    "memory": [],
    "stream": ["--stream"],
    "resume": ["--resume", "resumed.json"],
    "regex": ["--regex", ".*"],
    "map": ["--strip-suffix", ".wav"],
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_gives_the_same(way: str, hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("calls.uem").write_text("2347 a 0 200\n", encoding="utf-8")
    expected = api.wer(REF, HYP, uem="calls.uem")
    for _ in range(2 if way == "resume" else 1):
        run = hubbub("wer", *FILES, "--uem", "calls.uem", *WAYS[way], "-o", "a.json", "--force")
        assert run.code == 0, run.err
        assert "2 of 4 sessions are not in the UEM, scored whole: 3129/a, 3129/b" in run.err
    (scores,) = api.load_scores("a.json")
    assert list(scores) == list(ERRORS)
    assert scores.total.counts == expected.total.counts
    assert scores.left_out == expected.left_out


@needs("threads")
def test_executors_give_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert errors_of(api.score("wer", REF, HYP, executor=executor)) == ERRORS
        both = api.score(["wer", "cpwer"], REF, HYP, executor=executor, resume=tmp_path / "a.json")
    assert both["wer"].total.errors == sum(ERRORS.values())
    assert list(both["wer"]) == ["2347", "3129"]


def test_small_batches_give_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("hubbub.scoring.batches.FIRST", 1)
    monkeypatch.setattr("hubbub.scoring.batches.MOST", 1)
    found = {one.session: one.errors for one in api.score("wer", REF, HYP, stream=True)}
    assert found == ERRORS
    resumed = api.score("wer", REF, HYP, resume=tmp_path / "a.json")
    assert errors_of(resumed) == errors_of(api.score("wer", REF, HYP, resume=tmp_path / "a.json")) == ERRORS


def test_outputs_and_commands_take_rows(hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "2347/a" in hubbub("wer", *FILES, "--ci", "--per-speaker").out
    assert hubbub("wer", *FILES, "--alignment", "-o", "a.json", "-o", "a.csv", "-o", "a.html").code == 0
    (scores,) = api.load_scores("a.json")
    assert errors_of(scores) == ERRORS
    assert json.loads(api.dump_scores([scores], alignment=True)) == json.loads(
        Path("a.json").read_text(encoding="utf-8")
    )
    assert scores["2347/b"].alignment.lanes == api.wer(REF, HYP)["2347/b"].alignment.lanes
    assert "2347/a" in hubbub("align", "-m", "wer", *FILES, "--only-errors").out
    assert "same" in hubbub("compare", "-m", "wer", "-r", REF, "-h", f"A={HYP}", "-h", f"B={HYP}").out
    hubbub("wer", *FILES, "--regex", "2347", "-o", "first.json")
    hubbub("wer", *FILES, "--regex", "3129", "-o", "second.json")
    assert "33.76%" in hubbub("merge", "first.json", "second.json").out
    assert hubbub("report", "-m", "wer,cpwer", *FILES, "-o", "page.html").code == 0


def test_merged_rows_are_sessions_beside_other_metrics(
    hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for metrics in ("wer", "cpwer", "wer,cpwer"):
        hubbub("score", "-m", metrics, *FILES, "--alignment", "-o", f"{metrics}.json")
    assert hubbub("merge", "wer.json", "cpwer.json", "-o", "merged.json").out == hubbub("merge", "wer,cpwer.json").out
    merged, whole = api.load_scores("merged.json")[0], api.load_scores("wer,cpwer.json")[0]
    assert {name: one.counts for name, one in merged.items()} == {name: one.counts for name, one in whole.items()}
    assert merged.left_out == whole.left_out
    run = hubbub("merge", "wer.json", "wer,cpwer.json")
    assert (run.code, "hyp has two wer scores of 2347, 3129; drop one" in run.err) == (1, True), run.err


def test_corrections_name_the_row(tmp_path: Path) -> None:
    word = {"speaker": "2347-a", "segment": 0, "start": 1.25, "word": 4, "text": "would"}
    entry = {"session": "2347/a", "mark": "wrong", "instead": "to", "reference": word}
    (tmp_path / "c.json").write_text(json.dumps({"hubbub": "corrections", "corrections": [entry]}), encoding="utf-8")
    corrected = api.wer(REF, HYP, corrections=tmp_path / "c.json")
    assert errors_of(corrected) == {**ERRORS, "2347/a": 36}
