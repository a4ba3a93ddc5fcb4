"""All sessions of one system under one metric: what became of each, its numbers as columns, and details on request."""

from array import array
from collections.abc import Collection, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

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


class Scored(Protocol):
    """What the result of a session must provide."""

    @property
    def signature(self) -> str: ...
    @property
    def numbers(self) -> Sequence[int]: ...
    @property
    def limits(self) -> tuple[str, ...]: ...
    @property
    def value(self) -> float | None: ...
    @property
    def left_out(self) -> Mapping[str, float]: ...
    @property
    def pairing(self) -> Sequence[tuple[str | None, str | None]] | None: ...
    def to_dict(self, alignment: bool = False) -> dict[str, Any]: ...


R = TypeVar("R", bound=Scored)
S = TypeVar("S", bound=Scored)
T = TypeVar("T")


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
        self.results = results

    def numbers(self) -> "array[int]":
        numbers = array("q")
        for one in self.results.values():
            numbers.extend(one.numbers)
        return numbers

    def limits(self, name: str, row: int) -> tuple[str, ...]:  # noqa: ARG002
        """The limits that ended the search of a session which is not proven."""
        limits: tuple[str, ...] = self.results[name].limits
        return limits

    def references(self, rows: Iterable[tuple[str, int]]) -> dict[str, str | None]:
        return {name: self.results[name].reference_digest for name, _ in rows}

    def left_out(self) -> dict[str, Mapping[str, float]]:
        return {name: one.left_out for name, one in self.results.items() if one.left_out}

    def doubts(self) -> dict[str, Doubts]:
        return {name: doubts for name, one in self.results.items() if any(doubts := one.doubts)}

    def result(self, store: "Store[R]", name: str, row: int) -> R:  # noqa: ARG002
        """The result of a session; the store has its numbers."""
        result: R = self.results[name]
        return result

    def text(self, store: "Store[R]", name: str, alignment: bool) -> bytes | None:  # noqa: ARG002
        """The JSON of a result, where it is kept as such."""
        return None


class Store(Mapping[str, R]):
    """A mapping of session to result. Whatever is told of all sessions together is found here, over the same rows."""

    def __init__(self, names: Collection[str], source: Source[R]) -> None:
        """Sessions that are scored, in the order of the rows of the source."""
        self.source = source
        self.states = bytearray((SCORED,)) * len(names)
        self.reasons: dict[str, str] = {}
        """Why sessions were refused."""
        self.digests: Mapping[str, str] = {}
        """A digest of the input of each session, where the scores are kept to go on with."""
        self._names = names
        self._rows: dict[str, int] | None = None
        self._made: dict[str, R] = {}
        self._whole = False
        """Are all of them made, in their order and not in that of who asked for them?"""

    @classmethod
    def of(cls, results: Mapping[str, R], noted: Mapping[str, Any]) -> "Store[R]":
        """Results that are there, with the names of further sessions, and of some of these, by what became of them."""
        store: Store[R] = cls(list(results), Source(results))
        for field in NOTED:
            names = noted.get(field, ())
            store.mark(field, names if NOTED[field] & SCORED else [name for name in names if name not in results])
        store.reasons = dict(noted.get("refused", ()))
        store.digests = dict(noted.get("digests", ()))
        return store

    @property
    def noted(self) -> dict[str, Any]:
        """What `of` takes besides the results."""
        found: dict[str, Any] = {field: self.listed(field) for field in NOTED}
        return {**found, "refused": self.refused, "digests": dict(self.digests)}

    def mark(self, field: str, names: Iterable[str]) -> None:
        """Note what became of sessions. Of those that are not scored, nothing else is known."""
        state = NOTED[field]
        for name in names:
            row = self.rows.get(name)
            if row is None:
                self.rows[name] = len(self.states)
                self.states.append(state & ~SCORED)
            else:
                self.states[row] = self.states[row] | (state & ~SCORED) if state & SCORED else state
        self._forget()

    def extend(self, rows: Rows) -> None:
        """Take up further sessions, which the source knows."""
        start = len(self.states)
        for name in rows.names:
            if name in self.rows:
                self.states[self.rows[name]] = 0  # it counts once
        self.numbers.frombytes(bytes(self.numbers.itemsize * (start * NUMBERS - len(self.numbers))))
        self.numbers.extend(rows.numbers)
        self.limits.update(rows.limits)
        self.references.update(rows.references)
        self.left_out.update(rows.left_out)
        self.doubts.update(rows.doubts)
        self.rows.update(zip(rows.names, range(start, start + len(rows.names)), strict=True))
        self.states.extend((SCORED,) * len(rows.names))
        self.refuse(rows.refused)

    def refuse(self, reasons: Mapping[str, str]) -> None:
        """Note sessions that cannot be scored, each with the reason."""
        self.reasons |= reasons
        self.mark("refused", reasons)

    def order(self, names: Iterable[str]) -> None:
        """Put these sessions, which were the last that were added, in this order."""
        for name in names:
            if name in self.rows:
                self.rows[name] = self.rows.pop(name)
        self._forget()

    def _forget(self) -> None:
        """What was found of all sessions together does not hold any more."""
        vars(self).pop("sums", None)
        vars(self).pop("ended", None)
        self._made, self._whole = {}, False

    @property
    def rows(self) -> dict[str, int]:
        """The row of each session, in the order of the sessions."""
        if self._rows is None:
            self._names = self._rows = {name: row for row, name in enumerate(self._names)}
        return self._rows

    @property
    def names(self) -> Collection[str]:
        """All sessions, whether they were scored or not."""
        return self._names

    @property
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
        return {name: self.reasons[name] for name in self.listed("refused")}

    def scored(self) -> Iterable[tuple[str, int]]:
        """The sessions that were scored, with their rows."""
        rows = self.rows
        return rows.items() if self.plain else ((name, rows[name]) for name in self._in(SCORED))

    @cached_property
    def numbers(self) -> "array[int]":
        """NUMBERS of each row; of rows at the end that are not scored, there may be none."""
        return self.source.numbers()

    @cached_property
    def sums(self) -> list[int]:
        """Each of NUMBERS over the sessions that were scored, and how many of these hold an error."""
        return _core.sums(self.numbers, self.states)

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
    def limits(self) -> dict[str, tuple[str, ...]]:
        """The limits that ended a search, of sessions that are not proven."""
        return {name: self.source.limits(name, row) for name, row in self.unproven()}

    @cached_property
    def ended(self) -> set[str]:
        """All limits that ended a search: they are needed to reproduce the numbers."""
        return {limit for name, _ in self.unproven() for limit in self.limits.get(name, ())}

    @cached_property
    def references(self) -> dict[str, str | None]:
        """A digest of the reference of each session."""
        return self.source.references(self.scored())

    @cached_property
    def left_out(self) -> dict[str, Mapping[str, float]]:
        """What was not scored of a session, by reason, where anything was left out."""
        return self.source.left_out()

    @cached_property
    def doubts(self) -> dict[str, Doubts]:
        """Doubts about the word times of a session, where there are some."""
        return self.source.doubts()

    def known(self, column: Mapping[str, T]) -> dict[str, T]:
        """What a column holds of sessions that were scored, in their order."""
        return {name: column[name] for name in self if name in column} if column else {}

    def fields(self, name: str, row: int) -> dict[str, Any]:
        """What the columns tell of a session, as a Result has it."""
        at = row * NUMBERS
        insertions, deletions, substitutions, correct, *others = self.numbers[at : at + NUMBERS]
        cost, bound, unproven, missed, alarms = others
        signature, left_out = self.source.signature, self.left_out.get(name)
        return {
            "metric": self.source.metric,
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
        if alignment or not self.source.bare:
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
        if self.source.kept:
            yield from ((name, json_bytes(data)) for name, data in self.dicts(alignment))
            return
        for name in self:
            text = self.source.text(self, name, alignment)
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
        """These sessions alone, with what became of them."""
        noted: dict[str, Any] = {}
        for field, told in self.noted.items():
            some = [name for name in told if name in names]
            noted[field] = {name: told[name] for name in some} if isinstance(told, dict) else some
        return Store.of({name: self[name] for name in self if name in names}, noted)

    def join(self, *others: "Store[R]") -> "Store[R]":
        """These sessions and those of others. What was not scored in one may be in another."""
        results: dict[str, R] = {}
        noted: dict[str, Any] = {field: {} for field in self.noted}
        for store in (self, *others):
            results |= store.items()
            for field, told in store.noted.items():
                noted[field] |= told if isinstance(told, dict) else dict.fromkeys(told)
        return Store.of(results, noted)

    def holding(self, results: Mapping[str, S]) -> "Store[S]":
        """The same sessions with other results."""
        return Store.of(results, self.noted)

    def digested(self, digests: Mapping[str, str]) -> "Store[R]":
        """The same with the digests of the inputs, by which a later run knows them."""
        other = Store.__new__(Store)
        vars(other).update(vars(self), digests={name: digests[name] for name in self})
        return other

    def __getitem__(self, name: str) -> R:
        result = self._made.get(name)
        if result is None:
            row = self.rows[name]
            if not self.states[row] & SCORED:
                raise KeyError(name)
            result = self.source.result(self, name, row)
            if self.source.kept:
                self._made[name] = result
        return result

    def items(self) -> ItemsView[str, R]:
        return self._all().items() if self.source.kept else super().items()

    def values(self) -> ValuesView[R]:
        return self._all().values() if self.source.kept else super().values()

    def _all(self) -> dict[str, R]:
        if not self._whole:
            made, result = self._made, self.source.result
            self._made = {name: made.get(name) or result(self, name, row) for name, row in self.scored()}
            self._whole = True
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
