"""The types of the plain data that results are read from, to check any JSON against them."""

# mypy: disable-error-code="valid-type, misc"
# Kinds are made here, from those that a type checker knows.

from functools import cache
from typing import Annotated, Any, NotRequired, TypedDict, cast

import msgspec

from hubbub.errors import wrong_scores
from hubbub.model.agreement_counts import Bits, Share
from hubbub.model.alignment import Lane
from hubbub.model.result_details import LongSegments, SelfOverlap
from hubbub.model.utterances import Utterance
from hubbub.statistics.intervals import Interval

Name = str | None
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Amount = Annotated[float, msgspec.Meta(ge=0, le=1e15)]
Seconds = Annotated[float, msgspec.Meta(ge=-1e15, le=1e15)]
SHARE = Annotated[float, msgspec.Meta(ge=0, le=1.000001)]
BITS = Annotated[float, msgspec.Meta(ge=-0.000001, le=1e6)]


RANGES: dict[Any, Any] = {
    int: Count,
    float: Seconds,
    float | None: Seconds | None,
    dict[str, int]: dict[str, Count],
    Share: SHARE,
    Bits: BITS,
}
"""Allowed numbers, by the types in records."""


@cache
def data_of(*kinds: Any, **others: Any) -> Any:
    """Returns the type of a dict with the fields of these records; further fields may replace theirs."""
    make: Any = TypedDict
    fields = {name: RANGES.get(of, of) for kind in kinds for name, of in kind.__annotations__.items()}
    return make("Data", fields | others)


def lenient(kind: Any, **others: Any) -> Any:
    """Returns the type of one record, in which fields with a default may be missing."""
    fields = data_of(kind, **others).__annotations__
    return data_of(**{name: NotRequired[of] if name in kind._field_defaults else of for name, of in fields.items()})


UTTERANCE = lenient(Utterance, words=str, times=list[tuple[Seconds, Seconds]] | None)
LANE = data_of(Lane, reference=list[UTTERANCE], hypothesis=list[UTTERANCE])
WORDS = {
    "lower_bound": Count,
    "exact": bool,
    "cost": NotRequired[Count],
    "pairing": NotRequired[list[tuple[Name, Name]] | None],
    "routing": NotRequired[list[tuple[str, Count, Name]] | None],
    "routed_segments": NotRequired[list[Count] | None],
    "missed_speakers": NotRequired[Count],
    "false_alarm_speakers": NotRequired[Count],
    "left_out": NotRequired[dict[str, Amount]],
    "limits": NotRequired[list[str]],
    "self_overlap": NotRequired[dict[str, data_of(SelfOverlap)]],
    "long_segments": NotRequired[dict[str, data_of(LongSegments)]],
    "reference": NotRequired[str],
    "alignment": NotRequired[list[LANE]],
    "stages": NotRequired[list[tuple[str, Count, float, Count, Count, float]]],
}
"""Fields of a session besides its counts: for metrics of words, and of speech."""
SPEECH = {
    "pairing": list[tuple[Name, Name]],
    "times": list[tuple[Seconds, Seconds, Seconds]],
    "region": str,
    "left_out": NotRequired[dict[str, Amount]],
}
TOTAL = data_of(interval=NotRequired[lenient(Interval)])
SCORES = data_of(
    metric=str,
    system=str,
    signature=str,
    total=NotRequired[TOTAL],
    sessions=dict[str, Any],
    silent=NotRequired[list[str]],
    unscored=NotRequired[list[str]],
    uncut=NotRequired[list[str]],
    unfinished=NotRequired[list[str]],
    refused=NotRequired[dict[str, str]],
    digests=NotRequired[dict[str, str]],
    normalizer_steps=NotRequired[list[dict[str, Any]]],
    notes=NotRequired[list[data_of(level=str, kind=str, file=str | None, text=str)]],
)
FILE = data_of(scores=list[SCORES])


def checked(data: Any, kind: Any, source: str = "scores") -> dict[str, Any]:
    """Returns the data, checked, with the fields of the kind."""
    if kind is FILE and not (isinstance(data, dict) and "scores" in data):
        raise wrong_scores(_what_it_is(data), source)
    try:
        return cast(dict[str, Any], msgspec.convert(data, kind))
    except (msgspec.ValidationError, AttributeError, RecursionError, TypeError, ValueError) as error:
        raise wrong_scores(error, source) from None


def _what_it_is(data: Any) -> str:
    """Returns what a JSON without scores contains."""
    if isinstance(data, dict):
        keys = [str(key)[:40] for key in data]
        return f"it has the keys {', '.join(keys[:4])}{', …' if len(keys) > 4 else ''}" if keys else "it has no keys"
    if isinstance(data, list):
        if not data:
            return "it is an empty list"
        words = isinstance(data[0], dict) and "words" in data[0]
        return "it is a list of segments, as a transcript is" if words else "it is a list"
    return f"it is {'a text' if isinstance(data, str) else 'null' if data is None else 'a number'}"
