"""What Windows does in its own way, played on any system: pipes, drives, files that are read-only or open."""

from __future__ import annotations

import errno
import io
import json
import ntpath
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest
from support.pages import unpack
from support.paths import EXAMPLES
from support.running import Hubbub

import hubbub as api
from hubbub import FormatError, Segment, Transcript
from hubbub.cli import main
from hubbub.formats import files, writing
from hubbub.formats.directories import session_names
from hubbub.formats.files import folder_around
from hubbub.page import report_page
from hubbub.page.report_page import find_audio

PAIR = ("-r", str(EXAMPLES / "meeting_ref.stm"), "-h", str(EXAMPLES / "meeting_hyp.stm"))

# Pipes


class Refused(io.FileIO):
    """What Windows says to whoever writes into a pipe that nobody reads, until it leads to the null device."""

    def write(self, data: Any, /) -> int:
        if not stat.S_ISCHR(os.fstat(self.fileno()).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")
        return super().write(data)


def ended(monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], descriptor: int) -> Any:
    """The exit code of a command whose standard output is refused."""
    with io.TextIOWrapper(io.BufferedWriter(Refused(descriptor, "w")), encoding="utf-8") as output:
        monkeypatch.setattr(sys, "stdout", output)
        with pytest.raises(SystemExit) as end:
            main(arguments)
        monkeypatch.undo()
    return end.value.code


COMMANDS = [
    ("align", *PAIR),
    ("cpwer", *PAIR),
    ("cpwer", *PAIR, "--json"),
    ("--help",),
    ("cpwer", *PAIR, "-o", "-.csv"),
]


@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_pipe_that_nobody_reads_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    assert ended(monkeypatch, arguments, writer) == 141
    assert capsys.readouterr().err == ""


def test_another_refusal_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    descriptor = os.open(tmp_path / "out", os.O_WRONLY | os.O_CREAT)
    assert ended(monkeypatch, COMMANDS[0], descriptor) == 1
    assert capsys.readouterr().err.startswith("hubbub: error: standard output: cannot be written (invalid argument)")


# Drives


def test_systems_on_two_drives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "path", ntpath)
    monkeypatch.setattr(os, "sep", "\\")
    one, other = r"C:\out\hyp.stm", r"D:\new\out\hyp.stm"
    assert folder_around([one, r"C:\new\hyp.stm"]) == "C:\\"
    assert folder_around([one, other]) == ""
    assert session_names("", [one, other]) == ["C:/out", "D:/new/out"]
    assert session_names("C:\\", [one, r"C:\new\hyp.stm"]) == ["out", "new"]


def test_systems_without_a_folder_around_them_are_ranked(
    hubbub: Hubbub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def commonpath(_: Any) -> None:
        raise ValueError("Paths don't have the same drive")

    hyps = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        hyps.append(tmp_path / name / "hyp.stm")
        hyps[-1].write_text("m 1 A 0 1 a b\n", encoding="utf-8")
    monkeypatch.setattr(os.path, "commonpath", commonpath)
    run = hubbub("rank", "-m", "wer", "-r", hyps[0], "-h", *hyps, "--json")
    assert run.code == 0, run.err
    assert json.dumps((tmp_path / "two").as_posix()) in run.out


def test_recordings_on_another_drive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def relpath(path: str, _: Any = None) -> str:
        raise ValueError(f"path is on mount 'D:', start on mount 'C:': {path}")

    recording = tmp_path / "a.wav"
    recording.touch()
    monkeypatch.setattr(os.path, "relpath", relpath)
    named = Transcript([Segment("x", "a", extra={"audio": str(recording)})])
    assert find_audio([named], ["a"], tmp_path / "page.html", None) == {"a": str(recording)}
    assert find_audio([], ["a"], tmp_path / "page.html", str(tmp_path)) == {"a": os.path.realpath(recording)}


@pytest.mark.parametrize(
    ("path", "address"),
    [
        (r"D:\my audio\a#1.wav", "/D:/my%20audio/a%231.wav"),
        ("D:/audio/a.wav", "/D:/audio/a.wav"),
        (r"D:\\host\a.wav", "/D:/host/a.wav"),
        (r"%:\a.wav", "/%25:/a.wav"),
        (r"audio\a.wav", "audio/a.wav"),
        (r"\\host\share\a.wav", "/host/share/a.wav"),
    ],
)
def test_the_address_of_a_recording_on_a_drive(monkeypatch: pytest.MonkeyPatch, path: str, address: str) -> None:
    monkeypatch.setattr(os.path, "splitdrive", ntpath.splitdrive)
    monkeypatch.setattr(report_page, "PurePath", PureWindowsPath)
    html = api.report(api.cpwer({"m": {"A": "x"}}, {"m": {"A": "x"}}), audio={"m": path}).html
    assert unpack(html, "overview")["audio"] == [address]


# Names of files


def test_swapped_sides_are_seen_in_paths_with_either_slash(
    hubbub: Hubbub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for side in ("refs", "hyps"):
        (tmp_path / "refs to score" / side).mkdir(parents=True)
        (tmp_path / "refs to score" / side / "m.stm").write_text("m 1 A 0 1 a b\n", encoding="utf-8")
    monkeypatch.setattr(os, "sep", "\\")
    swapped = [f"{tmp_path.as_posix()}/refs to score/{side}/m.stm" for side in ("hyps", "refs")]
    assert "are -r and -h swapped?" in hubbub("wer", "-r", swapped[0], "-h", swapped[1]).err


def test_a_folder_that_may_not_be_opened_is_called_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(files, "open", refuse, raising=False)
    (tmp_path / "a.stm").touch()
    with pytest.raises(FormatError, match="is a folder; give the files"):
        files.open_file(str(tmp_path))
    with pytest.raises(FormatError, match=r"cannot be read \(permission denied\)"):
        files.open_file(str(tmp_path / "a.stm"))


# Files that are read-only, or open in another program


@pytest.fixture
def locks(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[Path]]:
    """Files that a program has open. Neither these, under whatever name, nor what is read-only is moved or removed."""
    real_replace, real_rename, real_remove = os.replace, os.rename, os.remove
    found: set[Path] = set()

    def check(path: Any) -> None:
        there = Path(path)
        if there.exists() and (not there.stat().st_mode & stat.S_IWUSR or any(map(there.samefile, found))):
            raise PermissionError(errno.EACCES, "Access is denied")

    def replace(source: Any, target: Any) -> None:
        check(source)
        check(target)
        real_replace(source, target)

    def rename(source: Any, target: Any) -> None:
        check(source)
        real_rename(source, target)

    def remove(path: Any) -> None:
        check(path)
        real_remove(path)

    monkeypatch.setattr(writing, "_WINDOWS", True)
    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(os, "rename", rename)
    monkeypatch.setattr(os, "remove", remove)
    yield found
    monkeypatch.undo()


def test_an_output_that_is_read_only_is_refused_before_anything_is_scored(
    hubbub: Hubbub, tmp_path: Path, locks: set[Path]
) -> None:
    assert locks == set()
    out = tmp_path / "out.csv"
    out.write_text("mine", encoding="utf-8")
    out.chmod(0o444)
    run = hubbub("cpwer", *PAIR, "--force", "-o", out)
    assert (run.code, run.out) == (1, "")
    assert run.err == f"hubbub: error: {out}: is read-only; make it writable, or choose another name\n"
    assert [one.name for one in tmp_path.iterdir()] == ["out.csv"]


@pytest.mark.parametrize("others", [[], ["a.csv"], ["z.csv"]])
def test_an_output_that_becomes_read_only_leaves_nothing_behind(
    tmp_path: Path, locks: set[Path], others: list[str]
) -> None:
    assert locks == set()
    contents: dict[str, writing.Content] = {str(tmp_path / name): "new" for name in sorted([*others, "out.csv"])}
    for name in contents:
        Path(name).write_text("mine", encoding="utf-8")
    (tmp_path / "out.csv").chmod(0o444)
    with pytest.raises(FormatError, match=r"out\.csv: is read-only"):
        writing.write_files(contents)
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {
        Path(name).name: "mine" for name in contents
    }


@pytest.mark.parametrize("others", [[], ["a.csv"], ["z.csv"]])
def test_an_output_that_is_open_elsewhere_leaves_nothing_behind(
    tmp_path: Path, locks: set[Path], others: list[str]
) -> None:
    contents: dict[str, writing.Content] = {str(tmp_path / name): "new" for name in sorted([*others, "out.csv"])}
    for name in contents:
        Path(name).write_text("mine", encoding="utf-8")
    locks.add(tmp_path / "out.csv")
    with pytest.raises(FormatError, match=r"out\.csv: cannot be written \(access is denied\)"):
        writing.write_files(contents)
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {
        Path(name).name: "mine" for name in contents
    }
