"""Alternatives in CTM: the tags <ALT_BEGIN>, <ALT> and <ALT_END> are on separate lines, with * as times."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hubbub.errors import FormatError
from hubbub.formats.rows import wrong_times
from hubbub.model.timing import shared_times
from hubbub.model.transcript import Markup, Segment
from hubbub.text.markup import is_marked, parse, units

BEGIN, NEXT, END = TAGS = ("<ALT_BEGIN>", "<ALT>", "<ALT_END>")
_EMPTY = "write each branch as lines of words between the three tags"


class Tagged(NamedTuple):
    """The lines of a file without the tags, and the tags with their lines."""

    lines: list[str]
    tags: list[tuple[int, str]]
    """Line number and tag."""


def take_tags(lines: Iterator[tuple[int, str]]) -> Tagged:
    """Separates tags from lines. A tag becomes a comment, so later lines keep their numbers."""
    kept: list[str] = []
    tags: list[tuple[int, str]] = []
    for number, line in lines:
        fields = line.split()
        if len(fields) >= 5 and fields[4] in TAGS and not fields[0].startswith(";"):
            tags.append((number, fields[4]))
            line = ";"
        kept.append(line)
    return Tagged(kept, tags)


def joined(
    segments: Sequence[Segment], numbers: Sequence[int], tags: Sequence[tuple[int, str]], name: str
) -> list[Segment]:
    """Returns the words, with each alternation as a single segment; `numbers` are the line numbers of the words."""
    result: list[Segment] = []
    branches: list[list[Segment]] | None = None
    begun = place = 0
    for number, tag in [*tags, (0, "")]:
        while place < len(segments) and (tag == "" or numbers[place] < number):
            (result if branches is None else branches[-1]).append(segments[place])
            place += 1
        if tag == BEGIN:
            if branches is not None:
                raise FormatError(
                    name, number, "an alternation inside an alternation", f"end the one from line {begun}"
                )
            branches, begun = [[]], number
        elif tag and branches is None:
            raise FormatError(name, number, f"{tag} without {BEGIN}", f"start the alternation with {BEGIN}")
        elif tag == NEXT and branches is not None:
            branches.append([])
        elif tag == END and branches is not None:
            result.append(_alternation(branches, name, begun))
            branches = None
    if branches is not None:
        raise FormatError(name, begun, f"{BEGIN} without {END}", f"end the alternation with {END}")
    return result


def _alternation(branches: list[list[Segment]], name: str, line: int) -> Segment:
    words = [word for branch in branches for word in branch]
    if not words:
        raise FormatError(name, line, "an alternation without words", _EMPTY)
    first = words[0]
    if any(
        (word.session, word.channel, word.speaker) != (first.session, first.channel, first.speaker) for word in words
    ):
        raise FormatError(
            name, line, "an alternation with several sessions, channels or speakers", "write one alternation for each"
        )
    if any(is_marked(word.words) or "/" in word.words or word.words == "@" for word in words):
        raise FormatError(name, line, "a word with { } / ( ) or @ in an alternation", "remove these characters")
    times = tuple((word.start or 0.0, word.end or 0.0) for word in words)
    text = " / ".join(" ".join(word.words for word in branch) or "@" for branch in branches)
    end = max(end for _, end in times)
    return Segment(
        f"{{ {text} }}",
        first.session,
        first.speaker,
        times[0][0],
        end,
        first.channel,
        times,
        None,
        Markup(f"{name}:{line}"),
    )


def rows_of(segment: Segment, index: int) -> list[Segment | str]:
    """Returns the words of a segment with markup, each as a segment, and the tags between them."""
    words, shape = units(parse(segment.words), str.split)
    if "o" in shape:
        what = f"segment {index + 1}: CTM cannot store the optional words of {_place(segment)}"
        raise FormatError("", None, what, "write stm or trn, or remove the parentheses")
    if re.search(r"\{[^}]*\{", shape):
        what = f"segment {index + 1}: CTM cannot store the nested alternation of {_place(segment)}"
        raise FormatError("", None, what, "write stm or trn")
    if segment.start is None or segment.end is None:
        raise FormatError("", None, f"segment {index + 1} has no times", "write a format without times, such as trn")
    times = segment.word_times or shared_times(words, segment.start, segment.end, "equidistant_intervals", shape)
    if len(times) != len(words):
        raise wrong_times(index, len(times), len(words))
    timed = iter(zip(words, times, strict=True))
    tags = {"{": BEGIN, "/": NEXT, "}": END}

    def word() -> Segment:
        text, (start, end) = next(timed)
        return Segment(text, segment.session, segment.speaker, round(start, 3), round(end, 3), segment.channel)

    return [tags[sign] if sign in tags else word() for sign in shape]


def _place(segment: Segment) -> str:
    return (segment.marked and segment.marked.place) or "a segment"
