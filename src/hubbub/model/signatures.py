"""Signatures, which reproduce scores, and digests of the scored reference, which decide whether scores are comparable.

A number that is not proven optimal also needs the limits that ended its search.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hubbub.model.values import MEMORY, short_size
from hubbub.streams import digest

if TYPE_CHECKING:
    from hubbub.model.settings import Settings


_BAR = re.compile(r"(?<!\\)\|")
"""Separates parts. A bar within a part, e.g. in a pattern, is escaped with a backslash."""


class Recipe(NamedTuple):
    """A parsed signature: the metric, and parts such as `collar:5`."""

    metric: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return "|".join((self.metric, *self.parts))

    @classmethod
    def parse(cls, signature: str) -> "Recipe":
        """Returns the recipe of a signature.

        >>> Recipe.parse("orcwer|unit:word|effort:2|v:1").values()
        {'unit': 'word', 'effort': '2', 'v': '1'}
        """
        metric, *parts = _BAR.split(signature)
        return cls(metric, tuple(parts))

    def value(self, name: str) -> str | None:
        """Returns the value of a part; empty if it is only a name, None if there is no such part."""
        return self.values().get(name)

    def values(self) -> dict[str, str]:
        """Returns the value of every part by its name."""
        return {name: value for name, _, value in (part.partition(":") for part in self.parts)}

    def without(self, *names: str) -> "Recipe":
        """Returns the recipe without these parts."""
        return self._replace(parts=tuple(part for part in self.parts if part.partition(":")[0] not in names))

    def limited(self, limits: Iterable[str]) -> "Recipe":
        """Returns the recipe with its limits replaced by these, the ones that ended a search."""
        before = self.without(*LIMITS, "v").parts
        ordered = sorted(set(limits), key=lambda part: (LIMITS.index(part.partition(":")[0]), part))
        return self._replace(parts=(*before, *ordered, *(part for part in self.parts if part.startswith("v:"))))

    @property
    def limits(self) -> tuple[str, ...]:
        """The parts of limits that ended a search."""
        return tuple(part for part in self.parts if part.partition(":")[0] in LIMITS)


OUT_OF_MEMORY = "memory used up"
ENDINGS: "dict[str, Callable[[Settings], str]]" = {
    "effort used up": lambda settings: f"effort:{1 if settings.effort is None else settings.effort:g}",
    "time used up": lambda settings: f"time-limit:{settings.time_limit:g}",
    OUT_OF_MEMORY: lambda settings: f"memory:{short_size(settings.memory)}",
}
"""The part of the signature for each reason that ended a search."""
LIMITS = ("effort", "time-limit", "memory")
"""The names of these parts."""


def limits_of(settings: "Settings", ended: Collection[str]) -> tuple[str, ...]:
    """Returns the parts of the signature for limits that ended searches.

    >>> from hubbub.model.settings import DEFAULTS
    >>> limits_of(DEFAULTS, ["effort used up"])
    ('effort:1',)
    """
    ended = set(ended)
    if ended and settings.memory != MEMORY:  # other memory may change a search that another limit ends
        ended.add(OUT_OF_MEMORY)
    return tuple(part(settings) for reason, part in ENDINGS.items() if reason in ended)


def limits_in(signature: str) -> tuple[str, ...]:
    """Returns the limits in a signature."""
    return _parsed(signature).limits


def limited(signature: str, limits: Collection[str] | None) -> str:
    """Returns the signature with these limits in place of its own; unchanged for None.

    >>> limited("orcwer|unit:word|effort:1|v:1", ["effort:2"]), limited("orcwer|unit:word|effort:1|v:1", ())
    ('orcwer|unit:word|effort:2|v:1', 'orcwer|unit:word|v:1')
    """
    recipe = _parsed(signature)
    return signature if limits is None or tuple(limits) == recipe.limits else str(recipe.limited(limits))


@cache
def _parsed(signature: str) -> Recipe:
    """Returns the recipe. Cached, since all sessions of a run have one of few signatures."""
    return Recipe.parse(signature)


SELECTION = ("regex", "partial", *LIMITS, "v")
"""Parts of a signature for the choice of sessions, the limits that ended a search, and the version."""


def comparable_part(signature: str) -> str:
    """Returns the parts of a signature that must be equal in scores that are joined."""
    return str(Recipe.parse(signature).without(*SELECTION))


def joined_signature(signatures: Iterable[str]) -> str:
    """Returns the signature of joined scores: with the choice of sessions if all agree, all limits and all versions.

    >>> joined_signature(["orcwer|regex:a|effort:2|v:1", "orcwer|regex:b|v:2"])
    'orcwer|effort:2|v:1|v:2'
    """
    recipes = [Recipe.parse(signature) for signature in signatures]
    alike = len({recipe.without(*LIMITS, "v") for recipe in recipes}) == 1
    joined = recipes[0].without("v", *(() if alike else ("regex", "partial")))
    versions = {part for recipe in recipes for part in recipe.parts if part.startswith("v:")}
    whole = joined._replace(parts=(*joined.parts, *sorted(versions)))
    return str(whole.limited(limit for recipe in recipes for limit in recipe.limits))


def all_endings(signature: str, settings: "Settings") -> tuple[str, ...]:
    """Returns the signatures that results of these settings can have, by the limits that ended their searches."""
    possible = [OUT_OF_MEMORY] if settings.prove else ["effort used up", OUT_OF_MEMORY]
    if settings.time_limit is not None:
        possible.append("time used up")
    ended = [[reason] for reason in possible] + [possible]
    return tuple(dict.fromkeys((signature, *(limited(signature, limits_of(settings, one)) for one in ended))))


DIGITS = 16
"""Length of a session's digest, enough to rule out coincidences."""


def session_digests(contents: Iterable[tuple[int, bytes | None]]) -> dict[int, str]:
    """Returns the digests of reference sessions by index, if their content is known.

    The content is the prepared speakers, times and words.
    """
    return {index: digest(content, DIGITS) for index, content in contents if content is not None}


def reference_digest(sessions: Mapping[str, str | None]) -> str | None:
    """Returns the digest of a whole reference from those of its sessions, in any order; None if one is unknown.

    >>> reference_digest({"a": "0123456789abcdef"}) == reference_digest({"b": "0123456789abcdef"})
    False
    """
    if not sessions or None in sessions.values():
        return None
    return "sha256:" + digest("".join(sorted(f"{name}\t{text}\n" for name, text in sessions.items())), 64)
