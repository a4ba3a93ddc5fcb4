"""Reads UEMs from objects: Regions, pairs of seconds, dicts by session, and those of pyannote.core and MeetEval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hubbub.errors import InputError, shown
from hubbub.model.transcript import Region
from hubbub.model.values import is_iterable, is_name, is_number

USE = "pass a path, Regions, pairs (start, end), a Timeline, or a dict of these by session"


def regions_in(uem: Any) -> list[Region] | None:
    """Returns the regions of an object that is neither a path nor a list of paths; None for these.

    >>> regions_in({"monday": (0, 5)})
    [Region(session='monday', start=0.0, end=5.0, channel=None)]
    >>> regions_in("all.uem") is None
    True
    """
    found = _regions(uem)
    numbers = (one for one in found or () if is_number(one.start) and is_number(one.end))  # others are refused later
    wrong = next((region for region in numbers if region.end < region.start), None)
    if wrong is not None:
        raise InputError(f"the UEM region {shown(wrong[1:3])} ends before it starts; swap start and end")
    return found


def _regions(uem: Any) -> list[Region] | None:
    if isinstance(uem, Mapping):
        if not all(map(is_name, uem)):
            raise InputError(f"uem has the session {shown(next(key for key in uem if not is_name(key)))}; give names")
        return [region for session, part in uem.items() for region in _each(part, str(session))]
    if isinstance(uem, Region) or _is_pair(uem) or _is_span(uem) or _is_line(uem):
        return list(_each(uem, ""))
    if isinstance(uem, (str, bytes)) or hasattr(uem, "__fspath__") or not is_iterable(uem):
        return None
    parts = list(uem)
    if parts and all(isinstance(part, (str, bytes)) or hasattr(part, "__fspath__") for part in parts):
        return None
    return [region for part in parts for region in _each(part, _uri(uem))]


def _each(part: Any, session: str) -> Iterator[Region]:
    """Yields the regions of a part; those that name no session belong to this one."""
    session = session or _uri(part)
    if isinstance(part, Region):
        yield part._replace(session=session or part.session)
    elif _is_line(part):
        channel = getattr(part, "channel", None)
        yield Region(
            session or str(part.filename),
            float(part.begin_time),
            float(part.end_time),
            None if channel in (None, "<NA>") else str(channel),
        )
    elif _is_span(part):
        yield Region(session, float(part.start), float(part.end))
    elif _is_pair(part):
        yield Region(session, float(part[0]), float(part[1]))
    elif isinstance(part, Iterable) and not isinstance(part, (str, bytes, Mapping)):
        for one in part:
            if isinstance(one, (str, bytes)) or one is part:
                raise InputError(f"uem has {shown(one)}; {USE}")
            yield from _each(one, session)
    else:
        raise InputError(f"uem has {shown(part)}; {USE}")


def _uri(part: Any) -> str:
    """Returns the name of the recording of a timeline; empty if it has none."""
    uri = getattr(part, "uri", None)
    return "" if uri is None else str(uri)


def _is_pair(part: Any) -> bool:
    return (
        isinstance(part, (list, tuple))
        and not isinstance(part, Region)
        and len(part) == 2
        and all(map(is_number, part))
    )


def _is_span(part: Any) -> bool:
    """Returns whether this is a Segment of pyannote.core."""
    return not isinstance(part, Region) and is_number(getattr(part, "start", None)) and hasattr(part, "duration")


def _is_line(part: Any) -> bool:
    """Returns whether this is a line of a UEM of MeetEval."""
    return hasattr(part, "filename") and hasattr(part, "begin_time")
