"""Completion, by the shells themselves where they are installed."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.running import Hubbub

from hubbub.cli.completion import SHELLS, option_infos

LINES = {
    "cpw": "cpwer",
    "tcpcer --ref-ti": "--ref-timing",
    "cpwer --unit mixed-h": "mixed-hangul",
    "cpwer --hyp-sort str": "strict",
    "score -m wer,tcpce": "tcpcer",
    "wer --normalizer lower,punct": "punctuation",
    "convert --from ct": "ctm",
    "wer --hyp-format ct": "ctm",
    "cpwer -r re": "ref.stm",
    "completion zs": "zsh",
    "metrics tcpw": "tcpwer",
}
"""What is typed after `hubbub`, and what the last word, behind its last comma, becomes."""


def by_bash(script: Path, lines: list[str]) -> list[str]:
    calls = [
        f'COMP_WORDS=(hubbub {line}); COMP_CWORD={len(line.split())}; _hubbub; echo "${{COMPREPLY[0]}}"'
        for line in lines
    ]
    return ran(["bash", "-c", "\n".join([f". {shlex.quote(str(script))}", *calls])], script.parent)


def by_fish(script: Path, lines: list[str]) -> list[str]:
    calls = [f"complete -C 'hubbub {line}' | head -n 1" for line in lines]
    shown = ran(["fish", "--no-config", "-c", "\n".join([f"source {shlex.quote(str(script))}", *calls])], script.parent)
    return [line.partition("\t")[0] for line in shown]


def ran(command: list[str], folder: Path) -> list[str]:
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=True)
    assert not done.stderr
    return done.stdout.splitlines()


def by_zsh(script: Path, lines: list[str], setup: str = "compinit -u -D; source ./script") -> list[str]:
    """It completes only where somebody types: on a terminal, which stands for one here."""
    import pty

    terminal, other = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "LC_ALL": "C.UTF-8"}
    shell = subprocess.Popen(
        ["zsh", "-f", "-i"], stdin=other, stdout=other, stderr=other, cwd=script.parent, env=environment,
        start_new_session=True,
    )  # fmt: skip
    os.close(other)

    def until(mark: str) -> str:
        shown = ""
        while mark not in shown and select.select([terminal], [], [], 120)[0]:
            shown += os.read(terminal, 1 << 16).decode(errors="replace")
        return shown

    def send(text: str) -> None:
        os.write(terminal, text.encode())

    completed = []
    try:
        send(f"autoload -Uz compinit; {setup}; bindkey -e; PS1=; echo RE''ADY\n")
        assert "READY" in until("READY\r\n")
        for line in lines:
            # What was completed is printed rather than run, with a mark that the typed line does not have.
            send(f"hubbub {line}\t\x01print -r -- \x05 EN''D\n")
            shown = until("END\r\n")
            completed.append(shown.rpartition("END")[0].split()[-1].rstrip(","))
    finally:
        send("\x03exit\n")
        os.close(terminal)
        shell.wait()
    return completed


RUNS: dict[str, Callable[[Path, list[str]], list[str]]] = {"bash": by_bash, "zsh": by_zsh, "fish": by_fish}
HERE = {shell for shell in SHELLS if shutil.which(shell) and sys.platform != "win32"}


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shell not in HERE, reason=f"{shell} is not installed")


@pytest.mark.parametrize("shell", [pytest.param(shell, marks=needs(shell)) for shell in SHELLS])
def test_a_shell_completes(hubbub: Hubbub, tmp_path: Path, shell: str) -> None:
    script = tmp_path / "script"
    script.write_text(hubbub("completion", shell).out, encoding="utf-8")
    (tmp_path / "ref.stm").touch()
    found = [word.rpartition(",")[2] for word in RUNS[shell](script, list(LINES))]
    assert dict(zip(LINES, found, strict=True)) == LINES


@needs("zsh")
def test_zsh_loads_it_by_itself(hubbub: Hubbub, tmp_path: Path) -> None:
    script = tmp_path / "_hubbub"
    script.write_text(hubbub("completion", "zsh").out, encoding="utf-8")
    assert by_zsh(script, ["cpwer --unit mixed-h"], "fpath=($PWD $fpath); compinit -u -D") == ["mixed-hangul"]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_completed(hubbub: Hubbub, shell: str) -> None:
    script = hubbub("completion", shell).out
    for command, found in option_infos().items():
        assert command in script
        for choice in found:
            assert all((name if shell != "fish" else name.lstrip("-")) in script for name in choice.names)


def test_another_shell(hubbub: Hubbub) -> None:
    assert hubbub("completion", "ksh").err == "hubbub: error: unknown shell 'ksh'; did you mean zsh?\n"
