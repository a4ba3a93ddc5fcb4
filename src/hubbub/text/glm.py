"""NIST global mapping files: rules that rewrite text, read and applied as csrfilt does."""

import re
from collections.abc import Callable

from hubbub.errors import FormatError, OptionError
from hubbub.streams import digest, read_whole

_SECTION = re.compile(r';;\s+INPUT_DEPENDENT_APPLICATION\s*=\s*"([^"]*)"')
_SETTING = re.compile(r"\*\s*(\w+)[^'\"]*['\"](.*?)['\"]")


_Rule = tuple[str, str, str]
"""A rule: the replaced text, its pattern with the required context on both sides, and the replacement."""


def _unwrapped(text: str) -> str:
    """Strips spaces, then the brackets or quotes that protect spaces."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] + text[-1] in ("[]", '""') else text


def _rule(line: str, path: str, number: int) -> _Rule:
    source, arrow, rest = line.partition("=>")
    if not arrow:
        raise FormatError(path, number, "a rule without =>", "write rules as A => B / [ ] __ [ ]")
    target, _, context = rest.rpartition("/")
    left, slot, right = context.partition("__")
    if not slot:
        target, left, right = rest, "", ""
    source, target, left, right = map(_unwrapped, (source, target, left, right))
    before, behind = (f"(?<={re.escape(left)})" if left else ""), (f"(?={re.escape(right)})" if right else "")
    return source, before + re.escape(source) + behind, target


def _contents(path: str) -> bytes:
    if not path:
        raise OptionError("normalizer glm needs a file of rules; add it, e.g. glm:en.glm")
    return read_whole(path)


def digest_of(path: str) -> str:
    """Returns a short hash of the file for the signature."""
    return digest(_contents(path))


def _read(path: str) -> tuple[list[_Rule], dict[str, str]]:
    try:
        lines = _contents(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        lines = _contents(path).decode("latin-1").splitlines()
    rules: list[_Rule] = []
    settings: dict[str, str] = {}
    applies = True
    # The first line only defines, by its punctuation, how comments begin.
    comment = (re.match(r"[^\w\s]+", lines[0]) if lines else None) or re.match(";;", ";;")
    assert comment is not None
    for number, line in enumerate(lines[1:], 2):
        section = _SECTION.match(line)
        if section:
            applies = re.search(section[1].lower(), "trn") is not None
        content = line.partition(comment[0])[0].rstrip()
        if not content or not applies:
            continue
        if content.startswith("*"):
            setting = _SETTING.match(content)
            if not setting:
                raise FormatError(path, number, "a setting without a quoted value", "write it as * name 'value'")
            settings[setting[1].lower()] = setting[2]
        else:
            rules.append(_rule(content, path, number))
    if settings.get("format", "NIST1") != "NIST1":
        raise FormatError(path, None, f"unknown rule format {settings['format']}", "only NIST1 is known")
    return [rule for rule in rules if rule[0]], settings


def rewriter(path: str) -> Callable[[str], str]:
    """Returns the function that applies the rules of a file.

    The text is uppercased and read from left to right. The first rule of the file that matches is applied, and reading
    continues after the text it replaced.
    """
    rules, settings = _read(path)
    case = re.NOFLAG if settings.get("case_sensitive", "T")[:1].upper() in ("T", "1") else re.IGNORECASE
    copied = settings.get("copy_no_hit", "T")[:1].upper() in ("T", "1")
    by_first: dict[str, list[_Rule]] = {}
    for rule in rules:
        by_first.setdefault(rule[0][0].upper(), []).append(rule)
    patterns = {
        first: re.compile("|".join(f"({pattern})" for _, pattern, _ in group), case)
        for first, group in by_first.items()
    }

    def rewrite(text: str) -> str:
        text = f" {' '.join(_upper(text).split())} ".replace("(", "( ").replace(")", " )")
        parts: list[str] = []
        at = 0
        while at < len(text):
            first = text[at].upper()
            pattern = patterns.get(first)
            found = pattern.match(text, at) if pattern else None
            if found:
                parts.append(by_first[first][(found.lastindex or 1) - 1][2])
                at = found.end()
            else:
                if copied:
                    parts.append(text[at])
                at += 1
        return _optional(" ".join("".join(parts).split()))

    return rewrite


_SMALL = {ord(letter): letter.upper() for letter in "abcdefghijklmnopqrstuvwxyz"}


def _upper(text: str) -> str:
    return text.translate(_SMALL)


def _optional(text: str) -> str:
    """Removes spaces inside parentheses; several words in one pair get a pair each."""
    if "(" not in text:
        return text
    return re.sub(r"\( ([^()]*) \)", lambda found: " ".join(f"({word})" for word in found[1].split()), text)
