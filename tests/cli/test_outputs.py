"""The files that commands write: all or none, nothing of others overwritten, and names that do no harm in them."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.lacking import needs
from support.pages import unpack
from support.paths import EXAMPLES
from support.running import Hubbub, Run

import hubbub as api
from hubbub.cli import commands, main
from hubbub.cli.command_table import OTHERS
from hubbub.cli.completion import option_infos
from hubbub.cli.parser import command_named
from hubbub.errors import FormatError
from hubbub.formats import dump, load, writing
from hubbub.model.tables import Column, Table
from hubbub.page.report_page import find_audio, report

REF, HYP = str(EXAMPLES / "meeting_ref.stm"), str(EXAMPLES / "meeting_hyp.stm")
PAIR = ("-r", REF, "-h", HYP)
POSIX = pytest.mark.skipif(os.name == "nt", reason="POSIX links, rights and signals")


def refused(run: Run, message: str) -> None:
    assert (run.code, run.out) == (1, "")
    assert message in run.err
    assert run.err.count("\n") == 1


# What a suffix stands for


def test_the_suffix_decides(hubbub: Hubbub, tmp_path: Path) -> None:
    refused(hubbub("report", *PAIR, "-o", tmp_path / "x.pdf"), "cannot write .pdf; name it *.html")
    refused(hubbub("report", *PAIR, "-o", tmp_path / "x"), "no suffix")
    known = "name it *.json, *.csv, *.md, *.tex, *.xml, *.parquet, *.html"
    refused(hubbub("cpwer", *PAIR, "-o", tmp_path / "x.json", "-o", tmp_path / "x.xlsx"), known)
    refused(hubbub("purity", *PAIR, "-o", tmp_path / "x.html"), "purity is neither; use .json, .csv, .md or .xml")
    with pytest.raises(FormatError, match="the report page is HTML"):
        report(api.cpwer({"A": "a"}, {"x": "a"}), tmp_path / "x.pdf")
    assert list(tmp_path.iterdir()) == []
    assert hubbub("cpwer", *PAIR, "-o", tmp_path / "X.HTML", "-o", tmp_path / "X.JSON").code == 0
    assert unpack((tmp_path / "X.HTML").read_text(encoding="utf-8"), "overview")["sessions"]


SIDES = ("-r", "ref.stm", "-h", "A=hyp.stm")
INPUTS: dict[str, tuple[str, ...]] = {
    "cpwer": SIDES,
    "der": SIDES,
    "wder": SIDES,
    "score": ("-m", "cpwer,orcwer,der", *SIDES),
    "rank": (*SIDES, "-h", "B=ref.stm"),
    "align": SIDES,
    "errors": SIDES,
    "blame": (*SIDES, "--worst", "2"),
    "compare": (*SIDES, "-h", "B=ref.stm"),
    "report": SIDES,
    "merge": ("saved.json",),
    "average": ("saved.json",),
    "inspect": ("ref.stm", "hyp.stm"),
}


@pytest.fixture
def folder(hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, source in (("ref.stm", REF), ("hyp.stm", HYP)):
        shutil.copy(source, name)
    assert hubbub("cpwer", *SIDES, "-o", "saved.json", "--alignment", "--quiet").code == 0
    return tmp_path


def test_the_commands_that_write_files_are_known() -> None:
    written = {name for name, command in OTHERS.items() if command.writes}
    assert written <= set(INPUTS), "say in INPUTS what a new command is given"


@pytest.mark.parametrize("name", INPUTS)
def test_outputs_are_the_same_on_every_command(hubbub: Hubbub, folder: Path, name: str) -> None:
    """All suffixes of a command can be written, and --json, -o -, --quiet and --force do what they do elsewhere."""
    options = {option for one in option_infos()[name] for option in one.names}
    known = command_named(name).writes.split()
    command = (name, *INPUTS[name])
    refused(hubbub(*command, "-o", "x.pdf"), f"cannot write .pdf; name it {', '.join('*' + one for one in known)}")
    outputs = [word for suffix in known for word in ("-o", f"out{suffix}")]
    assert hubbub(*command, *outputs).code == 0
    first = {suffix: (folder / f"out{suffix}").read_bytes() for suffix in known}
    assert all(first.values())
    refused(hubbub(*command, *outputs), "already exists")
    if "--quiet" in options:
        quiet = hubbub(*command, *outputs, "--force", "--quiet")
        assert quiet == (0, "", "")
    for suffix in known:
        printed = hubbub(*command, "-o", f"-{suffix}")
        if suffix == ".parquet":
            refused(printed, "is no text, which standard output is for")
        elif suffix != ".html":  # a page knows the command it was made by
            assert printed.out.encode() == first[suffix], suffix
    if "--json" in options:
        assert hubbub(*command, "--json").out.encode() == first[".json"]
        refused(hubbub(*command, "--json", "-o", "-.json"), "--json and -o - both write to standard output")


def test_options_of_a_table_are_refused_where_none_is_printed(hubbub: Hubbub, folder: Path) -> None:
    for name in ("cpwer", "blame", "compare"):
        command = (name, *INPUTS[name], "--total")
        refused(hubbub(*command, "--json"), "--total has no effect with --json; drop one of them")
        assert hubbub(*command, "--quiet", "-o", folder / f"{name}.tex").code == 0


def test_every_file_names_the_systems(hubbub: Hubbub, tmp_path: Path) -> None:
    files = [tmp_path / f"s.{suffix}" for suffix in ("md", "csv", "json")]
    options = [word for file in files for word in ("-o", file)]
    assert hubbub("score", "-m", "wer,cpwer", "-r", REF, "-h", f"ours={HYP}", "-h", f"theirs={REF}", *options).code == 0
    told = files[0].read_text(encoding="utf-8")
    assert [line for line in told.splitlines() if line.startswith("## ")] == [
        "## ours: WER",
        "## ours: cpWER",
        "## theirs: WER",
        "## theirs: cpWER",
    ]
    assert "- SUB49 in talk-C has no stream" in told
    rows = list(csv.DictReader(io.StringIO(files[1].read_text(encoding="utf-8"))))
    assert {row["system"] for row in rows} == {"ours", "theirs"}


# Names that would do harm


def evil_session(folder: Path, *names: str) -> Path:
    path = folder / "evil.json"
    segments = [{"session_id": name, "speaker": "A", "words": "a b"} for name in names]
    path.write_text(json.dumps(segments), encoding="utf-8")
    return path


def test_a_spreadsheet_computes_nothing(hubbub: Hubbub, tmp_path: Path) -> None:
    names = ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "plain", "1=1"]
    path, out = evil_session(tmp_path, *names), tmp_path / "out.csv"
    assert hubbub("wer", "-r", path, "-h", f"@x={path}", "-o", out).code == 0
    with out.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["session"] for row in rows] == [*("'" + name for name in names[:6]), "plain", "1=1", "total"]
    assert rows[0]["system"] == "'@x"
    assert rows[0]["rate"] == "0.0", "numbers stay as they are"


def test_a_session_called_total_is_not_the_total(hubbub: Hubbub, tmp_path: Path) -> None:
    path, out = evil_session(tmp_path, "total", "other"), tmp_path / "out.csv"
    assert hubbub("wer", "-r", path, "-h", path, "-o", out).code == 0
    rows = [
        (row["session"], row["row"], row["length"])
        for row in csv.DictReader(io.StringIO(out.read_text(encoding="utf-8")))
    ]
    assert rows == [("total", "session", "2"), ("other", "session", "2"), ("total", "total", "4")]


def test_markdown_holds_text_alone(hubbub: Hubbub, tmp_path: Path) -> None:
    names = ["a\n| x |", "<img src=x onerror=y>", "[b](javascript:c)", "`d`", "*e*", "a_b", "\\", "f|g"]
    path, out = evil_session(tmp_path, *names), tmp_path / "out.md"
    assert hubbub("wer", "-r", path, "-h", path, "-o", out, "--regex", "(?s).*|`").code == 0
    table, signature = out.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    assert [line.split(" | ")[0].removeprefix("| ") for line in table.splitlines()[2:]] == [
        "a\\\\n\\| x \\|",
        "\\<img src=x onerror=y\\>",
        "\\[b\\](javascript:c)",
        "\\`d\\`",
        "\\*e\\*",
        "a_b",
        "\\\\",
        "f\\|g",
        "total",
    ]
    assert signature.startswith("`` wer|")
    assert signature.endswith(" ``")


# All or none


def test_of_several_files_all_are_written_or_none(hubbub: Hubbub, tmp_path: Path) -> None:
    first = tmp_path / "first.json"
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    refused(hubbub("cpwer", *PAIR, "-o", first, "-o", folder, "--force"), f"{folder}: is a folder; ")
    refused(hubbub("cpwer", *PAIR, "-o", first, "-o", tmp_path / "no/such.csv"), "its folder does not exist; ")
    refused(hubbub("cpwer", *PAIR, "-o", first, "-o", first), "-o is given twice for one file; ")
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("force", [False, True])
def test_what_fails_at_the_last_moment_is_taken_back(tmp_path: Path, force: bool) -> None:
    old, new, folder = tmp_path / "old", tmp_path / "new", tmp_path / "folder"
    if force:
        old.write_text("old", encoding="utf-8")
    folder.mkdir()
    with pytest.raises(FormatError, match="folder: cannot be written"):
        writing.write_files({str(old): "x", str(new): "y", str(folder): "z"}, force)
    assert sorted(path.name for path in tmp_path.iterdir()) == (["folder", "old"] if force else ["folder"])
    assert not force or old.read_text(encoding="utf-8") == "old"


def test_a_folder_without_rights_is_told_before_the_scoring(
    hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write everywhere, so the refusal is played here."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    run = hubbub("cpwer", "-r", "no/such.stm", "-h", HYP, "-o", tmp_path / "out.json")
    refused(run, "out.json: its folder is not writable; ")


def test_a_file_that_appears_meanwhile_is_kept(hubbub: Hubbub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scored = commands.score_all

    def score_all(*arguments: object, **choices: object) -> object:
        (tmp_path / "second.csv").write_text("mine", encoding="utf-8")
        return scored(*arguments, **choices)  # type: ignore[arg-type]

    monkeypatch.setattr("hubbub.cli.score_command.score_all", score_all)
    out = ["-o", tmp_path / "first.json", "-o", tmp_path / "second.csv"]
    refused(hubbub("cpwer", *PAIR, *out), "second.csv: already exists; ")
    assert [path.name for path in tmp_path.iterdir()] == ["second.csv"]
    assert (tmp_path / "second.csv").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_never_replaces_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    """On file systems without hard links as well."""
    if not links:
        monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError("no links here")))
    path = tmp_path / "out"
    writing.write_files({str(path): "first"}, force=False)
    with pytest.raises(FormatError, match="already exists"):
        writing.write_files({str(path): "second"}, force=False)
    assert (path.read_text(encoding="utf-8"), len(list(tmp_path.iterdir()))) == ("first", 1)
    writing.write_files({str(path): "third", str(tmp_path / "other"): "x"})
    assert path.read_text(encoding="utf-8") == "third"


def test_force_overwrites_no_input(hubbub: Hubbub, tmp_path: Path) -> None:
    ref, hyp, uem = tmp_path / "ref.json", tmp_path / "hyp.json", tmp_path / "a.csv"
    dump(load(REF), ref)
    dump(load(HYP), hyp)
    uem.write_text("talk-A 1 0 9\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in (ref, hyp, uem)}
    pair = ("-r", tmp_path / "re*.json", "-h", f"ours={hyp}", "--uem", uem)
    for out in (ref, hyp, uem, tmp_path / "." / "hyp.json"):
        refused(hubbub("cpwer", *pair, "-o", out, "--force"), ": is also an input; ")
    refused(hubbub("convert", ref, ref, "--force"), ": is also an input; ")
    if hasattr(os, "symlink") and os.name != "nt":
        (tmp_path / "link.json").symlink_to(ref)
        refused(hubbub("convert", ref, tmp_path / "link.json", "--force"), ": is also an input; ")
    assert {path: path.read_bytes() for path in before} == before


@POSIX
def test_planted_links_are_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    treasure, out = tmp_path / "treasure", tmp_path / "out.json"
    treasure.write_text("gold", encoding="utf-8")
    monkeypatch.setattr(os, "urandom", lambda count: bytes(count))
    (tmp_path / f".hubbub-{bytes(8).hex()}.part").symlink_to(treasure)
    with pytest.raises(FormatError, match="cannot be written"):
        writing.write_files({str(out): "x"})
    assert treasure.read_text(encoding="utf-8") == "gold"
    monkeypatch.undo()
    out.symlink_to(tmp_path / "nowhere")
    with pytest.raises(FormatError, match="already exists"):
        dump(load(REF), out, "seglst", force=False)


@POSIX
@needs("signals", "links")
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_leaves_no_file(tmp_path: Path, name: str, code: int) -> None:
    script = (
        "import os, signal, sys\n"  # whatever this process was told to ignore, that one is not
        f"signal.signal(signal.{name}, signal.{'default_int_handler' if name == 'SIGINT' else 'SIG_DFL'})\n"
        f"os.link = lambda *_: os.kill(os.getpid(), signal.{name})\n"
        "from hubbub.cli import main\n"
        "main()\n"
    )
    command = [sys.executable, "-c", script, "cpwer", *PAIR, "-o", str(tmp_path / "out.json")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False)
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_writing_leaves_the_handlers_of_the_program_alone(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM)

    def content() -> Iterator[str]:
        assert signal.getsignal(signal.SIGTERM) is before
        yield "x"

    writing.write_files({str(tmp_path / "a"): content()})
    assert (tmp_path / "a").read_text(encoding="utf-8") == "x"


@POSIX
def test_rights_are_kept_and_given(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("x", encoding="utf-8")
    old.chmod(0o640)
    writing.write_files({str(old): "y", str(new): "z"})
    assert (old.stat().st_mode & 0o777) == 0o640
    mask = os.umask(0)
    os.umask(mask)
    assert (new.stat().st_mode & 0o777) == 0o666 & ~mask


@POSIX
def test_a_pipe_is_written_to_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        with pytest.raises(SystemExit) as end:
            main(["convert", REF, str(pipe), "--to", "trn"])
        out, _ = reader.communicate()
    assert end.value.code == 0
    assert len(out.splitlines()) == 50
    assert pipe.is_fifo()


# Recordings


@POSIX
def test_names_of_sessions_do_not_leave_the_folder_of_recordings(hubbub: Hubbub, tmp_path: Path) -> None:
    folder, page = tmp_path / "audio", tmp_path / "page.html"
    folder.mkdir()
    (tmp_path / "secret.wav").touch()
    (folder / "good.wav").touch()
    (folder / "folder.wav").mkdir()
    names = ["../secret", "good", "n" * 300, str(tmp_path / "secret"), "folder", "a/b", "x\x7f"]
    path = evil_session(tmp_path, *names)
    run = hubbub("report", "-r", path, "-h", path, "--audio-dir", folder, "-o", page)
    assert run.code == 0
    assert run.err == f"warning: {folder}: 6 sessions without a recording\n"
    index = unpack(page.read_text(encoding="utf-8"), "overview")
    assert [audio for audio in index["audio"] if audio] == ["audio/good.wav"]
    refused(hubbub("report", *PAIR, "--audio-dir", tmp_path / "nowhere", "-o", tmp_path / "p.html"), "nowhere: ")
    refused(hubbub("report", *PAIR, "--audio-dir", path, "-o", tmp_path / "p.html"), "is not a folder; ")


def test_a_folder_of_recordings_without_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read all folders, so the refusal is played here."""

    def scandir(_: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(FormatError, match=r"cannot be read \(permission denied\)"):
        find_audio([], ["a"], tmp_path / "page.html", str(tmp_path))


@POSIX
def test_a_recording_whose_name_is_not_text(tmp_path: Path) -> None:
    folder = os.fsdecode(os.path.join(os.fsencode(tmp_path), b"caf\xe9"))
    try:
        os.mkdir(folder)
    except OSError:
        pytest.skip("a file system of UTF-8 names only")
    Path(folder, "a.wav").touch()
    audio = find_audio([], ["a"], tmp_path / "page.html", folder)
    html = report(api.cpwer({"a": {"A": "x"}}, {"a": {"A": "x"}}), audio=audio).html
    assert unpack(html, "overview")["audio"] == ["caf%E9/a.wav"]


def test_a_row_for_a_paper_begins_with_any_sign() -> None:
    """After the end of a row LaTeX looks for a length in brackets and for a star."""
    table = Table([Column("x", left=True)], [["[a]"], ["*b"], ['<c> | "d"']]).latex().splitlines()
    assert table[4:7] == [
        r"  {[}a] \\",
        r"  {*}b \\",
        r"  \textless{}c\textgreater{} \textbar{} ''d'' \\",
    ]


def test_a_table_for_a_paper(hubbub: Hubbub, tmp_path: Path) -> None:
    hubbub("cpwer", "-r", REF, "-h", f"our_sys={HYP}", "-h", f"50%&more={REF}", "--total", "-o", tmp_path / "a.tex")
    text = (tmp_path / "a.tex").read_text(encoding="utf-8")
    assert text.startswith("% cpwer|norm:none|unit:word|v:")
    assert "\\footnotesize warning: our\\_sys: SUB49 in talk-C has no stream" in text
    table = text.split("\n\n")[1]
    assert table == (
        "\\begin{tabular}{lrrl}\n  \\toprule\n"
        "  cpWER & our\\_sys & 50\\%\\&more &  \\\\\n  \\midrule\n"
        "  total & 47.55\\% & 0.00\\% &  \\\\\n"
        "  errors & 165 & 0 & of 347 words \\\\\n  \\bottomrule\n\\end{tabular}"
    )
    one = hubbub("cpwer", "-r", REF, "-h", HYP, "-o", "-.tex").out
    assert one.count("\\midrule") == 2
    assert "  talk-B & 76.84\\% & 73 & 95 & 31 & 25 & 17 \\\\\n" in one
    board = hubbub("rank", "-r", REF, "-h", f"ours={HYP}", f"perfect={REF}", "-o", "-.tex").out
    assert "  1 & perfect & 0.00\\% & none & 0 & 347" in board
