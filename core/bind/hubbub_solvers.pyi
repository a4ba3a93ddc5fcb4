"""The core's solvers alone, for tests and benchmarks."""

import array
from collections.abc import Sequence

import hubbub._core

class Row:
    """Utterances one after the other, the input of a solver."""

    def __init__(
        self, words: array.array[int], times: array.array[int] | None = None, ends: Sequence[int] = ...
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def words(self) -> bytes:
        """The words' numbers, as the bytes of an array of type i."""

    @property
    def times(self) -> bytes:
        """
        Start and end of every word, alternating, in nanoseconds, as the bytes of an array of type q.
        """

class Stop:
    """
    Stops a running solver when it is set from another thread or by a signal.
    """

    def __init__(self, signals: bool = False) -> None: ...
    def set(self) -> None: ...
    @property
    def stage(self) -> hubbub._core.Stage | None:
        """
        The last stage of the search that it controls, None if none is running.
        """

class Stopped(RuntimeError):
    pass

class TooLarge(MemoryError):
    pass

def distance(reference: array.array[int], hypothesis: array.array[int], costs: hubbub._core.Costs = ...) -> int:
    """The cost of the cheapest alignment."""

def align(reference: Row, hypothesis: Row, costs: hubbub._core.Costs = ...) -> str:
    """
    The steps of the cheapest alignment: C, S, D, I in the order of the words.
    """

class Pairing:
    """A pairing of speakers with streams."""

    @property
    def stream_of(self) -> list[int]: ...
    @property
    def cost(self) -> int: ...

def pair(speakers: Sequence[Row], streams: Sequence[Row], costs: hubbub._core.Costs = ...) -> Pairing:
    """The cheapest one-to-one pairing of speakers with streams."""

class Lattice:
    """A word graph."""

    def __init__(
        self,
        row: Row,
        optional: array.array[int],
        first: array.array[int],
        before: array.array[int],
        last: array.array[int],
    ) -> None: ...
    def __len__(self) -> int: ...

class LatticePath:
    """The cheapest path through several graphs at once."""

    @property
    def cost(self) -> int: ...
    @property
    def kinds(self) -> str: ...
    @property
    def steps(self) -> list[list[int]]: ...

def align_lattices(
    references: Sequence[Lattice],
    hypotheses: Sequence[Lattice],
    costs: hubbub._core.Costs,
    optional_deletion: int,
    optional_insertion: int,
    pairs_first: bool,
    also_same: Sequence[tuple[int, int]],
    bytes: int = 18446744073709551615,
    stop: Stop | None = None,
) -> LatticePath:
    """
    The cheapest path through all graphs: each step takes a word of one, or of one reference and one hypothesis.
    """

class Routing:
    """A routing of utterances to streams, with its lower bound."""

    @property
    def order(self) -> list[int]: ...
    @property
    def stream_of(self) -> list[int]: ...
    @property
    def cost(self) -> int: ...
    @property
    def lower_bound(self) -> int: ...
    @property
    def exact(self) -> bool: ...
    @property
    def stages(self) -> list[hubbub._core.Stage]: ...

def route(
    utterances: Row,
    queue_of: Sequence[int],
    streams: Sequence[Row],
    costs: hubbub._core.Costs = ...,
    bytes: int = 18446744073709551615,
    seconds: float = float("inf"),
    stop: Stop | None = None,
) -> Routing:
    """
    The cheapest routing of utterances to streams, in the order of their queues.
    """

def route_full_table(
    utterances: Row,
    queue_of: Sequence[int],
    streams: Sequence[Row],
    costs: hubbub._core.Costs = ...,
    bytes: int = 18446744073709551615,
) -> Routing:
    """The same by the textbook dynamic program: a check on the router."""
