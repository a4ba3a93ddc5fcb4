"""Makes mkdocstrings show the examples in docstrings as code, and the parameters of functions as a table.

Without a fence, Markdown reads `>>>` as a quotation.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
SIDE = "text, list, dict, table, path, Segments or Transcript"
PARAMETERS = {
    "metrics": "name of a metric, or several",
    "metric": "name of the metric",
    "reference": f"the correct transcript: {SIDE}",
    "hypothesis": f"the system's transcript: {SIDE}",
    "systems": "hypothesis of each system, by name",
    "options": "options as an object, instead of keywords",
    "fields": "options as keywords",
    "stream": "yield one session after another",
    "resume": "JSON to write and to continue",
    "executor": "processes that score",
    "level": "level of intervals and tests",
    "group": "pattern: sessions with the same match count as one",
    "method": "method of the interval",
    "ci_method": "method of the interval",
    "resamples": "number of bootstrap resamples",
    "seed": "seed of the bootstrap",
    "baseline": "system that the others are compared with",
    "mapsswe": "add the statistic of NIST",
    "parts": "break the difference down by cause",
    "scores": "Results, Scores or Blames; for `load_scores`, JSON or its path",
    "path": "file to read or write",
    "paths": "files, folders or globs; `-` is standard input",
    "title": "heading of the page",
    "audio": "recording of each session, relative to the page",
    "embed_audio": "seconds of audio to embed before and after every error",
    "format": "format of the file; detected if not given",
    "by_recording": "join lines of the same recording into one session",
    "transcript": f"what is written: {SIDE}",
    "force": "overwrite a file that exists",
    "readings": "how reference and hypothesis are read, e.g. the columns of their words",
    "alignment": "include the alignment of every word",
}
"""The meaning of each parameter: the same name means the same in every function."""
PAGES = "".join(page.read_text(encoding="utf-8") for page in (Path(__file__).parent / "api").glob("*.md"))
SHOWN = frozenset(re.findall(r"^::: (\S+)$", PAGES, re.MULTILINE))
"""What the pages of the API show."""


def table(function: griffe.Function) -> str:
    """Returns the parameters of a function as a table. Raises KeyError if PARAMETERS lacks one."""
    rows = ["| parameter | type | default | meaning |", "| --- | --- | --- | --- |"]
    for parameter in function.parameters:
        if parameter.name == "self":
            continue
        kind = str(parameter.annotation).replace(" | ", " or ")
        stars = {"variadic positional": "*", "variadic keyword": "**"}.get(
            str(getattr(parameter.kind, "value", "")), ""
        )
        default = "" if parameter.default is None or stars else f"`{parameter.default}`"
        meaning = PARAMETERS[parameter.name]
        rows.append(f"| `{stars}{parameter.name}` | `{kind}` | {default} | {meaning} |")
    return "\n".join(rows)


class Fence(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is None:
            return
        text = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
        if isinstance(obj, griffe.Function) and obj.path in SHOWN:
            head, line, example = text.partition("```pycon")
            text = f"{head.rstrip()}\n\n{table(obj)}\n\n{line}{example}"
        obj.docstring.value = text
