"""A hook of MkDocs that shows docs/notebook.ipynb as a page, with the outputs that are stored in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).with_name("notebook.ipynb")
SHOWN = ("text/html", "text/plain")
"""The forms of an output, the first that it has is shown."""


def on_files(files: Any, config: Any) -> Any:
    """Adds the page."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, "notebook.md", content=markdown(NOTEBOOK)))
    return files


def markdown(path: Path) -> str:
    """Returns a notebook as Markdown."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    title, *others = [part for cell in cells for part in _parts(cell)]
    download = f"[Download the notebook]({path.name}){{ .md-button download }}"
    return "\n\n".join([title, download, *others]) + "\n"


def _parts(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        kind = next(kind for kind in SHOWN if kind in output["data"])
        text = "".join(output["data"][kind])
        shown = text if kind == "text/html" else f"<pre>{escape(text)}</pre>"
        # On one line, or Markdown would end the element at an empty one.
        yield f'<div style="overflow-x:auto;font-size:0.7rem">{shown.replace(chr(10), "&#10;")}</div>'
