"""Digests of the reference as it was scored: results of the same reference can be compared, others cannot."""

from collections.abc import Mapping

LETTERS = 16
"""Of a session's digest. No accident makes two sessions alike in so many."""


def session_digest(content: bytes) -> str:
    """The digest of one session of a reference: of its speakers, times and words, after whatever was done to them."""
    from hashlib import sha256  # imported late: only who saves or compares results needs it

    return sha256(content).hexdigest()[:LETTERS]


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
