"""Finds what a test of the page reads without waiting, as the page may change later, and tests that look at a clock."""

from __future__ import annotations

import ast
from collections.abc import Iterator

AT_ONCE = {
    "inner_text": "text",
    "all_inner_texts": "texts",
    "text_content": "contents",
    "all_text_contents": "contents",
    "inner_html": "contents",
    "aria_snapshot": "contents",
    "accessibility": "contents",
    "count": "count",
    "all": "each",
    "input_value": "value",
    "get_attribute": "attribute",
    "is_visible": "visible",
    "is_hidden": "visible",
    "is_enabled": "count of `:enabled`",
    "is_disabled": "count of `:disabled`",
    "is_editable": "count of `:read-write`",
    "is_checked": "count of `:checked`",
    "bounding_box": "box",
    "title": "computed",
    "content": "computed",
    "evaluate": "computed, or act",
    "evaluate_all": "computed, or act",
    "evaluate_handle": "computed, or act",
    "eval_on_selector": "computed, or act",
    "eval_on_selector_all": "computed, or act",
    "wait_for_function": "wait_until",
    "query_selector": "count, or text",
    "query_selector_all": "each",
    "element_handle": "computed, or act",
    "element_handles": "each",
    "screenshot": "pixels",
    "pdf": "pixels",
    "url": "url, or go",
    "_read": "becomes, or fits",
    "wait_for_timeout": "a check, which waits for what it expects",
    "wait_for_load_state": "a check, which waits for what it expects",
    "sleep": "a check, which waits for what it expects",
    "new_context": "open_page, whose pages say when they are at rest",
}
"""What reads a page once, or waits for no event of it, and what of `support.browsing` waits instead."""
WITHOUT_ARGUMENTS = {"count", "all"}
"""Methods of Playwright; texts and arrays have some that are called with arguments."""
CALLED_WITHOUT = {"title", "content"}
"""What other things have too, as no methods."""
CHECKS = {"fits", "becomes", "unlike", "has", "lacks", "stays"}
"""They wait, whatever they are given."""
CLOCKS = {
    **dict.fromkeys(
        ("perf_counter", "monotonic", "process_time", "thread_time", "default_timer", "getrusage"),
        "count work, not time",
    ),
    **dict.fromkeys(("timeout", "setitimer", "alarm"), "wait for an event, however long it takes"),
}
"""What depends on the speed of the machine, and what does not. The first ones also have names that end in `_ns`."""
ADDS = {"add", "append", "extend", "insert", "update", "setdefault"}


def read_at_once(text: str) -> list[tuple[int, str]]:
    """Line and advice for whatever a test of the page reads without waiting, and for clocks."""
    tree = ast.parse(text)
    return sorted({*looks(tree), *sleeps(tree), *clocks(tree), *decided(tree)})


def looks(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What is read once, be it called here or handed on."""
    calls = {node.func: bool(node.args) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        if node.attr in AT_ONCE and is_of_pages(node.attr, calls.get(node)):
            yield node.lineno, f"`.{node.attr}` looks once, and the page may change later; use {AT_ONCE[node.attr]}"
        elif ast.unparse(node) == "browser.new_page":
            yield node.lineno, f"nobody knows when this page is at rest; use {AT_ONCE['new_context']}"


def is_of_pages(name: str, arguments: bool | None) -> bool:
    """Is it Playwright's, when it is called with arguments, or without, or, with None, is not called?"""
    if name in WITHOUT_ARGUMENTS:
        return not arguments
    return arguments is False if name in CALLED_WITHOUT else True


def sleeps(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(one.name == "sleep" for one in node.names):
            yield node.lineno, f"`sleep` waits for no event of the page; use {AT_ONCE['sleep']}"


def clocks(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What measures or limits time, be it called, imported or handed on."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.Attribute):
            names = [node.attr]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("join", "result", "wait"):
            seconds = [one for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, int | float)]
            names = ["timeout" for _ in seconds]
        elif isinstance(node, ast.keyword) and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            names = [node.arg or ""]
        for name in names:
            if advice := CLOCKS.get(name.removesuffix("_ns")):
                yield getattr(node, "lineno", 0), f"`{name}` is up too soon on a busy machine; {advice}"


def decided(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Values of `.settled()` that an assert or a condition reads, also by way of names and functions that give them."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    giving: set[str] = set()
    while found := {one.name for one in functions if one.name not in giving and gives(one, giving)}:
        giving |= found
    outside = ast.Module([one for one in tree.body if not isinstance(one, ast.FunctionDef)], [])
    for scope in (outside, *functions):
        names = held(scope, giving)
        for node in ast.walk(scope):
            if isinstance(node, ast.Assert) and is_settled(node, names):
                yield node.lineno, "an assert of `.settled()` does not wait for what it expects; use fits, or becomes"
            for test in conditions(node):
                if is_settled(test, names):
                    yield test.lineno, "a condition on `.settled()` does not wait for what it expects; use fits"


def conditions(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        return [node.test]
    if isinstance(node, ast.Match):
        return [node.subject]
    return node.ifs if isinstance(node, ast.comprehension) else []


def gives(function: ast.FunctionDef, giving: set[str]) -> bool:
    names = held(function, giving)
    return any(isinstance(node, ast.Return | ast.Yield) and is_settled(node, names) for node in ast.walk(function))


def held(scope: ast.AST, giving: set[str]) -> set[str]:
    """The names of functions that give what was settled, and of variables that hold it."""
    names = set(giving)
    while found := {name for node in ast.walk(scope) for name in binds(node, names)} - names:
        names |= found
    return names


def binds(node: ast.AST, names: set[str]) -> Iterator[str]:
    """The variables that hold what was settled after this."""
    targets: list[ast.expr] = []
    value: ast.AST | None = None
    if isinstance(node, ast.Assign):
        targets, value = node.targets, node.value
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
        targets, value = [node.target], node.value
    elif isinstance(node, ast.For | ast.comprehension):
        targets, value = [node.target], node.iter
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ADDS:
        targets, value = [node.func.value], ast.List([*node.args, *(one.value for one in node.keywords)])
    if value is not None and is_settled(value, names):
        for target in targets:
            yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))


def is_settled(node: ast.AST, names: set[str]) -> bool:
    """Does a value of `.settled()` go into it, other than into a check?"""
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.Attribute) and node.attr == "settled":
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHECKS:
        return False
    return any(is_settled(child, names) for child in ast.iter_child_nodes(node))
