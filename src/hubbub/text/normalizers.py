"""Text normalisation: a chain of small steps, written with commas. Each step has a version.

A step's version goes into the signature and is raised whenever the step changes any text.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from hubbub.errors import OptionError, shown

Normalize = Callable[[str], str]


class Step(NamedTuple):
    """One step of a normaliser."""

    name: str
    about: str
    version: int
    make: Callable[[str], Normalize]
    """Builds the function from the text in the parentheses of the step."""


def _lower(_: str) -> Normalize:
    return str.lower


def _nfkc(_: str) -> Normalize:
    from itertools import groupby
    from unicodedata import combining, normalize

    def in_order(text: str) -> str:
        """Marks in the order that the form has: to put many of them in order, Python's function takes their square."""
        runs = (list(run) for _, run in groupby(text, key=lambda char: combining(char) != 0))
        return "".join(char for run in runs for char in (sorted(run, key=combining) if combining(run[0]) else run))

    def compatible(text: str) -> str:
        marks = 0 if text.isascii() else len(list(filter(combining, text)))
        return normalize("NFKC", in_order(text) if marks > 100 else text)

    return compatible


def _punctuation(_: str) -> Normalize:
    from unicodedata import category

    def replacement(text: str, i: int) -> str:
        char, before, after = text[i], text[i - 1 : i].isalnum(), text[i + 1 : i + 2].isalnum()
        if not category(char).startswith(("P", "S")):
            return char
        if (char in "'’" and (before or after)) or (char in "-‐‑" and before and after):
            return char
        if char in ".," and before and after:
            # The point of 1.1 stays, as it is not 11; U.S. becomes US.
            return char if text[i - 1].isdigit() and text[i + 1].isdigit() else ""
        return " "

    def remove(text: str) -> str:
        if text.replace(" ", "").isalnum():
            return text
        return " ".join("".join(replacement(text, i) for i in range(len(text))).split())

    return remove


_CLASS = re.compile(r"\[\^?\]?(?:[^\]\\]|\\.)*+\]", re.DOTALL)
AS_IN = "as in rm([^a-z0-9 ])"


def _rm(characters: str) -> Normalize:
    if not characters:
        raise OptionError("normalizer rm() removes nothing; name the characters, as in rm(.?!,)")
    if not (characters.startswith("[") and characters.endswith("]")):
        table = str.maketrans("", "", characters)
        return lambda text: text.translate(table)
    if not _CLASS.fullmatch(characters):
        raise OptionError(f"normalizer rm({characters:.60}) is no class; write one class of characters, {AS_IN}")
    try:
        pattern = re.compile(characters)
    except re.error as error:
        raise OptionError(f"normalizer rm({characters:.60}): {error}; write a class of characters, {AS_IN}") from None
    blanks = re.compile(r"\s{2,}")
    return lambda text: blanks.sub(" ", pattern.sub("", text).strip())


STEPS: dict[str, Step] = {
    step.name: step
    for step in (
        Step("lower", "Lower case.", 1, _lower),
        Step("nfkc", "Unicode compatibility form: full-width letters, ligatures, … become plain ones.", 1, _nfkc),
        Step("punctuation", "Punctuation and symbols go; apostrophes and in-word hyphens stay.", 1, _punctuation),
        Step("rm", "rm(.?!,) removes those characters, rm([^a-z0-9 ]) what the class matches.", 1, _rm),
    )
}


class Normalizer(NamedTuple):
    """A function on text, and its part of the signature."""

    normalize: Normalize | None
    signature: str


_STEP = re.compile(r"([^,()]++)(?:\((\[(?:[^\]\\]|\\.)*+\]|[^)]*+)\))?\s*+(,|\Z)", re.DOTALL)


def _split(chain: str) -> list[tuple[str, str]]:
    """The name of each step, and the text in its parentheses."""
    steps: list[tuple[str, str]] = []
    place, more = 0, ","
    while more:
        step = _STEP.match(chain, place)
        if step is None or not step[1].strip():
            raise OptionError(f"normalizer {chain!r:.60} cannot be read; write steps with commas, as in lower,rm(.?!,)")
        steps.append((step[1].strip(), step[2] or ""))
        place, more = step.end(), step[3]
    return steps


def parse(normalizer: str | Normalize | None) -> Normalizer:
    """The normaliser from a chain of steps by name, a function of your own, or None.

    >>> parse("lower,rm(.?!,)").normalize("Hello, World!")
    'hello world'
    >>> parse("nfkc,lower,punctuation").signature
    'nfkc@1,lower@1,punctuation@1'
    """
    if normalizer is None or (isinstance(normalizer, str) and normalizer == "none"):
        return Normalizer(None, "none")
    if callable(normalizer):
        name = getattr(normalizer, "__qualname__", type(normalizer).__qualname__)
        return Normalizer(normalizer, f"{getattr(normalizer, '__module__', '?')}.{name}@custom")
    if not isinstance(normalizer, str):
        raise OptionError(f"normalizer is {shown(normalizer)}; give steps, as in lower,rm(.?!,), or a function")
    functions, names = [], []
    for name, inside in _split(normalizer):
        step = STEPS.get(name)
        if step is None:
            raise OptionError(f"unknown normalizer {shown(name)}; those that exist: {', '.join(STEPS)}, none")
        functions.append(step.make(inside))
        names.append(f"{name}({inside})@{step.version}" if inside else f"{name}@{step.version}")

    def chain(text: str) -> str:
        for function in functions:
            text = function(text)
        return text

    return Normalizer(chain, ",".join(names))
