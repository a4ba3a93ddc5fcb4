"""The core's solvers by themselves: `hubbub_solvers`, which `make` installs beside the package and a wheel lacks."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

import pytest

pytest.importorskip(
    "hubbub_solvers", reason="needs the solvers: pip install --config-settings=cmake.define.HUBBUB_SOLVERS=ON ."
)

from hubbub_solvers import (
    Lattice,
    LatticePath,
    Pairing,
    Routing,
    Row,
    Stop,
    Stopped,
    TooLarge,
    align,
    align_lattices,
    distance,
    pair,
    route,
    route_full_table,
)

__all__ = [
    "Lattice",
    "LatticePath",
    "Pairing",
    "Routing",
    "Row",
    "Stop",
    "Stopped",
    "TooLarge",
    "align",
    "align_lattices",
    "distance",
    "pair",
    "route",
    "route_full_table",
    "row",
    "rows",
]


def row(words: Sequence[int]) -> Row:
    """A stream for the core."""
    return Row(array("i", words))


def rows(utterances: Iterable[Sequence[int]]) -> Row:
    """Utterances one after the other, as the core takes them."""
    utterances = list(utterances)
    return Row(array("i", chain.from_iterable(utterances)), ends=list(accumulate(map(len, utterances))))
