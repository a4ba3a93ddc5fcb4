"""Names of sessions: matched if reference and hypothesis name them differently, and grouped."""

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from hubbub.errors import FormatError, OptionError, shown
from hubbub.streams import digest, read_whole


class SessionMap(NamedTuple):
    """Other names of sessions."""

    names: dict[str, str]
    digest: str
    """A hash of the names, for the signature."""


def read_session_map(value: Any) -> SessionMap:
    """Reads the names from a file of two columns, `name other-name`, or from a dict."""
    if isinstance(value, SessionMap):
        return value
    if isinstance(value, Mapping):
        odd = [name for pair in value.items() for name in pair if not isinstance(name, str)]
        if odd:
            raise OptionError(f"session map: {shown(odd[0])} is not a name; pass texts")
        return _digested(dict(value))
    if not isinstance(value, str | os.PathLike):
        raise OptionError(f"session map {shown(value)} is not a file; pass a path, or a dict of names")
    name = os.fspath(value)
    try:
        lines = read_whole(name).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise FormatError(name, None, "not UTF-8 text", "write lines `name other-name`") from None
    names: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith((";", "#")):
            continue
        both = line.strip().split("\t") if "\t" in line else line.split()
        if len(both) != 2:
            what = f"{len(both)} name{'s' * (len(both) != 1)} instead of two"
            raise FormatError(name, number, what, "write `name other-name`, with a tab if names contain spaces")
        if both[0] in names:
            raise FormatError(name, number, f"{both[0]} is already renamed above", "rename every session once")
        names[both[0]] = both[1]
    if not names:
        raise FormatError(name, None, "renames no session", "write lines `name other-name`")
    return _digested(names)


def _digested(names: dict[str, str]) -> SessionMap:
    return SessionMap(names, digest(repr(sorted(names.items()))))


def read_suffixes(value: Any) -> tuple[str, ...]:
    """Returns the suffixes to strip, from a comma-separated string or from several strings.

    >>> read_suffixes(".wav,_hyp")
    ('.wav', '_hyp')
    """
    parts = [value] if isinstance(value, str) else list(value) if isinstance(value, list | tuple) else None
    if parts is None or not all(isinstance(part, str) for part in parts):
        raise OptionError(f"strip suffix {shown(value)} is not a string; write e.g. .wav or .wav,_hyp")
    suffixes = tuple(dict.fromkeys(text.strip() for part in parts for text in part.split(",") if text.strip()))
    if not suffixes:
        raise OptionError(f"strip suffix {shown(value)} contains no suffix; write e.g. .wav or .wav,_hyp")
    return suffixes


def map_part(settings: Any, _: object = None) -> str:
    """Returns the part of the signature for the map."""
    return "" if settings.session_map is None else f"session-map:{settings.session_map.digest}"


def suffix_part(settings: Any, _: object = None) -> str:
    """Returns the part of the signature for the suffixes."""
    return "strip-suffix:" + ",".join(settings.strip_suffix).replace("|", "\\|") if settings.strip_suffix else ""


def mapped_name(name: str, names: SessionMap | None, suffixes: tuple[str, ...]) -> str:
    """Returns a session's name after the map, then without the first suffix that matches.

    >>> mapped_name("a_hyp", None, ("_hyp",)), mapped_name("b", SessionMap({"b": "c"}, ""), ())
    ('a', 'c')
    """
    if names is not None:
        name = names.names.get(name, name)
    suffix = next((end for end in suffixes if name.endswith(end) and len(name) > len(end)), "")
    return name.removesuffix(suffix)


def compiled(option: str, pattern: str) -> re.Pattern[str]:
    """Returns the compiled pattern of an option. Raises OptionError if it is not a regular expression."""
    try:
        return re.compile(pattern)
    except (re.error, ValueError) as error:
        raise OptionError(f"{option} {pattern!r:.60}: {error}; write a regular expression") from None
    except (OverflowError, RecursionError, MemoryError):
        raise OptionError(f"{option} {pattern!r:.60} is too large; write a shorter regular expression") from None


def matched_whole(option: str, pattern: str, names: Iterable[str]) -> list[str]:
    """Returns the names that the pattern matches as a whole.

    >>> matched_whole("regex", "a+", ["a", "aa", "ab"])
    ['a', 'aa']
    """
    wanted = compiled(option, pattern)
    return [name for name in names if wanted.fullmatch(name)]


def grouped(names: Iterable[str], pattern: str, option: str) -> dict[str, list[str]]:
    """Returns the names of each group, which is the match of the pattern's first group, or its whole match.

    >>> grouped(["talk-1a", "talk-1b", "talk-2"], "[0-9]", "--group")
    {'1': ['talk-1a', 'talk-1b'], '2': ['talk-2']}
    """
    wanted = compiled(option, pattern)
    groups: dict[str, list[str]] = {}
    for name in names:
        match = wanted.search(name)
        if match is None:
            raise OptionError(
                f"{option} {pattern}: does not match session {name}; write a pattern that matches every session"
            )
        groups.setdefault(match[1 if wanted.groups else 0] or "", []).append(name)
    return groups
