"""What the signature says of limits that ended a search: they are needed to reproduce a number that is not proven."""

from __future__ import annotations

from collections.abc import Callable, Collection

from hubbub.model.options import Settings

ENDINGS: dict[str, Callable[[Settings], str]] = {
    "effort used up": lambda settings: f"effort:{1 if settings.effort is None else settings.effort:g}",
    "time used up": lambda settings: f"time-limit:{settings.time_limit:g}",
}
"""By what ended a search, the part of the signature that says so."""


def with_endings(signature: str, settings: Settings, ended: Collection[str]) -> str:
    """The signature of a score whose searches were ended by these limits: they are needed to reproduce it.

    >>> from hubbub.model.options import DEFAULT
    >>> with_endings("orcwer|unit:word|v:1", DEFAULT, ["effort used up"])
    'orcwer|unit:word|effort:1|v:1'
    """
    before, _, version = signature.rpartition("|")
    return "|".join((before, *(part(settings) for why, part in ENDINGS.items() if why in ended), version))


def without_endings(signature: str) -> str:
    """The signature of scores all of which are proven.

    >>> without_endings("orcwer|unit:word|effort:1|v:1")
    'orcwer|unit:word|v:1'
    """
    return "|".join(part for part in signature.split("|") if not part.startswith(("effort:", "time-limit:")))


def all_endings(signature: str, settings: Settings) -> tuple[str, ...]:
    """The signatures that results of a scoring may have, whatever ended their searches."""
    possible = [] if settings.prove else ["effort used up"]
    if settings.time_limit is not None:
        possible.append("time used up")
    either = (with_endings(signature, settings, [why]) for why in possible)
    return tuple(dict.fromkeys((signature, *either, with_endings(signature, settings, possible))))
