"""What the documentation says is true, and everything that users can choose is in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import blocks
from support.lacking import EXECUTORS
from support.paths import ROOT

from hubbub.cli.command_table import OTHERS
from hubbub.cli.parser import build_parser
from hubbub.errors import HubbubError
from hubbub.formats import FORMATS
from hubbub.model.metrics import ALL_METRICS
from hubbub.model.options import KINDS, OPTIONS, options_for
from hubbub.model.reading_options import NAMED
from hubbub.model.settings import DEFAULTS
from hubbub.text.steps import STEPS
from hubbub.text.units import UNITS

DOCS = ROOT / "docs"
PAGES = {page.relative_to(DOCS).as_posix(): page for page in sorted(DOCS.rglob("*.md"))}
NAV = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def text(page: str) -> str:
    return PAGES[page].read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=EXECUTORS if page == "cluster.md" else ()) for page in PAGES]
)
def test_examples_run(page: str, tmp_path: Path) -> None:
    blocks.copy_examples(tmp_path)
    blocks.run_doctests(PAGES[page], tmp_path)
    for block in blocks.blocks(text(page), "console"):
        assert blocks.session(block.text, tmp_path) == block.text, (
            f"docs/{page}:{block.line}: run PYTHONPATH=tests python -m support.blocks docs/{page} and look"
        )


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_in_the_navigation(page: str) -> None:
    assert re.search(rf"[ -]{re.escape(page)}$", NAV, re.MULTILINE), f"add {page} to nav in mkdocs.yml"


@pytest.mark.parametrize("name", ALL_METRICS)
def test_every_metric_has_a_page(name: str) -> None:
    assert f"metrics/{name}.md" in PAGES, f"write docs/metrics/{name}.md"
    metric, page = ALL_METRICS[name], text(f"metrics/{name}.md")
    assert page.startswith(f"# {metric.title}\n")
    assert f"\n```console\n$ hubbub {name} -r " in page.partition("\n## ")[0], "begin with the command and its output"
    assert f"(img/{name}.svg)" in page
    assert (DOCS / f"metrics/img/{name}.svg").exists(), f"add {name} to SCENES in docs/draw.py and run it"
    assert f"hubbub.{name}(" in page, "an example that is run"
    row = f"| [`{name}`]({name}.md) | {metric.reference} | {metric.matched} |"
    assert row in text("metrics/index.md")


@pytest.mark.parametrize(
    ("script", "scenes"), [("draw", "SCENES"), ("draw_times", "PICTURES"), ("draw_steps", "PICTURES")]
)
def test_pictures_are_those_that_are_drawn(script: str, scenes: str) -> None:
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location(script, DOCS / f"{script}.py")
    assert spec is not None
    assert spec.loader is not None
    draw = module_from_spec(spec)
    spec.loader.exec_module(draw)
    for name, scene in getattr(draw, scenes).items():
        found = (DOCS / f"metrics/img/{name}.svg").read_text(encoding="utf-8")
        assert found == draw.draw(name, scene), f"run python docs/{script}.py"


def flags() -> set[str]:
    """Every option of every command."""
    import argparse

    commands = next(action for action in build_parser()._actions if isinstance(action, argparse._SubParsersAction))
    actions = [action for command in commands.choices.values() for action in command._actions]
    return {flag for action in actions for flag in action.option_strings}


@pytest.mark.parametrize("flag", sorted(flags()))
def test_every_option_is_explained(flag: str) -> None:
    assert re.search(rf"`{re.escape(flag)}\b", text("command-line.md")), f"explain {flag} in docs/command-line.md"


@pytest.mark.parametrize("kind", KINDS)
def test_every_option_is_explained_as_in_the_help(kind: str) -> None:
    told = text("command-line.md")
    for name in options_for(kind):
        assert f"| `--{name.replace('_', '-')}" in told
        assert OPTIONS[name].help_for(kind) in told, "the page says what the help says"


def options_table() -> str:
    """Returns the options as the page of the API lists them."""
    rows = ["| option | default | for | what it is |", "| --- | --- | --- | --- |"]
    for name, option in OPTIONS.items():
        default = "None" if name in ("normalizer", "memory", "strip_suffix", *NAMED) else repr(getattr(DEFAULTS, name))
        values = f" {', '.join(f'`{value}`' for value in option.values)}." if option.values else ""
        rows.append(f"| `{name}` | `{default}` | {', '.join(option.kinds)} | {option.help}{values} |")
    return "\n".join(rows)


def test_the_api_lists_every_option() -> None:
    assert options_table() in text("api/index.md"), "put what options_table() returns into docs/api/index.md"


@pytest.mark.parametrize("command", [*ALL_METRICS, *OTHERS])
def test_every_command_is_explained(command: str) -> None:
    assert f"`hubbub {command}" in text("command-line.md")


def test_every_step_unit_and_format_is_named() -> None:
    told = text("normalizers-and-units.md")
    assert all(f"| `{name}" in told for name in [*STEPS, *UNITS])
    told = text("formats/index.md")
    assert all(f"({name}.md)" in told or f"`{name}`" in told for name in FORMATS), "a family shares a page"


def test_every_error_is_named() -> None:
    def tree(kind: type[HubbubError]) -> set[str]:
        return {kind.__name__}.union(*map(tree, kind.__subclasses__()))

    told = text("exit-codes-and-errors.md")
    assert all(f"`{name}`" in told for name in tree(HubbubError))


def test_notices_of_other_works() -> None:
    """They go into every distribution, and each work that the source names is in them."""
    import tomllib

    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    notices = "".join((DOCS.parent / name).read_text(encoding="utf-8") for name in project["license-files"])
    for work in ("nanobind", "robin_map", "Whisper", "chime-utils", "Unicode Character Database"):
        assert work in notices
