"""A random sample of what people read, to be read by someone who does not know the product.

`PYTHONPATH=tests python -m support.reading_sample SEED` prints 60 messages, 30 paragraphs of the documentation, 30
docstrings and 20 names. The reader says what each means and how they would say it; what is misread is rewritten.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from support.paths import ROOT

SOURCES = sorted((ROOT / "src/hubbub").rglob("*.py"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
DEFINITIONS = (ast.Module, ast.ClassDef, ast.FunctionDef)


def text_of(node: ast.expr) -> str:
    """Returns the text of a string with … for every inserted value; empty for other expressions."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join("…" if isinstance(part, ast.FormattedValue) else text_of(part) for part in parts)
        case ast.BinOp(left=left, right=right):
            return text_of(left) + text_of(right)
    return ""


def messages(tree: ast.Module) -> Iterator[str]:
    """Yields the texts that are whole messages: a fact and what to do, or at least six words."""
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inner = {
        id(child)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr | ast.BinOp)
        for child in ast.walk(node)
        if child is not node
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp) and id(node) not in silent | inner:
            text = " ".join(text_of(node).split())
            words = len(re.findall(r"[a-z]{2,}", text))
            if words > 5 or (words > 3 and "; " in text):
                yield text


def docstrings(path: Path, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS) and (text := ast.get_docstring(node)):
            yield f"{path.stem}.{getattr(node, 'name', '')}: {text.split(chr(10) * 2)[0]}"


def names(path: Path, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("__"):
            arguments = f"({ast.unparse(node.args)})" if isinstance(node, ast.FunctionDef) else ""
            yield f"{path.parent.name}/{path.name}: {node.name}{arguments}"


def paragraphs(path: Path) -> Iterator[str]:
    """Yields the paragraphs of a page, without code, tables and headings."""
    text = re.sub(r"^```.*?^```$|<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for part in text.split("\n\n"):
        if len(part.split()) > 9 and not part.lstrip().startswith(("|", "#", "    ", "<", "!", "[")):
            yield f"{path.relative_to(ROOT)}: {part.strip()}"


def main(seed: str) -> None:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}
    kinds = {
        "messages": (60, [text for tree in trees.values() for text in messages(tree)]),
        "paragraphs": (30, [text for path in PAGES for text in paragraphs(path)]),
        "docstrings": (30, [text for path, tree in trees.items() for text in docstrings(path, tree)]),
        "names": (20, [text for path, tree in trees.items() for text in names(path, tree)]),
    }
    random = Random(seed)
    for title, (number, texts) in kinds.items():
        print(f"\n## {title}\n")
        for index, text in enumerate(random.sample(texts, number), 1):
            print(f"{index}. {text}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
