"""Digests of the reference as it was scored: results of the same reference can be compared, others cannot."""

from collections.abc import Iterable, Mapping

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
