"""Base classes of the scores of all metrics: one result, or a result per session and the total."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, Self

from hubbub.errors import InputError, SessionError, shown
from hubbub.model.messages import Caution, Message, Note, by_level, lines_of, message_from
from hubbub.model.metrics import called, title_of
from hubbub.model.result_details import as_text
from hubbub.model.score_notes import DERIVED, notes
from hubbub.model.signatures import comparable_part, joined_signature, limited
from hubbub.model.store import NUMBERS, R, Store, json_bytes
from hubbub.model.tables import Cell, Column, Framed, Table, counted, listed, percent, visible
from hubbub.model.values import is_iterable
from hubbub.model.word_errors import AsNumber, as_float
from hubbub.statistics import JACKKNIFE
from hubbub.version import __version__

if TYPE_CHECKING:
    from hubbub.model.score_intervals import Units
    from hubbub.model.settings import Settings
    from hubbub.statistics.intervals import Interval


JOURNAL = ".journal"
"""Suffix of a journal, after the name of its JSON file."""

SKIPPED, OUTSIDE = "groups_beyond_the_overlap_limit", "reference_words_outside_every_group"
"""Reasons in `left_out` for words that should have been scored."""


def added(parts: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Returns the sums of numbers by reason."""
    sums: dict[str, float] = {}
    for part in parts:
        for reason, number in part.items():
            sums[reason] = sums.get(reason, 0) + number
    return sums


class Alone(Framed):
    """The result of one session, with the same interface as Scores of several."""

    __slots__ = ()
    metric: str
    session: str
    signature: str

    @abstractmethod
    def alone(self) -> Sessions[Any]:
        """Returns Scores of this result only."""

    def __getitem__(self, session: str | int) -> Self:
        found: Self = self.alone()[session]
        return found

    def __iter__(self) -> Iterator[str]:
        return iter((self.session,))

    def __len__(self) -> int:
        return 1

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """Makes an array of this one object, not of a sequence; as a number it is its rate."""
        from numpy import empty

        array = empty((), object)
        array[()] = self
        return array if dtype is None else array.astype(dtype)

    @property
    def total(self) -> Self:
        """The result itself."""
        return self

    @property
    def sessions(self) -> dict[str, Self]:
        """The result by the name of its session."""
        return {self.session: self}

    def items(self) -> ItemsView[str, Self]:
        return self.sessions.items()

    def values(self) -> ValuesView[Self]:
        return self.sessions.values()

    def interval(self, level: float | str = 0.95, **choices: Any) -> Interval:
        """Returns the interval of the rate over blocks of time in this session; arguments as in `Scores.interval`."""
        return self.alone().interval(level, **choices)

    def to_json(self, alignment: bool = True) -> str:
        """Returns the JSON of Scores of this result only."""
        return self.alone().to_json(alignment)

    def records(self) -> list[dict[str, Any]]:
        """Returns a flat row, for data frames."""
        return self.alone().records()

    @property
    def title(self) -> str:
        """The metric's name in prose, e.g. cpWER."""
        return title_of(self.metric, self.signature)

    @abstractmethod
    def table(self) -> Table:
        """Returns a table with one row."""

    def __str__(self) -> str:
        return "\n".join([self.table().text(), *lines_of(self.alone().notes), visible(self.signature)])


class Sessions(AsNumber, Framed, Mapping[str, R]):
    """All sessions of one system under one metric: a mapping of session to result, with their total. Immutable."""

    store: Store[R]
    """The results, and the states of all sessions."""
    metric: str
    recipe: str
    """The signature without limits that ended a search; these are in the store."""
    system: str
    normalizer_steps: Sequence[dict[str, Any]]
    """The changes by each step of the normalizer; empty unless requested."""
    ci: Interval | None
    """The interval that tables and files show; None unless `with_interval` added it."""
    inputs: Sequence[Message]
    """Warnings and notes on the inputs: how they were read, and problems in them."""

    def __init__(self, results: Mapping[str, R], metric: str, signature: str, system: str = "hyp") -> None:
        """Stores the results, which may be a Store with the states of sessions that were not scored."""
        store = results if isinstance(results, Store) else Store.of(results, {})
        vars(self).update(store=store, metric=metric, recipe=signature, system=system)
        vars(self).update(normalizer_steps=(), ci=None, inputs=())

    @classmethod
    def from_parts(cls, results: Mapping[str, R], metric: str, data: Mapping[str, Any]) -> Self:
        """Returns the scores of these results, with the other values of `frame_dict`."""
        scores = cls(Store.of(results, data), metric, data["signature"], data["system"])
        interval = data.get("total", {}).get("interval")
        if interval is not None:
            from hubbub.statistics.intervals import Interval

            interval = Interval(**interval)
        inputs = [message_from(note) for note in data.get("notes", ()) if note["kind"] not in DERIVED]
        return scores.replace(normalizer_steps=tuple(data.get("normalizer_steps", ())), ci=interval, inputs=inputs)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        other = f"rename({value!r})" if name == "system" else f"replace({name}=...)"
        raise AttributeError(f"scores are immutable; use {other}, which returns a copy")

    def __delattr__(self, name: str) -> None:
        setattr(self, name, None)

    def replace(self, **fields: Any) -> Self:
        """Returns a copy with these fields changed."""
        unknown = ", ".join(fields.keys() - vars(self).keys())
        if unknown:
            raise TypeError(f"scores have no field {unknown}")
        other = type(self).__new__(type(self))
        vars(other).update((name, value) for name, value in vars(self).items() if not _is_cached(type(self), name))
        vars(other).update(fields)
        vars(other)["inputs"] = tuple(other.inputs)
        return other

    def rename(self, system: str) -> Self:
        """Returns a copy with a different system name."""
        return self.replace(system=system)

    def select(self, names: Collection[str]) -> Self:
        """Returns a copy with these sessions only."""
        return self.replace(store=self.store.select(list(map(str, names))), ci=None)

    def join(self, *others: Sessions[R]) -> Self:
        """Returns the sessions of all of these. Raises InputError unless they were scored with the same options."""
        runs: list[Sessions[R]] = [self, *others]
        seen = set[str]()
        for run in runs:
            if comparable_part(run.signature) != comparable_part(self.signature):
                raise InputError(
                    f"{run.system}: {run.signature} and {self.signature} differ; score with the same options"
                )
            repeated = [name for name in run if name in seen]
            if repeated:
                raise InputError(
                    f"{run.system} has two {self.called} scores of {listed(repeated, 3)};"
                    " drop one, or name the systems when scoring, e.g. -h A=FILE"
                )
            seen.update(run)
        return self.replace(
            store=self.store.join(*(run.store for run in others)),
            recipe=joined_signature(run.signature for run in runs),
            normalizer_steps=_joined_steps([run.normalizer_steps for run in runs]),
            ci=None,
            inputs=list(dict.fromkeys(note for run in runs for note in run.inputs)),
        )

    @property
    def signature(self) -> str:
        """The line that reproduces the numbers, with the limits that ended a search."""
        return limited(self.recipe, self.store.ended)

    @property
    def silent(self) -> Sequence[str]:
        """Sessions missing from the hypothesis, scored as empty."""
        return self.store.in_state("silent")

    @property
    def unscored(self) -> Sequence[str]:
        """Sessions of the hypothesis missing from the reference, not scored."""
        return self.store.in_state("unscored")

    @property
    def uncut(self) -> Sequence[str]:
        """Sessions missing from the UEM, if there is one; scored whole."""
        return self.store.in_state("uncut")

    @property
    def unfinished(self) -> Sequence[str]:
        """Sessions that were not scored before the run was interrupted."""
        return self.store.in_state("unfinished")

    @property
    def refused(self) -> Mapping[str, str]:
        """Sessions that need more memory than allowed and were not scored, with the reasons."""
        return self.store.refused

    @property
    def digests(self) -> Mapping[str, str]:
        """Digests of the input of each session, if the scores are saved to continue from."""
        return self.store.digests

    @property
    def known(self) -> set[str]:
        """The names of all sessions, scored or not."""
        return set(self.store.names)

    def __getitem__(self, session: str | int) -> R:
        """Returns the result of a session, by its name or its index: `scores[0]` is the first."""
        try:
            if isinstance(session, int):
                return self.store[list(self.store)[session]]
            return self.store[session]
        except (KeyError, IndexError):
            raise SessionError(session, list(self.store)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.store)

    def __len__(self) -> int:
        return len(self.store)

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Mapping) and dict(self.items()) == dict(other.items())
        return same or self._is_value(other)

    @property
    def sessions(self) -> dict[str, R]:
        """The results by session."""
        return dict(self.items())

    def items(self) -> ItemsView[str, R]:
        return self.store.items()

    def values(self) -> ValuesView[R]:
        return self.store.values()

    @property
    def title(self) -> str:
        """The metric's name in prose, e.g. cpWER."""
        return title_of(self.metric, self.signature)

    @property
    def called(self) -> str:
        """The metric's name in commands: `cer` if `wer` counted characters."""
        return called(self.metric, self.signature)

    @property
    @abstractmethod
    def total(self) -> Any:
        """The sum of all sessions; its rate is that of the sums, not a mean of rates."""

    @property
    @abstractmethod
    def columns(self) -> Sequence[Column]:
        """The columns of the table after the session's name."""

    @property
    @abstractmethod
    def all_columns(self) -> Sequence[Column]:
        """The columns of the CSV after the session's name."""

    @abstractmethod
    def row(self, part: Any) -> Sequence[Cell]:
        """Returns the cells of a session or of the total for `columns`."""

    @abstractmethod
    def full_row(self, part: Any) -> Sequence[Cell]:
        """Returns the cells of a session or of the total for `all_columns`."""

    @abstractmethod
    def ratio(self, part: R) -> tuple[float, float] | None:
        """Returns the errors and the length of a session; None if the value is not a ratio of sums."""

    def blocks(self) -> Units:
        """Returns the blocks of time of the only session, for its interval."""
        from hubbub.model.score_intervals import Units

        return Units((), (), "block", why="there is one session, and its seconds are not cut into blocks")

    def interval(
        self,
        level: float | str = 0.95,
        group: str | None = None,
        method: str = JACKKNIFE,
        resamples: int = 10_000,
        seed: int = 0,
    ) -> Interval:
        """Returns the confidence interval of the rate over sessions.

        `group` is a pattern: sessions whose names have the same match count as one unit. For a single session the
        interval is over blocks of its time, and says nothing about other sessions.
        """
        # Imported late: most scores are used without intervals.
        from hubbub.model.score_intervals import interval_settings

        return self.interval_for(interval_settings(level, group, ci_method=method, resamples=resamples, seed=seed))

    def interval_for(self, settings: Settings) -> Interval:
        """Returns the interval for checked options."""
        from hubbub.model.score_intervals import Units, interval_of, of_sessions

        ratios = {name: ratio for name, part in self.items() if (ratio := self.ratio(part)) is not None}
        if len(ratios) < len(self):
            return interval_of(Units((), (), why=f"{self.title} is not a ratio of sums over sessions"), settings)
        units = of_sessions(ratios, settings.group)
        return interval_of(self.blocks() if len(self) == 1 and settings.group is None else units, settings)

    def with_interval(
        self,
        level: float | str = 0.95,
        group: str | None = None,
        method: str = JACKKNIFE,
        resamples: int = 10_000,
        seed: int = 0,
    ) -> Self:
        """Returns a copy with the confidence interval of the rate, for tables and files. Arguments as in `interval`."""
        from hubbub.model.score_intervals import interval_settings

        return self.with_interval_for(interval_settings(level, group, ci_method=method, resamples=resamples, seed=seed))

    def with_interval_for(self, settings: Settings) -> Self:
        """Returns a copy with the interval for checked options."""
        return self.replace(ci=self.interval_for(settings))

    @property
    @abstractmethod
    def value(self) -> float | None:
        """The value of the metric over all sessions: an error rate, or a measure of agreement."""

    @property
    def exact(self) -> bool:
        """Whether every session is proven optimal."""
        exact: bool = self.total.exact
        return exact

    def __float__(self) -> float:
        return as_float(self.value)

    @property
    def left_out(self) -> dict[str, float]:
        """Amounts that were not scored, by reason, over all sessions."""
        return added(self.store.known(self.store.left_out).values())

    @property
    def unpaired(self) -> tuple[int, int]:
        """The numbers of speakers without a stream and of streams without a speaker, over all sessions."""
        *_, missed, alarms, _ = self.store.sums
        return missed, alarms

    @property
    def skipped(self) -> bool:
        """Whether words that should have been scored were not, so the rate is not that of the whole input."""
        return not self.left_out.keys().isdisjoint((SKIPPED, OUTSIDE))

    @property
    def uncut_extent(self) -> str:
        """The scored part of a session that is missing from the UEM."""
        return "whole"

    def unpaired_notes(self, costs: bool = False) -> list[Message]:
        """Yields warnings on speakers without a stream and on streams without a speaker, with their names.

        What each costs is known only if words are at hand.
        """
        lines = list[Message]()
        missed, alarms = self.unpaired
        for number, kind, other, place in ((missed, "speaker", "stream", 1), (alarms, "stream", "speaker", 0)):
            if not number:
                continue
            found = list(islice(self._unpaired(place, costs), 3))
            if number == 1 and found:
                name, cost = found[0]
                line = f"{'stream ' * (kind == 'stream')}{name} has no {other}{cost}"
                lines.append(Caution(line, f"unpaired_{kind}"))
                continue
            names = ", ".join(f"{name}{cost}" for name, cost in found)
            more = f" and {number - len(found):,} more" if number > len(found) else ""
            have = "has" if number == 1 else "have"
            line = f"{counted(number, kind)} {have} no {other}{f': {names}{more}' if found else ''}"
            lines.append(Caution(line, f"unpaired_{kind}"))
        return lines

    def _unpaired(self, side: int, costs: bool) -> Iterator[tuple[str, str]]:
        """Returns the speakers without a stream, or the streams without a speaker: with session and cost."""
        column = -2 if side else -1
        rows = (name for name, row in self.store.scored() if self.store.numbers[(row + 1) * NUMBERS + column])
        for name in sorted(rows):  # so that runs in another order give the same
            result: Any = self.store[name]
            for pair in as_text(result.pairing):
                if pair[side] is None:
                    cost = self.unpaired_cost(result, *pair) if costs else ""
                    yield f"{pair[1 - side] or 'no name'}{f' in {name}' if name else ''}", f" ({cost})" if cost else ""

    def unpaired_cost(self, result: R, speaker: str | None, stream: str | None) -> str:  # noqa: ARG002
        """Returns the cost of a speaker without a stream, or of a stream without a speaker; empty if unknown."""
        return ""

    @property
    def uncut_notes(self) -> list[Message]:
        """A warning on the sessions that the UEM does not name, if there are some."""
        if not self.uncut:
            return []
        number = f"{len(self.uncut):,} of {counted(len(self), 'session')}"
        verb = "is" if len(self.uncut) == 1 else "are"
        line = f"{number} {verb} not in the UEM, scored {self.uncut_extent}: {listed(self.uncut)}"
        return [Caution(line, "not_in_uem")]

    @property
    def unfinished_notes(self) -> list[Message]:
        """A warning on the sessions that were not scored before the user ended the run, if there are some."""
        if not self.unfinished:
            return []
        number = f"{len(self.unfinished):,} of {len(self) + len(self.unfinished):,} sessions"
        return [Caution(f"interrupted: {number} not scored: {listed(self.unfinished)}", "unfinished")]

    @property
    def refused_notes(self) -> list[Message]:
        """A warning on each session that needs more memory than allowed."""
        return [Caution(f"not scored: {visible(reason)}", "refused") for reason in self.refused.values()]

    @property
    def left_out_notes(self) -> list[Message]:
        """A sentence on each kind of what was not scored: a warning if it should have been."""
        lines = (
            (reason, f"not scored: {number:,g} {_reason(reason, number)}") for reason, number in self.left_out.items()
        )
        return [(Caution if reason in (SKIPPED, OUTSIDE) else Note)(line, "left_out") for reason, line in lines]

    @property
    def missing_notes(self) -> list[Message]:
        """A warning on sessions that the hypothesis lacks, and a note on those that the reference lacks."""
        lines = list[Message]()
        if self.silent:
            line = f"missing from {self.system}, scored as empty: {listed(self.silent)}"
            lines.append(Caution(line, "missing_session"))
        if self.unscored:
            lines.append(Note(f"not in the reference, not scored: {listed(self.unscored)}", "unknown_session"))
        return lines

    @property
    def remarks(self) -> list[Message]:
        """Notes on the numbers."""
        return []

    @property
    def warnings(self) -> list[Message]:
        """Reasons to doubt the numbers."""
        return []

    @property
    def notes(self) -> list[Message]:
        """All warnings and notes: on the inputs, on what was not scored, and on the numbers."""
        return by_level([*self.inputs, *self.warnings, *notes(self)])

    def __str__(self) -> str:
        return "\n".join([self.table().brief().text(), *lines_of(self.notes), visible(self.signature)])

    @property
    def amount(self) -> str:
        """The parts of the total for the headline: errors and words, or seconds; empty if there is only a value."""
        return ""

    @property
    def headline(self) -> str:
        """The result in a line: the metric and its value, then what they are made of."""
        amount = f"{self.amount}, " if self.amount else ""
        rate = self.row(self.total)[0]
        shown_rate = rate if isinstance(rate, str) else percent(rate)
        return f"{self.title} {shown_rate}  {amount}{counted(len(self), 'session')}"

    def bar(self, part: Any) -> Sequence[float]:
        """Returns the bar of a session or of the total: its value or its parts, as shares of 1."""
        return (part.value,) if isinstance(getattr(part, "value", None), float) else ()

    @property
    def bar_parts(self) -> Sequence[str]:
        """The names of the parts of a bar; empty if there is only the value."""
        return ()

    def table(self, sessions: bool = True) -> Table:
        """Returns a table with a row per session, if `sessions`, and the total."""
        each = [(name, result) for name, result in self.items() if sessions]
        parts = [(name, *self.row(result)) for name, result in each]
        total, columns = ("total", *self.row(self.total)), (Column(self.title, left=True), *self.columns)
        bars = [self.bar(part) for part in (*(result for _, result in each), self.total)]
        if self.ci is None:
            return Table(columns, [*parts, total], 1, self.headline, bars, self.bar_parts)
        rows: list[Sequence[Cell]] = [(*row[:2], None, *row[2:]) for row in parts]
        rows.append((*total[:2], str(self.ci), *total[2:]))
        columns = (*columns[:2], Column(self.ci.title), *columns[2:])
        return Table(columns, rows, 1, self.headline, bars, self.bar_parts)

    def to_dict(self, alignment: bool = False) -> dict[str, Any]:
        """Returns plain data, as in the JSON."""
        return self.frame_dict() | {"sessions": dict(self.store.dicts(alignment))}

    def frame_dict(self) -> dict[str, Any]:
        """Returns plain data with an empty dict in place of the sessions, which may be many."""
        data: dict[str, Any] = {
            "metric": self.metric,
            "system": self.system,
            "signature": self.signature,
            "total": self.total.to_dict() | ({} if self.ci is None else {"interval": self.ci.to_dict()}),
            "sessions": {},
        }
        for field in ("silent", "unscored", "uncut", "unfinished", "normalizer_steps", "refused", "digests"):
            value = getattr(self, field)
            if value:
                data[field] = dict(value) if isinstance(value, Mapping) else list(value)
        if found := self.notes:
            data["notes"] = [note.to_dict() for note in found]
        return data

    def to_json(self, alignment: bool = True) -> str:
        """Returns JSON that `from_json` reads."""
        return dump_scores([self], alignment)

    def records(self) -> list[dict[str, Any]]:
        """Returns a flat row per session, for data frames."""
        first = {"system": self.system, "metric": self.called}
        return [
            {**first, "session": name}
            | {key: value for key, value in data.items() if not isinstance(value, (list, dict))}
            for name, data in self.store.dicts()
        ]


def _is_cached(kind: type, name: str) -> bool:
    """Returns whether this is the value of a cached property, not a field."""
    return isinstance(getattr(kind, name, None), cached_property)


def named_system(name: Any, run: Sessions[Any]) -> Sessions[Any]:
    """Returns scores with this name of the system; unchanged if it is the name of their metric."""
    if name in (run.called, run.metric):
        return run
    return run.rename(str(name))


def runs_of(scores: Any) -> list[Sessions[Any]] | None:
    """Returns the scores of a caller, a list or a dict by system, as a list; None if they are not scores.

    The result of a single session counts as scores.
    """
    if isinstance(scores, (Sessions, Alone)) or not is_iterable(scores):
        scores = [scores]
    named = scores.items() if isinstance(scores, Mapping) else ((None, entry) for entry in scores)
    runs = []
    for name, entry in named:
        run = entry.alone() if isinstance(entry, Alone) else entry if isinstance(entry, Sessions) else None
        if run is None:
            return None
        runs.append(run if name is None else named_system(name, run))
    return runs


def merged(scores: Iterable[Sessions[Any]], system: str | None = None) -> list[Sessions[Any]]:
    """Joins the sessions of each system under each metric. With `system`, all runs count as that system."""
    groups: dict[tuple[str, str], list[Sessions[Any]]] = {}
    for run in scores:
        groups.setdefault((run.called, system or run.system), []).append(run)
    named = ([run.rename(name) for run in runs] for (_, name), runs in groups.items())
    return [first.join(*others) if others else first for first, *others in named]


def _joined_steps(runs: Sequence[Sequence[dict[str, Any]]]) -> tuple[dict[str, Any], ...]:
    """Returns the changes by each step in all runs; empty unless all have the same steps."""
    names = [[step["step"] for step in steps] for steps in runs]
    if any(steps != names[0] for steps in names):
        return ()
    joined = []
    for steps in zip(*runs, strict=True):
        numbers = {key: sum(step[key] for step in steps) for key, value in steps[0].items() if isinstance(value, int)}
        examples = [pair for step in steps for pair in step["examples"]]
        most = max(len(step["examples"]) for step in steps)
        joined.append({**steps[0], **numbers, "examples": list(map(list, dict.fromkeys(map(tuple, examples))))[:most]})
    return tuple(joined)


def dump_scores(scores: Iterable[Sessions[Any]], alignment: bool = False) -> str:
    """Returns the JSON of several metrics or systems."""
    return "".join(json_of(scores, alignment))


def json_text(data: object) -> str:
    """Returns plain data as the JSON that commands write."""
    from msgspec import json  # only where JSON is written

    return json.format(json.encode(data), indent=1).decode() + "\n"


def json_of(
    scores: Iterable[Sessions[Any]], alignment: bool = False, skipped: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Yields the JSON of several metrics or systems in parts, since all sessions may not fit into memory.

    `skipped` has the error of each system that could not be scored.
    """
    from msgspec import json  # only where JSON is written

    runs: list[Any] = list(scores) if is_iterable(scores) else [scores]
    if not all(isinstance(run, Sessions) for run in runs):
        raise InputError(f"{shown(scores)} is not a list of Scores; pass the scores of files or of lists of sentences")
    sessions = '\n   "sessions": {'  # cannot occur in a text, which has no line ends in JSON
    more = {"skipped": dict(skipped)} if skipped else {}
    data = json_bytes({"hubbub": __version__, **more, "scores": [run.frame_dict() for run in runs]})
    frame, *frames = json.format(data, indent=1).decode().split(sessions)
    yield frame
    for run, rest in zip(runs, frames, strict=True):
        yield sessions
        between = "\n    "
        for name, text in run.store.texts(alignment):
            indented = json.format(text, indent=1).decode().replace("\n", "\n    ")
            yield f"{between}{json_bytes(name).decode()}: {indented}"
            between = ",\n    "
        yield ("\n   " if len(run) else "") + rest
    yield "\n"


def _reason(reason: str, number: float) -> str:
    """Returns a reason in words, in the singular for 1.

    >>> _reason("reference_words_outside_uem", 1), _reason("reference_words_in_skipped_groups", 1)
    ('reference word outside the UEM', 'reference word in skipped groups')
    """
    words = reason.replace("_", " ").replace(" uem", " the UEM")
    first = next((word for word in words.split() if word in ("segments", "words", "seconds", "groups")), "")
    return words.replace(first, first[:-1], 1) if number == 1 else words
