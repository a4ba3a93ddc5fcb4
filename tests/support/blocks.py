"""The code blocks of a Markdown file, and how they are run: console blocks are commands, pycon blocks are doctests.

After a change of what commands print: PYTHONPATH=tests python -m support.blocks README.md docs/*.md writes it anew.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from support.paths import ROOT

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


class Block(NamedTuple):
    language: str
    text: str
    line: int


def blocks(markdown: str, *languages: str) -> list[Block]:
    found = [Block(m[1], m[2], markdown.count("\n", 0, m.start()) + 1) for m in BLOCK.finditer(markdown)]
    return [block for block in found if block.language in languages]


def copy_examples(to: Path) -> None:
    shutil.copytree(ROOT / "examples", to / "examples")


def run(command: str, cwd: Path) -> str:
    """What `hubbub …` prints, on both channels; with `; echo $?` behind it, also the exit code."""
    command, echo, _ = command.replace("\\\n", " ").partition("; echo $?")
    words = shlex.split(command)
    assert words[0] == "hubbub", f"only hubbub can be run: {command}"
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", *words],
        cwd=cwd,
        env={**os.environ, "COLUMNS": "80", "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert "Traceback" not in done.stdout, done.stdout
    printed = re.sub(r"^still running: .*\n", "", done.stdout, flags=re.MULTILINE)  # on a busy machine
    return printed + (f"{done.returncode}\n" if echo else "")


def session(text: str, cwd: Path) -> str:
    """The console block with what its commands print now."""
    commands = re.findall(r"^\$ (.*?(?:\\\n.*?)*)$", text, re.MULTILINE)
    return "".join(f"$ {command}\n{run(command, cwd)}" for command in commands)


def run_doctests(path: Path, cwd: Path) -> int:
    """Runs all pycon and python blocks of a file as one session in that directory. Returns the number of examples."""
    code = "\n".join(block.text for block in blocks(path.read_text(encoding="utf-8"), "python", "pycon"))
    test = doctest.DocTestParser().get_doctest(code, {"__name__": "__main__"}, path.name, str(path), 0)
    before = Path.cwd()
    os.chdir(cwd)
    try:
        found = doctest.DocTestRunner(optionflags=FLAGS).run(test, clear_globs=False)
    finally:
        os.chdir(before)
    assert found.failed == 0, f"{found.failed} examples of {path} fail; see above"
    return found.attempted


def update(path: Path, cwd: Path) -> None:
    def again(match: re.Match[str]) -> str:
        return f"```console\n{session(match[2], cwd)}```" if match[1] == "console" else match[0]

    path.write_text(BLOCK.sub(again, path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    for name in sys.argv[1:]:
        with TemporaryDirectory() as directory:
            copy_examples(Path(directory))
            update(Path(name), Path(directory))
