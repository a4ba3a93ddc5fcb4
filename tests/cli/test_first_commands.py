"""The first commands of a new user: `hubbub`, `hubbub help`, `hubbub demo`, and the help of a command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.paths import EXAMPLES, ROOT
from support.running import Hubbub

from hubbub.cli.command_table import OTHERS, SYSTEMS
from hubbub.cli.parser import build_parser, command_named, command_of
from hubbub.model.metrics import ALL_METRICS


def test_hubbub_alone_fits_20_lines_and_names_every_command(hubbub: Hubbub) -> None:
    run = hubbub()
    assert (run.code, run.err) == (2, "")
    assert len(run.out.splitlines()) <= 20
    for name in [*ALL_METRICS, *OTHERS]:
        if name not in ALL_METRICS or not re.search("^(tc|di|deter)|_by_word$", name):
            assert re.search(rf"\b{name}\b", run.out), f"add {name} to BY_GROUP in cli/parser.py"


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/metrics/index.md"])
def test_pages_choose_the_metric_in_the_same_words(hubbub: Hubbub, page: str) -> None:
    shown, text = hubbub().out, (ROOT / page).read_text(encoding="utf-8")
    rows = [re.split(r" *\| *", line.strip("| ")) for line in text.splitlines()]
    plain = [[re.sub(r"\[?`(\w+)`(\]\([^)]*\))?", r"\1", cell) for cell in row] for row in rows]
    for system, metrics, timed in SYSTEMS:
        assert [system, metrics, timed] in plain, f"{page} has the rows of SYSTEMS in cli/command_table.py"
        assert re.search(rf"^  {system} +{metrics} +{timed}$", shown, re.MULTILINE)


@pytest.mark.parametrize("arguments", [["-h"], ["help"]])
def test_every_way_to_ask_for_help_works(hubbub: Hubbub, arguments: list[str]) -> None:
    assert hubbub(*arguments) == hubbub("--help")


@pytest.mark.parametrize("name", ["cpwer", "demo", "blame", "cer"])
def test_help_explains_a_command(hubbub: Hubbub, name: str) -> None:
    assert hubbub("help", name) == hubbub(name, "--help")


def test_help_refuses_an_unknown_command(hubbub: Hubbub) -> None:
    run = hubbub("help", "cpwr")
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith("hubbub: error: unknown command or metric 'cpwr'; did you mean cpwer")
    assert hubbub("xyz").err == "hubbub: error: unknown command or metric 'xyz'; hubbub help lists all\n"


@pytest.mark.parametrize("name", [*ALL_METRICS, *OTHERS])
def test_the_help_begins_with_at_most_ten_options(hubbub: Hubbub, name: str) -> None:
    command, text = command_named(name), hubbub(name, "--help").out
    first = text.partition("\noptions:\n")[2].partition("\n\n")[0]
    flags = re.findall(r"^  (-.+)$", first, re.MULTILINE)
    assert len(flags) <= 11, "ten, and --help"
    if "scoring" in command.groups:
        assert flags[-1].startswith("--help")
        (parser,) = (command_of(build_parser([name]), name),)
        listed = [action.option_strings[0] for action in parser._actions]
        assert listed[: len(command.first.split())] == command.first.split()
        assert len(listed) == len(set(listed))


def test_demo_scores_the_bundled_meeting_and_writes_its_page(
    hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):  # it replaces its own page
        run = hubbub("demo")
        assert run.code == 0
        assert run.out.startswith("cpWER 47.55%  165 errors in 347 words, 4 sessions\n")
        assert run.err.count("SUB49 in talk-C has no stream") == 1
        assert [path.name for path in tmp_path.iterdir()] == ["hubbub-demo.html"]
    assert "Excerpts of a NIST meeting" in (tmp_path / "hubbub-demo.html").read_text(encoding="utf-8")


def test_demo_copies_its_files(hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert hubbub("demo", "--copy", "examples").code == 0
    for path in EXAMPLES.iterdir():
        assert (tmp_path / "examples" / path.name).read_bytes() == path.read_bytes()
    assert hubbub("demo", "--copy", "examples").code == 0, "equal files may be there"
    (tmp_path / "examples/meeting_hyp.stm").write_text("mine", encoding="utf-8")
    run = hubbub("demo", "--copy", "examples")
    changed = Path("examples/meeting_hyp.stm")
    assert (run.code, run.out) == (1, "")
    assert run.err == f"hubbub: error: {changed}: already exists and differs; choose another folder\n"


def test_demo_names_what_cannot_be_written(hubbub: Hubbub, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    run = hubbub("demo", "--copy", tmp_path / "file")
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith(f"hubbub: error: {tmp_path / 'file'}: cannot be written")


def test_demo_opens_its_page(hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert hubbub("demo", "--open").code == 0
    assert opened == [(tmp_path / "hubbub-demo.html").resolve().as_uri()]
