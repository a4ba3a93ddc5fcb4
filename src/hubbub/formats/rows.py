"""Writes formats with one segment per line.

Errors for names or times that a format cannot write have no file name; the caller adds it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, zip_longest
from typing import BinaryIO

from hubbub.errors import FormatError
from hubbub.formats.decimals import difference, number
from hubbub.formats.files import in_memory
from hubbub.formats.lines import NOT_AVAILABLE
from hubbub.model.tables import counted
from hubbub.model.transcript import Segment, Transcript
from hubbub.text.markup import is_marked, parse, without_tags


def misread_markup(segment: Segment) -> tuple[str, str] | None:
    """Returns error and fix if plain words would be read as markup or markup cannot be parsed; else None."""
    if without_tags(segment.words) != segment.words:
        return "a bare @ and tags such as hi;t1 would not be read as words", "remove them, or write seglst"
    if segment.marked is not None:
        try:
            parse(segment.words)
        except FormatError as error:
            return error.what, error.remedy
    elif is_marked(segment.words):
        return "its braces or parentheses would be read as markup", "remove them, or write a format without markup"
    return None


def cell(value: str | None, what: str, index: int, default: str | None = NOT_AVAILABLE) -> str:
    """Returns a name as a column. Raises FormatError if it would be read back as another one."""
    where = f"segment {index + 1}"
    if value is None:
        if default is None:
            raise FormatError("", None, f"{where} has no {what}", f"set a {what}, or write seglst")
        return default
    if value.split() != [value] or value.startswith(";") or value == NOT_AVAILABLE:
        raise FormatError(
            "", None, f"{where}: {what} {value!r} cannot be a column", "rename it, without spaces, or write seglst"
        )
    return value


def row(segment: Segment, index: int, layout: str) -> str:
    """Returns a segment as a line of this layout, which has columns for fields only."""
    columns = []
    for column in layout.split():
        if column in ("words...", "marked..."):
            columns.extend(segment.words.split())
        elif column == "word":
            columns.append(cell(segment.words, "word", index))
        elif column == "<label>":
            label = (segment.extra or {}).get("label")
            columns.extend([] if label is None else [str(label)])
        elif column in ("session", "channel", "speaker"):
            default = None if column == "session" else NOT_AVAILABLE
            columns.append(cell(getattr(segment, column), column, index, default))
        elif segment.start is None or segment.end is None:
            raise FormatError(
                "", None, f"segment {index + 1} has no times", "write a format without times, such as kaldi"
            )
        elif column == "duration":
            columns.append(difference(segment.end, segment.start))
        else:
            columns.append(number(getattr(segment, column)))
    return " ".join(columns)


def wrong_times(index: int, times: int, words: int) -> FormatError:
    what = f"segment {index + 1} has {counted(times, 'time')} for {counted(words, 'word')}"
    return FormatError("", None, what, "give start and end of each word")


def timed_words(segment: Segment) -> list[Segment]:
    """Returns a segment per word. Without word times, words get equal shares of the segment's time, in milliseconds."""
    words, start, end = segment.words.split(), segment.start, segment.end
    if segment.word_times is not None:
        times = list(segment.word_times)
        if len(times) != len(words):
            has = f"{counted(len(times), 'time')} for {counted(len(words), 'word')}"
            what = f"a segment of session {segment.session} has {has}"
            raise FormatError("", None, what, "give start and end of each word")
    elif start is None or end is None or not words:
        times = [(start, end)] * len(words)  # type: ignore[list-item]  # an error when it is written
    else:
        cuts = [round(start + (end - start) * i / len(words), 3) for i in range(1, len(words))]
        cuts = [start, *(min(max(cut, start), end) for cut in cuts), end]
        times = list(pairwise(cuts))
    return [
        Segment(word, segment.session, segment.speaker, *time, segment.channel, None, segment.extra)
        for word, time in zip(words, times, strict=True)
    ]


def with_word_times(transcript: Transcript) -> Transcript:
    """Returns the transcript in which all words have times: those of a segment without get equal shares of its time."""
    segments = []
    for segment in transcript:
        if segment.word_times is None and segment.words and segment.start is not None and segment.end is not None:
            times = tuple((word.start, word.end) for word in timed_words(segment))
            segment = segment._replace(word_times=times)  # type: ignore[arg-type]  # it has a start and an end
        segments.append(segment)
    timed = Transcript(segments, transcript.source, transcript.ignored, transcript.left_out)
    timed.called_after_file = transcript.called_after_file
    return timed


def one_line(text: str) -> str:
    """Returns the words of a text on one line, separated by single spaces."""
    return " ".join(text.split())


def only_session(transcript: Transcript) -> None:
    """Raises FormatError if there are several sessions, for formats without session names."""
    names = transcript.session_names()
    if len(names) > 1:
        shown = ", ".join(names[:2]) + ", …" * (len(names) > 2)
        what = f"{len(names)} sessions ({shown}), but a file of this format has one"
        raise FormatError("", None, what, "write one file per session, or write seglst")


def read_back(text: str, read: Callable[[BinaryIO, str], Transcript], wanted: Sequence[Segment]) -> str:
    """Returns the text; raises FormatError if it is read back as other segments. Unnamed sessions match any."""
    remedy = "rename the speaker, change the words, or write seglst"
    try:
        found = read(in_memory(text.encode(errors="replace")), "")
    except FormatError as error:
        raise FormatError("", None, f"the file could not be read back ({error.what})", remedy) from None
    for index, (given, again) in enumerate(zip_longest(wanted, found)):
        if given is not None and given.session is None and again is not None:
            again = again._replace(session=None)
        if given != again:
            what = f"segment {index + 1} would be read back with another speaker or other words"
            raise FormatError("", None, what, remedy)
    return text


def unique_ids(transcript: Transcript) -> list[str]:
    """Returns an id for each segment: its `utterance`, or its session, numbered if a session has several segments."""
    names = []
    for index, segment in enumerate(transcript):
        utterance = (segment.extra or {}).get("utterance", segment.session)
        names.append(cell(utterance if utterance is None else str(utterance), "session", index, None))
    counts, used = Counter(names), Counter[str]()
    for index, name in enumerate(names):
        used[name] += 1
        if counts[name] > 1:
            names[index] = f"{name}-{used[name]}"
            if names[index] in counts:
                raise FormatError(
                    "", None, f"{names[index]} would be the id of two segments", "rename the session of that name"
                )
    return names
