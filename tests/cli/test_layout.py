"""The layout of results: the same numbers and words on a terminal and in a pipe, colors that can be read, the order."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.colours import contrast
from support.paths import EXAMPLES
from support.running import Hubbub
from support.terminals import CODE, DRAWN, on_a_terminal, plain, words

from hubbub.cli.command_table import OTHERS
from hubbub.cli.parser import command_named
from hubbub.model.metrics import ALL_METRICS
from hubbub.model.tables import COLORS, MARKS, Column, Table, bar, width

REF, HYP = EXAMPLES / "meeting_ref.stm", EXAMPLES / "meeting_hyp.stm"
PAIR = ("-r", REF, "-h", HYP)
TWO = ("-r", REF, "-h", f"A={HYP}", "-h", f"B={REF}")
COMMANDS: dict[str, tuple[str | Path, ...]] = {
    "cpwer": ("cpwer", *PAIR, "--ci"),
    "per speaker": ("cpwer", *PAIR, "--pairing", "--per-speaker"),
    "unproven": ("orcwer", *PAIR, "--effort", "1e-9"),
    "der": ("der", *PAIR),
    "score": ("score", "-m", "wer,cpwer,orcwer,mimower", *PAIR),
    "systems": ("score", "-m", "cpwer,der", *TWO),
    "rank": ("rank", *TWO),
    "errors": ("errors", *PAIR, "--per-speaker"),
    "blame": ("blame", *PAIR, "--by", "overlap,speaker", "--ci"),
    "compare": ("compare", "-m", "tcpwer", *TWO, "--mapsswe"),
    "inspect": ("inspect", REF.name, HYP.name),
    "align": ("align", *PAIR, "--only-errors"),
}
POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")


def piped(arguments: tuple[str | Path, ...], **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hubbub", *map(str, arguments)]
    return subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", **environment},
        check=False,
    )


@POSIX
@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_terminal_and_a_pipe_have_the_same_numbers_and_words(
    name: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)
    code, shown, notes = on_a_terminal(COMMANDS[name], columns)
    pipe = piped(COMMANDS[name], COLUMNS=str(columns))
    assert pipe.returncode == code in (0, 4), pipe.stderr
    assert words(shown) == words(pipe.stdout)
    assert notes == pipe.stderr
    assert CODE.search(shown), "there is color"
    assert not CODE.search(pipe.stdout + pipe.stderr)
    assert not re.search("[█▌▒░├]", pipe.stdout), "a pipe has no bars"
    signature = re.compile(r"\|v:[0-9.]+$")
    lines = [line for text in (plain(shown), pipe.stdout) for line in text.splitlines()]
    assert [line for line in lines if width(line) > columns and not signature.search(line)] == []


@POSIX
def test_bars_are_for_terminals() -> None:
    shown = plain(on_a_terminal(COMMANDS["cpwer"][:-1])[1]).splitlines()
    assert shown[0] == "cpWER 47.55%  165 errors in 347 words, 4 sessions"
    assert shown[3].startswith("talk-B  76.84%  ███████████████▍ ")
    assert shown[-2].startswith("next: hubbub blame … for causes, ")
    assert not DRAWN.search(plain(on_a_terminal(COMMANDS["cpwer"], environment={"TERM": "dumb"})[1]))


@POSIX
@pytest.mark.parametrize(
    ("environment", "options", "colored"),
    [
        ({}, (), True),
        ({"NO_COLOR": "1"}, (), False),
        ({"NO_COLOR": ""}, (), True),
        ({"TERM": "dumb"}, (), False),
        ({}, ("--color", "never"), False),
        ({"NO_COLOR": "1"}, ("--color", "always"), True),
        ({}, ("--colour", "never"), False),
    ],
)
def test_who_wants_colors_has_them(environment: dict[str, str], options: tuple[str, ...], colored: bool) -> None:
    _, shown, _ = on_a_terminal((*COMMANDS["score"], *options), environment=environment)
    assert bool(CODE.search(shown)) == colored
    assert bool(CODE.search(piped((*COMMANDS["score"], *options)).stdout)) == ("always" in options)


def test_every_command_that_prints_results_has_the_option() -> None:
    without = {"demo", "report", "convert", "normalize", "help", "completion"}
    for name in [*ALL_METRICS, *OTHERS]:
        names = " ".join(command_named(name).groups.values()).split()
        assert ("--color" in names) == (name not in without), name


def color_of(code: str) -> str:
    number = int(re.findall(r"38;5;(\d+)m", code)[0]) - 16
    steps = (0, 95, 135, 175, 215, 255)
    return "#" + "".join(f"{steps[part]:02x}" for part in (number // 36, number // 6 % 6, number % 6))


@pytest.mark.parametrize("kind", COLORS)
def test_colors_can_be_read_on_dark_and_light_backgrounds(kind: str) -> None:
    color = color_of(COLORS[kind])
    assert color_of(MARKS[kind]) == color
    assert min(contrast(color, "#000000"), contrast(color, "#ffffff")) >= 4.5
    styles = {re.sub(";?38;5;[0-9]+", "", code) for code in MARKS.values()}
    assert len(styles) == len(MARKS), "without colors they differ too"


def test_the_result_comes_first_and_the_signature_last() -> None:
    command = [sys.executable, "-X", "utf8", "-m", "hubbub", *map(str, COMMANDS["blame"])]
    both = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=True
    ).stdout.splitlines()
    kinds = [line.partition(":")[0] for line in both if line.startswith(("warning: ", "note: "))]
    assert kinds == sorted(kinds, reverse=True), "warnings before notes"
    first = next(place for place, line in enumerate(both) if line.startswith(("warning: ", "note: ")))
    assert both[0].startswith("186 errors = ")
    assert all(line.startswith(("warning: ", "note: ")) for line in both[first:-1])
    assert both[-1].startswith("blame|tcpwer|")


def test_a_warning_comes_before_the_error_that_it_explains(hubbub: Hubbub) -> None:
    run = hubbub("cpwer", "-r", REF, "-h", EXAMPLES / "overlap_hyp.ctm")
    warning, error = run.err.splitlines()
    assert warning.startswith("warning: ")
    assert error.startswith("hubbub: error: ")


@POSIX
def test_long_alignments_go_through_the_pager(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    pager = f"cat > '{seen}'"
    code, shown, _ = on_a_terminal(("align", *PAIR), lines=24, environment={"PAGER": pager})
    assert (code, plain(shown)) == (0, "")
    whole = on_a_terminal(("align", *PAIR, "--no-pager"), lines=24, environment={"PAGER": pager})[1]
    assert seen.read_text(encoding="utf-8") == whole
    seen.unlink()
    for lines, environment in ((1000, {"PAGER": pager}), (24, {"PAGER": "cat"}), (24, {"PAGER": ""})):
        assert on_a_terminal(("align", *PAIR), lines=lines, environment=environment)[1] == whole
    assert "cpWER" in piped(("align", *PAIR), PAGER=pager).stdout
    assert not seen.exists(), "short output and pipes need no pager"
    assert on_a_terminal(("align", *PAIR), lines=24, environment={"PAGER": "true"})[0] == 0, "a pager may stop reading"


def test_a_bar_is_as_long_as_its_share() -> None:
    assert [len(bar([share / 8], 8)) for share in range(9)] == list(range(9))
    table = Table([Column("x", left=True), Column("rate", rate=True)], [["a", 0.5], ["b", None]], bars=[(0.5,), ()])
    first, second = table.text(40, bars=True).splitlines()[1:]
    assert first.endswith("█" * 20)
    assert "█" not in second
    assert "█" not in table.text(16, bars=True), "there is no room"
