"""The words that may be said where a text has markup, and the shape of the choices among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hubbub.text.markup import Optional, Parts


def units(parts: Parts, split: Callable[[str], Sequence[str]], literal: bool = False) -> tuple[list[str], str]:
    """The words of all branches in the order of the text, and the shape of the choices among them.

    In the shape w is a word, o one that may be missing, and {ww/w} an alternation with its branches. Parentheses
    that are literal are letters of the word.

    >>> from hubbub.text.markup import parse
    >>> units(parse("so {a / b c} (uh)"), str.split)
    (['so', 'a', 'b', 'c', 'uh'], 'w{w/ww}o')
    """
    words: list[str] = []
    shape: list[str] = []

    def add(text: str, letter: str) -> None:
        own = split(text)
        words.extend(own)
        shape.append(letter * len(own))

    # Parts still to come, as a stack: alternations may be nested deeper than Python's calls.
    waiting: list[str | Optional | tuple[Parts, ...] | None] = [*reversed(parts)]
    signs: list[str] = []
    while waiting:
        part = waiting.pop()
        if part is None:
            shape.append(signs.pop())
        elif isinstance(part, str):
            add(part, "w")
        elif isinstance(part, Optional):
            add(f"({part.word})" if literal else part.word, "w" if literal else "o")
        else:
            shape.append("{")
            for number, branch in enumerate(reversed(part)):
                waiting.append(None)
                waiting.extend(reversed(branch))
                signs.append("}" if number == 0 else "/")
    return words, "".join(shape)
