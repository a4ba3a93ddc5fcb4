"""All sessions of one system under one metric: their states, their numbers as columns, and results on demand."""

from array import array
from bisect import bisect_right
from collections.abc import Collection, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from hubbub import _core
from hubbub.errors import InputError
from hubbub.model.result_details import Doubts
from hubbub.model.signatures import limited
from hubbub.model.word_errors import Summary, WordErrors, plain_summary

NUMBERS, UNPROVEN = 9, 6
"""The number of values per session (insertions, deletions, substitutions, correct words, cost, lower bound, whether it
is unproven, speakers without a stream, streams without a speaker), and the index of one of them."""

SCORED, SILENT, UNCUT, UNSCORED, UNFINISHED, REFUSED = 1, 2, 4, 8, 16, 32
"""Bits of a session's state: scored, maybe missing from the hypothesis or the UEM; or not scored, because it is missing
from the reference, the run was interrupted, or it needs more memory than allowed."""
STATES = {
    "silent": SCORED | SILENT,
    "unscored": UNSCORED,
    "uncut": SCORED | UNCUT,
    "unfinished": UNFINISHED,
    "refused": REFUSED,
}
"""States by their names in files."""


R = TypeVar("R", bound=Any)
"""The result of a session. It has at least `numbers`, `limits`, `left_out`, `value`, `pairing` and `to_dict`."""
S = TypeVar("S", bound=Any)
T = TypeVar("T")
NOTHING: Mapping[str, Any] = MappingProxyType({})
COLUMNS = ("limits", "references", "left_out", "doubts")
"""Columns that a store reads from its source, besides NUMBERS, unless it has them."""


class Rows(NamedTuple):
    """The results of some sessions, for another process and for a journal."""

    names: list[str]
    numbers: Sequence[int]
    limits: dict[str, tuple[str, ...]]
    """The limits that ended a search, as in its signature, by session."""
    references: dict[str, str | None]
    """Digests of the references."""
    left_out: dict[str, Mapping[str, float]]
    """Amounts that were not scored, by reason, of sessions that have some."""
    doubts: dict[str, Doubts]
    """Doubts about word times, of sessions that have some."""
    refused: dict[str, str]
    """Sessions that were not scored, with the reasons."""
    texts: dict[str, bytes]
    """Each result as JSON."""


class Source(Generic[R]):
    """Provides the columns and the results of a store; this one has all results in memory."""

    is_cached = True
    """Whether the store may keep results in memory."""
    is_bare = False
    """Whether most sessions have nothing but their numbers and their digest."""
    metric = signature = ""

    def __init__(self, results: Mapping[str, Any]) -> None:
        self._results = results

    def numbers(self, store: "Store[R]") -> "array[int]":
        """Returns NUMBERS of each row."""
        numbers = array("q", bytes(8 * NUMBERS * len(store.states)))
        for name, row in store.scored():
            numbers[row * NUMBERS : (row + 1) * NUMBERS] = array("q", self._results[name].numbers)
        return numbers

    def limits(self, store: "Store[R]", name: str, row: int) -> tuple[str, ...]:  # noqa: ARG002
        """Returns the limits that ended the search of an unproven session."""
        limits: tuple[str, ...] = self._results[name].limits
        return limits

    def references(self, store: "Store[R]") -> dict[str, str | None]:
        return {name: self._results[name].reference_digest for name in store}

    def left_out(self, store: "Store[R]") -> dict[str, Mapping[str, float]]:
        return {name: left_out for name in store if (left_out := self._results[name].left_out)}

    def doubts(self, store: "Store[R]") -> dict[str, Doubts]:
        return {name: doubts for name in store if any(doubts := self._results[name].doubts)}

    def result(self, store: "Store[R]", name: str, row: int) -> R:  # noqa: ARG002
        """Returns the result of a session, whose numbers are in the store."""
        result: R = self._results[name]
        return result

    def text(self, store: "Store[R]", name: str, alignment: bool) -> bytes | None:  # noqa: ARG002
        """Returns the JSON of a result if the source has it; else None."""
        return None


class Joined(Source[R]):
    """Concatenated stores."""

    def __init__(self, stores: "Sequence[Store[R]]") -> None:
        super().__init__({})
        self._stores = stores
        self._ends = list(accumulate(len(store.states) for store in stores))
        self.is_cached = all(store._source.is_cached for store in stores)
        self.is_bare = all(store._source.is_bare for store in stores)

    def _at(self, row: int) -> "Store[R]":
        return self._stores[bisect_right(self._ends, row)]

    def numbers(self, store: "Store[R]") -> "array[int]":  # noqa: ARG002
        numbers = array("q")
        for part, end in zip(self._stores, self._ends, strict=True):
            numbers.frombytes(part.numbers.cast("B"))
            numbers.frombytes(bytes(8 * (end * NUMBERS - len(numbers))))
        return numbers

    def limits(self, store: "Store[R]", name: str, row: int) -> tuple[str, ...]:  # noqa: ARG002
        return self._at(row).limits.get(name, ())

    def references(self, store: "Store[R]") -> dict[str, str | None]:
        return {name: self._at(row).references[name] for name, row in store.scored()}

    def left_out(self, store: "Store[R]") -> dict[str, Mapping[str, float]]:
        return {name: column[name] for name, row in store.scored() if name in (column := self._at(row).left_out)}

    def doubts(self, store: "Store[R]") -> dict[str, Doubts]:
        return {name: column[name] for name, row in store.scored() if name in (column := self._at(row).doubts)}

    def result(self, store: "Store[R]", name: str, row: int) -> R:  # noqa: ARG002
        return self._at(row)[name]

    def text(self, store: "Store[R]", name: str, alignment: bool) -> bytes | None:
        part = self._at(store.rows[name])
        return part._source.text(part, name, alignment)


class Draft:
    """Collects sessions and their states for a store."""

    def __init__(self, names: Collection[str] = ()) -> None:
        """Takes the names of scored sessions, in the order of the rows of the source."""
        self._names = names
        self._states = bytearray((SCORED,)) * len(names)
        self._reasons: dict[str, str] = {}
        self._numbers = array("q")
        self._columns: dict[str, dict[str, Any]] = {}

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {name: row for row, name in enumerate(self._names)}

    def mark(self, field: str, names: Iterable[str]) -> None:
        """Adds a state to sessions. Those that are not scored have nothing else."""
        state = STATES[field]
        for name in names:
            row = self._rows.get(name)
            if row is None:
                self._rows[name] = len(self._states)
                self._states.append(state & ~SCORED)
            else:
                self._states[row] = self._states[row] | (state & ~SCORED) if state & SCORED else state

    def extend(self, rows: Rows) -> None:
        """Adds sessions that the source has."""
        start = len(self._states)
        for name in rows.names:
            if name in self._rows:
                self._states[self._rows[name]] = 0  # it counts once
        self._numbers.frombytes(bytes(8 * (start * NUMBERS - len(self._numbers))))
        self._numbers.extend(rows.numbers)
        for field in COLUMNS:
            self._columns.setdefault(field, {}).update(getattr(rows, field))
        self._rows.update(zip(rows.names, range(start, start + len(rows.names)), strict=True))
        self._states.extend((SCORED,) * len(rows.names))
        self.refuse(rows.refused)

    def refuse(self, reasons: Mapping[str, str]) -> None:
        """Adds sessions that cannot be scored, with the reasons."""
        self._reasons |= reasons
        self.mark("refused", reasons)

    def order(self, names: Iterable[str]) -> None:
        """Puts these sessions, the last ones added, in this order."""
        for name in names:
            if name in self._rows:
                self._rows[name] = self._rows.pop(name)

    @property
    def scored(self) -> list[str]:
        """The sessions that are scored so far, in order."""
        return [name for name, row in self._rows.items() if self._states[row] & SCORED]

    @property
    def words(self) -> int:
        """The number of reference words of the added sessions."""
        _, deletions, substitutions, correct, *_ = _core.sums(self._numbers, self._states)
        return deletions + substitutions + correct

    def store(self, source: Source[R], digests: Mapping[str, str] = NOTHING) -> "Store[R]":
        """Returns the store of the sessions added so far."""
        names = dict(self._rows) if "_rows" in vars(self) else self._names
        columns: dict[str, Any] = {field: MappingProxyType(dict(column)) for field, column in self._columns.items()}
        if columns:
            columns["numbers"] = memoryview(self._numbers[:]).toreadonly()
        return Store(names, source, bytes(self._states), dict(self._reasons), digests, **columns)


class Store(Mapping[str, R]):
    """A mapping of session to result, with columns and sums over all sessions. Immutable; built by a Draft."""

    states: bytes
    """The state of each row; 0 if another row replaced it."""
    _source: Source[R]
    _names: Collection[str]
    _reasons: Mapping[str, str]
    _digests: Mapping[str, str]
    _made: dict[str, R]
    _whole: bool
    """Whether `_made` has all results, in the order of the sessions."""

    def __init__(
        self,
        names: Collection[str],
        source: Source[R],
        states: bytes,
        reasons: Mapping[str, str] = NOTHING,
        digests: Mapping[str, str] = NOTHING,
        **columns: Any,
    ) -> None:
        """Takes names in the order of the rows, or a mapping to rows, and the columns that are already known."""
        vars(self).update(states=states, _source=source, _names=names, _reasons=reasons, _digests=digests, **columns)
        vars(self).update(_made={}, _whole=False)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a store is immutable; {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        setattr(self, name, None)

    @classmethod
    def of(cls, results: Mapping[str, R], states: Mapping[str, Any]) -> "Store[R]":
        """Returns a store of these results, and of further sessions by the names of their states."""
        draft = Draft(list(results))
        for field in ("silent", "unscored", "uncut", "unfinished"):
            names = states.get(field, ())
            draft.mark(field, names if STATES[field] & SCORED else [name for name in names if name not in results])
        refused = dict(states.get("refused", ()))
        draft.refuse({name: reason for name, reason in refused.items() if name not in results})
        return draft.store(Source(results), dict(states.get("digests", ())))

    @property
    def by_state(self) -> dict[str, Any]:
        """The second argument of `of`."""
        names: dict[str, Any] = {field: self.in_state(field) for field in STATES}
        return {**names, "refused": self.refused, "digests": dict(self.digests)}

    @cached_property
    def rows(self) -> Mapping[str, int]:
        """The row of each session, in order."""
        names = self._names
        return MappingProxyType(names if isinstance(names, Mapping) else {name: row for row, name in enumerate(names)})

    @property
    def names(self) -> Collection[str]:
        """All sessions, scored or not."""
        return self.rows.keys()

    @property
    def digests(self) -> Mapping[str, str]:
        """Digests of the input of each session, if the scores are saved to continue from."""
        return MappingProxyType(self._digests)

    @cached_property
    def all_scored(self) -> bool:
        """Whether every session was scored, with no other state."""
        return self.states.count(SCORED) == len(self.states)

    def in_state(self, field: str) -> tuple[str, ...]:
        """Returns the sessions in this state, in order."""
        return () if self.all_scored else tuple(self._in(STATES[field]))

    def _in(self, state: int) -> Iterator[str]:
        return (name for name, row in self.rows.items() if self.states[row] & state == state)

    @property
    def refused(self) -> dict[str, str]:
        """Sessions that need more memory than allowed, with the reasons."""
        return {name: self._reasons[name] for name in self.in_state("refused")}

    def scored(self) -> Iterable[tuple[str, int]]:
        """Returns the sessions that were scored, with their rows."""
        rows = self.rows
        return rows.items() if self.all_scored else ((name, rows[name]) for name in self._in(SCORED))

    @cached_property
    def numbers(self) -> memoryview:
        """NUMBERS of each row; may lack unscored rows at the end."""
        return memoryview(self._source.numbers(self)).toreadonly()

    @cached_property
    def sums(self) -> Sequence[int]:
        """The sum of each of NUMBERS over scored sessions, and the number of sessions with an error."""
        return tuple(_core.sums(self.numbers, self.states))

    @property
    def total(self) -> Summary:
        """The sum of all sessions."""
        *counts, cost, bound, unproven, _, _, _ = self.sums
        return Summary(counts=WordErrors(*counts), cost=cost, lower_bound=bound, exact=not unproven)

    def unproven(self) -> Iterable[tuple[str, int]]:
        """Returns the sessions that are not proven optimal, with their rows."""
        if not self.sums[UNPROVEN]:
            return ()
        return ((name, row) for name, row in self.scored() if self.numbers[row * NUMBERS + UNPROVEN])

    @cached_property
    def limits(self) -> Mapping[str, tuple[str, ...]]:
        """The limits that ended a search, of sessions that are not proven optimal."""
        return MappingProxyType({name: self._source.limits(self, name, row) for name, row in self.unproven()})

    @cached_property
    def ended(self) -> Collection[str]:
        """All limits that ended a search; reproducing the numbers needs them."""
        return frozenset(limit for name, _ in self.unproven() for limit in self.limits.get(name, ()))

    @cached_property
    def references(self) -> Mapping[str, str | None]:
        """Digests of the reference of each session."""
        return MappingProxyType(self._source.references(self))

    @cached_property
    def left_out(self) -> Mapping[str, Mapping[str, float]]:
        """Amounts that were not scored, by reason, of sessions that have some."""
        return MappingProxyType(self._source.left_out(self))

    @cached_property
    def doubts(self) -> Mapping[str, Doubts]:
        """Doubts about word times, of sessions that have some."""
        return MappingProxyType(self._source.doubts(self))

    def known(self, column: Mapping[str, T]) -> dict[str, T]:
        """Returns the values of a column for scored sessions, in order."""
        return {name: column[name] for name in self if name in column} if column else {}

    def fields(self, name: str, row: int) -> dict[str, Any]:
        """Returns the fields of a Result that are in columns."""
        at = row * NUMBERS
        insertions, deletions, substitutions, correct, *others = self.numbers[at : at + NUMBERS]
        cost, bound, unproven, missed, alarms = others
        signature, left_out = self._source.signature, self.left_out.get(name)
        return {
            "metric": self._source.metric,
            "session": name,
            "signature": limited(signature, self.limits.get(name, ())) if unproven else signature,
            "counts": WordErrors(insertions, deletions, substitutions, correct),
            "cost": cost,
            "lower_bound": bound,
            "exact": not unproven,
            "missed_speakers": missed,
            "false_alarm_speakers": alarms,
            "left_out": dict(left_out) if left_out else {},
        }

    def dicts(self, alignment: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yields every session with `to_dict` of its result, without making results that have only numbers."""
        if alignment or not self._source.is_bare:
            yield from ((name, result.to_dict(alignment)) for name, result in self.items())
            return
        for name, row in self.scored():
            *counts, cost, bound, unproven, _, _ = self.numbers[row * NUMBERS : (row + 1) * NUMBERS]
            if unproven or name in self.left_out:
                yield name, self[name].to_dict()
            else:
                yield name, plain_summary(counts, cost, bound, True) | {"reference": self.references[name]}

    def texts(self, alignment: bool) -> Iterator[tuple[str, bytes]]:
        """Yields every session with its JSON, unchanged if the source has it."""
        if self._source.is_cached:
            yield from ((name, json_bytes(data)) for name, data in self.dicts(alignment))
            return
        for name in self:
            text = self._source.text(self, name, alignment)
            yield name, json_bytes(self[name].to_dict(alignment)) if text is None else text

    def packed(self, texts: dict[str, bytes]) -> Rows:
        """Returns the columns, with these texts of the results."""
        numbers = array("q")
        for _, row in self.scored():
            numbers.extend(self.numbers[row * NUMBERS : (row + 1) * NUMBERS])
        return Rows(
            list(self),
            numbers,
            self.known(self.limits),
            self.known(self.references),
            self.known(self.left_out),
            self.known(self.doubts),
            self.refused,
            texts,
        )

    def select(self, names: Collection[str]) -> "Store[R]":
        """Returns these sessions only, with their states. The rows stay the same."""
        rows = {name: row for name, row in self.rows.items() if name in names}
        states = bytearray(len(self.states))
        for row in rows.values():
            states[row] = self.states[row]
        digests = {name: digest for name, digest in self.digests.items() if name in rows}
        columns = {field: vars(self)[field] for field in ("numbers", *COLUMNS) if field in vars(self)}
        return Store(rows, self._source, bytes(states), self._reasons, digests, **columns)

    def join(self, *others: "Store[R]") -> "Store[R]":
        """Returns the sessions of this and other stores. A session not scored in one may be scored in another."""
        rows, states, stores = dict[str, int](), bytearray(), (self, *others)
        reasons, digests = dict[str, str](), dict[str, str]()
        for store in stores:
            start = len(states)
            states += store.states
            for name, row in store.rows.items():
                before, now = rows.get(name), start + row
                if before is None:
                    rows[name] = now
                elif (states[before] & SCORED, states[before]) > (states[now] & SCORED, states[now]):
                    states[now] = 0
                else:
                    states[before] = 0
                    del rows[name]  # it moves to the end
                    rows[name] = now
            reasons |= store.refused
            digests |= store.digests
        return Store(rows, Joined(stores), bytes(states), reasons, digests)

    def with_results(self, results: Mapping[str, S]) -> "Store[S]":
        """Returns a copy with other results of the same sessions."""
        return Store(self.rows, Source(results), self.states, self._reasons, self.digests)

    def with_digests(self, digests: Mapping[str, str]) -> "Store[R]":
        """Returns a copy with digests of the inputs, by which a later run recognizes sessions."""
        other = Store.__new__(Store)
        vars(other).update(vars(self), _digests={name: digests[name] for name in self})
        return other

    def __getitem__(self, name: str) -> R:
        result = self._made.get(name)
        if result is None:
            row = self.rows[name]
            if not self.states[row] & SCORED:
                raise KeyError(name)
            result = self._source.result(self, name, row)
            if self._source.is_cached:
                self._made[name] = result
        return result

    def items(self) -> ItemsView[str, R]:
        return self._all().items() if self._source.is_cached else super().items()

    def values(self) -> ValuesView[R]:
        return self._all().values() if self._source.is_cached else super().values()

    def _all(self) -> dict[str, R]:
        if not self._whole:
            made, result = self._made, self._source.result
            every = {name: made.get(name) or result(self, name, row) for name, row in self.scored()}
            vars(self).update(_made=every, _whole=True)
        return self._made

    def __iter__(self) -> Iterator[str]:
        return iter(self._names) if self.all_scored else self._in(SCORED)

    def __len__(self) -> int:
        return len(self.states) if self.all_scored else sum(state & SCORED for state in self.states)

    def __reduce__(self) -> tuple[Any, ...]:
        return Store.of, (dict(self.items()), self.by_state)  # a copy, also in another process, has no source


def json_bytes(data: Any) -> bytes:
    """Returns JSON without line ends. Unknown types, in extra keys of a user's segments, are written as text."""
    import msgspec

    try:
        return msgspec.json.encode(data, enc_hook=str)
    except RecursionError:
        raise InputError("an extra key of a segment contains itself; remove it") from None
    except UnicodeEncodeError as error:
        raise InputError(f"the scores contain characters that are not text ({error.reason}); remove them") from None
