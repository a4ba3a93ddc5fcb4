"""What a search tells: its stages, and the stream to which each utterance was routed."""

from typing import NamedTuple


class Stage(NamedTuple):
    """The state of a search after one of its stages."""

    name: str
    best: int
    """The best cost so far."""
    bound: float
    """The proven lower bound so far. A fraction may be rounded up, since costs are whole numbers."""
    cells: int
    """Cells of the search space that are not yet pruned."""
    work: int
    """The amount of work, in what the stage counts: states, windows, steps."""
    seconds: float
    """Time since the start of the search."""


class Routed(NamedTuple):
    """The stream to which one utterance was routed."""

    speaker: str
    number: int
    """The utterance's number among those of this speaker."""
    stream: str | None
