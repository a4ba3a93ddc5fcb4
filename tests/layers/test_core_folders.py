"""Checks the folders of the core: includes as CONTRIBUTING.md allows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.paths import ROOT

CORE = ROOT / "core"
FILES = sorted(path for path in CORE.rglob("*.?pp"))
TREE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n    core/\n")[2]
FOLDERS = re.findall(r"^ {4}[├└]── (\w+)/ ", TREE.partition("\n\n")[0], re.M)
"""From top to bottom."""
LONGEST = 50
"""Lines of the longest function allowed in bind/: a screen."""


def folder(path: Path) -> str:
    return path.relative_to(CORE).parts[0]


def included(path: Path) -> list[str]:
    return re.findall(r'^#include ["<]([^">]+)[">]', path.read_text(encoding="utf-8"), re.M)


def test_the_tree_lists_every_core_folder() -> None:
    assert {*FOLDERS} == {path.name for path in CORE.iterdir()}, (
        "add it to the tree in CONTRIBUTING.md; every file is in a folder"
    )


@pytest.mark.parametrize("own", FOLDERS)
def test_includes_are_from_lower_folders_and_name_the_whole_path(own: str) -> None:
    ours = {path.relative_to(CORE).as_posix() for path in FILES}
    heads = {path.split("/")[-1] for path in ours}
    above = FOLDERS[: FOLDERS.index(own)]
    for path in FILES:
        for name in included(path) if folder(path) == own else []:
            assert name in ours or name.split("/")[-1] not in heads, f"{path} includes {name}; write the whole path"
            assert name.split("/")[0] not in above, f"{path} includes {name}, which is listed above it"


def test_only_bind_includes_python() -> None:
    including = [path for path in FILES if any(name.startswith(("nanobind", "Python")) for name in included(path))]
    assert {folder(path) for path in including} == {"bind"}


def functions(lines: list[str], above: int = 0) -> Iterator[tuple[int, int]]:
    """First and last line of whatever has braces at the left edge; of a class, those of its methods."""
    start = 0
    for number, line in enumerate(lines, 1):
        if not start and line and not line.startswith((" ", "}", ")", "#", "/", "namespace")):
            start = number
        if start and line.startswith("}"):
            head = " ".join(lines[start - 1 : number]).partition("{")[0]
            if re.match(r"(template ?<.*> )?(class|struct|union) [^(]*$", head):
                inside = [one[4:] if one.startswith("    ") else "" for one in lines[start : number - 1]]
                yield from functions(inside, above + start)
            else:
                yield above + start, above + number
        if line.startswith("}") or (not line.startswith(" ") and line.partition(" //")[0].endswith((";", "}"))):
            start = 0


@pytest.mark.parametrize("path", [path for path in FILES if folder(path) == "bind"], ids=lambda path: path.name)
def test_functions_of_the_bindings_fit_on_a_screen(path: Path) -> None:
    for start, end in functions(path.read_text(encoding="utf-8").splitlines()):
        assert end - start < LONGEST, f"{path}:{start} has more than {LONGEST} lines; split it"


def test_functions_are_counted_with_their_blank_lines() -> None:
    lines = """\
namespace hubbub {
using namespace nb::literals;

template <class T>
void first(T one,
           int two) {

    one();

}

class Second : Base {
public:
    void method() const {

    }
    int member = 0;
};

int later(int);
} // namespace hubbub"""
    assert [*functions(lines.splitlines())] == [(4, 10), (14, 16)]
