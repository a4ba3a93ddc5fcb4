"""Words that were broken off: foo- is the beginning of a word, -foo the end of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def bare(word: str) -> tuple[str, int]:
    """The letters of a word, and what they are: 1 the beginning of a word, 2 its end, 0 all of it.

    >>> bare("foo-"), bare("-foo"), bare("foo"), bare("--")
    (('foo', 1), ('foo', 2), ('foo', 0), ('--', 0))
    """
    if word.endswith("-") and word.rstrip("-"):
        return word[:-1].removeprefix("-"), 1
    if word.startswith("-") and word.lstrip("-"):
        return word[1:], 2
    return word, 0


def same(one: str, other: str) -> bool:
    """Does a fragment fit the other word, or the other fragment? This is asclite's rule.

    >>> same("foo-", "football"), same("-ball", "football"), same("foo-", "buffoon"), same("-ball", "foo-")
    (True, True, False, False)
    """
    (a, kind), (b, other_kind) = bare(one), bare(other)
    if kind and other_kind:
        if kind != other_kind:
            return False
        return a in b or b in a if kind == 1 else a.endswith(b) or b.endswith(a)
    if other_kind:
        a, b, kind = b, a, other_kind
    return b.startswith(a) if kind == 1 else b.endswith(a) if kind == 2 else a == b


def same_as(references: Sequence[str], hypotheses: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Those pairs of two different words that a fragment makes the same."""

    def fragments(words: Iterable[str]) -> list[str]:
        return [word for word in words if bare(word)[1]]

    for said in fragments(references):
        yield from ((said, heard) for heard in hypotheses if said != heard and same(said, heard))
    for heard in fragments(hypotheses):
        yield from ((said, heard) for said in references if said != heard and not bare(said)[1] and same(said, heard))
