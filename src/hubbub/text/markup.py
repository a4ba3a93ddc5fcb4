"""NIST's markup in a transcript: alternations such as {a / b c / @}, and optionally deletable words such as (uh)."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from hubbub.errors import FormatError


class Markup:
    """Flags a segment whose words have markup, and says where it came from. The place is ignored in comparisons."""

    __slots__ = ("place",)

    def __init__(self, place: str = "") -> None:
        self.place = place

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Markup)

    def __hash__(self) -> int:
        return hash(Markup)

    def __repr__(self) -> str:
        return f"Markup({self.place!r})"


class Optional(NamedTuple):
    """A word in parentheses, which may be missing."""

    word: str


Part = "str | Optional | tuple[Parts, ...]"
Parts = list["str | Optional | tuple[Parts, ...]"]
"""Runs of plain words, optional words, and alternations with their branches."""

_MARKED = re.compile(r"(?:^|\s)(?:\{|\(\S*\)(?=\s|$))|\}(?=\s|$)")
_OPTIONAL = re.compile(r"\(\S+\)")


def is_marked(words: str) -> bool:
    """Does this text look like one with markup?

    >>> is_marked("so {a / b} what"), is_marked("f(x) = x{y}z"), is_marked("so (uh) what")
    (True, False, True)
    """
    return _MARKED.search(words) is not None


def is_optional(words: str) -> bool:
    """Is this text a single word in parentheses?

    >>> is_optional("(uh)"), is_optional("(uh huh)")
    (True, False)
    """
    return _OPTIONAL.fullmatch(words) is not None


def _fault(what: str) -> FormatError:
    return FormatError("", None, what, "write alternations as {a / b / @} and optional words as (uh)")


def _tokens(text: str) -> list[str]:
    """Words and the signs { / }. A slash separates branches only between braces."""
    tokens: list[str] = []
    depth = 0
    for word in text.split():
        while word.startswith("{"):
            tokens.append("{")
            word, depth = word[1:], depth + 1
        closing = len(word) - len(word.rstrip("}"))
        word = word[: len(word) - closing]
        if depth == 0 or "/" not in word:
            tokens += [word] if word else []
        else:
            tokens += [piece for piece in re.split("(/)", word) if piece]
        tokens += ["}"] * closing
        depth -= closing
    return tokens


def parse(text: str) -> Parts:
    """The parts of a text with markup, by recursive descent. An error has no place: the caller adds it.

    >>> parse("so {a / b c / @} (uh) what")
    ['so', (['a'], ['b c'], []), Optional(word='uh'), 'what']
    """
    tokens = _tokens(text)
    parts, end = _sequence(tokens, 0, inside=False)
    assert end == len(tokens)
    return parts


def _sequence(tokens: Sequence[str], position: int, inside: bool) -> tuple[Parts, int]:
    parts: Parts = []
    words: list[str] = []

    def close() -> None:
        if words:
            parts.append(" ".join(words))
            words.clear()

    while position < len(tokens):
        token = tokens[position]
        if inside and token in ("/", "}"):
            break
        position += 1
        if token == "{":
            close()
            alternation, position = _alternation(tokens, position)
            parts.append(alternation)
        elif token == "}":
            raise _fault("a } without its {")
        elif inside and token == "@":
            close()
        elif _OPTIONAL.fullmatch(token):
            close()
            parts.append(Optional(token[1:-1]))
        elif token == "()":
            raise _fault("an optional word () without letters")
        else:
            words.append(token)
    close()
    return parts, position


def _alternation(tokens: Sequence[str], position: int) -> tuple[tuple[Parts, ...], int]:
    branches: list[Parts] = []
    while True:
        start = position
        branch, position = _sequence(tokens, position, inside=True)
        if position == len(tokens):
            raise _fault("a { without its }")
        if position == start:
            raise _fault("an alternation with an empty branch")
        branches.append(branch)
        position += 1
        if tokens[position - 1] == "}":
            return tuple(branches), position
