"""DiarizationResult and DiarizationScores: the counts of a diarisation metric, with their signature."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import Any, NamedTuple

from hubbub.model.diarization_counts import JaccardErrors, Match, SpeechErrors
from hubbub.model.diarization_metrics import DIARIZATION
from hubbub.model.scores import Sessions, as_float, dump_scores
from hubbub.model.tables import Cell, Column, Table, counted, listed, percent, visible

Counts = SpeechErrors | JaccardErrors
COUNTS: dict[str, type[SpeechErrors] | type[JaccardErrors]] = {
    name: JaccardErrors if name == "jer" else SpeechErrors for name in DIARIZATION
}
_SECONDS = (
    Column("rate", rate=True),
    Column("scored", places=2),
    *(Column(title, places=2) for part in ("missed", "falarm", "confusion") for title in (part, "%")),
)
COLUMNS: dict[str, Sequence[Column]] = {
    name: _SECONDS if kind is SpeechErrors else (Column("rate", rate=True), Column("speakers"), Column("unmatched"))
    for name, kind in COUNTS.items()
}


class DiarizationResult(NamedTuple):
    """One session under one diarisation metric."""

    metric: str
    session: str
    signature: str
    counts: Counts
    matches: tuple[Match, ...] = ()
    """Speakers and streams with their times: speakers first, then the streams that are not paired."""
    region: str = "uem"
    """Where the scored region came from: "uem", "reference" or "both"."""
    left_out: dict[str, float] = {}  # noqa: RUF012
    """What was not scored, by reason."""

    @property
    def errors(self) -> float:
        """For a DER, seconds; for a JER, the sum over speakers."""
        return self.counts.errors

    @property
    def rate(self) -> float | None:
        """The error rate; None where nobody speaks."""
        return self.counts.rate

    @property
    def pairing(self) -> tuple[tuple[str | None, str | None], ...]:
        """Speaker and stream of each pair. None stands for nobody."""
        return tuple((match.speaker, match.stream) for match in self.matches)

    @property
    def missed_speakers(self) -> int:
        return sum(match.stream is None for match in self.matches)

    @property
    def false_alarm_speakers(self) -> int:
        return sum(match.speaker is None for match in self.matches)

    @property
    def title(self) -> str:
        return DIARIZATION[self.metric].title

    def __float__(self) -> float:
        return as_float(self.rate)

    def __getattr__(self, name: str) -> Any:
        """The fields of the counts, such as `scored` and `missed`, can be read directly."""
        if name in COUNTS[self.metric]._fields:
            return getattr(self.counts, name)
        raise AttributeError(f"a {self.title} has no {name!r}")

    def __repr__(self) -> str:
        return f"<{self.title} {percent(self.rate)}: {self.counts}>"

    def __str__(self) -> str:
        return f"{self.table().text()}\n{visible(self.signature)}"

    def _repr_html_(self) -> str:
        return self.table().html(self.signature)

    def table(self) -> Table:
        return Table((Column(self.title, left=True), *COLUMNS[self.metric]), [(self.session, *cells(self.counts))])

    def to_dict(self, alignment: bool = False) -> dict[str, Any]:  # noqa: ARG002 - there are no words to align
        """Plain data, as in the JSON."""
        data = {
            **self.counts.to_dict(),
            "region": self.region,
            "pairing": [list(pair) for pair in self.pairing],
            "times": [list(match[2:]) for match in self.matches],
            "missed_speakers": self.missed_speakers,
            "false_alarm_speakers": self.false_alarm_speakers,
        }
        return {**data, "left_out": dict(self.left_out)} if self.left_out else data

    @classmethod
    def from_dict(cls, data: dict[str, Any], metric: str, session: str, signature: str) -> DiarizationResult:
        """The result from plain data, as `to_dict` gives it."""
        from hubbub.model.schema import JaccardData, SpeechData, checked

        kind = COUNTS[metric]
        data = checked(data, SpeechData if kind is SpeechErrors else JaccardData)
        return cls(
            metric=metric,
            session=session,
            signature=signature,
            counts=kind(**{field: data[field] for field in kind._fields}),
            matches=tuple(Match(*pair, *times) for pair, times in zip(data["pairing"], data["times"], strict=True)),
            region=data["region"],
            left_out=data.get("left_out", {}),
        )

    def to_json(self) -> str:
        """The JSON of DiarizationScores that hold this one result alone."""
        return dump_scores([DiarizationScores({self.session: self}, self.metric, self.signature)])


def cells(counts: Counts) -> tuple[Cell, ...]:
    """The cells under COLUMNS."""
    if isinstance(counts, JaccardErrors):
        return counts.rate, counts.speakers, counts.unmatched
    shares = [100 * part / counts.scored if counts.scored else None for part in counts[1:]]
    return counts.rate, counts.scored, *(cell for pair in zip(counts[1:], shares, strict=True) for cell in pair)


class DiarizationScores(Sessions[DiarizationResult]):
    """All sessions of one system under one diarisation metric: a mapping of session to result, with their total."""

    @property
    def title(self) -> str:
        return DIARIZATION[self.metric].title

    @property
    def columns(self) -> Sequence[Column]:
        if self.sure is None:
            return COLUMNS[self.metric]
        # Beside an interval, shares of two decimals would not fit into 80 columns.
        return [column._replace(places=1) if column.title == "%" else column for column in COLUMNS[self.metric]]

    @property
    def all_columns(self) -> Sequence[Column]:
        return [Column(name) for name in COUNTS[self.metric]().to_dict()]

    def row(self, part: DiarizationResult | Counts) -> Sequence[Cell]:
        return cells(part.counts if isinstance(part, DiarizationResult) else part)

    def weight(self, part: DiarizationResult) -> float:
        counts = part.counts
        return counts.speakers if isinstance(counts, JaccardErrors) else counts.scored

    def full_row(self, part: DiarizationResult | Counts) -> Sequence[Cell]:
        return tuple((part.counts if isinstance(part, DiarizationResult) else part).to_dict().values())

    @property
    def total(self) -> Counts:
        """Seconds, or speakers, of all sessions added up; the rate is that of the sums, not a mean of rates."""
        parts: list[Any] = [result.counts for result in self.values()]
        total: Counts = reduce(add, parts, COUNTS[self.metric]())
        return total

    def __getattr__(self, name: str) -> Any:
        """The fields of the total, such as `scored` and `missed`, can be read directly."""
        if any(name in kind._fields for kind in COUNTS.values()):
            return getattr(self.total, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def remarks(self) -> list[str]:
        whole = [name for name, result in self.items() if result.region != "uem"]
        if not whole or "|uem:" not in self.signature:
            return []
        return [f"not in the UEM, scored from the first turn to the last: {listed(whole)}"]

    def __repr__(self) -> str:
        return f"<{self.title} {percent(self.total.rate)}: {self.total}, {counted(len(self), 'session')}>"

    def per_speaker(self) -> Table:
        """Each speaker's and each stream's seconds, how many they share, and the speaker's Jaccard error."""
        head = (
            *(Column(title, left=True) for title in ("session", "speaker", "stream")),
            *(Column(title, places=2) for title in ("spoken", "detected", "shared")),
            Column("Jaccard error", rate=True),
        )
        rows = [
            (name, match.speaker or "-", match.stream or "-", *match[2:], "" if match.error is None else match.error)
            for name, result in self.items()
            for match in result.matches
        ]
        return Table(head, rows)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> DiarizationScores:
        """The scores from plain data, as `to_dict` gives it."""
        from hubbub.model.schema import ScoresData, checked, wrong_scores

        data = checked(data, ScoresData)
        metric, signature = data["metric"], data["signature"]
        if metric not in COUNTS:
            raise wrong_scores(f"{metric!r} is no diarisation metric")
        results = {
            name: DiarizationResult.from_dict(session, metric, name, signature)
            for name, session in data["sessions"].items()
        }
        silent, unscored = data.get("silent", ()), data.get("unscored", ())
        return cls(results, metric, signature, data["system"], silent, unscored).with_saved(data)
