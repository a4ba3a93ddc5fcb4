"""Scores as files: Markdown, LaTeX and the XML of JUnit, with their notes and signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from hubbub.model.scores import Sessions
from hubbub.model.tables import markdown_code, markdown_text, percent, visible
from hubbub.views.table import notes, side_by_side

ANY_WIDTH = 1 << 20
"""Columns of a table that is not shown on a terminal."""


def markdown(scores: Sequence[Sessions[Any]], each: bool) -> str:
    """A table for each run, with its system where there are several, its notes and its signature."""
    parts = []
    for run in scores:
        if len(scores) > 1:
            parts.append(f"## {markdown_text(run.system)}: {run.title}")
        parts.append(run.table(each).markdown())
        lines = [*notes(run), *run.warnings]
        if lines:
            parts.append("\n".join(f"- {markdown_text(note)}" for note in lines))
        parts.append(markdown_code(run.signature))
    return "\n\n".join(parts) + "\n"


def latex(scores: Sequence[Sessions[Any]], each: bool) -> str:
    """The table of one run, or rates and errors side by side, with notes and signatures as remarks."""
    shown = [scores[0].table(each)] if len(scores) == 1 else side_by_side(scores, ANY_WIDTH, each)
    remarks = [f"% {visible(line)}" for run in scores for line in (*notes(run), *run.warnings)]
    remarks += dict.fromkeys(f"% {visible(run.signature)}" for run in scores)
    return "\n\n".join(["\n".join(remarks), *(table.latex() for table in shown)]) + "\n"


def junit(scores: Sequence[Sessions[Any]], failed: Mapping[int, str]) -> str:
    """The XML that CI systems show as tests: a suite per system and metric, a test per session and for the total.

    Failed are the runs, by id, whose total is beyond its limit, with the reason: its test fails."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    tests, failures = sum(len(run) + 1 for run in scores), len(failed)
    lines.append(f'<testsuites name="hubbub" tests="{tests}" failures="{failures}" errors="0">')
    for run in scores:
        name = _quoted(f"{run.system} {run.title}")
        bad = int(id(run) in failed)
        lines.append(f'  <testsuite name={name} tests="{len(run) + 1}" failures="{bad}" errors="0" skipped="0">')
        lines += ["    <properties>", f"      {_property('signature', run.signature)}", "    </properties>"]
        for session, result in run.items():
            lines += [*_case(name, session or "session", result), "    </testcase>"]
        lines += _case(name, "total", run.total)
        if bad:
            message = _quoted(f"{run.title} {percent(run.value)} is {failed[id(run)]}")
            lines.append(f'      <failure type="{failed[id(run)].split()[0]}" message={message}/>')
        lines += ["    </testcase>", "  </testsuite>"]
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _case(suite: str, name: str, part: Any) -> list[str]:
    """A test without its end, with the numbers as properties."""
    numbers = {key: value for key, value in part.to_dict().items() if isinstance(value, (int, float, str))}
    return [
        f"    <testcase classname={suite} name={_quoted(name)}>",
        "      <properties>",
        *(f"        {_property(key, str(value))}" for key, value in numbers.items()),
        "      </properties>",
    ]


def _property(name: str, value: str) -> str:
    return f"<property name={_quoted(name)} value={_quoted(value)}/>"


def _quoted(text: str) -> str:
    """Foreign text as an attribute. Control characters, which XML cannot hold, are written out."""
    return f'"{escape(visible(text)).replace(chr(0xFFFE), "?").replace(chr(0xFFFF), "?")}"'
