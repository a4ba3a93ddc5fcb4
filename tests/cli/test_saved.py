"""Saved scores put together and averaged, hints for other tools' options, and `dump`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.paths import DATA, EXAMPLES
from support.running import Hubbub

import hubbub as api
from hubbub.cli.completion import entries, option_infos
from hubbub.cli.peers import COMMANDS, OPTIONS
from hubbub.version import __version__

REF, HYP = str(EXAMPLES / "meeting_ref.stm"), str(EXAMPLES / "meeting_hyp.stm")
PAIR = ("-r", REF, "-h", HYP)


# merge and average


def parts(hubbub: Hubbub, folder: Path, *options: str) -> list[Path]:
    files = [folder / "first.json", folder / "second.json"]
    for file, regex in zip(files, ("talk-[AB]", "talk-[CD]"), strict=True):
        assert hubbub("cpwer", *PAIR, "--regex", regex, "--partial", "-o", file, "--quiet", *options).code == 0
    return files


def test_merged_results_as_a_page_and_per_speaker_need_words(hubbub: Hubbub, tmp_path: Path) -> None:
    files, page = parts(hubbub, tmp_path), tmp_path / "page.html"
    assert "saved without; save with --alignment" in hubbub("merge", *files, "--per-speaker").err
    assert "the scores have no alignment" in hubbub("merge", *files, "-o", page).err
    assert not page.exists()
    files = parts(hubbub, tmp_path, "--alignment", "--force")
    assert hubbub("merge", *files, "--per-speaker", "-o", page).out == hubbub("cpwer", *PAIR, "--per-speaker").out
    assert page.stat().st_size > 100_000


@pytest.mark.parametrize("option", ["--explain", "--explain-normalizer", "--resume=x", "--stream"])
def test_merge_has_no_option_of_scoring(hubbub: Hubbub, tmp_path: Path, option: str) -> None:
    run = hubbub("merge", *parts(hubbub, tmp_path), option)
    assert run.code == 2
    assert "hubbub merge has no option" in run.err


def test_parts_of_a_system_are_joined(hubbub: Hubbub, tmp_path: Path) -> None:
    files = parts(hubbub, tmp_path)
    merged = json.loads(hubbub("merge", *files, "--json").out)
    whole = json.loads(hubbub("cpwer", *PAIR, "--json").out)
    assert merged == whole
    run = hubbub("merge", *files, "-o", tmp_path / "all.json", "--fail-above", "10%")
    assert run.code == 3
    assert run.out == hubbub("cpwer", *PAIR).out
    assert json.loads((tmp_path / "all.json").read_text(encoding="utf-8")) == whole
    assert hubbub("merge", tmp_path / "*.json", "--total").code == 1, "a session twice"


def test_digests_do_not_hang_on_who_asks_for_them() -> None:
    sentences = [f"{place} {'word ' * 20}" for place in range(3000)]
    forth, back = (api.wer(sentences, sentences) for _ in range(2))
    assert isinstance(forth, api.Scores)
    assert isinstance(back, api.Scores)
    digests = {name: result.reference_digest for name, result in forth.items()}
    assert digests == {name: back[name].reference_digest for name in reversed(list(back)[::7])} | digests
    assert len(set(digests.values())) == len(sentences)
    for place in (0, 2999):
        assert forth[place].reference_digest == api.wer(sentences[place], "").reference_digest


@pytest.mark.parametrize("metric", ["wer", "cer", "cpwer", "orcwer", "tcpwer"])
@pytest.mark.parametrize("options", [{}, {"costs": "0,3,2,4"}, {"cut": True}])
def test_all_sessions_are_told_as_each_by_itself(metric: str, options: dict[str, Any], tmp_path: Path) -> None:
    reference, hypothesis = PAIR[1], PAIR[3]
    if "cut" in options:
        (tmp_path / "x.uem").write_text("talk-A 1 0 2130\n", encoding="utf-8")
        options = {"uem": str(tmp_path / "x.uem")}
    if metric == "tcpwer":
        options = {**options, "collar": 5}
    scores = api.score(metric, reference, hypothesis, **options)
    assert isinstance(scores, api.Scores)
    told, digest, wrong = scores.to_dict()["sessions"], scores.reference_digest, scores.sentence_error_rate
    assert told == {name: result.to_dict() for name, result in scores.items()}
    assert ("left_out" in told["talk-A"]) == ("uem" in options)
    copied = scores.replace(store=scores.store.with_results(dict(scores)))
    assert (digest, wrong) == (copied.reference_digest, copied.sentence_error_rate)
    assert scores.records() == copied.records()
    assert scores.to_json(alignment=False) == copied.to_json(alignment=False)


def test_data_frames_have_what_only_late_sessions_have() -> None:
    found = api.wer(["a b"] * 200, ["a b"] * 150 + ["a c"] * 50, costs="0,3,2,4")
    assert isinstance(found, api.Scores)
    assert found.to_polars()["cost"].to_list() == [None] * 150 + [3] * 50
    assert found.to_pandas()["cost"].sum() == 150


def test_a_digest_tells_references_apart() -> None:
    words = {"Alice": "good morning", "Bob": "hello"}

    def digest(metric: str, reference: Any = words, **options: Any) -> str:
        found = api.score(metric, reference, "good morning", **options)
        assert isinstance(found, api.Result)
        assert api.Result.from_json(found.to_json()).reference_digest == found.reference_digest is not None
        return found.reference_digest

    assert digest("cpwer") == digest("wer") == digest("cpwer", {"Alice": "good  morning", "Bob": ["", "hello"]})
    assert digest("cpwer") != digest("cpwer", unit="char")
    upper = {"Alice": "Good morning", "Bob": "hello"}
    assert digest("cpwer", upper) != digest("cpwer") == digest("cpwer", upper, normalizer="lower")
    timed = [api.Segment("a b", speaker="A", start=1, end=2)]
    assert (
        digest("cpwer", timed) == digest("cpwer", timed, partial=True) != digest("cpwer", [timed[0]._replace(start=0)])
    )
    sides = [[api.Segment("a b", name, "A", 1, 2) for name in names] for names in ("xy", "yx", "xz")]
    totals = [api.cpwer(side, side) for side in sides]
    assert all(isinstance(total, api.Scores) and total.reference_digest for total in totals)
    assert totals[0].reference_digest == totals[1].reference_digest != totals[2].reference_digest


def test_systems_are_put_side_by_side(hubbub: Hubbub, tmp_path: Path) -> None:
    for name, metric in (("ours", "cpwer"), ("theirs", "cpwer"), ("theirs", "der")):
        regex = () if name == "ours" else ("--regex", "talk-A")
        partial = ("--partial",) if regex else ()
        out = tmp_path / f"{name}{metric}.json"
        assert hubbub(metric, "-r", REF, "-h", f"{name}={HYP}", *regex, *partial, "-o", out, "--quiet").code == 0
    run = hubbub("merge", *sorted(tmp_path.iterdir()), "--regex", "talk-[AB]")
    assert [line.split() for line in run.out.splitlines()[1:3]] == [
        ["talk-A", "48.11%", "48.11%"],
        ["talk-B", "76.84%", "-"],
    ]
    table = hubbub("merge", *sorted(tmp_path.iterdir()), "-o", "-.csv").out
    assert {len(line.split(",")) for line in table.splitlines()} == {17}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--regex", "("], "--regex '(': missing )"),
        (["--regex", "nothing"], "--regex nothing matches no session"),
        (["--output", "x.pdf"], "cannot write .pdf"),
    ],
)
def test_what_merge_refuses(hubbub: Hubbub, tmp_path: Path, options: list[str], message: str) -> None:
    run = hubbub("merge", *parts(hubbub, tmp_path), *options)
    assert (run.code, run.out) == (1, "")
    assert message in run.err


def test_scores_of_other_options_are_not_joined(hubbub: Hubbub, tmp_path: Path) -> None:
    first, _ = parts(hubbub, tmp_path)
    (tmp_path / "other").mkdir()
    _, other = parts(hubbub, tmp_path / "other", "--costs", "0,4,3,3")
    run = hubbub("merge", first, other)
    assert (run.code, run.out) == (1, "")
    assert "differ; score with the same options" in run.err
    for text in ("", "{}", '{"scores": []}', '{"scores": [{"metric": "x"}]}'):
        (tmp_path / "bad.json").write_text(text, encoding="utf-8")
        bad = hubbub("average", tmp_path / "bad.json")
        assert (bad.code, bad.out) == (1, "")
        assert "bad.json: " in bad.err


def test_averages(hubbub: Hubbub, tmp_path: Path) -> None:
    files = parts(hubbub, tmp_path)
    scores = api.cpwer(Path(REF), Path(HYP))
    found = json.loads(hubbub("average", *files, "--by", "talk-([AB]|.)", "--json").out)["averages"]
    assert [one["group"] for one in found] == ["A", "B", "C", "D", "all"]
    assert found[0]["micro"] == found[0]["macro"] == scores["talk-A"].rate
    assert found[-1]["micro"] == scores.rate
    assert found[-1]["macro"] == pytest.approx(sum(float(result) for result in scores.values()) / 4)
    assert "cpWER   all           4  47.55%  45.43%" in hubbub("average", *files).out
    assert hubbub("average", *files, "-o", "-").out.startswith("| system | metric | group |")
    run = hubbub("average", *files, "--by", "talk-A")
    assert (run.code, run.out) == (1, "")
    assert "does not match session talk-B" in run.err


def test_sessions_without_a_rate_are_told(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp, out = tmp_path / "ref.trn", tmp_path / "hyp.trn", tmp_path / "s.json"
    ref.write_text("a b (u1)\n(u2)\n", encoding="utf-8")
    hyp.write_text("a c (u1)\nd (u2)\n", encoding="utf-8")
    assert hubbub("wer", "-r", ref, "-h", hyp, "-o", out, "--quiet").code == 0
    run = hubbub("average", out)
    assert "100.00%  50.00%" in run.out
    assert "warning: 1 session has no rate (empty reference) and no part in the macro mean" in run.err


# Options and commands of other tools


@pytest.mark.parametrize("option", [*OPTIONS, "--average_out=x.json"])
def test_options_of_other_tools_name_their_equivalent(hubbub: Hubbub, option: str) -> None:
    run = hubbub("tcpwer", *PAIR, "--collar", "5", option)
    assert run.code == 2
    usage, message = run.err.splitlines()
    assert usage == "usage: hubbub tcpwer -r FILE -h FILE [options]"
    assert message.startswith(f"hubbub tcpwer: error: no option {option.partition('=')[0]}; ")


def test_the_equivalents_are_options() -> None:
    known = {name for found in option_infos().values() for choice in found for name in choice.names}
    for text in OPTIONS.values():
        for word in text.replace(";", " ").replace(",", " ").split():
            assert not word.startswith("-") or word in known, word


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_other_tools_name_their_equivalent(hubbub: Hubbub, command: str) -> None:
    run = hubbub(command, *PAIR)
    assert run.code == 1
    assert run.err.startswith(f"hubbub: error: no command {command}; use hubbub ")
    assert COMMANDS[command].split(",")[0].split()[0] in {*entries(), "--help"}


def test_unknown_options_get_a_hint(hubbub: Hubbub) -> None:
    assert "no option --colar; did you mean --collar?" in hubbub("cpwer", *PAIR, "--colar", "5").err
    assert "no option --Per_Speaker; did you mean --per-speaker?" in hubbub("cpwer", *PAIR, "--Per_Speaker").err
    told = hubbub("der", *PAIR, "--stream").err
    assert "no option --stream: it counts seconds, which is quick, so files are read whole; drop it" in told
    assert "hubbub der has no option --normalizer; use it with" in hubbub("der", *PAIR, "--normalizer", "lower").err
    assert "no option --xyzzy; hubbub der --help lists them" in hubbub("der", *PAIR, "--xyzzy").err
    assert "unexpected argument 'b.uem'; repeat the option" in hubbub("wer", *PAIR, "--uem", "a.uem", "b.uem").err
    for name, side in (("ref", "-r for the reference"), ("hyp", "-h for the hypothesis")):
        for option in (f"-{name}", f"--{name}", f"--{name}s"):
            assert f"error: no option {option}; use {side}\n" in hubbub("wer", option, PAIR[1], *PAIR).err
    assert "error: no option --truth; use -r for the reference\n" in hubbub("wer", "--truth", *PAIR[1:]).err
    assert "error: no option -g; use -r for the reference\n" in hubbub("wer", "-g", *PAIR[1:]).err
    assert "error: no option -g; lines are scored one by one" in hubbub("wer", "-g", *PAIR).err
    for about in ("signature", "formats", "collar"):
        assert f"unknown command or metric {about!r}; hubbub help lists all\n" in hubbub("help", about).err
    assert "no option --versoin; did you mean --version?" in hubbub("--versoin").err


# other versions


OLD = DATA / "saved_0.2.0.json"
OVERLAP = ("-r", str(EXAMPLES / "overlap_ref.stm"), "-h", str(EXAMPLES / "overlap_hyp.ctm"))


def test_scores_of_an_older_version_are_read(hubbub: Hubbub, tmp_path: Path) -> None:
    before, now = api.load_scores(OLD), tmp_path / "now.json"
    assert hubbub("score", "-m", "cpwer,der", *OVERLAP, "--alignment", "-o", now, "--quiet").code == 0
    for old, new in zip(before, api.load_scores(now), strict=True):
        assert (old.signature.rpartition("|")[2], new.signature.rpartition("|")[2]) == ("v:0.2.0", f"v:{__version__}")
        assert old.to_dict(alignment=True)["sessions"] == new.to_dict(alignment=True)["sessions"]
    same = json.loads(now.read_text(encoding="utf-8"))
    assert [[note["kind"] for note in run.pop("notes", ())] for run in same["scores"]]  # which 0.2 did not save
    assert same == json.loads(OLD.read_text(encoding="utf-8").replace("0.2.0", __version__))


def test_scores_of_several_versions_are_compared_and_merged_under_both(hubbub: Hubbub, tmp_path: Path) -> None:
    now = tmp_path / "now.json"
    assert hubbub("cpwer", "-r", OVERLAP[1], "-h", f"new={OVERLAP[3]}", "-o", now, "--quiet").code == 0
    assert "overlap_hyp and new have the same number of errors" in hubbub("compare", OLD, now, "-m", "cpwer").out
    other = json.loads(now.read_text(encoding="utf-8").replace("CMU_20030109-1530_D_NONE", "another"))
    now.write_text(json.dumps(other), encoding="utf-8")
    merged = hubbub("merge", OLD, now, "--system", "both")
    assert merged.code == 0
    assert f"cpwer|norm:none|unit:word|v:0.2.0|v:{__version__}" in merged.out.splitlines()


def test_a_scoring_does_not_go_on_with_what_another_version_saved(hubbub: Hubbub, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    sides = ("-r", OVERLAP[1], "-h", f"overlap_hyp={OVERLAP[3]}")
    kept = json.loads(OLD.read_text(encoding="utf-8"))
    kept["scores"] = kept["scores"][:1]
    saved.write_text(json.dumps(kept), encoding="utf-8")
    run = hubbub("cpwer", *sides, "--alignment", "--resume", saved)
    assert (run.code, run.out) == (1, "")
    assert f"contains cpwer of overlap_hyp with v:0.2.0 (this run: v:{__version__}); use" in run.err
    assert json.loads(saved.read_text(encoding="utf-8")) == kept


# dump


@pytest.mark.parametrize(
    "data",
    [
        {"Alice": "hi there", "Bob": ["a", "b"]},
        ["hi there", "a b"],
        [api.Segment("hi there", speaker="x"), api.Segment("a b", speaker="y")],
        [{"words": "hi there", "speaker": "x"}, {"words": "a b", "speaker": "y"}],
        {"one": {"A": "hi"}, "two": {"A": "there"}},
        Path(REF),
        "hi there",
    ],
)
def test_what_can_be_scored_can_be_written(data: Any, tmp_path: Path) -> None:
    api.dump(data, tmp_path / "x.json")
    assert api.cpwer(tmp_path / "x.json", data).errors == 0
    with pytest.raises(api.InputError, match="3 is not a transcript"):
        api.dump(3, tmp_path / "y.json")  # type: ignore[arg-type]
    assert not (tmp_path / "y.json").exists()
