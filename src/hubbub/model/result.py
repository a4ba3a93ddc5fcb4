"""Result and Scores: the counts of a metric, with their proven bound and signature.

Tables, files and pages only read these.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hubbub.errors import FormatError, HubbubError, OptionError, wrong_scores
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.messages import Message
from hubbub.model.metrics import METRICS, counted_unit, metric_named
from hubbub.model.result_details import (
    Doubts,
    LongSegments,
    NamePair,
    Routed,
    SelfOverlap,
    Stage,
    as_text,
    warnings,
)
from hubbub.model.scores import Alone, Sessions, dump_scores
from hubbub.model.signatures import limited, limits_in, reference_digest
from hubbub.model.tables import Cell, Column, Table, counted, percent, visible, width
from hubbub.model.word_errors import ALL_COUNTS, Counted, Summary, WordErrors, counts_in, counts_row, shown_row

if TYPE_CHECKING:
    from hubbub.model.alignment import Alignment
    from hubbub.model.diarization_result import DiarizationScores
    from hubbub.model.score_intervals import Units

__all__ = ["Result", "Scores", "dump_scores", "scores_from"]


class Result(Alone, Summary, Mapping[str, "Result"]):
    """One session under one metric. It can be read as Scores can: as the only session in a mapping, and as a total."""

    metric: str
    session: str
    signature: str
    alignment: "Alignment"
    """The alignment word by word. The counts are taken from it."""
    pairing: tuple[NamePair, ...] | None
    """Speaker and stream of each pair, for metrics that pair them; None for no speaker or no stream."""
    routing: "tuple[Routed, ...] | None"
    """The stream of each utterance, for the metrics that route them, in the order in which they were routed."""
    routed_segments: tuple[int, ...] | None
    """For each entry of `routing`, the index of its segment among those of its session, in the order of the input."""
    missed_speakers: int
    false_alarm_speakers: int
    left_out: dict[str, float]
    """Amounts that were not scored, by reason: counts, or seconds if the reason says so."""
    stages: "tuple[Stage, ...]"
    """The stages of the search, for the metrics that search."""
    self_overlap: "dict[str, SelfOverlap]"
    """For a timed metric: how much speakers ("reference") and streams ("hypothesis") speak over themselves."""
    long_segments: "dict[str, LongSegments]"
    """For a timed metric: segments far longer than the collar, of each side that has some."""
    reference_digest: str | None
    """A digest of the reference as it was scored; None where it is not known."""

    def __init__(
        self,
        *,
        metric: str,
        session: str,
        signature: str,
        counts: WordErrors,
        cost: int,
        lower_bound: int,
        exact: bool,
        **details: Any,
    ) -> None:
        """Stores the details as further fields."""
        super().__init__(counts=counts, cost=cost, lower_bound=lower_bound, exact=exact)
        if "alignment" not in details:
            from hubbub.model.alignment import Alignment

            details["alignment"] = Alignment()
        self.__dict__.update(metric=metric, session=session, signature=signature, **{**_DETAILS, **details})

    @classmethod
    def of(cls, fields: dict[str, Any]) -> "Result":
        """Returns a Result that reads its details on first access; `look` is a function and its first arguments."""
        result = cls.__new__(cls)
        object.__setattr__(result, "__dict__", fields)
        return result

    if not TYPE_CHECKING:  # who knows that all fields are there

        def __getattr__(self, name: str) -> Any:
            """Reads a detail on first access and stores it as a field."""
            look = self.__dict__.get("look")
            if look is None or name not in _DETAILS:
                return super().__getattr__(name)
            value = self.__dict__[name] = look[0](*look[1:], name)
            return value

    def fields(self) -> dict[str, Any]:
        further = {name: getattr(self, name) for name in ("metric", "session", "signature", *_DETAILS)}
        return {**super().fields(), **further}

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that are added up for a total."""
        unpaired = self.missed_speakers, self.false_alarm_speakers
        return (*self.counts, self.cost, self.lower_bound, not self.exact, *unpaired)

    @property
    def limits(self) -> tuple[str, ...]:
        """The limits that ended the search, as the signature names them."""
        return limits_in(self.signature)

    @property
    def doubts(self) -> "Doubts":
        """Problems of the word times."""
        return Doubts(self.self_overlap, self.long_segments)

    @property
    def sentence_error_rate(self) -> float:
        """1 where there is any error, else 0: what it adds to that of its Scores."""
        return float(self.errors > 0)

    def __repr__(self) -> str:
        counts = self.counts
        rate = self.shown_rate if isinstance(self.shown_rate, str) else percent(self.shown_rate)
        errors, length = counted(counts.errors, "error"), counted(counts.length, counted_unit(self.signature))
        kinds = f"{counts.substitutions:,} sub, {counts.deletions:,} del, {counts.insertions:,} ins"
        return f"<{self.title} {rate}: {errors} in {length} ({kinds})>"

    def alignment_text(self, columns: int = 80, *, color: bool = False, only_errors: bool = False) -> str:
        """Returns the alignment as `hubbub align` prints it: all lines, or only those with errors."""
        unit = counted_unit(self.signature)
        return self.alignment.text(columns, color=color, only_errors=only_errors, unit=unit)

    def table(self) -> Table:
        columns = Column(self.title, left=True), *counts_in(counted_unit(self.signature))
        return Table(columns, [(self.session, *shown_row(self))])

    def to_dict(self, alignment: bool = False) -> dict[str, Any]:
        """Returns plain data, as in the JSON; the word alignment, which is long, only on request."""
        data = super().to_dict()
        if self.pairing is not None:
            data["pairing"] = [list(pair) for pair in as_text(self.pairing)]
            data["missed_speakers"] = self.missed_speakers
            data["false_alarm_speakers"] = self.false_alarm_speakers
        if self.routing is not None:
            data["routing"] = [routed.to_list() for routed in self.routing]
        if self.routed_segments is not None:
            data["routed_segments"] = list(self.routed_segments)
        if not self.exact and self.limits:
            data["limits"] = list(self.limits)
        if self.left_out:
            data["left_out"] = dict(self.left_out)
        if self.self_overlap:
            data["self_overlap"] = {side: overlap.to_dict() for side, overlap in self.self_overlap.items()}
        if self.long_segments:
            data["long_segments"] = {side: long._asdict() for side, long in self.long_segments.items()}
        if self.reference_digest is not None:
            data["reference"] = self.reference_digest
        if alignment:
            data["alignment"] = [lane.to_dict() for lane in self.alignment]
            if self.stages:
                data["stages"] = [list(stage) for stage in self.stages]
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any], metric: str, session: str, signature: str) -> "Result":
        """Returns the result from plain data, as `to_dict` writes it, of scores with this signature."""
        from hubbub.model.alignment import Alignment, Lane
        from hubbub.model.schema import WORDS, checked, data_of

        data = checked(data, data_of(WordErrors, **WORDS))
        counts = WordErrors.from_dict(data)
        cost, lower_bound = data.get("cost", counts.errors), data["lower_bound"]
        if lower_bound > cost:
            raise wrong_scores(f"session {session} has a lower bound of {lower_bound} and costs {cost}")
        pairing, routing, segments = (data.get(key) for key in ("pairing", "routing", "routed_segments"))
        return Result(
            metric=metric,
            session=session,
            signature=limited(signature, () if data["exact"] else data.get("limits")),
            counts=counts,
            cost=cost,
            lower_bound=lower_bound,
            exact=data["exact"],
            alignment=Alignment(Lane.from_dict(lane) for lane in data.get("alignment", ())),
            pairing=None if pairing is None else tuple((speaker, stream) for speaker, stream in pairing),
            routing=None if routing is None else tuple(Routed(*routed) for routed in routing),
            routed_segments=None if segments is None else tuple(segments),
            missed_speakers=data.get("missed_speakers", 0),
            false_alarm_speakers=data.get("false_alarm_speakers", 0),
            left_out=data.get("left_out", {}),
            stages=tuple(Stage(*stage) for stage in data.get("stages", ())),
            self_overlap={
                side: SelfOverlap.from_dict(overlap) for side, overlap in data.get("self_overlap", {}).items()
            },
            long_segments={side: LongSegments(**long) for side, long in data.get("long_segments", {}).items()},
            reference_digest=data.get("reference"),
        )

    @property
    def warnings(self) -> list[Message]:
        """Warnings about doubtful word times, a line for each side and kind of doubt."""
        return self.alone().warnings

    def alone(self) -> "Scores":
        """Returns Scores of this result only."""
        return Scores({self.session: self}, self.metric, self.signature)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Result":
        """Returns the result from a JSON of one session."""
        scores = Scores.from_json(text)
        if len(scores) != 1:
            raise HubbubError(f"the JSON contains {len(scores)} sessions; read it with Scores.from_json")
        return next(iter(scores.values()))


_DETAILS: dict[str, Any] = {
    "alignment": None,
    "pairing": None,
    "routing": None,
    "routed_segments": None,
    "missed_speakers": 0,
    "false_alarm_speakers": 0,
    "left_out": {},
    "stages": (),
    "self_overlap": {},
    "long_segments": {},
    "reference_digest": None,
}
"""The further fields of a Result, each with its value where the metric does not have it."""


class Scores(Counted, Sessions[Result]):
    """All sessions of one system under one metric: a mapping of session to Result, with their total."""

    @property
    def columns(self) -> Sequence[Column]:
        return counts_in(counted_unit(self.signature))

    def unpaired_cost(self, result: Result, speaker: str | None, stream: str | None) -> str:
        lanes = (lane for lane in result.alignment if (lane.speaker, lane.stream) == (speaker, stream))
        errors = next((lane.errors for lane in lanes), None)
        if errors is None:  # saved without words
            return ""
        unit = counted_unit(self.signature)
        number, what = (errors.deletions, "deleted") if stream is None else (errors.insertions, "inserted")
        return f"{counted(number, unit)} {what}"

    @property
    def amount(self) -> str:
        total = self.total
        return f"{counted(total.errors, 'error')} in {counted(total.length, counted_unit(self.signature))}"

    @property
    def all_columns(self) -> Sequence[Column]:
        return (*ALL_COUNTS, Column("lower bound"), Column("exact", left=True))

    def row(self, part: Summary) -> Sequence[Cell]:
        return shown_row(part)

    def ratio(self, part: Result) -> tuple[float, float]:
        return part.errors, part.length

    def blocks(self) -> "Units":
        from hubbub.model.score_intervals import of_blocks

        (only,) = self.values()
        return of_blocks(only.alignment)

    def full_row(self, part: Summary) -> Sequence[Cell]:
        return (*counts_row(part.counts), part.counts.correct, part.lower_bound, "yes" if part.exact else "no")

    @property
    def total(self) -> Summary:
        """Errors and lengths of all sessions added up; the rate is that of the sums, not a mean of rates."""
        return self.store.total

    @property
    def counts(self) -> WordErrors:  # type: ignore[override]
        """The counts of the total."""
        return self.total.counts

    @property
    def sentence_error_rate(self) -> float | None:
        """The share of sessions with an error. In a list of sentences, each is a session."""
        return self.store.sums[-1] / len(self) if len(self) else None

    @property
    def wordless(self) -> bool:
        """Was it saved without the words of a session?"""
        return any(not result.alignment and (result.errors or result.length) for result in self.values())

    @property
    def reference_digest(self) -> str | None:
        """A digest of the whole reference as it was scored; None where it is not known."""
        return reference_digest(self.store.known(self.store.references))

    @property
    def warnings(self) -> list[Message]:
        """Warnings about doubtful word times over all sessions, a line for each side and kind of doubt."""
        if self.metric in METRICS and not METRICS[self.metric].timed:
            return []
        doubts = self.store.known(self.store.doubts)
        return warnings({"reference": "the reference", "hypothesis": self.system}, doubts)

    def __repr__(self) -> str:
        total = self.total
        errors, words = counted(total.errors, "error"), counted(total.length, counted_unit(self.signature))
        refused = f", {len(self.refused)} refused" if self.refused else ""
        return f"<{self.title} {percent(total.rate)}: {errors} in {words}, {counted(len(self), 'session')}{refused}>"

    def alignment_texts(
        self, columns: int = 80, *, color: bool = False, only_errors: bool = False, system: str = ""
    ) -> Iterator[str]:
        """Yields the text of each session's alignment, below its name and its result.

        With `only_errors`, sessions without an error are left out, and the last text says how many these are.
        """
        without = 0
        for name, result in self.items():
            if only_errors and not result.errors:
                without += 1
                continue
            title = [visible(f"{system} {name}".lstrip()), visible(repr(result))]
            if sum(map(width, title)) < columns:
                title = [" ".join(title)]
            words = result.alignment_text(columns, color=color, only_errors=only_errors)
            yield "\n".join([*title, "═" * min(max(map(width, title)), columns), f"{words}\n"])
        if without:
            yield f"{counted(without, 'session')} without an error\n"

    def alignment_text(self, columns: int = 80, *, color: bool = False, only_errors: bool = False) -> str:
        """Returns all alignments as `hubbub align` prints them, one session below the other."""
        return "\n".join(self.alignment_texts(columns, color=color, only_errors=only_errors)).rstrip("\n")

    def frame_dict(self) -> dict[str, Any]:
        """Returns plain data without the sessions; its total has the other rates too."""
        data = super().frame_dict()
        for rate in ("mer", "wil", "wip", "sentence_error_rate"):
            data["total"][rate] = getattr(self, rate)
        if self.reference_digest is not None:
            data["reference"] = self.reference_digest
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Scores":
        """Returns the scores from plain data, as `to_dict` writes it."""
        from hubbub.model.schema import SCORES, checked

        data = checked(data, SCORES)
        metric, signature = metric_named(data["metric"]).name, data["signature"]
        results = {
            name: Result.from_dict(session, metric, name, signature) for name, session in data["sessions"].items()
        }
        return cls.from_parts(results, metric, data)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Scores":
        """Returns the scores from a JSON of one metric and one system."""
        scores = scores_from(text)
        if len(scores) != 1 or not isinstance(scores[0], Scores):
            raise HubbubError(f"the JSON contains {len(scores)} scores; read it with load_scores")
        return scores[0]


def scores_from(text: str | bytes, source: str = "scores") -> "list[Scores | DiarizationScores]":
    """Scores from the JSON that `dump_scores` wrote."""
    import msgspec  # only where JSON is read: its import takes as long as scoring a small meeting

    from hubbub.model.diarization_result import DiarizationScores
    from hubbub.model.schema import FILE, checked

    try:
        return [
            DiarizationScores.from_dict(data) if data["metric"] in DIARIZATION else Scores.from_dict(data)
            for data in checked(msgspec.json.decode(text), FILE)["scores"]
        ]
    except FormatError as error:
        raise FormatError(source, None, error.what, error.remedy) from None
    except (msgspec.DecodeError, OptionError, RecursionError, TypeError, ValueError) as error:
        raise wrong_scores(error, source) from None
