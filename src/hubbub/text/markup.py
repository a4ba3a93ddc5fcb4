"""NIST's markup in a transcript: alternations such as {a / b c / @}, and optionally deletable words such as (uh)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from hubbub.errors import FormatError


class Markup:
    """Says that the words of a segment have markup, and where. Where they stand is no part of what they say."""

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
    """A word in parentheses: nobody minds if it is missing."""

    word: str


Part = "str | Optional | tuple[Parts, ...]"
Parts = list["str | Optional | tuple[Parts, ...]"]
"""Runs of plain words, optional words, and alternations with their branches."""

_MARKED = re.compile(r"(?:^|\s)(?:\{|\(\S*\)(?=\s|$))|\}(?=\s|$)")
_OPTIONAL = re.compile(r"\(\S+\)")


def is_marked(words: str) -> bool:
    """Would this text be read as one with markup?

    >>> is_marked("so {a / b} what"), is_marked("f(x) = x{y}z"), is_marked("so (uh) what")
    (True, False, True)
    """
    return _MARKED.search(words) is not None


def is_optional(words: str) -> bool:
    """Is this one word in parentheses?

    >>> is_optional("(uh)"), is_optional("(uh huh)")
    (True, False)
    """
    return _OPTIONAL.fullmatch(words) is not None


def _fault(what: str) -> FormatError:
    return FormatError("", None, what, "write alternations as {a / b / @} and optional words as (uh)")


def _tokens(text: str) -> list[str]:
    """Words and the signs { / }; a slash parts branches only between braces."""
    tokens: list[str] = []
    depth = 0
    for word in text.split():
        while word.startswith("{"):
            tokens.append("{")
            word, depth = word[1:], depth + 1
        ends = len(word) - len(word.rstrip("}"))
        word = word[: len(word) - ends]
        if depth == 0 or "/" not in word:
            tokens += [word] if word else []
        else:
            tokens += [piece for piece in re.split("(/)", word) if piece]
        tokens += ["}"] * ends
        depth -= ends
    return tokens


def parse(text: str) -> Parts:
    """The parts of a marked text. What cannot be understood is an error without a place.

    >>> parse("so {a / b c / @} (uh) what")
    ['so', (['a'], ['b c'], []), Optional(word='uh'), 'what']
    """
    tokens = _tokens(text)
    parts, end = _sequence(tokens, 0, inside=False)
    assert end == len(tokens)
    return parts


def _sequence(tokens: Sequence[str], at: int, inside: bool) -> tuple[Parts, int]:
    parts: Parts = []
    run: list[str] = []

    def close() -> None:
        if run:
            parts.append(" ".join(run))
            run.clear()

    while at < len(tokens):
        token = tokens[at]
        if inside and token in ("/", "}"):
            break
        at += 1
        if token == "{":
            close()
            alternation, at = _alternation(tokens, at)
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
            run.append(token)
    close()
    return parts, at


def _alternation(tokens: Sequence[str], at: int) -> tuple[tuple[Parts, ...], int]:
    branches: list[Parts] = []
    while True:
        start = at
        branch, at = _sequence(tokens, at, inside=True)
        if at == len(tokens):
            raise _fault("a { without its }")
        if at == start:
            raise _fault("an alternation with an empty branch")
        branches.append(branch)
        at += 1
        if tokens[at - 1] == "}":
            return tuple(branches), at
