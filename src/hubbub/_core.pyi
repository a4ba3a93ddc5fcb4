"""The solvers: integers in, integers out."""

import array
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

class Costs:
    """What each step of an alignment costs."""

    def __init__(self, correct: int = 0, substitution: int = 1, insertion: int = 1, deletion: int = 1) -> None: ...

class Pairing:
    """Speakers to streams."""

    @property
    def stream_of(self) -> list[int]: ...
    @property
    def cost(self) -> int: ...

class Stage:
    """What a search had come to after one stage of it."""

    @property
    def name(self) -> str: ...
    @property
    def best(self) -> int: ...
    @property
    def bound(self) -> float: ...
    @property
    def cells(self) -> int: ...
    @property
    def work(self) -> int: ...
    @property
    def seconds(self) -> float: ...

class Stop:
    """Set from another thread, it ends a running solver at once."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...
    @property
    def stage(self) -> Stage | None:
        """
        The last stage of the search that is running under it, None where there is none.
        """

class Routing:
    """Utterances to streams, with the proof."""

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
    def stages(self) -> list[Stage]: ...

class Turns:
    """The turns of one side."""

    def __init__(
        self,
        starts: list[float | None],
        ends: list[float | None],
        speakers: list[str | None],
        points: bool,
        by_name: bool,
    ) -> None:
        """
        Columns of a transcript. Turns without length count if points do; voices are numbered as they come, or by name.
        """

    def __len__(self) -> int: ...
    @property
    def wrong(self) -> int | None:
        """
        The first segment that does not last from a start to an end, if there is one.
        """

    @property
    def names(self) -> list[str]:
        """Of the voices, by number."""

    @property
    def first(self) -> float:
        """The first onset."""

    @property
    def last(self) -> float:
        """The last end."""

    def outside(self, regions: Sequence[tuple[float, float]]) -> int:
        """How many turns that have a length share no time with any region."""

class Stretches:
    """Who speaks when: stretches of time in which nothing begins or ends."""

    def __init__(
        self,
        regions: Sequence[tuple[float, float]],
        ignored: Sequence[tuple[float, float]],
        reference: Turns,
        hypothesis: Turns,
        width: float,
        skip_overlap: bool,
    ) -> None: ...
    def shared(self, scored: bool) -> tuple[list[int], list[int], list[list[int]]]:
        """
        Nanoseconds of each speaker, of each stream and of each pair: in the region, or in what is scored of it.
        """

    def sums(self, stream_of: Sequence[int]) -> list[float]:
        """
        Seconds spoken, missed, falsely detected and confused; a speaker without a stream has -1.
        """

class Stopped(RuntimeError):
    pass

class TooLarge(MemoryError):
    pass

def distance(reference: array.array[int], hypothesis: array.array[int], costs: Costs = ...) -> int:
    """The cost of the cheapest alignment."""

def shares(words: object, start: float, end: float, equal: bool, points: bool) -> bytes:
    """
    A stretch of time cut into a share for every word, by its letters or equal; or the middle of each share.

    Start and end in turn, as the bytes of an array of type d.
    """

def nanoseconds(seconds: array.array[float], widened: int) -> bytes:
    """
    Starts and ends in turn as whole nanoseconds, widened on both sides: the bytes of an array of type q.
    """

def align(
    reference: array.array[int],
    hypothesis: array.array[int],
    costs: Costs = ...,
    times: Sequence[array.array[int]] = ...,
) -> str:
    """
    The steps of the cheapest alignment: C, S, D, I in the order of the words.
    """

def pair(
    speakers: Sequence[array.array[int]],
    streams: Sequence[array.array[int]],
    costs: Costs = ...,
    speaker_times: Sequence[array.array[int]] = ...,
    stream_times: Sequence[array.array[int]] = ...,
) -> Pairing:
    """The cheapest one-to-one pairing of speakers with streams."""

def pair_by_cost(costs: Sequence[int], speakers: int, streams: int) -> Pairing:
    """
    The same from the costs of all pairs in a square, row by row; nobody fills up the smaller side.
    """

class Lattice:
    """Words with the ways through them."""

    def __init__(
        self,
        words: array.array[int],
        optional: array.array[int],
        first: array.array[int],
        before: array.array[int],
        last: array.array[int],
        times: array.array[int],
    ) -> None: ...
    def __len__(self) -> int: ...

class LatticePath:
    """The cheapest way through several graphs at once."""

    @property
    def cost(self) -> int: ...
    @property
    def kinds(self) -> str: ...
    @property
    def steps(self) -> list[list[int]]: ...

def align_lattices(
    references: Sequence[Lattice],
    hypotheses: Sequence[Lattice],
    costs: Costs,
    optional_deletion: int,
    optional_insertion: int,
    pairs_first: bool,
    also_same: Sequence[tuple[int, int]],
    bytes: int = 18446744073709551615,
    stop: Stop | None = None,
) -> LatticePath:
    """
    The cheapest way through all graphs: a word of one, or of one reference and one hypothesis, at a time.
    """

def route(
    utterances: Sequence[array.array[int]],
    queue_of: Sequence[int],
    streams: Sequence[array.array[int]],
    costs: Costs = ...,
    bytes: int = ...,
    seconds: float = ...,
    stop: Stop | None = ...,
    utterance_times: Sequence[array.array[int]] = ...,
    stream_times: Sequence[array.array[int]] = ...,
) -> Routing:
    """
    The cheapest routing of utterances to streams, in the order of their queues.
    """

def route_plain(
    utterances: Sequence[array.array[int]],
    queue_of: Sequence[int],
    streams: Sequence[array.array[int]],
    costs: Costs = ...,
    bytes: int = ...,
) -> Routing:
    """The same by the plain dynamic programme: a check on the routers."""

def read_lines(
    file: BinaryIO, layout: str, make: Callable[..., object], key: str
) -> tuple[list[Any], list[tuple[int, int]], tuple[int, int, int, bytes] | None]:
    """
    Segments made from lines; which have markup, and where; the first fault: its kind, line number, field, line.
    """

def read_seglst(file: BinaryIO, make: Callable[..., object]) -> list[Any] | None:
    """
    Segments made from a SegLST file, None if anything in it is out of the ordinary.
    """
