"""Checks the layers of the package: imports as CONTRIBUTING.md allows them, and the examples of every module."""

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
LAYERS = {folder: int(layer) for folder, layer in DRAWN}
FOLDERS = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))
FILES = sorted(SOURCE.rglob("*.py"))
TOP = {"__init__", "__main__"}
HIGHER = ("page.report_page.report", "views.notebook.html", "views.plots.plot")
UP = {("model.display", name) for name in HIGHER}
"""The only imports of higher layers: objects show themselves in notebooks, as HTML, as a picture and as the page."""


def name_of(path: Path) -> str:
    """Returns the module's name below `hubbub`: `cli.main`, `report` for the package, empty for `hubbub` itself."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in FILES}


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yields line and name of every import from the package, in any form and at any place."""
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
    """Returns the module of an imported name: `model.result.Scores` is in `model.result`."""
    return name if name in MODULES or "." not in name else module_of(name.rpartition(".")[0])


def wrong_imports(path: Path, text: str) -> list[str]:
    """Returns a line for each import that a file must not have, with the reason."""
    folder = path.relative_to(SOURCE).with_suffix("").parts[0]
    found = []
    for line, name in imported(ast.parse(text)):
        place, target = f"{path.relative_to(ROOT)}:{line} imports {name or 'hubbub'}", name.split(".")[0]
        if (name_of(path), name) in UP:
            continue
        if name.startswith("."):
            found.append(f"{place}; write the whole name")
        elif folder in TOP or target == "_core":
            continue
        elif target not in LAYERS or target in TOP:
            found.append(f"{place} through `hubbub`; import it from the module that defines it")
        elif LAYERS[target] > LAYERS[folder]:
            found.append(f"{place}, which is in a higher layer; move what both need to a layer below both")
    return found


def test_the_tree_lists_every_folder() -> None:
    top = {path.stem for path in SOURCE.glob("*.py")} - {"__main__"}
    assert LAYERS.keys() == {*FOLDERS, *top}, "add it to the tree in CONTRIBUTING.md, How the code is laid out"
    layers = list(LAYERS.values())
    assert layers == sorted(layers, reverse=True), "list the tree of CONTRIBUTING.md from the top layer down"


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_has_a_docstring(folder: str) -> None:
    assert ast.get_docstring(ast.parse((SOURCE / folder / "__init__.py").read_text(encoding="utf-8"))), (
        "write a sentence that says what the folder is for"
    )


def test_every_module_name_occurs_once() -> None:
    names = [path.stem for path in FILES if path.stem != "__init__"]
    twice = sorted({name for name in names if names.count(name) > 1})
    assert twice == [], "name each module after its own content"


def test_imports_are_from_the_same_or_a_lower_layer() -> None:
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
def test_imports_from_a_higher_layer_are_found(text: str) -> None:
    assert wrong_imports(SOURCE / "model/result.py", text)


def test_imports_from_a_lower_layer_pass() -> None:
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


LATE = {
    "numpy polars pyarrow distributed opencc": "packages that a user may lack",
    "msgspec hubbub.model.schema hubbub.page.report_page": "a small command needs no msgspec",
    "hashlib importlib.metadata": "these take a tenth of a small command and more",
    "hubbub._core": "`import hubbub` and --help do not wait for the core",
    "importlib hubbub.model.metrics hubbub.cli.peers": "`import hubbub` loads nothing before a name is asked for",
    "hubbub.cli.run contextlib signal hubbub.platform": "Ctrl-C is answered from the first moment on",
    "hubbub.scoring.streaming hubbub.scoring.remote hubbub.scoring.journal_writer": "only long runs",
    "hubbub.cli.streamed_runs": "only long runs",
    "hubbub.diarization.diarize hubbub.model.diarization_result": "only for metrics of diarization",
    "hubbub.model.alignment hubbub.scoring.words": "only where words are looked at",
    "hubbub.model.score_intervals hubbub.statistics.intervals": "only for intervals",
    "hubbub.model.corrections hubbub.prepare.correcting": "only with --corrections",
    "hubbub.advice.notes hubbub.cli.completion": "only for a remedy in an error",
    "hubbub.formats.both": "only for files that hold both sides",
    "hubbub.views.notebook hubbub.views.plots resvg_py": "only in notebooks",
    "hubbub.formats.speaker_colon": "only for text files",
    "textwrap shutil": "a pair of texts loads the modules that use them, and would take up to 2% longer",
    "ctypes msvcrt": "only on Windows",
    "fcntl": "not on Windows",
    "socket": "the name of the host, only for runs that can be resumed",
    "hubbub.insight.chains subprocess": "only for what people see on a terminal: the next step, the pager",
}
"""Modules that are imported within functions, and why: the import takes 10 million instructions, or few need it."""


def late_imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of what is imported within functions."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for node in ast.walk(function):
            if isinstance(node, ast.Import | ast.ImportFrom):
                module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
                yield from ((node.lineno, module + alias.name) for alias in node.names)


def test_imports_within_functions_have_a_reason() -> None:
    listed = {module: f"{module}." for modules in LATE for module in modules.split()}
    late = [
        (f"{path.relative_to(ROOT)}:{line} imports {name}", f"{name}.")
        for path in FILES
        for line, name in late_imports(ast.parse(path.read_text(encoding="utf-8")))
    ]
    found = [place for place, name in late if not name.startswith(tuple(listed.values()))]
    assert found == [], "import it at the top, or list it with its reason"
    unused = [module for module, start in listed.items() if not any(name.startswith(start) for _, name in late)]
    assert unused == [], "nothing imports it late; it needs no reason"


WAITING = {ROOT / "tests/support" / name for name in ("browsing.py", "seen.py")}
"""Where checks of the page are made, which look when it is at rest."""
ALARM = ("tests/scoring/test_engine.py", "`setitimer`")
"""The work lasts until this alarm rings, and passes whether it is early or late."""


def test_checks_wait_for_what_they_expect() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} {advice} (tests/support/looks.py)"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path not in WAITING
        for line, advice in read_at_once(path.read_text(encoding="utf-8"))
        if (path.relative_to(ROOT).as_posix(), advice.split()[0]) != ALARM
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
        "if text(page, 'h1').settled() == 'x': page.click('b')",
        "def test(page):\n    rows = count(page, 'li').settled()\n    while rows > 3: page.click('b')",
        "found = [1 for one in each(page, 'li') if text(one).settled()]",
        "before = time.perf_counter()",
        "from time import monotonic_ns",
        "assert process.wait(timeout=5) == 0",
        "thread.join(0.5)",
        "signal.setitimer(signal.ITIMER_REAL, 0.1)",
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
        "wait(searches, timeout=None); monkeypatch.setattr('hubbub.cli.terminal.time.monotonic', int)",
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
