"""All sessions of one system under one metric: what became of each, its numbers as columns, and details on request."""

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
"""How many numbers there are of each session: insertions, deletions, substitutions, correct words, cost, bound, whether
it is unproven, speakers without a stream and streams without a speaker. And the place of one of them."""

SCORED, SILENT, UNCUT, UNSCORED, UNFINISHED, REFUSED = 1, 2, 4, 8, 16, 32
"""What became of a session: it was scored, and may be missing in the hypothesis or in the UEM; or it was not scored,
since the reference lacks it, the run was ended before, or it needs more memory than allowed."""
NOTED = {
    "silent": SCORED | SILENT,
    "unscored": UNSCORED,
    "uncut": SCORED | UNCUT,
    "unfinished": UNFINISHED,
    "refused": REFUSED,
}
"""The states by what they are called in files."""


R = TypeVar("R", bound=Any)
"""The result of a session. It has at least `numbers`, `limits`, `left_out`, `value`, `pairing` and `to_dict`."""
S = TypeVar("S", bound=Any)
T = TypeVar("T")
NOTHING: Mapping[str, Any] = MappingProxyType({})
COLUMNS = ("limits", "references", "left_out", "doubts")
"""What a store asks its source for besides NUMBERS, if it is not known already."""


class Rows(NamedTuple):
    """The results of some sessions, as they travel from another process and go into a journal."""

    names: list[str]
    numbers: Sequence[int]
    limits: dict[str, tuple[str, ...]]
    """The limits that ended a search, as in its signature, where one did."""
    references: dict[str, str | None]
    """Digests of the references."""
    left_out: dict[str, Mapping[str, float]]
    """What was not scored of a session, by reason, where anything was left out."""
    doubts: dict[str, Doubts]
    """Doubts about the word times of a session, where there are some."""
    refused: dict[str, str]
    """Sessions that were not scored, with the reasons."""
    texts: dict[str, bytes]
    """Each result as JSON."""


class Source(Generic[R]):
    """Where the columns and the results of a store come from: here, results that are there."""

    kept = True
    """Are results that were made kept, as there is room for them?"""
    bare = False
    """Is there no more to be told of most sessions than their numbers and their digest?"""
    metric = signature = ""

    def __init__(self, results: Mapping[str, Any]) -> None:
        self._results = results

    def numbers(self, store: "Store[R]") -> "array[int]":
        """NUMBERS of each row."""
        numbers = array("q", bytes(8 * NUMBERS * len(store.states)))
        for name, row in store.scored():
            numbers[row * NUMBERS : (row + 1) * NUMBERS] = array("q", self._results[name].numbers)
        return numbers

    def limits(self, store: "Store[R]", name: str, row: int) -> tuple[str, ...]:  # noqa: ARG002
        """The limits that ended the search of a session which is not proven."""
        limits: tuple[str, ...] = self._results[name].limits
        return limits

    def references(self, store: "Store[R]") -> dict[str, str | None]:
        return {name: self._results[name].reference_digest for name in store}

    def left_out(self, store: "Store[R]") -> dict[str, Mapping[str, float]]:
        return {name: left_out for name in store if (left_out := self._results[name].left_out)}

    def doubts(self, store: "Store[R]") -> dict[str, Doubts]:
        return {name: doubts for name in store if any(doubts := self._results[name].doubts)}

    def result(self, store: "Store[R]", name: str, row: int) -> R:  # noqa: ARG002
        """The result of a session; the store has its numbers."""
        result: R = self._results[name]
        return result

    def text(self, store: "Store[R]", name: str, alignment: bool) -> bytes | None:  # noqa: ARG002
        """The JSON of a result, where it is kept as such."""
        return None


class Joined(Source[R]):
    """Stores one behind the other: each has the rows of its own."""

    def __init__(self, stores: "Sequence[Store[R]]") -> None:
        super().__init__({})
        self._stores = stores
        self._ends = list(accumulate(len(store.states) for store in stores))
        self.kept, self.bare = (all(getattr(store._source, field) for store in stores) for field in ("kept", "bare"))

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
        return {name: some[name] for name, row in store.scored() if name in (some := self._at(row).left_out)}

    def doubts(self, store: "Store[R]") -> dict[str, Doubts]:
        return {name: some[name] for name, row in store.scored() if name in (some := self._at(row).doubts)}

    def result(self, store: "Store[R]", name: str, row: int) -> R:  # noqa: ARG002
        return self._at(row)[name]

    def text(self, store: "Store[R]", name: str, alignment: bool) -> bytes | None:
        part = self._at(store.rows[name])
        return part._source.text(part, name, alignment)


class Draft:
    """A store in the making: it takes up sessions, and what became of them."""

    def __init__(self, names: Collection[str] = ()) -> None:
        """Sessions that are scored, in the order of the rows of the source."""
        self._names = names
        self._states = bytearray((SCORED,)) * len(names)
        self._reasons: dict[str, str] = {}
        self._numbers = array("q")
        self._columns: dict[str, dict[str, Any]] = {}

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {name: row for row, name in enumerate(self._names)}

    def mark(self, field: str, names: Iterable[str]) -> None:
        """Note what became of sessions. Of those that are not scored, nothing else is known."""
        state = NOTED[field]
        for name in names:
            row = self._rows.get(name)
            if row is None:
                self._rows[name] = len(self._states)
                self._states.append(state & ~SCORED)
            else:
                self._states[row] = self._states[row] | (state & ~SCORED) if state & SCORED else state

    def extend(self, rows: Rows) -> None:
        """Take up further sessions, which the source knows."""
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
        """Note sessions that cannot be scored, each with the reason."""
        self._reasons |= reasons
        self.mark("refused", reasons)

    def order(self, names: Iterable[str]) -> None:
        """Put these sessions, which were the last that were added, in this order."""
        for name in names:
            if name in self._rows:
                self._rows[name] = self._rows.pop(name)

    @property
    def scored(self) -> list[str]:
        """The sessions that are scored by now, in their order."""
        return [name for name, row in self._rows.items() if self._states[row] & SCORED]

    @property
    def words(self) -> int:
        """How many words of the reference the sessions have that were taken up."""
        _, deletions, substitutions, correct, *_ = _core.sums(self._numbers, self._states)
        return deletions + substitutions + correct

    def store(self, source: Source[R], digests: Mapping[str, str] = NOTHING) -> "Store[R]":
        """The store of what was taken up by now."""
        names = dict(self._rows) if "_rows" in vars(self) else self._names
        found: dict[str, Any] = {field: MappingProxyType(dict(column)) for field, column in self._columns.items()}
        if found:
            found["numbers"] = memoryview(self._numbers[:]).toreadonly()
        return Store(names, source, bytes(self._states), dict(self._reasons), digests, **found)


class Store(Mapping[str, R]):
    """A mapping of session to result. Whatever is told of all sessions together is found here, over the same rows.

    It never changes; a Draft is where it is made.
    """

    states: bytes
    """What became of each row; nothing where another row, or none, is that of the session."""
    _source: Source[R]
    _names: Collection[str]
    _reasons: Mapping[str, str]
    _digests: Mapping[str, str]
    _made: dict[str, R]
    _whole: bool
    """Are all of them made, in their order and not in that of who asked for them?"""

    def __init__(
        self,
        names: Collection[str],
        source: Source[R],
        states: bytes,
        reasons: Mapping[str, str] = NOTHING,
        digests: Mapping[str, str] = NOTHING,
        **columns: Any,
    ) -> None:
        """Sessions in the order of the rows, or with their rows; why some were refused; and columns that are known."""
        vars(self).update(states=states, _source=source, _names=names, _reasons=reasons, _digests=digests, **columns)
        vars(self).update(_made={}, _whole=False)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a store does not change; {name} stays as it is")

    def __delattr__(self, name: str) -> None:
        setattr(self, name, None)

    @classmethod
    def of(cls, results: Mapping[str, R], noted: Mapping[str, Any]) -> "Store[R]":
        """Results that are there, with the names of further sessions, and of some of these, by what became of them."""
        draft = Draft(list(results))
        for field in ("silent", "unscored", "uncut", "unfinished"):
            names = noted.get(field, ())
            draft.mark(field, names if NOTED[field] & SCORED else [name for name in names if name not in results])
        draft.refuse({name: why for name, why in dict(noted.get("refused", ())).items() if name not in results})
        return draft.store(Source(results), dict(noted.get("digests", ())))

    @property
    def noted(self) -> dict[str, Any]:
        """What `of` takes besides the results."""
        found: dict[str, Any] = {field: self.listed(field) for field in NOTED}
        return {**found, "refused": self.refused, "digests": dict(self.digests)}

    @cached_property
    def rows(self) -> Mapping[str, int]:
        """The row of each session, in the order of the sessions."""
        names = self._names
        return MappingProxyType(names if isinstance(names, Mapping) else {name: row for row, name in enumerate(names)})

    @property
    def names(self) -> Collection[str]:
        """All sessions, whether they were scored or not."""
        return self.rows.keys()

    @property
    def digests(self) -> Mapping[str, str]:
        """A digest of the input of each session, where the scores are kept to go on with."""
        return MappingProxyType(self._digests)

    @cached_property
    def plain(self) -> bool:
        """Was every session scored, with nothing to be told of it?"""
        return self.states.count(SCORED) == len(self.states)

    def listed(self, field: str) -> tuple[str, ...]:
        """The sessions of which this became, in their order."""
        return () if self.plain else tuple(self._in(NOTED[field]))

    def _in(self, state: int) -> Iterator[str]:
        return (name for name, row in self.rows.items() if self.states[row] & state == state)

    @property
    def refused(self) -> dict[str, str]:
        """Sessions that were refused, each with the reason."""
        return {name: self._reasons[name] for name in self.listed("refused")}

    def scored(self) -> Iterable[tuple[str, int]]:
        """The sessions that were scored, with their rows."""
        rows = self.rows
        return rows.items() if self.plain else ((name, rows[name]) for name in self._in(SCORED))

    @cached_property
    def numbers(self) -> memoryview:
        """NUMBERS of each row; of rows at the end that are not scored, there may be none."""
        return memoryview(self._source.numbers(self)).toreadonly()

    @cached_property
    def sums(self) -> Sequence[int]:
        """Each of NUMBERS over the sessions that were scored, and how many of these hold an error."""
        return tuple(_core.sums(self.numbers, self.states))

    @property
    def total(self) -> Summary:
        """The sum of all sessions."""
        *counts, cost, bound, unproven, _, _, _ = self.sums
        return Summary(counts=WordErrors(*counts), cost=cost, lower_bound=bound, exact=not unproven)

    def unproven(self) -> Iterable[tuple[str, int]]:
        """The sessions that are not proven, with their rows."""
        if not self.sums[UNPROVEN]:
            return ()
        return ((name, row) for name, row in self.scored() if self.numbers[row * NUMBERS + UNPROVEN])

    @cached_property
    def limits(self) -> Mapping[str, tuple[str, ...]]:
        """The limits that ended a search, of sessions that are not proven."""
        return MappingProxyType({name: self._source.limits(self, name, row) for name, row in self.unproven()})

    @cached_property
    def ended(self) -> Collection[str]:
        """All limits that ended a search: they are needed to reproduce the numbers."""
        return frozenset(limit for name, _ in self.unproven() for limit in self.limits.get(name, ()))

    @cached_property
    def references(self) -> Mapping[str, str | None]:
        """A digest of the reference of each session."""
        return MappingProxyType(self._source.references(self))

    @cached_property
    def left_out(self) -> Mapping[str, Mapping[str, float]]:
        """What was not scored of a session, by reason, where anything was left out."""
        return MappingProxyType(self._source.left_out(self))

    @cached_property
    def doubts(self) -> Mapping[str, Doubts]:
        """Doubts about the word times of a session, where there are some."""
        return MappingProxyType(self._source.doubts(self))

    def known(self, column: Mapping[str, T]) -> dict[str, T]:
        """What a column holds of sessions that were scored, in their order."""
        return {name: column[name] for name in self if name in column} if column else {}

    def fields(self, name: str, row: int) -> dict[str, Any]:
        """What the columns tell of a session, as a Result has it."""
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
        """Every session as `to_dict` of its result gives it. Where that is no more than numbers, no result is made."""
        if alignment or not self._source.bare:
            yield from ((name, one.to_dict(alignment)) for name, one in self.items())
            return
        for name, row in self.scored():
            *counts, cost, bound, unproven, _, _ = self.numbers[row * NUMBERS : (row + 1) * NUMBERS]
            if unproven or name in self.left_out:
                yield name, self[name].to_dict()
            else:
                yield name, plain_summary(counts, cost, bound, True) | {"reference": self.references[name]}

    def texts(self, alignment: bool) -> Iterator[tuple[str, bytes]]:
        """The JSON of every session, as it is kept where it is."""
        if self._source.kept:
            yield from ((name, json_bytes(data)) for name, data in self.dicts(alignment))
            return
        for name in self:
            text = self._source.text(self, name, alignment)
            yield name, json_bytes(self[name].to_dict(alignment)) if text is None else text

    def packed(self, texts: dict[str, bytes]) -> Rows:
        """The columns, with these texts of the results."""
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
        """These sessions alone, with what became of them. The rows stay where they are."""
        rows = {name: row for name, row in self.rows.items() if name in names}
        states = bytearray(len(self.states))
        for row in rows.values():
            states[row] = self.states[row]
        digests = {name: digest for name, digest in self.digests.items() if name in rows}
        found = {field: vars(self)[field] for field in ("numbers", *COLUMNS) if field in vars(self)}
        return Store(rows, self._source, bytes(states), self._reasons, digests, **found)

    def join(self, *others: "Store[R]") -> "Store[R]":
        """These sessions and those of others. What was not scored in one may be in another."""
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
                    del rows[name]  # it takes its place behind the others
                    rows[name] = now
            reasons |= store.refused
            digests |= store.digests
        return Store(rows, Joined(stores), bytes(states), reasons, digests)

    def holding(self, results: Mapping[str, S]) -> "Store[S]":
        """The same sessions with other results."""
        return Store(self.rows, Source(results), self.states, self._reasons, self.digests)

    def digested(self, digests: Mapping[str, str]) -> "Store[R]":
        """The same with the digests of the inputs, by which a later run knows them."""
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
            if self._source.kept:
                self._made[name] = result
        return result

    def items(self) -> ItemsView[str, R]:
        return self._all().items() if self._source.kept else super().items()

    def values(self) -> ValuesView[R]:
        return self._all().values() if self._source.kept else super().values()

    def _all(self) -> dict[str, R]:
        if not self._whole:
            made, result = self._made, self._source.result
            found = {name: made.get(name) or result(self, name, row) for name, row in self.scored()}
            vars(self).update(_made=found, _whole=True)
        return self._made

    def __iter__(self) -> Iterator[str]:
        return iter(self._names) if self.plain else self._in(SCORED)

    def __len__(self) -> int:
        return len(self.states) if self.plain else sum(state & SCORED for state in self.states)

    def __reduce__(self) -> tuple[Any, ...]:
        return Store.of, (dict(self.items()), self.noted)  # a copy, here or in another process, does without the source


def json_bytes(data: Any) -> bytes:
    """JSON without line ends. What it does not know, in further keys of a user's own segments, is written as text."""
    import msgspec

    try:
        return msgspec.json.encode(data, enc_hook=str)
    except RecursionError:
        raise InputError("the scores hold a key that holds itself; remove it from the segments") from None
    except UnicodeEncodeError as error:
        raise InputError(f"the scores hold characters that are not text ({error.reason}); remove them") from None
