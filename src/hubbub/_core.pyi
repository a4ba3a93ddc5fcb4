"""The solvers: integers in, integers out."""

import array
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

class Vocabulary:
    """A number for every distinct word."""

    def __init__(self) -> None: ...
    def __len__(self) -> int: ...
    def number(self, word: str) -> int:
        """The word's number; a new one where the word is new."""

class Row:
    """Utterances one after the other, as a solver takes them."""

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
        Start and end of every word in turn in nanoseconds, as the bytes of an array of type q.
        """

class Speech:
    """The utterances of one side of a session."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        texts: list[str] | list[tuple[str, ...]],
        starts: Sequence[float],
        ends: Sequence[float],
        by: str,
        points: bool,
        own: Sequence[int],
        own_seconds: array.array[float],
    ) -> None:
        """
        Texts are split at white space. Without starts, words get no times but their own: so many words of each
        utterance have some, -1 where it has none.
        """

    def __len__(self) -> int: ...
    @property
    def lengths(self) -> list[int]:
        """The number of words of each utterance."""

    def seconds(self, place: int) -> bytes | None:
        """
        Start and end of its words in turn, as the bytes of an array of type d; None where there are no times.
        """

    @property
    def out_of_range(self) -> int | None:
        """
        The first utterance with a time that nanoseconds cannot hold, if there is one.
        """

    def pick(self, places: Sequence[int], timed: bool, widened: int) -> Row:
        """
        These utterances, with their times widened on both sides by so many nanoseconds if that is asked for.
        """

def shares(words: Sequence[str], start: float, end: float, by: str, points: bool) -> bytes:
    """
    A stretch of time cut into a share for every word, or the middle of each share.

    Start and end in turn, as the bytes of an array of type d.
    """

def self_overlap(
    speakers: list[str], starts: Sequence[float], ends: Sequence[float]
) -> tuple[float, float, dict[str, int]]:
    """
    Seconds of overlap with oneself, seconds with speech, and who overlaps in how many segments.
    """

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
    """
    Set from another thread, or by a signal, it ends a running solver at once.
    """

    def __init__(self, signals: bool = False) -> None: ...
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

class Stopped(RuntimeError):
    pass

class TooLarge(MemoryError):
    pass

def distance(reference: array.array[int], hypothesis: array.array[int], costs: Costs = ...) -> int:
    """The cost of the cheapest alignment."""

def align(reference: Row, hypothesis: Row, costs: Costs = ...) -> str:
    """
    The steps of the cheapest alignment: C, S, D, I in the order of the words.
    """

def pair(speakers: Sequence[Row], streams: Sequence[Row], costs: Costs = ...) -> Pairing:
    """The cheapest one-to-one pairing of speakers with streams."""

def pair_by_cost(costs: Sequence[int], speakers: int, streams: int) -> Pairing:
    """
    The same from the costs of all pairs in a square, row by row; nobody fills up the smaller side.
    """

class Lattice:
    """Words with the ways through them."""

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
    utterances: Row,
    queue_of: Sequence[int],
    streams: Sequence[Row],
    costs: Costs = ...,
    bytes: int = 18446744073709551615,
    seconds: float = float("inf"),
    stop: Stop | None = None,
) -> Routing:
    """
    The cheapest routing of utterances to streams, in the order of their queues.
    """

def route_plain(
    utterances: Row,
    queue_of: Sequence[int],
    streams: Sequence[Row],
    costs: Costs = ...,
    bytes: int = 18446744073709551615,
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
