"""The names of sessions: mended where reference and hypothesis call them differently, and put into groups."""

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from hubbub.errors import FormatError, OptionError, shown
from hubbub.streams import digest, read_whole


class SessionMap(NamedTuple):
    """What sessions are called otherwise."""

    names: dict[str, str]
    digest: str
    """Stands for the names in the signature."""


def read_session_map(value: Any) -> SessionMap | None:
    """The names of a file of two columns, `name other-name`, or of a dict."""
    if value is None or isinstance(value, SessionMap):
        return value
    if isinstance(value, Mapping):
        odd = [name for pair in value.items() for name in pair if not isinstance(name, str)]
        if odd:
            raise OptionError(f"session map: {shown(odd[0])} is no name; give texts")
        return _digested(dict(value))
    if not isinstance(value, str | os.PathLike):
        raise OptionError(f"session map {shown(value)} is no file; give a path, or a dict of names")
    name = os.fspath(value)
    try:
        lines = read_whole(name).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise FormatError(name, None, "not UTF-8 text", "a session map is lines of `name other-name`") from None
    names: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith((";", "#")):
            continue
        both = line.strip().split("\t") if "\t" in line else line.split()
        if len(both) != 2:
            what = f"{len(both)} name{'s' * (len(both) != 1)} instead of two"
            raise FormatError(name, number, what, "a line is `name other-name`, with a tab where names have blanks")
        if both[0] in names:
            raise FormatError(name, number, f"{both[0]} is already renamed above", "give every name once")
        names[both[0]] = both[1]
    if not names:
        raise FormatError(name, None, "renames no session", "a line is `name other-name`")
    return _digested(names)


def _digested(names: dict[str, str]) -> SessionMap:
    return SessionMap(names, digest(repr(sorted(names.items()))))


def read_suffixes(value: Any) -> tuple[str, ...]:
    """The suffixes to strip: a text with commas, or several texts.

    >>> read_suffixes(".wav,_hyp")
    ('.wav', '_hyp')
    """
    if value is None:
        return ()
    parts = [value] if isinstance(value, str) else list(value) if isinstance(value, list | tuple) else None
    if parts is None or not all(isinstance(part, str) for part in parts):
        raise OptionError(f"strip suffix {shown(value)} is no text; write it as in .wav or .wav,_hyp")
    suffixes = tuple(dict.fromkeys(one.strip() for part in parts for one in part.split(",") if one.strip()))
    if not suffixes:
        raise OptionError(f"strip suffix {shown(value)} names no suffix; write it as in .wav or .wav,_hyp")
    return suffixes


def map_part(settings: Any, _: object = None) -> str:
    """The part of the signature for the map."""
    return "" if settings.session_map is None else f"session-map:{settings.session_map.digest}"


def suffix_part(settings: Any, _: object = None) -> str:
    """The part of the signature for the suffixes."""
    return "strip-suffix:" + ",".join(settings.strip_suffix).replace("|", "\\|") if settings.strip_suffix else ""


def mended(name: str, names: SessionMap | None, suffixes: tuple[str, ...]) -> str:
    """A session's name after the map, then without the first suffix that it ends in.

    >>> mended("a_hyp", None, ("_hyp",)), mended("b", SessionMap({"b": "c"}, ""), ())
    ('a', 'c')
    """
    if names is not None:
        name = names.names.get(name, name)
    suffix = next((one for one in suffixes if name.endswith(one) and len(name) > len(one)), "")
    return name.removesuffix(suffix)


def compiled(option: str, pattern: str) -> re.Pattern[str]:
    """The pattern of an option, which a user wrote; a wrong one is an error that names the option."""
    try:
        return re.compile(pattern)
    except (re.error, ValueError) as error:
        raise OptionError(f"{option} {pattern!r:.60}: {error}; it must be a regular expression") from None
    except (OverflowError, RecursionError, MemoryError):
        raise OptionError(f"{option} {pattern!r:.60} is too large; write a shorter regular expression") from None


def matched_whole(option: str, pattern: str, names: Iterable[str]) -> set[str]:
    """The names that the pattern matches as a whole.

    >>> sorted(matched_whole("regex", "a+", ["a", "aa", "ab"]))
    ['a', 'aa']
    """
    wanted = compiled(option, pattern)
    return {name for name in names if wanted.fullmatch(name)}


def grouped(names: Iterable[str], pattern: str, option: str) -> dict[str, list[str]]:
    """The names of each group: what the pattern's first group matches in a name, or its whole match.

    >>> grouped(["talk-1a", "talk-1b", "talk-2"], "[0-9]", "--group")
    {'1': ['talk-1a', 'talk-1b'], '2': ['talk-2']}
    """
    wanted = compiled(option, pattern)
    groups: dict[str, list[str]] = {}
    for name in names:
        found = wanted.search(name)
        if found is None:
            raise OptionError(f"{option} {pattern}: session {name} does not match; write a pattern that all match")
        groups.setdefault(found[1 if wanted.groups else 0] or "", []).append(name)
    return groups
