"""NIST markup in transcripts: alternations such as {a / b c / @}, and optionally deletable words such as (uh)."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hubbub.errors import FormatError


class Optional(NamedTuple):
    """A word in parentheses, which may be deleted without an error."""

    word: str


Part = "str | Optional | tuple[Parts, ...]"
Parts = list["str | Optional | tuple[Parts, ...]"]
"""Runs of plain words, optional words, and alternations with their branches."""

_MARKED = r"(?:^|\s)(?:\{|\(\S*\)(?=\s|$))|\}(?=\s|$)"
DEEPEST = 200
"""The maximum nesting of alternations: the core handles them recursively."""

_OPTIONAL = r"\(\S+\)"


def is_marked(words: str) -> bool:
    """Returns whether this text seems to contain markup.

    >>> is_marked("so {a / b} what"), is_marked("f(x) = x{y}z"), is_marked("so (uh) what")
    (True, False, True)
    """
    return re.search(_MARKED, words) is not None


_TAG = re.compile(r"(?<=[^\s;{/])(?:;[^\s;{}/]+)+(?=[\s}/]|$)")
TAGS, BARE = "tags of words (word;tag)", "bare @"
"""How `left_out` describes what is no word in STM, CTM and TRN."""


def without_tags(words: str, left_out: Counter[str] | None = None) -> str:
    """Returns words as NIST's tools read them: without tags, and without @ outside alternations. Counts them.

    >>> without_tags("hi;t1 @ {a / @} there;"), without_tags("a@b ;c")
    ('hi {a / @} there;', 'a@b ;c')
    """
    if "@" not in words and ";" not in words:
        return words
    words, tags = _TAG.subn("", words)
    kept, depth = [], 0
    tokens = words.split()
    for token in tokens:
        depth += len(token) - len(token.lstrip("{"))
        if token != "@" or depth > 0:
            kept.append(token)
        depth -= len(token) - len(token.rstrip("}"))
    if left_out is not None:
        left_out.update({what: number for what, number in ((TAGS, tags), (BARE, len(tokens) - len(kept))) if number})
    return " ".join(kept) if len(kept) < len(tokens) else words


def is_optional(words: str) -> bool:
    """Returns whether this text is a single word in parentheses.

    >>> is_optional("(uh)"), is_optional("(uh huh)")
    (True, False)
    """
    return re.fullmatch(_OPTIONAL, words) is not None


def _fault(what: str) -> FormatError:
    return FormatError("", None, what, "write alternations as {a / b / @} and optional words as (uh)")


def _tokens(text: str) -> list[str]:
    """Splits a text into words and the characters { / }. A slash separates branches only between braces."""
    tokens: list[str] = []
    depth = 0
    for token in text.split():
        word = token.lstrip("{")
        opening = len(token) - len(word)
        tokens += ["{"] * opening
        depth += opening
        closing = len(word) - len(word.rstrip("}"))
        word = word[: len(word) - closing]
        if depth == 0 or "/" not in word:
            tokens += [word] if word else []
        else:
            tokens += [piece for piece in re.split("(/)", word) if piece]
        tokens += ["}"] * closing
        depth -= closing
    return tokens


class _Open:
    """An alternation that is not closed yet, and its current branch."""

    def __init__(self) -> None:
        self.branches: list[Parts] = []
        self.begin()

    def begin(self) -> None:
        self.parts: Parts = []
        self.words: list[str] = []
        self.empty = True

    def add(self, part: str | Optional | tuple[Parts, ...]) -> None:
        self.close_words()
        self.parts.append(part)

    def close_words(self) -> None:
        if self.words:
            self.parts.append(" ".join(self.words))
            self.words = []

    def end_branch(self, nulls: bool) -> None:
        """Ends the branch. Without `nulls`, an empty one is none."""
        self.close_words()
        if nulls or not self.empty:
            self.branches.append(self.parts)
        self.begin()


def parse(text: str, nulls: bool = False) -> Parts:
    """Returns the parts of a text with markup. Errors have no file and line; the caller adds them.

    An empty branch, as in {a / b /}, is ignored as in sclite; with `nulls`, it is one without words as in asclite.

    >>> parse("so {a / b c / @} (uh) what")
    ['so', (['a'], ['b c'], []), Optional(word='uh'), 'what']
    """
    around: list[_Open] = []
    here = _Open()
    for token in _tokens(text):
        if token == "{":
            here.empty = False
            around.append(here)
            if len(around) > DEEPEST:
                raise _fault(f"alternations are nested more than {DEEPEST} deep")
            here = _Open()
        elif token == "}" and not around:
            raise _fault("a } without a {")
        elif token == "}":
            here.end_branch(nulls)
            if not here.branches:
                raise _fault("an alternation without branches")
            branches = tuple(here.branches)
            here = around.pop()
            here.add(branches)
        elif token == "/" and around:
            here.end_branch(nulls)
        elif token == "()":
            raise _fault("an optional word () without letters")
        else:
            here.empty = False
            if token == "@" and around:
                here.close_words()
            elif re.fullmatch(_OPTIONAL, token):
                here.add(Optional(token[1:-1]))
            else:
                here.words.append(token)
    if around:
        raise _fault("a { without a }")
    here.close_words()
    return here.parts


def units(parts: Parts, split: Callable[[str], Sequence[str]], literal: bool = False) -> tuple[list[str], str]:
    """Returns the words of all branches in the order of the text, and the shape of its choices.

    In the shape, w is a word, o is an optional word, and {ww/w} is an alternation with its branches. If `literal` is
    set, the parentheses of an optional word are part of the word, which is then an ordinary one.

    >>> units(parse("so {a / b c} (uh)"), str.split)
    (['so', 'a', 'b', 'c', 'uh'], 'w{w/ww}o')
    """
    words: list[str] = []
    shape: list[str] = []

    def add(text: str, letter: str) -> None:
        pieces = split(text)
        words.extend(pieces)
        shape.append(letter * len(pieces))

    # A stack instead of recursion: the caller may be close to Python's recursion limit. None ends a branch.
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
