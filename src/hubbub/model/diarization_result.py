"""DiarizationResult and DiarizationScores: the counts of a diarisation metric, with their signature."""

from collections.abc import Callable, Sequence
from functools import cached_property, reduce
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from hubbub.errors import wrong_scores
from hubbub.model.agreement_counts import Clusters, Labels
from hubbub.model.diarization_counts import JaccardErrors, Match, SpeakerWords, SpeechErrors
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.messages import Caution, Message
from hubbub.model.other_tools import DIARIZATION_ELSEWHERE
from hubbub.model.result_details import NAMED, Given, NamePair, as_given, as_text
from hubbub.model.scores import Alone, Sessions
from hubbub.model.signatures import Recipe, limits_in
from hubbub.model.tables import Cell, Column, Table, counted, listed, percent
from hubbub.model.word_errors import AsNumber, as_float

if TYPE_CHECKING:
    from hubbub.model.settings import Settings
    from hubbub.statistics.intervals import Interval

Counts = SpeechErrors | JaccardErrors | Clusters | Labels | SpeakerWords
KINDS: dict[str, type[Counts]] = {
    "speech": SpeechErrors,
    "jaccard": JaccardErrors,
    "clusters": Clusters,
    "labels": Labels,
    "words": SpeakerWords,
}
COUNTS = {name: KINDS[metric.counts] for name, metric in DIARIZATION.items()}
_SECONDS = (
    Column("scored", places=2),
    *(Column(title, places=2) for part in ("missed", "falarm", "confusion") for title in (part, "%")),
)


def columns(metric: str) -> Sequence[Column]:
    """Returns the columns of the table: the value of the metric, and its counts."""
    definition = DIARIZATION[metric]
    further = (
        Column(name.rstrip("%"), rate=name.endswith("%"), places=None if name.endswith("%") else 2)
        for name in definition.shown
    )
    return Column(definition.value, rate=True), *(further if definition.shown else _SECONDS)


def cells(metric: str, counts: Counts) -> tuple[Cell, ...]:
    """Returns the cells for the columns."""
    if isinstance(counts, SpeechErrors):
        shares = [100 * part / counts.scored if counts.scored else None for part in counts[1:]]
        return counts.rate, counts.scored, *(cell for pair in zip(counts[1:], shares, strict=True) for cell in pair)
    return value(metric, counts), *(getattr(counts, name.rstrip("%")) for name in DIARIZATION[metric].shown)


def value(metric: str, counts: Counts) -> float | None:
    """Returns the value of the metric."""
    found: float | None = getattr(counts, DIARIZATION[metric].value)
    return found


def read(metric: str, counts: Counts, name: str) -> Any:
    """Returns a count by its name."""
    if not name.startswith("_") and name in counts.to_dict():
        return getattr(counts, name)
    title = DIARIZATION[metric].title
    if name in ("rate", "errors"):
        raise AttributeError(f"{title} is no error rate; read .value")
    if name in DIARIZATION_ELSEWHERE:
        raise AttributeError(f"a {title} has no {name!r}; use {DIARIZATION_ELSEWHERE[name]}")
    held = ", ".join(key for key in counts.to_dict() if not isinstance(getattr(counts, key), str))
    raise AttributeError(f"a {title} has no {name!r}; it has {held}")


def plain(metric: str, counts: Counts) -> dict[str, Any]:
    """Returns the counts as plain data; for metrics that are not error rates, the value comes first."""
    data = counts.to_dict()
    return {"value": value(metric, counts), **data} if DIARIZATION[metric].higher_is_better else data


class Stretch(NamedTuple):
    """A scored time span in which no turn begins or ends."""

    start: float
    seconds: float
    speakers: tuple[str, ...]
    streams: tuple[str, ...]


class DiarizationResult(AsNumber, Alone):
    """One session under one diarisation metric."""

    metric: str
    session: str
    signature: str
    counts: Any
    """SpeechErrors, JaccardErrors, Clusters, Labels or SpeakerWords, as the metric counts."""
    matches: tuple[Match, ...]
    """Speakers and streams with their times, or words: speakers first, then the streams that are not paired."""
    region: str
    """Where the scored region came from: "uem", "reference" or "both"; "words" if words are compared."""
    left_out: dict[str, float]
    """Amounts that were not scored, by reason."""
    given: tuple[Given, Given]
    """Names of speakers and streams that the caller gave as other objects than text, by their text in `matches`."""
    timeline: Callable[[], list[Stretch]] | None
    """Computes the speakers and streams over time, for the report page; None for copies and saved results."""

    def __init__(
        self,
        metric: str,
        session: str,
        signature: str,
        counts: Counts,
        matches: tuple[Match, ...] = (),
        region: str = "uem",
        left_out: dict[str, float] | None = None,
        timeline: Callable[[], list[Stretch]] | None = None,
        given: tuple[Given, Given] = NAMED,
    ) -> None:
        vars(self).update(metric=metric, session=session, signature=signature, counts=counts, matches=matches)
        vars(self).update(region=region, left_out=left_out or {}, timeline=timeline, given=given)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return self._is_value(other)
        same: bool = self.__getstate__() == other.__getstate__()
        return same

    def __getstate__(self) -> dict[str, Any]:
        """Returns all fields but the timeline, which is neither compared nor copied."""
        return {**vars(self), "timeline": None}

    def __hash__(self) -> int:
        return hash((self.metric, self.session, self.signature, self.counts))

    @property
    def value(self) -> float | None:
        """The number that the metric is about: an error rate, or a measure that is better the higher it is."""
        return value(self.metric, self.counts)

    @property
    def errors(self) -> float:
        """For a DER, seconds; for a JER, the sum over speakers; for a WDER, words. What is no error rate has none."""
        found: float = self.counts.errors
        return found

    @property
    def rate(self) -> float | None:
        """The error rate; None if there is no speech, or if the metric is not an error rate."""
        found: float | None = self.counts.rate
        return found

    @property
    def pairing(self) -> tuple[NamePair, ...]:
        """Speaker and stream of each pair; None for no speaker or no stream."""
        return as_given(((match.speaker, match.stream) for match in self.matches), self.given)

    @property
    def missed_speakers(self) -> int:
        return sum(match.stream is None for match in self.matches)

    @property
    def false_alarm_speakers(self) -> int:
        return sum(match.speaker is None for match in self.matches)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that a Store adds up: there are no words, but for what is unproven and speakers."""
        return (*(0,) * 6, bool(self.limits), self.missed_speakers, self.false_alarm_speakers)

    @property
    def limits(self) -> tuple[str, ...]:
        """The limits that ended the search of an alignment, as the signature names them."""
        return limits_in(self.signature)

    def __float__(self) -> float:
        return as_float(self.value, not DIARIZATION[self.metric].higher_is_better)

    def __getattr__(self, name: str) -> Any:
        """Returns a count, such as `scored` or `missed`."""
        if "counts" not in vars(self):  # while it is copied
            raise AttributeError(name)
        return read(self.metric, self.counts, name)

    def __dir__(self) -> list[str]:
        return [*object.__dir__(self), *self.counts.to_dict()]

    def __repr__(self) -> str:
        return f"<{self.title} {percent(self.value)}: {self.counts}>"

    def table(self) -> Table:
        row = (self.session, *cells(self.metric, self.counts))
        return Table((Column(self.title, left=True), *columns(self.metric)), [row])

    def to_dict(self, alignment: bool = False) -> dict[str, Any]:  # noqa: ARG002 - there are no words to align
        """Returns plain data, as in the JSON."""
        data = {
            **plain(self.metric, self.counts),
            "region": self.region,
            "pairing": [list(pair) for pair in as_text(self.pairing)],
            "times": [list(match[2:]) for match in self.matches],
            "missed_speakers": self.missed_speakers,
            "false_alarm_speakers": self.false_alarm_speakers,
        }
        return {**data, "left_out": dict(self.left_out)} if self.left_out else data

    @classmethod
    def from_dict(cls, data: dict[str, Any], metric: str, session: str, signature: str) -> "DiarizationResult":
        """Returns the result from plain data, as `to_dict` writes it."""
        from hubbub.model.schema import SPEECH, checked, data_of

        kind = COUNTS[metric]
        data = checked(data, data_of(kind, **SPEECH))  # type: ignore[arg-type]  # classes can be hashed
        return cls(
            metric=metric,
            session=session,
            signature=signature,
            counts=kind(**{field: data[field] for field in kind._fields}),
            matches=tuple(Match(*pair, *times) for pair, times in zip(data["pairing"], data["times"], strict=True)),
            region=data["region"],
            left_out=data.get("left_out", {}),
        )

    def alone(self) -> "DiarizationScores":
        """Returns DiarizationScores of this result only."""
        return DiarizationScores({self.session: self}, self.metric, self.signature)


class DiarizationScores(Sessions[DiarizationResult]):
    """All sessions of one system under one diarisation metric: a mapping of session to result, with their total."""

    @property
    def columns(self) -> Sequence[Column]:
        if self.ci is None:
            return columns(self.metric)
        # Beside an interval, shares of two decimals would not fit into 80 columns.
        return [column._replace(places=1) if column.title == "%" else column for column in columns(self.metric)]

    @property
    def all_columns(self) -> Sequence[Column]:
        return [Column(name) for name in plain(self.metric, COUNTS[self.metric]())]

    @property
    def amount(self) -> str:
        total = self.total
        if isinstance(total, SpeechErrors):
            return f"{total.errors:,.2f} s of errors in {total.scored:,.2f} s"
        if isinstance(total, SpeakerWords):
            return f"{counted(total.errors, 'error')} in {counted(total.aligned, 'aligned word')}"
        return ""

    def bar(self, part: DiarizationResult | Counts) -> Sequence[float]:
        found = value(self.metric, part.counts if isinstance(part, DiarizationResult) else part)
        return () if found is None or found < 0 else (found,)

    def unpaired_cost(self, result: DiarizationResult, speaker: str | None, stream: str | None) -> str:
        match = next(one for one in result.matches if (one.speaker, one.stream) == (speaker, stream))
        number = match.spoken if stream is None else match.detected
        what = "missed" if stream is None else "false alarm"
        if DIARIZATION[self.metric].of_words:
            return counted(round(number), "word") if number else ""
        return f"{number:.1f} s {what}" if number else ""

    def row(self, part: DiarizationResult | Counts) -> Sequence[Cell]:
        return cells(self.metric, part.counts if isinstance(part, DiarizationResult) else part)

    def ratio(self, part: DiarizationResult) -> tuple[float, float] | None:
        """Returns errors and length; if higher values are better, the missing share counts as errors."""
        counts = part.counts
        if isinstance(counts, SpeechErrors):
            return counts.errors, counts.scored
        if isinstance(counts, JaccardErrors):
            return counts.errors, counts.speakers
        if isinstance(counts, SpeakerWords):
            return counts.errors, counts.aligned
        match DIARIZATION[self.metric].value:
            case "purity":
                return counts.detected - counts.pure, counts.detected
            case "coverage":
                return counts.spoken - counts.covered, counts.spoken
        return None

    def interval_for(self, settings: "Settings") -> "Interval":
        """Returns the interval, mirrored if higher values are better."""
        found = super().interval_for(settings)
        if found.low is None or found.high is None or not DIARIZATION[self.metric].higher_is_better:
            return found
        return found._replace(low=max(1 - found.high, 0.0), high=1 - found.low)

    def full_row(self, part: DiarizationResult | Counts) -> Sequence[Cell]:
        return tuple(plain(self.metric, part.counts if isinstance(part, DiarizationResult) else part).values())

    @cached_property
    def total(self) -> Any:
        """The counts of all sessions added up; the rate is that of the sums, not a mean of rates."""
        return reduce(add, (result.counts for result in self.values()), COUNTS[self.metric]())

    @property
    def value(self) -> float | None:
        """The number that the metric is about, of all sessions together."""
        return value(self.metric, self.total)

    def __float__(self) -> float:
        return as_float(self.value, not DIARIZATION[self.metric].higher_is_better)

    def __getattr__(self, name: str) -> Any:
        """Returns a value of the total, such as `rate`, `errors` or `scored`."""
        if name.startswith("_") or "metric" not in self.__dict__:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return read(self.metric, self.total, name)

    def frame_dict(self) -> dict[str, Any]:
        """Returns plain data without the sessions."""
        data = super().frame_dict()
        return {**data, "total": {**plain(self.metric, self.total), **data["total"]}}

    @property
    def exact(self) -> bool:
        """The best pairing is always found."""
        return True

    @property
    def uncut_extent(self) -> str:
        return "whole" if DIARIZATION[self.metric].of_words else "from the first turn to the last"

    @property
    def warnings(self) -> list[Message]:
        """Returns a warning if the collar leaves no speech to score, e.g. because it is in milliseconds."""
        collar = Recipe.parse(self.signature).value("collar") or "0"
        empty = [name for name, result in self.items() if result.value is None and result.matches]
        if not empty or float(collar) == 0:
            return []
        number = f"{len(empty):,} of {counted(len(self), 'session')}"
        line = f"a collar of {collar} s leaves nothing to score in {number}: {listed(empty)}; give seconds, e.g. 0.25"
        return [Caution(line, "collar")]

    def __repr__(self) -> str:
        return f"<{self.title} {percent(self.value)}: {self.total}, {counted(len(self), 'session')}>"

    def per_speaker(self) -> Table:
        """Returns a row per speaker and stream: seconds or words of each, those shared, and the Jaccard error."""
        places = 0 if DIARIZATION[self.metric].of_words else 2
        head = (
            *(Column(title, left=True) for title in ("session", "speaker", "stream")),
            *(Column(title, places=places) for title in ("spoken", "detected", "shared")),
            Column("Jaccard error", rate=True),
        )
        rows = [
            (name, match.speaker or "-", match.stream or "-", *match[2:], "" if match.error is None else match.error)
            for name, result in self.items()
            for match in result.matches
        ]
        return Table(head, rows)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "DiarizationScores":
        """Returns the scores from plain data, as `to_dict` writes it."""
        from hubbub.model.schema import SCORES, checked

        data = checked(data, SCORES)
        metric, signature = data["metric"], data["signature"]
        if metric not in COUNTS:
            raise wrong_scores(f"{metric!r} is no diarisation metric")
        results = {
            name: DiarizationResult.from_dict(session, metric, name, signature)
            for name, session in data["sessions"].items()
        }
        return cls.from_parts(results, metric, data)
