"""`hubbub blame`: what it prints, writes and refuses."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.corpora import corpus
from support.paths import EXAMPLES
from support.running import Hubbub

import hubbub as api
from hubbub.cli import report_command
from hubbub.insight.blame import blame_sessions
from hubbub.insight.chains import TIMED
from hubbub.model.options import WORDS, options_for
from hubbub.model.settings import DEFAULTS
from hubbub.model.tables import width

PAIR = ("-r", str(EXAMPLES / "meeting_ref.stm"), "-h", str(EXAMPLES / "meeting_hyp.stm"))


@pytest.fixture(scope="session")
def ami(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with four AMI meetings, and what two diarisers made of them."""
    folder = tmp_path_factory.mktemp("ami")
    for name, transcript in corpus("ami_diarised").items():
        api.dump(transcript, folder / f"{name.replace('reference', 'ref')}.json")
    return folder


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--by", "overlap,speaker,length,backchannel", "--worst", "5", "--ci"],
        ["-m", "tcorcwer", "--by", "speaker", "--worst", "5"],
        ["-m", "cpwer", "--total"],
        ["--time-limit", "0"],
    ],
    ids=" ".join,
)
def test_it_fits_80_columns(hubbub: Hubbub, options: list[str]) -> None:
    run = hubbub("blame", *PAIR, *options)
    limit = (
        "warning: search stopped early (time limit) in 4 sessions: talk-A, talk-B, talk-C, talk-D; raise --time-limit\n"
    )
    assert (run.code, limit in run.err) == ((4, True) if "--time-limit" in options else (0, False))
    *lines, signature = run.out.splitlines()
    assert max(map(width, lines)) <= 80, "all but the signature, which must stay in one piece"
    metric = options[1] if "-m" in options else "tcpwer"
    assert signature.startswith(f"blame|{metric}|")
    assert "whole segments labeled with the wrong speaker" in run.out or metric == "tcorcwer"


def test_a_stretch_names_the_speakers(hubbub: Hubbub) -> None:
    run = hubbub("blame", *PAIR, "--worst", "1")
    parts = ", ".join(f"{number} {part}" for number, part in zip((37, 3, 8), TIMED.parts, strict=True))
    assert f"talk-B 36:53–37:05: 48 errors: {parts}" in run.out
    assert "  3 36:56.6, labeled SUB34, spoken by SUB48 (20), SUB49 (4): going through a" in run.out


def test_the_json_has_all_of_it(hubbub: Hubbub, ami: Path) -> None:
    systems = ("-h", f"vbx={ami / 'hyp_vbx.json'}", "-h", f"diaper={ami / 'hyp_diaper.json'}")
    more = ("--by", "overlap", "--worst", "3", "--alignment", "--json", "--regex", "ES2004a", "--partial")
    run = hubbub("blame", "-r", ami / "ref.json", *systems, *more)
    assert run.code == 0
    vbx, diaper = json.loads(run.out)["blame"]
    assert (vbx["system"], vbx["signature"].split("|")[:3]) == ("vbx", ["blame", "tcpwer", "collar:5"])
    assert vbx["total"]["parts"] == {"attribution": 441, "mixed": 26, "recognition": 998}
    assert sum(vbx["total"]["recognition"].values()) == 998
    assert [member["errors"] for member in diaper["total"]["chain"]] == [1781, 1024, 998]
    assert vbx["reference"] == diaper["reference"]
    one = ("--regex", "ES2004a", "--partial", "--json")
    scored = json.loads(hubbub("cpwer", "-r", ami / "ref.json", "-h", ami / "hyp_vbx.json", *one).out)
    assert vbx["reference"] == scored["scores"][0]["reference"], "blame and scores know the reference by one digest"
    session = diaper["sessions"]["ES2004a"]
    assert ["A", "spk2", 103] in session["matrix"]
    letters = "".join(letters for _, _, letters in session["causes"]["reference"])
    assert (len(letters), set(letters)) == (session["length"], set(".amr"))
    assert len(diaper["worst"]) == 3
    assert sum(group["errors"] for group in diaper["by"]["overlap"]) == 1781


def test_the_example_of_the_documentation(hubbub: Hubbub, ami: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (EXAMPLES.parent / "docs/blame.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^    hubbub (blame -r ref.json .*)$", page, re.MULTILINE)
    monkeypatch.chdir(ami)
    run = hubbub(*command.split())
    *lines, signature = run.out.splitlines(keepends=True)
    assert f"```text\n{''.join(lines)}{run.err}{signature}```\n" in page, "put what it prints into docs/blame.md"


def test_files(hubbub: Hubbub, tmp_path: Path) -> None:
    run = hubbub("blame", *PAIR, "--by", "speaker", *(f"-o{tmp_path / 'blame'}.{end}" for end in ("csv", "md", "json")))
    assert run.code == 0
    rows: list[dict[str, Any]] = list(csv.DictReader((tmp_path / "blame.csv").read_text(encoding="utf-8").splitlines()))
    (total,) = (row for row in rows if row["row"] == "total")
    for part in ("errors", "attribution", "mixed", "recognition"):
        for kind in ("session", "speaker"):
            assert sum(int(row[part]) for row in rows if row["row"] == kind) == int(total[part])
    assert total["recognition low"] == total["recognition high"] == total["recognition"]
    text = (tmp_path / "blame.md").read_text(encoding="utf-8")
    assert "| talk-B | 96.84% | 36 | 26 | 9 | 1 | 50 | 6 |" in text
    assert json.loads((tmp_path / "blame.json").read_text(encoding="utf-8"))["blame"][0]["total"]["errors"] == int(
        total["errors"]
    )
    assert "exists" in hubbub("blame", *PAIR, "-o", tmp_path / "blame.csv").err


def test_worst_stretches_in_a_table(hubbub: Hubbub, tmp_path: Path) -> None:
    """A list of what to listen to, for a spreadsheet."""
    run = hubbub("blame", *PAIR, "--worst", "3", "-o", tmp_path / "a.csv", "-o", tmp_path / "a.json", "--quiet")
    assert run.code == 0, run.err
    rows = list(csv.DictReader((tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()))
    found = [row for row in rows if row["row"] == "worst"]
    told = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["blame"][0]["worst"]
    assert [(row["session"], float(row["start"]), int(row["errors"])) for row in found] == [
        (one["session"], one["start"], one["errors"]) for one in told
    ]
    assert len(found) == 3
    for row, one in zip(found, told, strict=True):
        assert sum(int(row[cause]) for cause in ("attribution", "mixed", "recognition")) == int(row["errors"])
        assert row["reference"] == " | ".join(f"{voice}: {words}" for voice, words in one["reference"])
        assert row["hypothesis"] == " | ".join(f"{voice}: {words}" for voice, words in one["hypothesis"])


def test_the_old_name_of_worst_is_refused(hubbub: Hubbub) -> None:
    run = hubbub("blame", *PAIR, "--incidents", "3")
    assert run.code == 2
    assert "no option --incidents; use --worst N" in run.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--hyp-sort", "word"], "sort by segment"),
        (["--costs", "0,4,3,3"], "drop --costs"),
        (["-m", "orcwer"], "cannot break down orcwer; choose from tcpwer, cpwer, tcorcwer"),
        (["-m", "cpwer,tcpwer"], "blame takes one metric at a time"),
        (["-m", "cpwer", "--collar", "5"], "cpwer ignores times, so --collar has no effect"),
        (["--by", "age"], "choose from overlap, speaker, length, backchannel"),
        (["--worst", "0"], "not a number of stretches"),
        (["--alignment"], "--alignment goes into JSON"),
        (["--optional-words"], "does not support --optional-words"),
        (["-o", "blame.pdf"], "name it *.json, *.csv, *.md, *.tex, *.parquet, *.html"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_it_refuses(hubbub: Hubbub, options: list[str], message: str) -> None:
    run = hubbub("blame", *PAIR, *options)
    assert (run.code, run.out) == (1, "")
    assert message in run.err


def test_a_clock_that_is_off_is_warned_of(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.stm", tmp_path / "hyp.stm"
    ref.write_text("m 1 A 0 2 so b c\nm 1 B 2 4 d f\n", encoding="utf-8")
    hyp.write_text("m 1 x 20 22 so b c\nm 1 y 22 24 d f\n", encoding="utf-8")
    run = hubbub("blame", "-r", ref, "-h", hyp)
    assert "warning: correct words of hyp are 20.00 s late (median)" in run.err
    assert "; check the clocks of both sides\n" in run.err
    assert "100.0% are off by more than 5 s" in run.err


def test_without_times_it_is_cpwer(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp = tmp_path / "ref.json", tmp_path / "hyp.json"
    for path, words in ((ref, {"A": "a b f", "B": "c d"}), (hyp, {"x": "a b f c d"})):
        segments = [{"session_id": "m", "speaker": speaker, "words": text} for speaker, text in words.items()]
        path.write_text(json.dumps(segments), encoding="utf-8")
    run = hubbub("blame", "-r", ref, "-h", hyp)
    assert run.out.splitlines()[-1].startswith("blame|cpwer|")
    assert "use speaker or length" in hubbub("blame", "-r", ref, "-h", hyp, "--by", "overlap").err


def test_intervals_say_what_to_think_of_them(hubbub: Hubbub, tmp_path: Path) -> None:
    run = hubbub("blame", *PAIR, "--ci", "90", "--total")
    assert "note: 90% CI: 4 sessions, jackknife-log-t" in run.err
    assert "warning: only 4 sessions; with fewer than 6 the 90% CI is too narrow" in run.err
    assert "only 4 sessions" in hubbub("blame", *PAIR, "--ci", "-o-").out, "in Markdown too"
    run = hubbub("blame", *PAIR, "--ci", "--regex", "talk-A")
    assert "no 95% CI: a single session must be at least 8 minutes long" in run.err
    assert f"no 95% CI for {', '.join(TIMED.parts)}: there is one session" in run.err
    hubbub("blame", *PAIR[:2], "-h", PAIR[1], "--ci", "--quiet", "-o", tmp_path / "right.md")
    shown = (tmp_path / "right.md").read_text(encoding="utf-8")
    assert shown.count("no 95% CI") == 1, "the parts have none for the same reason"


def test_a_system_without_speakers_gets_a_hint_at_tcorcwer(hubbub: Hubbub, tmp_path: Path) -> None:
    one = tmp_path / "one.stm"
    lines = [
        line.split(" ", 3)
        for line in Path(PAIR[3]).read_text(encoding="utf-8").splitlines()
        if not line.startswith(";;")
    ]
    one.write_text("".join(f"{a} {b} x {rest}\n" for a, b, _, rest in lines), encoding="utf-8")
    hint = "one stream for several speakers; without speaker labels, use -m tcorcwer"
    assert hint in hubbub("blame", *PAIR[:2], "-h", one).err
    assert hint not in hubbub("blame", *PAIR).err
    assert hint not in hubbub("blame", *PAIR[:2], "-h", one, "-m", "tcorcwer").err


def test_intervals_of_what_is_not_proven(hubbub: Hubbub) -> None:
    shown = hubbub("blame", *PAIR, "--time-limit", "0", "--ci").err
    assert f"{TIMED.parts[-1]} is for the best routing found, which is not proven optimal\n" in shown


def test_the_signature_names_the_limit_that_ended_a_search(hubbub: Hubbub) -> None:
    assert "|time-limit:0|v:" in hubbub("blame", *PAIR, "--time-limit", "0").out
    assert "|effort:1e-09|v:" in hubbub("blame", *PAIR, "--effort", "1e-9", "-m", "cpwer").out
    assert "-limit" not in hubbub("blame", *PAIR, "--time-limit", "3600").out, "all is proven"
    found = api.blame(PAIR[1], PAIR[3], time_limit=0)
    assert "|time-limit:0|" in found.signature
    assert "time-limit" not in found.explained.signature, "tcpWER itself needs no search"


def test_the_help_lists_no_option_that_is_refused_whatever_its_value(hubbub: Hubbub) -> None:
    shown = hubbub("blame", "--help").out
    fish = [line for line in hubbub("completion", "fish").out.splitlines() if "subcommand_from blame'" in line]
    taken: dict[str, list[str]] = {field: [] for field in options_for(WORDS) if getattr(DEFAULTS, field) is False}
    for field, value in {**taken, "costs": ["0,2,1,1"], "overlap_limit": ["2"]}.items():
        option = "--" + field.replace("_", "-")
        refused = hubbub("blame", *PAIR, "-m", "cpwer", option, *value).code == 1
        assert (re.search(rf"^  {option}( |$)", shown, re.MULTILINE) is None) == refused, option
        assert any(f" -l {option[2:]} " in line for line in fish) != refused, option


def test_blame_and_compare_have_one_collar(hubbub: Hubbub) -> None:
    sides = (PAIR[1], {"a": PAIR[3], "b": PAIR[3]})
    signed = "tcpwer|collar:5|"
    assert api.blame(PAIR[1], PAIR[3]).signature.startswith(f"blame|{signed}")
    for parts in (True, False):
        assert api.compare(*sides, "tcpwer", parts=parts)[0].signature.startswith(signed)
    assert api.compare(*sides, "tcpwer", collar=2)[0].signature.startswith("tcpwer|collar:2|")
    assert signed in hubbub("blame", *PAIR).out
    compared = ("compare", "-m", "tcpwer", *PAIR, "-h", f"other={PAIR[3]}")
    for options in ([], ["--no-parts"]):
        assert hubbub(*compared, *options).out.splitlines()[-1].startswith(signed)


def test_a_page_tells_of_errors_by_work_and_not_by_the_clock(
    hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: list[Any] = []

    def seen(*given: Any) -> Any:
        chosen.append(given[1].settings)
        return blame_sessions(*given)

    monkeypatch.setattr(report_command, "blame_sessions", seen)
    for metric, options in (("cpwer", []), ("tcpcer", ["--effort", "2"]), ("tcpwer", ["--prove"])):
        timed = ["--collar", "5"] if metric != "cpwer" else []
        page = tmp_path / f"{metric}.html"
        assert hubbub("report", *PAIR, "-m", metric, *timed, *options, "--blame", "-o", page).code == 0
    assert [(one.time_limit, one.effort, one.prove, one.unit) for one in chosen] == [
        (None, 0.03, False, "word"), (None, 2.0, False, "char"), (None, None, True, "word")
    ]  # fmt: skip


def test_what_is_searched_for_parts_alone_can_be_limited(hubbub: Hubbub, tmp_path: Path) -> None:
    page = ("report", *PAIR, "-m", "cpwer", "--time-limit", "3600", "-o", tmp_path / "x.html")
    assert "cpwer runs no search, so --time-limit has no effect" in hubbub(*page, "--no-blame").err
    assert hubbub(*page, "--blame").code == 0
    sides = ("compare", *PAIR, "-h", f"other={PAIR[3]}", "-m", "tcpwer", "--collar", "5", "--time-limit", "3600")
    assert "tcpwer runs no search" in hubbub(*sides, "--no-parts").err
    assert "\n  causes " in hubbub(*sides).out


def test_words_that_are_on_time_are_neither_early_nor_late(hubbub: Hubbub) -> None:
    assert (
        "note: correct words are on time (median); 0.0% are off by more"
        in hubbub("blame", *PAIR[:2], "-h", PAIR[1]).err
    )


@pytest.mark.parametrize("metric", ["tcpwer", "cpwer"])
def test_long_stretches_are_counted_and_not_listed(hubbub: Hubbub, tmp_path: Path, metric: str) -> None:
    (tmp_path / "ref.stm").write_text("m 1 A 0 200 a b c\nm 1 B 300 301 d\n", encoding="utf-8")
    (tmp_path / "hyp.stm").write_text("m 1 one 0 200 x y c\nm 1 two 300 301 e\n", encoding="utf-8")
    files = [part for end in ("md", "tex", "json") for part in ("-o", tmp_path / f"found.{end}")]
    run = hubbub("blame", "-r", tmp_path / "ref.stm", "-h", tmp_path / "hyp.stm", "-m", metric, "--worst", "9", *files)
    assert "worst stretches, by attribution and mixed errors:\nm 5:00.0–5:01.0: 1 error: 1 recognition\n" in run.out
    assert "m 0:00" not in run.out
    note = "not listed: 1 stretch longer than 3 minutes (without times, 500 words), with 2 errors"
    assert f"note: {note}\n" in run.err
    assert "Worst stretches, by attribution and mixed errors:" in (tmp_path / "found.md").read_text(encoding="utf-8")
    assert all(note in (tmp_path / f"found.{end}").read_text(encoding="utf-8") for end in ("md", "tex"))
    (data,) = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["blame"]
    assert [one["start"] for one in data["worst"]] == [300]
