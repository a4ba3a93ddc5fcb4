"""The words of an utterance in CHAT: what was said, without the codes around, between and within words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hubbub.errors import FormatError

UNCLEAR, FRAGMENTS, OMITTED, EVENTS, OTHERS, CODES = (
    "unclear words (xxx, yyy, www)", "fragments (&+, &~)",
    "omitted words (0)", "events (&=)", "words of others within an utterance (&*)", "codes",
)  # fmt: skip
"""Items that are skipped and counted."""
_TOKEN = re.compile(
    r"\[[^\[\]]*\]|\((?:\.{1,3}|[0-9:.]+)\)|&\{[^\s]+|&\}[^\s]+|[<>]|\+[^\s\w>\[\]]+(?=\s|$)|[^\s<>\[\]]+|[\[\]]"
)
"""A code in brackets, a pause, a long event, a group's begin or end, a linker or terminator, or a word."""
_TIMES = re.compile(r"\[x ([0-9]+)\]")
MOST_TIMES, LONGEST = 99, 100_000
"""The most repetitions of a word, and the most words of an utterance that has some."""
_SIGNS = str.maketrans("", "", "⌈⌉⌊⌋↑↓↻≠∾⁑⤇⤆∙Ἡ∆∇°▁▔☺♋⁇∬Ϋ∮↫⁎◉§ˈˌ^~“”‹›〔〕\x01\x02\x03\x04")
"""Signs of voice, pitch and overlap within words."""
_ALONE = re.compile(r"[→↗↘⇗⇘↖↙←∞≈≋≡⌈⌉⌊⌋0-9]*[→↗↘⇗⇘↖↙←∞≈≋≡⌈⌉⌊⌋][0-9]?")
"""Signs of intonation and overlap that stand between words."""
_FORM = re.compile(r"(?<=.)@.*|(?<=\w)\$\w+$")
"""The marker of a special form, of a language, or of a part of speech, at the end of a word."""
_LONG = re.compile(r"(?<=[^\W\d]):+")
"""Colons for a long sound."""
_PREFIX = re.compile(r"(?<=[^\W\d_])#(?=[^\W\d_])")
"""The sign after a prefix, as in Hebrew."""
_LETTERS = re.compile(r"[^\W\d_](?:_[^\W\d_])+(?:'?s)?")
"""Letters that are said one by one, as in `F_B_I`."""
_MARK = re.compile(r"[.?!,;:„‡…。？！，、]+|\.\.\.")
"""Punctuation, which stands alone in CHAT."""


def words(text: str, left_out: Counter[str]) -> str:
    """Returns the words that were said, with punctuation after them, and counts what is left out.

    Raises FormatError, without file and line, if a bracket has no counterpart.

    >>> words("&-um <i like> [/] i like ice+cream (.) xxx +...", Counter())
    'um i like i like ice cream...'
    >>> words("(be)cause it's [x 2] mama@f 0is no:: &=laughs , F_B_I New_York !", Counter())
    "because it's it's mama no, FBI New York!"
    """
    found: list[str] = []
    groups: list[int] = []
    last = 0  # where the last word or group begins
    for token in _TOKEN.findall(text):
        if token in ("[", "]") or (token == ">" and not groups):
            raise FormatError("", None, f"the bracket {token} has no counterpart", "add it, or remove both")
        if token == "<":
            groups.append(len(found))
        elif token == ">":
            last = groups.pop()
        elif repeated := _TIMES.fullmatch(token):
            again, times = found[last:], int(repeated[1][:3])
            if times > MOST_TIMES or len(found) + len(again) * times > LONGEST:
                raise FormatError("", None, f"{token:.20} repeats too many words", "check the number")
            found += again * (times - 1)
            last = len(found) - len(again)
        elif mark := _mark(token):
            if found:
                found[-1] += mark
        elif (kind := _left_out(token)) is not None:
            left_out[kind] += 1
        else:
            last = len(found)
            found += _plain(token)
    if groups:
        raise FormatError("", None, "the bracket < has no counterpart", "add it, or remove both")
    return " ".join(found)


def _mark(token: str) -> str:
    """Returns the punctuation of a token: itself, or that of a terminator such as `+//?`; else empty."""
    mark = token.lstrip('+/"') if token.startswith("+") else token
    return mark.translate(_SEPARATORS) if _MARK.fullmatch(mark) else ""


_SEPARATORS = str.maketrans("„‡", ",,")


def _left_out(token: str) -> str | None:
    """Returns what kind of code a token is; None for a word."""
    if (token[0] in "[+(" and (token[0] != "(" or token[1:2] in ".0123456789")) or _ALONE.fullmatch(token):
        return CODES
    if token.startswith("&"):
        return {"=": EVENTS, "{": EVENTS, "}": EVENTS, "*": OTHERS, "-": None}.get(token[1:2], FRAGMENTS)
    if token.startswith("0") and not token[1:2].isdecimal() and token[1:2] not in (".", ","):
        return OMITTED
    return UNCLEAR if token.partition("@")[0] in ("xxx", "yyy", "www", "xx", "yy", "ww") else None


def _plain(token: str) -> Iterator[str]:
    """Yields a word without its markers; several if they are joined by underscores."""
    word = _FORM.sub("", token.removeprefix("&-"))
    word = _PREFIX.sub("", _LONG.sub("", word.translate(_SIGNS).replace("(", "").replace(")", "")))
    if _LETTERS.fullmatch(word):
        yield word.replace("_", "")
    else:
        yield from word.replace("+", " ").replace("_", " ").split()
