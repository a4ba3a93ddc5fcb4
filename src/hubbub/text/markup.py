"""NIST's markup in a transcript: alternations such as {a / b c / @}, and optionally deletable words such as (uh)."""

import re
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
    """The parts of a text with markup. An error has no place: the caller adds it.

    >>> parse("so {a / b c / @} (uh) what")
    ['so', (['a'], ['b c'], []), Optional(word='uh'), 'what']
    """
    # A stack instead of recursion: alternations may be nested deeper than Python's calls.
    open_alternations: list[list[_Branch]] = []
    branch = _Branch()
    for token in _tokens(text):
        if token == "{":
            branch.used = True
            branch.close()
            open_alternations.append([branch])
            branch = _Branch()
        elif token == "}" and not open_alternations:
            raise _fault("a } without its {")
        elif token == "}" or (token == "/" and open_alternations):
            if not branch.used:
                raise _fault("an alternation with an empty branch")
            branch.close()
            open_alternations[-1].append(branch)
            branch = _Branch()
            if token == "}":
                branch, *branches = open_alternations.pop()
                branch.parts.append(tuple(inner.parts for inner in branches))
        else:
            branch.add(token, inside=bool(open_alternations))
    if open_alternations:
        raise _fault("a { without its }")
    branch.close()
    return branch.parts


class _Branch:
    """What stands between two signs of an alternation, or outside of all."""

    __slots__ = ("parts", "used", "words")

    def __init__(self) -> None:
        self.parts: Parts = []
        self.words: list[str] = []
        self.used = False

    def add(self, token: str, inside: bool) -> None:
        self.used = True
        if token == "()":
            raise _fault("an optional word () without letters")
        if _OPTIONAL.fullmatch(token):
            self.close()
            self.parts.append(Optional(token[1:-1]))
        elif inside and token == "@":
            self.close()
        else:
            self.words.append(token)

    def close(self) -> None:
        """End a run of plain words."""
        if self.words:
            self.parts.append(" ".join(self.words))
            self.words.clear()
