"""Text normalization: a chain of small steps, written with commas or as a list."""

import os
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from hubbub.errors import OptionError, nearest, shown
from hubbub.text import Normalize
from hubbub.text.steps import STEPS


class Normalizer(NamedTuple):
    """A function on text, its part of the signature, and the steps that it is made of."""

    normalize: Normalize | None
    signature: str
    steps: tuple[Any, ...] = ()
    """Each is one too, without further steps."""
    marks: bool = False
    """Does it read and write alternations and optional words?"""

    def text(self, text: str) -> str:
        """Returns the text after all steps."""
        return text if self.normalize is None else self.normalize(text)


_STEP = r"([^,()]++)(?:\((\[(?:[^\]\\]|\\.)*+\](?=\))|[^)]*+)\)(?:@([^,()\s]++))?)?\s*+(,|\Z)"


def _split(chain: str) -> list[tuple[str, str, str]]:
    """Returns the name of each step, the text in its parentheses, and its version if given, as in signatures."""
    pattern = re.compile(_STEP, re.DOTALL)
    steps: list[tuple[str, str, str]] = []
    place, more = 0, ","
    while more:
        step = pattern.match(chain, place)
        if step is None or not step[1].strip():
            raise OptionError(f"invalid normalizer {chain!r:.60}; separate steps with commas, e.g. lower,rm(.?!,)")
        name, version = step[1].strip(), step[3] or ""
        plain, _, version_suffix = name.partition("@")
        if plain in STEPS and not version:
            name, version = plain, version_suffix
        steps.append((name, step[2] or "", version))
        place, more = step.end(), step[4]
    return steps


def _make_step(name: str, inside: str, version: str = "") -> Normalizer:
    made = _make_unchecked(name, inside)
    here = made.signature.rpartition("@")[2]
    if version not in ("", here):
        raise OptionError(
            f"normalizer {name} has version {here} in this hubbub, not {version};"
            f" write {name}, or install the hubbub of the signature"
        )
    return made


def _make_unchecked(name: str, inside: str) -> Normalizer:
    step = STEPS.get(name)
    if step is None and ":" in name and not inside:  # glm:FILE
        name, _, inside = name.partition(":")
        step = STEPS.get(name)
    if step is None:
        if name == "none":
            raise OptionError("normalizer none has no effect among other steps; drop it")
        raise OptionError(f"unknown normalizer {shown(name)}; {nearest(name, STEPS, 0.6)}")
    run = step.make(inside)
    if step.mark is not None:
        return Normalizer(run, f"{name}{step.mark(inside)}", marks=step.marks)
    return Normalizer(run, f"{name}({inside})@{step.version}" if inside else f"{name}@{step.version}")


def _custom(function: Normalize) -> Normalizer:
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return Normalizer(function, f"{getattr(function, '__module__', '?')}.{name}@custom")


Steps = str | Normalize | Sequence[str | Normalize | Normalizer] | None
"""Names of steps with commas, a function of your own, a list of these or of steps that are made, or None."""


def with_absolute_paths(normalizer: Steps) -> Steps:
    """Returns the steps with absolute file paths, so another process can use them."""
    if not isinstance(normalizer, str) or "glm" not in normalizer:
        return normalizer

    def absolute(name: str, inside: str, version: str) -> str:
        version_suffix = f"@{version}" if version else ""
        if name == "glm" and inside:
            return f"glm({os.path.abspath(inside)}){version_suffix}"
        if name.startswith("glm:") and not inside:
            return f"glm:{os.path.abspath(name[4:])}"
        return (f"{name}({inside})" if inside else name) + version_suffix

    return ",".join(absolute(*step) for step in _split(normalizer))


def parse(normalizer: Steps) -> Normalizer:
    """Returns the normalizer with these steps.

    >>> parse("lower,rm(.?!,)").normalize("Hello, World!")
    'hello world'
    >>> parse(["nfkc", "lower", "punctuation"]).signature
    'nfkc@1,lower@1,punctuation@3'
    """
    if normalizer is None or isinstance(normalizer, str) or callable(normalizer):
        parts: Sequence[object] = [normalizer]
    elif isinstance(normalizer, (list, tuple)):
        parts = normalizer
    else:
        raise OptionError(f"normalizer is {shown(normalizer)}; give steps, e.g. lower,rm(.?!,), or a function")
    steps: list[Normalizer] = []
    for one in parts:
        if one is None or (isinstance(one, str) and one == "none"):
            continue
        if isinstance(one, Normalizer):
            steps.append(one)
        elif callable(one):
            steps.append(_custom(one))
        elif not isinstance(one, str):
            raise OptionError(f"normalizer is {shown(one)}; give steps, e.g. lower,rm(.?!,), or a function")
        else:
            steps += [_make_step(*step) for step in _split(one)]
    if not steps:
        return Normalizer(None, "none")
    if len(steps) == 1:
        return steps[0]._replace(steps=tuple(steps))

    def chain(text: str) -> str:
        for step in steps:
            text = step.text(text)
        return text

    whole = ",".join(step.signature for step in steps)
    return Normalizer(chain, whole, tuple(steps), any(step.marks for step in steps))
