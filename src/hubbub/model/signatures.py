"""The recipe that a signature writes down, and digests of the reference as it was scored.

The limits that ended a search are needed to reproduce a number that is not proven. Results of the same reference can be
compared, others cannot.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import NamedTuple, Protocol

from hubbub.model.values import MEMORY, short_size
from hubbub.streams import digest


class Spending(Protocol):
    """What a search may spend: of Settings."""

    @property
    def effort(self) -> float | None: ...
    @property
    def prove(self) -> bool: ...
    @property
    def time_limit(self) -> float | None: ...
    @property
    def memory(self) -> int | None: ...


_BAR = re.compile(r"(?<!\\)\|")
"""Between two parts. A bar within a part, as a pattern may have it, has a backslash before it."""


class Recipe(NamedTuple):
    """All that is needed to reproduce a score: its metric, and parts such as `collar:5`. Its text is the signature."""

    metric: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return "|".join((self.metric, *self.parts))

    @classmethod
    def parse(cls, signature: str) -> "Recipe":
        """The recipe of a signature.

        >>> Recipe.parse("orcwer|unit:word|effort:2|v:1").values()
        {'unit': 'word', 'effort': '2', 'v': '1'}
        """
        metric, *parts = _BAR.split(signature)
        return cls(metric, tuple(parts))

    def value(self, name: str) -> str | None:
        """The value of a part; empty where the part is a name alone, None where there is none."""
        return self.values().get(name)

    def values(self) -> dict[str, str]:
        """The value of every part by its name."""
        return {name: value for name, _, value in (part.partition(":") for part in self.parts)}

    def without(self, *names: str) -> "Recipe":
        """The recipe without these parts."""
        return self._replace(parts=tuple(part for part in self.parts if part.partition(":")[0] not in names))

    def limited(self, limits: Iterable[str]) -> "Recipe":
        """The recipe with the parts of limits that ended a search, in place of those that it has."""
        before = self.without(*LIMITS, "v").parts
        found = sorted(set(limits), key=lambda part: (LIMITS.index(part.partition(":")[0]), part))
        return self._replace(parts=(*before, *found, *(part for part in self.parts if part.startswith("v:"))))

    @property
    def limits(self) -> tuple[str, ...]:
        """The parts of limits that ended a search."""
        return tuple(part for part in self.parts if part.partition(":")[0] in LIMITS)


OUT_OF_MEMORY = "memory used up"
ENDINGS: dict[str, Callable[[Spending], str]] = {
    "effort used up": lambda settings: f"effort:{1 if settings.effort is None else settings.effort:g}",
    "time used up": lambda settings: f"time-limit:{settings.time_limit:g}",
    OUT_OF_MEMORY: lambda settings: f"memory:{short_size(settings.memory or MEMORY)}",
}
"""By what ended a search, the part of the signature that says so."""
LIMITS = ("effort", "time-limit", "memory")
"""The names of these parts."""


def with_endings(signature: str, settings: Spending, ended: Collection[str]) -> str:
    """The signature of a score whose searches were ended by these limits: they are needed to reproduce it.

    >>> from hubbub.model.settings import DEFAULTS
    >>> with_endings("orcwer|unit:word|v:1", DEFAULTS, ["effort used up"])
    'orcwer|unit:word|effort:1|v:1'
    """
    return str(Recipe.parse(signature).limited(limits_of(settings, ended)))


def limits_of(settings: Spending, ended: Collection[str]) -> tuple[str, ...]:
    """The limits in the signature of a score whose searches were ended so."""
    ended = set(ended)
    if ended and settings.memory not in (None, MEMORY):  # it may have changed what another limit ended
        ended.add(OUT_OF_MEMORY)
    return tuple(part(settings) for why, part in ENDINGS.items() if why in ended)


def limits_in(signature: str) -> tuple[str, ...]:
    """The limits in a signature."""
    return _parsed(signature).limits


def limited(signature: str, limits: Collection[str] | None) -> str:
    """The signature with these limits in place of its own; None leaves it as it is."""
    recipe = _parsed(signature)
    return signature if limits is None or tuple(limits) == recipe.limits else str(recipe.limited(limits))


@cache
def _parsed(signature: str) -> "Recipe":
    """All sessions of a run have one of few signatures."""
    return Recipe.parse(signature)


def without_endings(signature: str) -> str:
    """The signature of scores all of which are proven.

    >>> without_endings("orcwer|unit:word|effort:1|v:1")
    'orcwer|unit:word|v:1'
    """
    return str(Recipe.parse(signature).without(*LIMITS))


CHOICE = ("regex", "partial", *LIMITS, "v")
"""The parts of a signature that say which sessions were scored, what ended a search, and by which version."""


def comparable_part(signature: str) -> str:
    """The parts of a signature that must be the same where scores are put together."""
    return str(Recipe.parse(signature).without(*CHOICE))


def joined_signature(signatures: Iterable[str]) -> str:
    """The signature of all: with the choice of sessions only if that was one, every limit, and every version.

    >>> joined_signature(["orcwer|regex:a|effort:2|v:1", "orcwer|regex:b|v:2"])
    'orcwer|effort:2|v:1|v:2'
    """
    recipes = [Recipe.parse(signature) for signature in signatures]
    alike = len({recipe.without(*LIMITS, "v") for recipe in recipes}) == 1
    joined = recipes[0].without("v", *(() if alike else ("regex", "partial")))
    versions = {part for recipe in recipes for part in recipe.parts if part.startswith("v:")}
    whole = joined._replace(parts=(*joined.parts, *sorted(versions)))
    return str(whole.limited(limit for recipe in recipes for limit in recipe.limits))


def all_endings(signature: str, settings: Spending) -> tuple[str, ...]:
    """The signatures that results of a scoring may have, whatever ended their searches."""
    possible = [OUT_OF_MEMORY] if settings.prove else ["effort used up", OUT_OF_MEMORY]
    if settings.time_limit is not None:
        possible.append("time used up")
    either = (with_endings(signature, settings, [why]) for why in possible)
    return tuple(dict.fromkeys((signature, *either, with_endings(signature, settings, possible))))


LETTERS = 16
"""Of a session's digest. No accident makes two sessions alike in so many."""


def session_digests(contents: Iterable[tuple[int, bytes | None]]) -> dict[int, str]:
    """The digests of sessions of a reference by their places, where the content is known.

    The content of a session is its speakers, times and words, after whatever was done to them.
    """
    return {place: digest(content, LETTERS) for place, content in contents if content is not None}


def reference_digest(sessions: Mapping[str, str | None]) -> str | None:
    """The digest of a whole reference from those of its sessions by name; None where one is not known.

    The order of the sessions does not matter.

    >>> reference_digest({"a": "0123456789abcdef"}) == reference_digest({"b": "0123456789abcdef"})
    False
    """
    if not sessions or None in sessions.values():
        return None
    return "sha256:" + digest("".join(sorted(f"{name}\t{own}\n" for name, own in sessions.items())), 64)
