"""The terminal and the streams of the command, as users meet them: odd, closed, full, and hostile text on them."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import EXAMPLES
from support.running import Hubbub

from hubbub.cli.terminal import ProgressLine, terminal_columns
from hubbub.model.tables import visible

REF, HYP = str(EXAMPLES / "meeting_ref.stm"), str(EXAMPLES / "meeting_hyp.stm")
PAIR = ("-r", REF, "-h", HYP)
REF_QUOTED, PAIR_QUOTED, PYTHON = shlex.quote(REF), shlex.join(PAIR), shlex.quote(sys.executable)
"""For a shell: the folder may have blanks in its name."""
HUBBUB = [sys.executable, "-m", "hubbub"]
POSIX = pytest.mark.skipif(os.name == "nt", reason="POSIX shells, paths and signals")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*HUBBUB, *arguments], capture_output=True, env={**os.environ, **environment}, check=False)


def shell(arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`hubbub` and its arguments through a shell, with redirections."""
    return subprocess.run(
        f"{PYTHON} -m hubbub {arguments}",
        shell=True,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        check=False,
    )


# Encodings and widths


def test_a_terminal_without_our_signs_gets_plainer_ones() -> None:
    done = run("align", *PAIR, "--regex", "talk-C", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"SUB48 -> 2: 8 errors" in done.stdout
    table = run("cpwer", *PAIR, PYTHONIOENCODING="cp1252").stdout.decode("cp1252").splitlines()
    assert table[0] == "cpWER 47.55%  165 errors in 347 words, 4 sessions"


def test_words_that_a_terminal_cannot_show_are_written_out(tmp_path: Path) -> None:
    ref = tmp_path / "会議.stm"
    try:
        os.fsencode(ref)
    except UnicodeEncodeError:
        pytest.skip("the locale cannot write the name of the file")
    ref.write_text("会 1 A 0 1 naïve 議\n", encoding="utf-8")
    done = run("align", "-r", str(ref), "-h", str(ref), PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "naïve \\u8b70" in done.stdout.decode("cp1252")
    as_json = run("cpwer", "-r", str(ref), "-h", str(ref), "--json", PYTHONIOENCODING="cp1252")
    assert json.loads(as_json.stdout)["scores"][0]["sessions"].keys() == {"会"}, "JSON is UTF-8 everywhere"


@pytest.mark.parametrize("columns", ["2", "1", "-3", "", "wide", os.fsdecode("²".encode())])
def test_any_width(hubbub: Hubbub, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert terminal_columns() >= 20
    commands: list[list[str]] = [["--help"], ["cpwer", "--help"], ["metrics"], ["cpwer", *PAIR], ["align", *PAIR]]
    for command in commands:
        assert hubbub(*command).code == 0
    assert run("cpwer", *PAIR, COLUMNS=columns).returncode == 0


# Closed and full streams


@POSIX
@pytest.mark.parametrize(
    ("command", "message"),
    [
        (f"cpwer {PAIR_QUOTED} >&-", "standard output: is closed; "),
        (f"cpwer {PAIR_QUOTED} --json >&-", "standard output: is closed; "),
        (f"convert {REF_QUOTED} - --to seglst >&-", "standard output: is closed; "),
        (f"cpwer -r {REF_QUOTED} -h - <&-", "-: standard input is closed; "),
        pytest.param(f"cpwer {PAIR_QUOTED} >/dev/full", "standard output: cannot be written (no space", id="full"),
        (f"cpwer {PAIR_QUOTED} --json >/dev/full", "standard output: cannot be written (no space"),
        (f"convert {REF_QUOTED} - --to seglst >/dev/full", "standard output: cannot be written (no space"),
        ("--help >/dev/full", "standard output: cannot be written (no space"),
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_stream_that_is_closed_or_full(command: str, message: str, unbuffered: str) -> None:
    if "/dev/full" in command and not os.path.exists("/dev/full"):
        pytest.skip("a device of Linux")
    done = shell(command, PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"hubbub: error: {message}")
    assert done.stderr.count("\n") == 1


@POSIX
def test_nobody_need_listen(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    good = shell(f"cpwer {PAIR_QUOTED} 2>&-")
    assert (good.returncode, "47.55%" in good.stdout) == (0, True)
    assert shell(f"cpwer {PAIR_QUOTED} --quiet -o {shlex.quote(str(out))} >&- 2>&- <&-").returncode == 0
    assert out.exists()
    bad = shell("cpwer -r nothing.stm -h nothing.stm 2>&-")
    assert (bad.returncode, bad.stdout) == (1, ""), "a message must not go to standard output instead"
    if os.path.exists("/dev/full"):
        assert shell("cpwer -r nothing.stm -h nothing.stm 2>/dev/full").returncode == 1


@POSIX
def test_a_deleted_working_directory(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    for command in (f"cpwer {PAIR_QUOTED}", f"report {PAIR_QUOTED}", f"convert {REF_QUOTED} x.trn", "align -r a -h b"):
        gone.mkdir()
        place = shlex.quote(str(gone))
        script = f"cd {place}; rmdir {place}; exec {PYTHON} -P -m hubbub {command}"
        path = os.pathsep.join(os.path.abspath(part) for part in sys.path if part)
        done = subprocess.run(
            script,
            shell=True,
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": path},
            check=False,
        )
        assert "Traceback" not in done.stderr
        assert done.returncode == (0 if command.startswith("cpwer") else 1)


@POSIX
def test_a_name_that_is_not_text(tmp_path: Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), b"caf\xe9.ctm")
    try:
        with open(path, "wb") as file:
            file.write(b"talk-C 1 0 1 a\n")
    except OSError:
        pytest.skip("a file system of UTF-8 names only")
    name = os.fsdecode(path)
    called = os.fsdecode(b"caf\xe9").encode(errors="backslashreplace")  # text after all where the locale is CP1252
    done = run("cpwer", "-r", REF, "-h", name, "--json", "--alignment")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["scores"][0]["system"] == called.decode()
    shown = run("cpwer", "-r", REF, "-h", name, "-h", f"same={HYP}", "--pairing", PYTHONIOENCODING="utf-8")
    assert (shown.returncode, called in shown.stdout) == (0, True), shown.stderr
    page = tmp_path / "page.html"
    assert run("report", "-r", REF, "-h", name, "--title", name, "-o", str(page)).returncode == 0
    odd = os.fsdecode(b"rm(\xe9)")
    assert run("cpwer", *PAIR, "--json", "--normalizer", odd).returncode == 0
    assert run("der", *PAIR, "--regex", os.fsdecode(b"talk-C|\xe9")).returncode == 0
    missing = run("cpwer", "-r", REF, "-h", name + ".stm")
    assert (missing.returncode, b"Traceback" in missing.stderr) == (1, False)


# Ctrl-C

INTERRUPTED = """
import sys
class Hook:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Hook())
from hubbub.cli import main
main(["cpwer", "-r", {ref!r}, "-h", {hyp!r}])
"""


@pytest.mark.parametrize("module", ["argparse", "hubbub.cli.parser", "hubbub._core", "hubbub.views.table"])
def test_an_interrupt_while_modules_are_imported(module: str) -> None:
    script = INTERRUPTED.format(module=module, ref=REF, hyp=HYP)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "hubbub: interrupted\n")


def test_hardly_anything_is_imported_before_an_interrupt_is_answered() -> None:
    script = "import sys; before = {*sys.modules}; import hubbub.cli; print(*sorted({*sys.modules} - before))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True)
    ours = {"hubbub", "hubbub.cli", "hubbub.version"}
    assert {*done.stdout.split()} - {"__future__"} == ours


# Foreign text

EVIL = {
    "colors": "\x1b[31m",
    "title": "\x1b]0;owned\x07",
    "clipboard": "\x1b]52;c;b3duZWQ=\x07",
    "C1": "\x9b31m",
    "backspace": "a\b",
    "bell": "\x07",
    "delete": "\x7f",
    "direction": "\u202e",
    "isolate": "\u2067",
}
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.mark.parametrize("kind", EVIL)
def test_foreign_text_cannot_command_the_terminal(hubbub: Hubbub, tmp_path: Path, kind: str) -> None:
    evil = f"x{EVIL[kind]}y"
    segments = [
        {"session_id": evil, "speaker": evil + name, "words": f"{evil} {evil} {name}", "start_time": 0, "end_time": 9}
        for name in ("A", "B")
    ]
    ref, hyp = tmp_path / "ref.json", tmp_path / "hyp.json"
    ref.write_text(json.dumps(segments), encoding="utf-8")
    hyp.write_text(json.dumps([{**segments[0], "words": evil + "z"}]), encoding="utf-8")
    other = tmp_path / "other.json"
    other.write_text(json.dumps([{**segments[0], "session_id": evil + "2"}]), encoding="utf-8")
    commands: list[list[str | Path]] = [
        ["cpwer", "-r", ref, "-h", f"{evil}={hyp}", "--pairing", "--per-speaker"],
        ["score", "-m", "orcwer,tcpwer", "--collar", "0", "-r", ref, "-h", f"{evil}={hyp}", "-h", hyp, "--explain"],
        ["align", "-m", "cpwer,orcwer", "-r", ref, "-h", f"{evil}={hyp}"],
        ["cpwer", "-r", ref, "-h", f"{evil}={other}"],
        ["cpwer", "-r", ref, "-h", f"{evil}={other}", "--partial"],
        ["cpwer", "-r", tmp_path / f"{evil}.stm", "-h", hyp],
        ["cpwer", "-r", ref, "-h", hyp, "--normalizer", evil],
        ["cpwer", "-r", ref, "-h", hyp, "--regex", evil],
        ["cpwer", "-r", ref, "-h", hyp, f"--{evil}"],
        ["der", "-r", ref, "-h", f"{evil}={hyp}", "--per-speaker"],
        ["report", "-r", ref, "-h", hyp, "-o", tmp_path / f"{'page' if os.name == 'nt' else evil}.html"],
        ["convert", ref, tmp_path / "out.trn"],
        [evil],
        ["metrics", evil],
    ]
    for command in commands:
        done = hubbub(*command)
        assert RAW.search(done.out + done.err) is None, command


def test_progress_shows_foreign_names_as_they_are_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from argparse import Namespace

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    ProgressLine(Namespace(quiet=False), "a\x1b]52;c;x\x07")(0, 2)
    assert "\x1b]" not in capsys.readouterr().err


def test_letters_of_all_scripts_stay() -> None:
    for text in ("naïve", "会議", "می\u200cخواهم", "👩\u200d👩\u200d👧", "e\u0301", "שלום"):
        assert visible(text) == text


def test_messages_are_short(hubbub: Hubbub, tmp_path: Path) -> None:
    name = "n" * 50_000
    ref, hyp = tmp_path / "a.stm", tmp_path / "b.stm"  # names that tell no side: a note would count too
    ref.write_text("A 1 x 0 1 a\n", encoding="utf-8")
    hyp.write_text(f"{name} 1 x 0 1 a\n", encoding="utf-8")
    broken = tmp_path / "broken.stm"
    broken.write_text(f"A 1 x {name} 1 a\n", encoding="utf-8")
    for arguments in (
        ["cpwer", "-r", ref, "-h", hyp],
        ["cpwer", "-r", broken, "-h", ref],
        ["cpwer", "-r", ref, "-h", ref, "--normalizer", name],
        ["cpwer", "-r", ref, "-h", ref, "--costs", name],
        ["score", "-m", name, "-r", ref, "-h", ref],
        ["cpwer", "-r", name, "-h", ref],
    ):
        done = hubbub(*arguments)
        assert done.code == 1
        assert len(done.err) < 1100
        assert "; " in done.err
    assert len(hubbub("cpwer", "-r", ref, "-h", ref, f"--{name}").err) < 1100
    assert len(hubbub("cpwer", "-r", hyp, "-h", ref, "--partial").err) < 1100
    ref.write_text(f"A 1 x 0 1 a\n{name} 1 x 0 1 a\n", encoding="utf-8")
    hyp.write_text("A 1 x 0 1 a\n", encoding="utf-8")
    assert len(hubbub("cpwer", "-r", ref, "-h", hyp).out) < 1100


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
@pytest.mark.parametrize(("unbuffered", "options"), [("1", ["--json", "--quiet"]), ("", ["-o", "-.csv"]), ("1", [])])
def test_a_reader_of_the_output_that_has_enough(tmp_path: Path, unbuffered: str, options: list[str]) -> None:
    """More than a pipe takes at once: whoever stops reading ends the command, and whoever reads on gets all of it."""
    ref = tmp_path / "ref.stm"
    ref.write_text("".join(f"session{number:05} 1 A 0 1 yes no\n" for number in range(4000)), encoding="utf-8")
    command = [sys.executable, "-m", "hubbub", "wer", "-r", str(ref), "-h", str(ref), *options]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    whole = subprocess.run(command, capture_output=True, env=environment, check=True).stdout
    assert len(whole) > 1 << 16
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(10) == whole[:10]
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 141)


def test_long_names_can_be_told_apart(hubbub: Hubbub, tmp_path: Path) -> None:
    names = [f"2024-05-13_board-meeting_room-12-north_recording-device-03_take-00{number}" for number in (1, 2)]
    (tmp_path / "ref.stm").write_text("".join(f"{name} 1 A 0 1 good morning\n" for name in names), encoding="utf-8")
    rows = hubbub("cpwer", "-r", tmp_path / "ref.stm", "-h", tmp_path / "ref.stm").out.splitlines()[2:4]
    assert [row.split()[0][-8:] for row in rows] == ["take-001", "take-002"]
    assert all(len(row) <= 80 and row.startswith("2024-05-13") for row in rows)
