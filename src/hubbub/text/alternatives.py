"""The words of a text with markup, and the shape of its choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hubbub.text.markup import Optional, Parts


def units(parts: Parts, split: Callable[[str], Sequence[str]], literal: bool = False) -> tuple[list[str], str]:
    """The words of all branches in the order of the text, and the shape of its choices.

    In the shape, w is a word, o is an optional word, and {ww/w} is an alternation with its branches. If `literal` is
    set, the parentheses of an optional word are part of the word, which is then an ordinary one.

    >>> from hubbub.text.markup import parse
    >>> units(parse("so {a / b c} (uh)"), str.split)
    (['so', 'a', 'b', 'c', 'uh'], 'w{w/ww}o')
    """
    words: list[str] = []
    shape: list[str] = []

    def add(text: str, letter: str) -> None:
        pieces = split(text)
        words.extend(pieces)
        shape.append(letter * len(pieces))

    # A stack instead of recursion, for which a caller may have left little room. None ends a branch.
    waiting: list[str | Optional | tuple[Parts, ...] | None] = [*reversed(parts)]
    branch_ends: list[str] = []
    while waiting:
        part = waiting.pop()
        if part is None:
            shape.append(branch_ends.pop())
        elif isinstance(part, str):
            add(part, "w")
        elif isinstance(part, Optional):
            add(f"({part.word})" if literal else part.word, "w" if literal else "o")
        else:
            shape.append("{")
            for number, branch in enumerate(reversed(part)):
                waiting.append(None)
                waiting.extend(reversed(branch))
                branch_ends.append("}" if number == 0 else "/")
    return words, "".join(shape)
