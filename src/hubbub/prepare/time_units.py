"""Chooses the unit of times without decimals, if the other side shows which one it is."""

from hubbub.model.messages import Note
from hubbub.model.transcript import Segment, Transcript

FACTOR = 2
"""In the right unit, neither side ends more than this many times as late as the other."""


def in_one_unit(reference: Transcript, hypothesis: Transcript) -> tuple[Transcript, Transcript]:
    """Returns both sides, one of them in seconds instead of milliseconds if only then both end at about the same time.

    Only tables whose unit is open are changed.
    """
    return _fitted(reference, hypothesis), _fitted(hypothesis, reference)


def _fitted(side: Transcript, other: Transcript) -> Transcript:
    if not any(note.kind == "time_unit" for note in side.doubts):
        return side
    end, wanted = _end(side), _end(other)
    if _is_near(end, wanted) or not _is_near(end / 1000, wanted):
        return side
    found = Transcript(map(_in_seconds, side), side.source, side.ignored, side.left_out)
    found.called_after_file = side.called_after_file
    line = "times without decimals are read as milliseconds, because then both sides end together"
    notes = [Note(line, "time_unit", note.file) if note.kind == "time_unit" else note for note in side.doubts]
    found.doubts = notes
    return found


def _end(side: Transcript) -> float:
    return max((segment.end for segment in side if segment.end is not None), default=0.0)


def _is_near(end: float, other: float) -> bool:
    return end <= FACTOR * other and other <= FACTOR * end


def _in_seconds(segment: Segment) -> Segment:
    start, end = (None if time is None else time / 1000 for time in (segment.start, segment.end))
    return segment._replace(start=start, end=end)
