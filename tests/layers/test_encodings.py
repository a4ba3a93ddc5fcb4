"""Text is read and written as UTF-8, whatever the encoding of the machine's locale."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.paths import ROOT

FOLDERS = ("src", "tests", "bench", "scripts", "docs")
BY_PLACE = {"read_text": 0, "write_text": 1}
"""Methods of a Path that take an encoding, and the place of its argument."""
BYTES = {"os", "tarfile", "wave", "webbrowser", "zipfile"}
"""Modules whose `open` reads and writes bytes, or nothing."""
PACKED = {"bz2", "gzip", "lzma"}
"""Modules whose `open` reads bytes unless the mode has a t."""


def reads_text(call: ast.Call) -> bool:
    """Would this call use the encoding of the locale?"""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    given = {one.arg: one.value for one in call.keywords}
    if "encoding" in given:
        return False
    if name in BY_PLACE:
        return len(call.args) <= BY_PLACE[name]
    if name in ("open", "fdopen"):
        return _opens_text(call, given.get("mode"))
    return ast.unparse(call.func).startswith("subprocess.") and bool({"text", "universal_newlines"} & given.keys())


def _opens_text(call: ast.Call, mode: ast.expr | None) -> bool:
    owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    of_path = owner not in {"", "io", "os", *PACKED}
    if owner in BYTES and call.func.attr == "open":  # type: ignore[attr-defined]
        return False
    at = 0 if of_path else 1
    mode = mode or (call.args[at] if len(call.args) > at else None)
    letters = ast.unparse(mode) if mode is not None else "rb" if owner in PACKED else "r"
    return "b" not in letters and len(call.args) <= at + 2


def without_encoding(text: str) -> Iterator[int]:
    """Lines that read or write text without an encoding, also of programs that are strings within the program."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and reads_text(node):
            yield node.lineno
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "(" in node.value:
            try:
                inner = list(without_encoding(node.value))
            except (SyntaxError, ValueError):
                continue
            yield from (node.lineno for _ in inner)


def test_text_is_read_and_written_as_utf_8() -> None:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")) if path != Path(__file__)]
    assert files
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{line}"
        for path in files
        for line in without_encoding(path.read_text(encoding="utf-8"))
    ]
    assert found == [], 'add encoding="utf-8"'


@pytest.mark.parametrize(
    "text",
    [
        "path.read_text()",
        "path.write_text(text, newline='')",
        "path.open()",
        "path.open('a')",
        "open(path)",
        "open(path, mode='w')",
        "io.open(path, 'r')",
        "gzip.open(path, 'rt')",
        "os.fdopen(number, 'w')",
        "subprocess.run(command, text=True)",
        "subprocess.run(command, universal_newlines=True)",
        "PROGRAM = 'open(path).read()'",
    ],
)
def test_the_encoding_of_the_locale_is_found(text: str) -> None:
    assert list(without_encoding(text)) == [1]


@pytest.mark.parametrize(
    "text",
    [
        "path.read_text('utf-8')",
        "path.write_text(text, 'utf-8')",
        "path.write_text(text, encoding='utf-8')",
        "path.open('rb')",
        "open(path, 'r+b' if there else 'w+b')",
        "open(number, 'w', 1, encoding)",
        "gzip.open(path)",
        "wave.open(path, 'w')",
        "os.open(path, os.O_WRONLY)",
        "subprocess.run(command, capture_output=True, encoding='utf-8')",
        "shape(text='open the door (now)')",
    ],
)
def test_bytes_and_utf_8_are_let_through(text: str) -> None:
    assert list(without_encoding(text)) == []
