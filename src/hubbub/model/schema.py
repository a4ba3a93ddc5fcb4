"""The types of the plain data that results and notes are read from: whatever a JSON holds is checked against them."""

from functools import cache
from typing import Annotated, Any, NotRequired, TypedDict, cast

import msgspec

from hubbub.errors import FormatError
from hubbub.model.agreement_counts import Bits, Share

Name = str | None
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Seconds = Annotated[float, msgspec.Meta(ge=-1e15, le=1e15)]
SHARE = Annotated[float, msgspec.Meta(ge=0, le=1.000001)]
BITS = Annotated[float, msgspec.Meta(ge=-0.000001, le=1e6)]


class UtteranceData(TypedDict):
    speaker: str
    number: Count
    words: str
    start: NotRequired[Seconds | None]
    end: NotRequired[Seconds | None]
    times: NotRequired[list[tuple[Seconds, Seconds]] | None]
    offset: NotRequired[Count]
    extra: NotRequired[dict[str, Any]]
    word_extra: NotRequired[dict[str, list[Any]]]


class LaneData(TypedDict):
    speaker: Name
    stream: Name
    reference: list[UtteranceData]
    hypothesis: list[UtteranceData]
    steps: str


class OverlapData(TypedDict):
    seconds: Seconds
    total: Seconds
    segments: dict[str, Count]


class LongData(TypedDict):
    segments: Count
    words: Count
    longest: Seconds
    limit: Seconds


class WordsData(TypedDict):
    lower_bound: Count
    exact: bool
    cost: NotRequired[Count]
    pairing: NotRequired[list[tuple[Name, Name]] | None]
    routing: NotRequired[list[tuple[str, Count, Name]] | None]
    missed_speakers: NotRequired[Count]
    false_alarm_speakers: NotRequired[Count]
    left_out: NotRequired[dict[str, Seconds]]
    limits: NotRequired[list[str]]
    self_overlap: NotRequired[dict[str, OverlapData]]
    long_segments: NotRequired[dict[str, LongData]]
    reference: NotRequired[str]
    alignment: NotRequired[list[LaneData]]
    stages: NotRequired[list[tuple[str, Count, float, Count, Count, float]]]


class DiarizationData(TypedDict):
    pairing: list[tuple[Name, Name]]
    times: list[tuple[Seconds, Seconds, Seconds]]
    region: str
    left_out: NotRequired[dict[str, Seconds]]


RANGES: dict[Any, Any] = {int: Count, float: Seconds, Share: SHARE, Bits: BITS}
"""What numbers may be, by how counts declare them."""


@cache
def data_with(*kinds: Any) -> Any:
    """Data with the fields of several kinds, such as those of counts."""
    make: Any = TypedDict  # a type checker knows those alone that are written out
    return make("Data", {name: RANGES.get(of, of) for kind in kinds for name, of in kind.__annotations__.items()})


class IntervalData(TypedDict):
    low: float | None
    high: float | None
    level: float
    method: str
    unit: str
    units: Count
    se: float | None
    df: float | None
    why: NotRequired[str]
    seconds: NotRequired[Seconds]


class TotalData(TypedDict):
    interval: NotRequired[IntervalData]


class ScoresData(TypedDict):
    metric: str
    system: str
    signature: str
    total: NotRequired[TotalData]
    sessions: dict[str, Any]
    silent: NotRequired[list[str]]
    unscored: NotRequired[list[str]]
    uncut: NotRequired[list[str]]
    unfinished: NotRequired[list[str]]
    refused: NotRequired[dict[str, str]]
    digests: NotRequired[dict[str, str]]
    normalizer_steps: NotRequired[list[dict[str, Any]]]


class FileData(TypedDict):
    scores: list[ScoresData]


class NotedWordData(TypedDict):
    speaker: str
    segment: int
    word: int
    text: str
    start: NotRequired[float | None]
    system: NotRequired[str | None]


class NoteData(TypedDict):
    mark: Any
    session: str
    reference: NotRequired[NotedWordData | None]
    hypothesis: NotRequired[NotedWordData | None]
    instead: NotRequired[str]
    unit: NotRequired[str]


class JournalLine(TypedDict):
    results: dict[str, msgspec.Raw]


def checked(data: Any, kind: Any, source: str = "scores") -> dict[str, Any]:
    """The data with what the kind knows of it."""
    if kind is FileData and not (isinstance(data, dict) and "scores" in data):
        raise wrong_scores(_what_it_is(data), source)
    try:
        return cast(dict[str, Any], msgspec.convert(data, kind))
    except (msgspec.ValidationError, AttributeError, RecursionError, TypeError, ValueError) as error:
        raise wrong_scores(error, source) from None


def wrong_scores(error: object, source: str = "scores") -> FormatError:
    """The error for data that are no scores."""
    return FormatError(source, None, f"not a JSON of scores ({error})", "write one with --json or -o")


def _what_it_is(data: Any) -> str:
    """What a JSON holds that has no scores."""
    if isinstance(data, dict):
        keys = [str(key)[:40] for key in data]
        return f"it has the keys {', '.join(keys[:4])}{', …' if len(keys) > 4 else ''}" if keys else "it has no keys"
    if isinstance(data, list):
        if not data:
            return "it is an empty list"
        words = isinstance(data[0], dict) and "words" in data[0]
        return "it is a list of segments, as a transcript is" if words else "it is a list"
    return f"it is {'a text' if isinstance(data, str) else 'null' if data is None else 'a number'}"
