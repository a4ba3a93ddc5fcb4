"""The rooms of the package: who may import whom, as CONTRIBUTING.md draws it, and the examples of every module."""

from __future__ import annotations

import ast
import doctest
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest
from support.looks import read_at_once
from support.paths import ROOT

import hubbub

SOURCE = ROOT / "src/hubbub"
DRAWN = re.findall(r"^ {4}[├└]── (\w+)(?:/|\.py) +(\d) ", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.M)
FLOORS = {room: int(floor) for room, floor in DRAWN}
ROOMS = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))
FILES = sorted(SOURCE.rglob("*.py"))
FRONT = {"__init__", "__main__"}
UP = {("model.result", "page.report_page.report")}
"""The only import that goes up: a result shows itself as a page, and a notebook has nobody else to ask."""


def name_of(path: Path) -> str:
    """The module's name below `hubbub`: `cli.main`, `report` for the package, empty for the front door."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in FILES}


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of whatever is imported from the package, wherever the import stands and whatever its form."""
    for node in ast.walk(tree):
        found: list[str] = []
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            found = ["hubbub." + "." * node.level + (node.module or "")]
        elif isinstance(node, ast.ImportFrom):
            found = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call):
            function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if function in ("import_module", "__import__"):
                found = [str(one.value) for one in ast.walk(node) if isinstance(one, ast.Constant)]
        for name in found:
            if name.split(".")[0] == "hubbub":
                yield getattr(node, "lineno", 0), name.removeprefix("hubbub").removeprefix(".")


def module_of(name: str) -> str:
    """The module that an imported name is in, or is: `model.result.Scores` is in `model.result`."""
    return name if name in MODULES or "." not in name else module_of(name.rpartition(".")[0])


def wrong_imports(path: Path, text: str) -> list[str]:
    """What a file must not import, and why."""
    room = path.relative_to(SOURCE).with_suffix("").parts[0]
    found = []
    for line, name in imported(ast.parse(text)):
        place, target = f"{path.relative_to(ROOT)}:{line} imports {name or 'hubbub'}", name.split(".")[0]
        if (name_of(path), name) in UP:
            continue
        if name.startswith("."):
            found.append(f"{place}; write the whole name")
        elif room in FRONT or target == "_core":
            continue
        elif target not in FLOORS or target in FRONT:
            found.append(f"{place} through the front door; import it from where it lives")
        elif FLOORS[target] > FLOORS[room]:
            found.append(f"{place}, which is above it; move what both need to where both may look")
    return found


def test_the_tree_draws_every_room() -> None:
    top = {path.stem for path in SOURCE.glob("*.py")} - {"__main__"}
    assert FLOORS.keys() == {*ROOMS, *top}, "draw it in CONTRIBUTING.md, How the code is laid out"
    floors = list(FLOORS.values())
    assert floors == sorted(floors, reverse=True), "draw the tree of CONTRIBUTING.md from the top floor down"


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_what_it_is_for(room: str) -> None:
    assert ast.get_docstring(ast.parse((SOURCE / room / "__init__.py").read_text(encoding="utf-8"))), "write a sentence"


def test_every_module_name_occurs_once() -> None:
    names = [path.stem for path in FILES if path.stem != "__init__"]
    twice = sorted({name for name in names if names.count(name) > 1})
    assert twice == [], "name the module after what only it contains"


def test_imports_go_down() -> None:
    assert FILES
    assert [wrong for path in FILES for wrong in wrong_imports(path, path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "text",
    [
        "from hubbub.page.packing import packed",
        "import hubbub.cli",
        "def f():\n    from hubbub.scoring import score",
        "if TYPE_CHECKING:\n    from hubbub.formats import Format",
        "import_module('hubbub.prepare.inputs')",
        "importlib.import_module(f'hubbub.report.{name}')",
        "import hubbub",
        "from hubbub import report",
        "from hubbub import Segment",
        "from .. import report",
        "from . import result",
    ],
)
def test_imports_that_go_up_are_found(text: str) -> None:
    assert wrong_imports(SOURCE / "model/result.py", text)


def test_imports_that_go_down_are_let_through() -> None:
    text = "import re; from hubbub import _core, errors; from hubbub.model import tables; import hubbub.text.units"
    assert wrong_imports(SOURCE / "model/result.py", text) == []


def test_no_modules_import_each_other() -> None:
    targets = {
        name: {module_of(one) for _, one in imported(ast.parse(text)) if (name, one) not in UP} - {""}
        for name, text in ((name, path.read_text(encoding="utf-8")) for name, path in MODULES.items())
    }
    try:
        TopologicalSorter(targets).prepare()
    except CycleError as error:
        pytest.fail(f"they import each other: {' → '.join(reversed(error.args[1]))}")


@pytest.mark.parametrize("call", ["import hubbub", "import hubbub.cli.parser; hubbub.cli.parser.build_parser()"])
def test_neither_the_import_nor_help_waits(call: str) -> None:
    ours = "[name for name in sys.modules if name.split('.')[:2] in (['hubbub', 'scoring'], ['hubbub', '_core'])]"
    code = f"import sys; {call}; print(*{ours}, *{{'msgspec'}} & sys.modules.keys())"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert run.stdout == "\n"


SMALL = """
import argparse, builtins, sys
argparse.ArgumentParser()  # from Python 3.14 on, this imports dataclasses
before = {{*sys.modules}}

real, compiled = builtins.compile, []

def counted(source, *others, **more):
    compiled.extend([source] if isinstance(source, str) else ())  # modules without a cache are bytes
    return real(source, *others, **more)

builtins.compile = counted
try:
    {work}
finally:
    print(*compiled, *{away} & sys.modules.keys() - before, file=sys.stderr)
"""
WORK = {
    "command": ("sys.argv[1:] = ['cpwer', '-r', '{ref}', '-h', '{hyp}']\n    from hubbub.cli import main; main()"),
    "call": "import hubbub; hubbub.wer('a', 'b')",
}
AWAY = {"concurrent.futures", "dataclasses", "hashlib", "msgspec"}
"""Modules whose import takes long, which a small command, and the score of a pair of texts, do without."""


@pytest.mark.parametrize("work", WORK)
def test_little_work_neither_compiles_nor_imports_what_it_does_not_need(work: str) -> None:
    """`typing` compiles an annotation that is a text, for which Python first makes all classes of its syntax tree."""
    ref, hyp = ((ROOT / f"examples/meeting_{side}.stm").as_posix() for side in ("ref", "hyp"))
    code = SMALL.format(work=WORK[work].format(ref=ref, hyp=hyp), away=AWAY)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    imported = [line for line in run.stderr.splitlines() if not line.startswith("warning: ")]
    assert imported == [""]


WAITING = {ROOT / "tests/support" / name for name in ("browsing.py", "seen.py")}
"""Where checks of the page are made, which look when it is at rest."""


def test_checks_of_the_page_wait_for_what_they_expect() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} {advice} (tests/support/browsing.py)"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path not in WAITING
        for line, advice in read_at_once(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "assert page.inner_text('h1') == 'x'",
        "assert page.locator('li').count() == 2",
        "for one in page.locator('li').all(): pass",
        "assert 'view=' in page.url",
        "read = page.locator('li').first.inner_text",
        "read = page.locator('li').count",
        "assert page.title() == 'x'",
        "assert page.locator('input').is_editable()",
        "for one in page.locator('li').element_handles(): pass",
        "page.eval_on_selector_all('li', 'all => all.length')",
        "assert page.locator('main').aria_snapshot() == ''",
        "assert text(page, 'h1')._read() == 'x'",
        "assert text(page, 'h1').settled() == 'x'",
        "def test(page):\n    found = [text(one).settled() for one in each(page, 'li')]\n    assert found == ['x']",
        "def test(page):\n    wide = box(page, 'h1').settled().width\n    half = wide / 2\n    assert half < 9",
        "def test(page):\n    found = set()\n    found.add(text(page, 'h1').settled())\n    assert found",
        "def left(page):\n    return box(page).settled().x\ndef test(page):\n    assert left(page) < 9",
        "page.wait_for_timeout(50)",
        "time.sleep(1)",
        "from time import sleep",
        "page = browser.new_page()",
    ],
)
def test_checks_that_do_not_wait_are_found(text: str) -> None:
    assert read_at_once(text)


@pytest.mark.parametrize(
    "text",
    [
        "count(page, 'li').becomes(text.count('x')); url(page).has('a'); page.click('b'); assert metric.title",
        "page.mouse.move(*place(page, 1)); picture = box(page, 'canvas').settled(); page.mouse.click(picture.x, 1)",
        "def test(page):\n    old = text(page).settled()\n    new = text(page).unlike(old)\n    assert new in NAMES",
    ],
)
def test_checks_that_wait_are_let_through(text: str) -> None:
    assert read_at_once(text) == []


def skips_without_a_reason(text: str) -> list[int]:
    """Lines where a test is skipped, be it for a missing package, and does not say why."""
    tree = ast.parse(text)
    told = {
        id(call.func)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if any(one.arg == "reason" for one in call.keywords) or (call.func.attr == "skip" and call.args)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("skip", "skipif", "importorskip") and id(node) not in told
        if ast.unparse(node.value) in ("pytest", "pytest.mark")
    ]


def test_every_test_that_is_skipped_says_why() -> None:
    assert skips_without_a_reason("@pytest.mark.skip\ndef test(): pytest.importorskip('pandas')\n") == [1, 2]
    assert skips_without_a_reason("pytest.skip('no compiler')\npytest.importorskip('x', reason='y')\n") == []
    tests = sorted((ROOT / "tests").rglob("*.py"))
    found = [
        f"{one.relative_to(ROOT)}:{line}"
        for one in tests
        for line in skips_without_a_reason(one.read_text(encoding="utf-8"))
    ]
    assert found == [], "give a reason"


def with_examples() -> Iterator[str]:
    yield "hubbub"
    for module in pkgutil.walk_packages(hubbub.__path__, "hubbub."):
        if module.name not in ("hubbub.__main__", "hubbub._core"):
            yield module.name


EXAMPLES = {
    name: [test for test in doctest.DocTestFinder().find(import_module(name)) if test.examples]
    for name in with_examples()
}


@pytest.mark.parametrize("module", [name for name, tests in EXAMPLES.items() if tests])
def test_examples(module: str) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in EXAMPLES[module]:
        assert runner.run(test, clear_globs=False).failed == 0, test.name


ALONE = {
    r"\bThread\(": "parallel.py",
    r"\bos\.link\(": "platform.py",
    "HUBBUB_WITHOUT|emscripten": "platform.py",
    r"\bsignal\.signal\(": "cli/__init__.py",
    r"\bProcessPoolExecutor\(": "scoring/workers.py",
}
"""What occurs in one module alone, which asks `platform.py` whether there is such a thing."""


@pytest.mark.parametrize("pattern", ALONE)
def test_what_a_platform_may_lack_is_used_in_one_place(pattern: str) -> None:
    found = [path.relative_to(SOURCE).as_posix() for path in FILES if re.search(pattern, path.read_text("utf-8"))]
    assert found == [ALONE[pattern]]
