"""The words that may be said where a text has markup: their order, and the ways through them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import NamedTuple

from hubbub.text.markup import Optional, Parts

Tree = tuple["int | tuple[Tree, ...]", ...]
"""A sequence of words, by their places, and of alternations with their branches."""


class Choices(NamedTuple):
    """What may be said of an utterance's words: they stand in the order of the text, all branches one by one."""

    tree: Tree
    optional: frozenset[int] = frozenset()
    """Places of words that may be missing."""

    @property
    def first_length(self) -> int:
        """How many words there are where the first branch is always taken."""

        def walk(tree: Tree) -> int:
            return sum(1 if isinstance(node, int) else walk(node[0]) for node in tree)

        return walk(self.tree)

    @property
    def number(self) -> int:
        """How many ways there are through the words.

        >>> Choices((0, ((1,), (2, 3), ()), ((4,), (5,)))).number
        6
        """

        def walk(tree: Tree) -> int:
            return prod(1 if isinstance(node, int) else sum(map(walk, node)) for node in tree)

        return walk(self.tree)

    def ways(self) -> Iterator[list[int]]:
        """The places of the words on each of them, first branches first.

        >>> list(Choices((0, ((1,), (2, 3), ()))).ways())
        [[0, 1], [0, 2, 3], [0]]
        """
        return _ways(self.tree)

    def without(self, dropped: frozenset[int]) -> Choices:
        """The same where some words are no longer there."""
        kept = sorted(set(_places(self.tree)) - dropped)
        place = {old: new for new, old in enumerate(kept)}

        def walk(tree: Tree) -> Tree:
            return tuple(
                place[node] if isinstance(node, int) else tuple(map(walk, node))
                for node in tree
                if not isinstance(node, int) or node in place
            )

        return Choices(walk(self.tree), frozenset(place[one] for one in self.optional if one in place))


def _ways(tree: Tree) -> Iterator[list[int]]:
    if not tree:
        yield []
        return
    first, rest = tree[0], tree[1:]
    for head in [[first]] if isinstance(first, int) else (way for branch in first for way in _ways(branch)):
        yield from ([*head, *tail] for tail in _ways(rest))


def _places(tree: Tree) -> list[int]:
    found: list[int] = []
    for node in tree:
        found += [node] if isinstance(node, int) else [place for branch in node for place in _places(branch)]
    return found


def units(
    parts: Parts, split: Callable[[str], Sequence[str]], literal: bool = False
) -> tuple[tuple[str, ...], Choices]:
    """The units of all words, and the choices among them. Where literal, parentheses are letters of the word.

    >>> from hubbub.text.markup import parse
    >>> units(parse("so {a / b c} (uh)"), str.split)
    (('so', 'a', 'b', 'c', 'uh'), Choices(tree=(0, ((1,), (2, 3)), 4), optional=frozenset({4})))
    """
    found: list[str] = []
    optional: list[int] = []

    def add(text: str) -> list[int]:
        start = len(found)
        found.extend(split(text))
        return list(range(start, len(found)))

    def walk(sequence: Parts) -> Tree:
        tree: list[int | tuple[Tree, ...]] = []
        for part in sequence:
            if isinstance(part, str):
                tree += add(part)
            elif isinstance(part, Optional):
                places = add(f"({part.word})" if literal else part.word)
                optional.extend([] if literal else places)
                tree += places
            else:
                tree.append(tuple(map(walk, part)))
        return tuple(tree)

    tree = walk(parts)
    return tuple(found), Choices(tree, frozenset(optional))


class Graph(NamedTuple):
    """Words one after the other, with the ways through them. Node 0 is the start, node k the word k - 1."""

    before: list[list[int]]
    """The nodes that may come before each word."""
    last: list[int]
    """The nodes at which it may end."""


def graph(trees: Sequence[tuple[int, Tree | None]]) -> Graph:
    """The graph of several utterances in turn: of each its number of words, and its tree where there are choices.

    >>> graph([(1, None), (3, (((0,), (1, 2), ()),))])
    Graph(before=[[0], [1], [1], [3]], last=[2, 4, 1])
    """
    before: list[list[int]] = []
    ends = [0]
    for size, tree in trees:
        base = len(before)
        if tree is None:
            for _ in range(size):
                before.append(ends)
                ends = [len(before)]
            continue
        before += [[] for _ in range(size)]
        ends = _link(tree, base, ends, before)
    return Graph(before, ends)


def _link(tree: Tree, base: int, ends: list[int], before: list[list[int]]) -> list[int]:
    for node in tree:
        if isinstance(node, int):
            before[base + node] = ends
            ends = [base + node + 1]
        else:
            ends = list(dict.fromkeys(end for branch in node for end in _link(branch, base, ends, before)))
    return ends
