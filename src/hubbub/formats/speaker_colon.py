"""Text with a speaker and a colon before each turn, optionally with times in brackets. The file is one session."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from hubbub.errors import FormatError
from hubbub.formats.asides import Line, speech, without_tags
from hubbub.formats.base import Format
from hubbub.formats.decimals import clock
from hubbub.formats.files import stem
from hubbub.formats.lines import text_lines
from hubbub.formats.rows import one_line, only_session, read_back
from hubbub.model.tables import counted
from hubbub.model.transcript import Segment, Transcript

REMEDY = (
    "write `Alice: text` or `[00:00:02] Alice: text`, with the name as one word or capitalized;"
    " for plain text choose the format text"
)
COLONS = (":", "\uff1a")  # also the full-width colon of Chinese and Japanese text
LONGEST_NAME, MOST_WORDS = 60, 5
PARTICLES = {"al", "and", "bin", "da", "de", "del", "den", "der", "di", "du", "el", "la", "le", "van", "von", "y", "zu"}
"""Lowercase words within names."""
ENOUGH = 4
"""A file matches if one line in this many begins with a speaker or a time, or with repeated words before a colon."""


LAYOUTS = (
    re.compile(r"(?P<time>[\d:.,]+)\t(?P<name>[^\t]{1,60})\t(?P<words>.*)"),
    re.compile(r"(?P<name>[^\s\[\]()][^\[\]():]{0,58}?) [\[(](?P<time>[\d:.,]+)[\])]:? (?P<words>.*)"),
    re.compile(r"(?P<name>\S[^:]{0,58}?)(?: {2,}|\t)(?P<time>[\d:.,]+)(?: {2,}|\t)(?P<words>.*)"),
)
"""Lines with a speaker but no colon: time, speaker and words with tabs between; `Alice [00:03] words`; and Rev AI's
`Speaker 0    00:03    words`."""
_BOLD = re.compile(r"\*\*(?P<name>[^*]{1,80}?)(?::\s*\*\*|\*\*\s*:)(?P<words>.*)")
_EMPHASIS = re.compile(r"(?<!\\)\*{1,3}|(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


class Turn(NamedTuple):
    """The parts of a line."""

    speaker: str | None
    words: str
    start: float | None
    end: float | None


def read(file: BinaryIO, name: str) -> Transcript:
    left_out = Counter[str]()
    turns = list(_turns(list(text_lines(file, name)), left_out))
    named = any(turn.speaker is not None for _, turn in turns)
    timed = any(turn.start is not None for _, turn in turns)
    for number, turn in turns:
        for fault in _faults(turn, named, timed):
            raise FormatError(name, number, fault, REMEDY)
    session = stem(name)
    segments = [Segment(without_tags(turn.words, left_out), session, *_voice(turn)) for _, turn in turns]
    return Transcript(segments, name, left_out=+left_out)


def _turns(lines: list[Line], left_out: Counter[str]) -> Iterator[tuple[int, Turn]]:
    """Yields the turns, each with the number of its line.

    A line without speaker, time, or a colon that may follow a name continues the turn before it. In Markdown, only a
    name in bold begins a turn.
    """
    first, before = 0, None
    markdown = _is_markdown(line for _, line in lines)
    for number, line in speech(lines, markdown, left_out):
        turn = _bold_turn(line) if markdown else _turn(line)
        ambiguous = not markdown and _may_be_named(line)
        if before is not None and _begun(before) and not _begun(turn) and not ambiguous:
            before = before._replace(words=f"{before.words} {turn.words}".strip())
            continue
        if before is not None:
            yield first, before
        first, before = number, turn
    if before is not None:
        yield first, before


def _is_markdown(lines: Iterable[str]) -> bool:
    """Returns whether names are in bold: in several lines, or in the only one, and more often than not."""
    filled = [line.strip() for line in lines if line.strip()]
    bold = sum(_BOLD.match(line) is not None for line in filled)
    if bold < min(2, len(filled)) or bold == 0:
        return False
    return bold >= sum(name_and_words(line)[0] is not None and not line.startswith("**") for line in filled)


def _bold_turn(line: str) -> Turn:
    """Splits a line of Markdown, such as `**Alice:** words` or `**Alice (00:03):** words`."""
    found = _BOLD.match(line.strip())
    if found is None:
        return Turn(None, _unmarked(line), None, None)
    start, end, speaker = _times(f"{found['name'].strip()} ")
    timed = re.fullmatch(r"(.+?) *[\[(]([\d:.]+)[\])]", speaker.strip())
    if timed is not None and (time := clock(timed[2])) is not None:
        speaker, start = timed[1], time
    return Turn(_unmarked(speaker), _unmarked(found["words"]), start, end)


def _unmarked(text: str) -> str:
    r"""Returns text without Markdown's emphasis, links and escapes.

    >>> _unmarked(r"\*yes\* *and* [no](https://example.org) a_b")
    '*yes* and no a_b'
    """
    return " ".join(_ESCAPED.sub(r"\1", _EMPHASIS.sub("", _LINK.sub(r"\1", text))).split())


def _begun(turn: Turn) -> bool:
    return turn.speaker is not None or turn.start is not None


def _may_be_named(line: str) -> bool:
    """Returns whether there is a colon where a name could end."""
    return any(colon in line[:LONGEST_NAME] for colon in COLONS)


def _voice(turn: Turn) -> tuple[str | None, float | None, float | None]:
    return turn.speaker, turn.start, turn.end


def _faults(turn: Turn, named: bool, timed: bool) -> Iterator[str]:
    speaker, start, end = _voice(turn)
    if speaker is None and named:
        yield "no speaker before a colon, unlike other lines"
    if start is None and timed:
        yield "no time before the speaker, unlike other lines"
    if speaker is None and start is None:
        yield "neither a speaker before a colon nor a time"
    if start is not None and end is not None and end < start:
        yield "the turn ends before it starts"
    if speaker is not None and not any(letter.isalpha() for letter in speaker):
        yield f"{speaker} before the colon may be a line number or a speaker"
    if speaker is not None and any(clock(part.strip("[]()")) is not None for part in speaker.split()):
        yield f"the speaker name {speaker} contains a time"


def _turn(line: str) -> Turn:
    """Splits a line into its parts; without speaker and time, it is all words.

    >>> _turn("[00:00:02] Alice Smith: Good morning.")
    Turn(speaker='Alice Smith', words='Good morning.', start=2.0, end=None)
    >>> _turn("[SPEAKER_00]: Yes: I did.").speaker
    'SPEAKER_00'
    >>> _turn("he said to me: go")
    Turn(speaker=None, words='he said to me: go', start=None, end=None)
    """
    line = line.strip()
    if _BOLD.match(line):
        return _bold_turn(line)
    for layout in LAYOUTS:
        if (found := layout.fullmatch(line)) is not None and (start := clock(found["time"])) is not None:
            return Turn(found["name"].strip(), found["words"].strip(), start, None)
    line = line.removeprefix(">>").lstrip() if line.startswith(">>") else line
    start, end, rest = _times(line)
    speaker, words = name_and_words(rest)
    return Turn(speaker, words, start, end)


def name_and_words(text: str) -> tuple[str | None, str]:
    """Returns the name before the first colon and the words after it; without a name, it is all words."""
    places = [text.find(colon, 0, LONGEST_NAME) for colon in COLONS]
    place = min((place for place in places if place > 0), default=0)
    while text[place + 1 : place + 2].isdecimal() and ":" in text[place + 1 : LONGEST_NAME]:
        place = text.index(":", place + 1)  # the colon of a time; that of the name comes later
    name, words = text[:place].strip(), text[place + 1 :]
    if not place or not is_name(name) or words[:1].isdecimal() or words[:1] in ("/", "\\", ":"):
        return None, text
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1].strip()
    return name, words.strip()


def is_name(text: str) -> bool:
    """Returns whether this may be a speaker. A sentence before a colon is not: it is long, or has lowercase words."""
    words = text.strip("[]").split()
    if not 0 < len(words) <= MOST_WORDS or any(sign in text for sign in '?!;"{}<>|='):
        return False
    small = any(word[0].islower() and word not in PARTICLES for word in words)
    return len(words) == 1 or words[-1].isdecimal() or not small


def _times(line: str) -> tuple[float | None, float | None, str]:
    """Returns start and end at the beginning of a line, in brackets or not, and the rest of the line."""
    closing = {"[": "]", "(": ")"}.get(line[:1])
    if closing is not None:
        inside, found, rest = line[1:].partition(closing)
    else:
        inside, found, rest = line.partition(" ")
    pieces = inside[:LONGEST_NAME].replace("-->", " ").replace("\u2013", " ").replace("-", " ").split()
    times = [clock(piece) for piece in pieces]
    if not found or not 1 <= len(times) <= 2 or None in times:
        return None, None, line
    return times[0], times[1] if len(times) == 2 else None, rest.strip()


def write(transcript: Transcript) -> str:
    only_session(transcript)
    lines = []
    for index, segment in enumerate(transcript):
        line = f"{segment.speaker}: {one_line(segment.words)}"
        turn = _turn(line)
        if segment.speaker is None:
            raise FormatError("", None, f"segment {index + 1} has no speaker", "add the speaker, or write text")
        if (turn.speaker, turn.start) != (segment.speaker, None) or any(_faults(turn, True, False)):
            what = f"segment {index + 1}: {segment.speaker!r} before a colon would not be read as a speaker"
            raise FormatError("", None, what, "rename it, or write seglst")
        lines.append(f"{line.rstrip()}\n")
    return read_back("".join(lines), read, [Segment(one_line(one.words), None, one.speaker) for one in transcript])


_SURE_NAME = re.compile(r"\[.+\]|>>.*|(speaker|spk|s|participant|guest|host)[ _-]?\d+", re.IGNORECASE)
"""Names that are not the beginning of a sentence, such as `[SPEAKER_00]` and `Speaker 2`."""
_SURE_TIME = re.compile(r"[\[(]|\d+:\d\d:\d\d|\d+:\d\d\.\d|[\d:]+\s*(-|–|-->)\s*\d")
"""Times that are not those of a sentence, such as `11:00 we eat`."""


class Evidence(NamedTuple):
    """What suggests that lines begin with speakers or times."""

    lines: int
    labeled: int
    """Lines that begin with a speaker or a time."""
    names: int
    """Different speakers."""
    colons: int
    """Lines with a colon where a name could end."""
    is_sure: bool
    """Whether a speaker occurs again or is called like one, or times are written as in transcripts."""


def evidence(head: str) -> Evidence:
    """Looks for speakers and times at the beginning of a file.

    >>> evidence("Warning: the door is open")
    Evidence(lines=1, labeled=1, names=1, colons=1, is_sure=False)
    """
    markdown = _is_markdown(head.splitlines())
    lines = [line for _, line in speech(enumerate(head.splitlines()), markdown, Counter())]
    turns = [_bold_turn(line) if markdown else _turn(line) for line in lines]
    labeled = [(line, turn) for line, turn in zip(lines, turns, strict=True) if _begun(turn)]
    names = Counter(turn.speaker for _, turn in labeled if turn.speaker is not None)
    # Repeated words before a colon are a speaker, even if they do not look like one.
    labels = Counter(line[:LONGEST_NAME].partition(": ")[0] for line in lines if ": " in line[:LONGEST_NAME])
    again = sum(count for label, count in labels.items() if count > 1 and len(label.split()) <= MOST_WORDS)
    repeated = max(names.values(), default=0) > 1 or again > 0
    called = markdown or any(_SURE_NAME.match(line) for line, turn in labeled if turn.speaker is not None)
    timed = any(turn.start is not None and _SURE_TIME.match(line) for line, turn in labeled)
    placed = any(turn.start is not None and turn.speaker is not None for _, turn in labeled)
    sure = repeated or called or timed or placed
    return Evidence(len(lines), max(len(labeled), again), len(names), sum(map(_may_be_named, lines)), sure)


def looks(head: str) -> bool:
    """Returns whether lines begin with speakers: with evidence, with several names, or with colons in every line."""
    found = evidence(head)
    if found.is_sure:
        return found.labeled * ENOUGH >= max(found.lines, 1)
    every = found.colons == found.lines > 1 and found.names > 0
    return every or (found.names > 1 and found.labeled * (ENOUGH - 1) >= found.lines)


def note_on(head: str, chosen: str) -> str:
    """Returns why a text file was read in this format, if its lines suggest another one too; else empty."""
    found = evidence(head)
    if chosen == FORMAT.name and not (found.is_sure and found.names > 1):
        begin = f"{counted(found.labeled, 'line')} with a name or a time in front"
        return f"read as text with speakers ({begin}); for plain text, choose the format text"
    if chosen == "text" and found.labeled * ENOUGH >= max(found.lines, 1):
        begin = f"{counted(found.labeled, 'line')} with a colon in front"
        return f"read as plain text, despite {begin}; if these are speakers or times, choose the format {FORMAT.name}"
    if chosen == "audacity" and not any(sign in head for sign in ".,"):
        return "read as Audacity labels (two numbers before each line); for plain text, choose the format text"
    return ""


FORMAT = Format(
    name="speaker_colon",
    about="text with the speaker before each turn: Alice: words",
    suffixes=(".txt", ".md"),
    read=read,
    write=write,
    matches=looks,
    fields=frozenset({"speaker", "words", "turns", "untimed"}),
    priority=65,
    only_by_suffix=True,
    one_session=True,
)
