"""Runs docs/notebook.ipynb in a kernel. After a change of what it shows:

    PYTHONPATH=tests python -m support.notebooks

writes its outputs. A cell with the tag `page` shows the report page, which is too large to be stored; its output is
dropped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from support.blocks import copy_examples
from support.paths import ROOT

NOTEBOOK = ROOT / "docs/notebook.ipynb"
KEPT = ("cell_type", "execution_count", "id", "metadata", "outputs", "source")


def executed(path: Path) -> str:
    """Returns the notebook with new outputs, from a process of its own: Jupyter warns, and leaves threads behind."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "executed.ipynb"
        copy_examples(Path(folder))
        own = dict.fromkeys(("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"), folder)
        own |= {"JUPYTER_PLATFORM_DIRS": "1", "PYTHONPATH": str(ROOT / "tests"), "PYTHONUTF8": "1"}
        command = [sys.executable, "-X", "utf8", "-m", "support.notebooks", str(path), str(target)]
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **own},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stdout
        return target.read_text(encoding="utf-8")


def execute(path: Path, target: Path) -> None:
    """Runs all cells in a kernel in the current folder, and writes the notebook with their outputs."""
    import nbformat
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    # Without a network there are still sockets of Unix; their names must be short.
    transport = "tcp" if sys.platform == "win32" else "ipc"
    kernel = AsyncKernelManager(kernel_name="python3", transport=transport, connection_file=str(target.with_name("k")))
    NotebookClient(notebook, km=kernel, timeout=None, startup_timeout=3600, record_timing=False).execute()
    target.write_text(tidied(notebook), encoding="utf-8")


def tidied(notebook: Any) -> str:
    """Returns the JSON of a notebook without what differs between machines, and without pages."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    cells = [{name: cell[name] for name in KEPT if name in cell} for cell in notebook["cells"]]
    for cell in cells:
        tags = cell["metadata"].get("tags", [])
        cell["metadata"] = {"tags": tags} if tags else {}
        if "page" in tags:
            cell["outputs"] = []
    data = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        execute(*map(Path, sys.argv[1:]))
    else:
        NOTEBOOK.write_text(executed(NOTEBOOK), encoding="utf-8")
