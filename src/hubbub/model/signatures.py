"""What the signature says of limits that ended a search, and digests of the reference as it was scored.

The limits are needed to reproduce a number that is not proven. Results of the same reference can be compared, others
cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from hubbub.model.options import Settings
from hubbub.model.values import MEMORY, short_size

OUT_OF_MEMORY = "memory used up"
ENDINGS: dict[str, Callable[[Settings], str]] = {
    "effort used up": lambda settings: f"effort:{1 if settings.effort is None else settings.effort:g}",
    "time used up": lambda settings: f"time-limit:{settings.time_limit:g}",
    OUT_OF_MEMORY: lambda settings: f"memory:{short_size(settings.memory)}",
}
"""By what ended a search, the part of the signature that says so."""


def with_endings(signature: str, settings: Settings, ended: Collection[str]) -> str:
    """The signature of a score whose searches were ended by these limits: they are needed to reproduce it.

    >>> from hubbub.model.options import DEFAULT
    >>> with_endings("orcwer|unit:word|v:1", DEFAULT, ["effort used up"])
    'orcwer|unit:word|effort:1|v:1'
    """
    ended = set(ended)
    if ended and settings.memory not in (None, MEMORY):  # it may have changed what another limit ended
        ended.add(OUT_OF_MEMORY)
    before, _, version = signature.rpartition("|")
    return "|".join((before, *(part(settings) for why, part in ENDINGS.items() if why in ended), version))


def without_endings(signature: str) -> str:
    """The signature of scores all of which are proven.

    >>> without_endings("orcwer|unit:word|effort:1|v:1")
    'orcwer|unit:word|v:1'
    """
    return "|".join(part for part in signature.split("|") if not part.startswith(("effort:", "time-limit:", "memory:")))


def all_endings(signature: str, settings: Settings) -> tuple[str, ...]:
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
    from hashlib import sha256  # imported late: only who saves or compares results needs it

    return {place: sha256(content).hexdigest()[:LETTERS] for place, content in contents if content is not None}


def reference_digest(sessions: Mapping[str, str | None]) -> str | None:
    """The digest of a whole reference from those of its sessions by name; None where one is not known.

    The order of the sessions does not matter.

    >>> reference_digest({"a": "0123456789abcdef"}) == reference_digest({"b": "0123456789abcdef"})
    False
    """
    from hashlib import sha256

    if not sessions or any(digest is None for digest in sessions.values()):
        return None
    lines = sorted(f"{name}\t{digest}\n" for name, digest in sessions.items())
    return "sha256:" + sha256("".join(lines).encode(errors="backslashreplace")).hexdigest()
