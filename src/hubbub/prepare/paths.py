"""Tells file names from texts, where a string could be either."""

from __future__ import annotations

import re
from os.path import exists, isdir

from hubbub.errors import InputError
from hubbub.formats import has_known_suffix

_NAME = r"\S*[^\s.]\.[a-z][a-z0-9]{1,5}(\.(gz|bz2|xz|zip))?"
"""Without a blank, and with a suffix: ref.docx, but neither U.S.A nor 3.14."""
_PLACE = r"(/[^/\s]+/|\.{1,2}[/\\]|~/|[a-z]:[/\\]|\\\\[^\\\s]+\\)[^\n]*[^/\s]"
"""Beginning as the name of a file in a folder does: ./ref, ../my data/ref.stm, /data/ref, C:\\ref, \\\\server\\ref.

A backslash elsewhere is no sign of a file: texts may have \\alpha, or \\n for the end of a line.
"""


def is_path(text: str) -> bool:
    """Is this string a file name rather than words? It is one if it ends in the suffix of a known format, or if it
    ends in a slash and is a folder.

    A string with blanks could be either, so it is one only where the file exists. A string that looks like the name of
    a file of another kind, or of a folder, is refused: as words it would be scored, and nobody would notice.

    >>> is_path("ref.stm"), is_path("hello world")
    (True, False)
    >>> is_path("ref.doc")
    Traceback (most recent call last):
    hubbub.errors.InputError: 'ref.doc' looks like a file name; give a Path for a file, put it into a list if it is text
    """
    if " " in text and "." not in text and "/" not in text and "\\" not in text:  # as in most texts
        return False
    if text.endswith(("/", "\\")) and "\n" not in text:
        if isdir(text):
            return True
    elif has_slash(text) and " " not in text and "\n" not in text and isdir(text):
        raise InputError(
            f"{text!r:.200} is a folder; give a Path, or end it in a slash; put it into a list if it is text"
        )
    if has_known_suffix(text) and "\n" not in text:
        if not any(character.isspace() for character in text):
            return True
        if exists(text):
            return True
    if looks_like_a_file(text):
        raise InputError(
            f"{text!r:.200} looks like a file name; give a Path for a file, put it into a list if it is text"
        )
    return False


def has_slash(text: str) -> bool:
    """Is there what separates folders, be it on Windows?"""
    return "/" in text or "\\" in text


def looks_like_a_file(text: str) -> bool:
    """Could this be the name of a file, of whatever format?

    >>> [looks_like_a_file(text) for text in ("ref.docx", "./ref", "hello", "U.S.A.", "3.14", "and/or", "see ref.docx")]
    [True, True, False, False, False, False, False]
    """
    if "." not in text and not has_slash(text):
        return False
    # Compiled when first needed: commands take file names and need neither.
    return any(re.fullmatch(look, text, re.ASCII | re.IGNORECASE) for look in (_NAME, _PLACE))
