"""The lower bounds of the router, recomputed from their prices alone: written from the definition, row by row.

Numbers are whole: costs times `scale`, prices in units of 1 / scale. Nothing of the core is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from support.oracles import UNIT, Costs

Row = NDArray[Any]
FAR = np.int64(2) ** 50


class Dual(NamedTuple):
    """What every stream chooses for itself under the prices."""

    total: int
    own: list[int]
    ahead: list[Row]
    behind: list[Row]


class Left(NamedTuple):
    """What a routing within the limit may still use: cells after each utterance, and utterances on streams."""

    cells: list[NDArray[np.bool_]]
    may_take: NDArray[np.bool_]
    may_leave: NDArray[np.bool_]


def everything(utterances: Sequence[Sequence[int]], streams: Sequence[Sequence[int]]) -> Left:
    shape = len(utterances), len(streams)
    return Left(
        [np.ones((len(utterances) + 1, len(stream) + 1), bool) for stream in streams],
        np.ones(shape, bool),
        np.ones(shape, bool),
    )


def pushed(row: Row, said: Sequence[int], heard: Row, costs: Costs, scale: int) -> Row:
    """A row of distances carried through some words of the reference."""
    slope = np.arange(len(row)) * costs.insertion * scale
    for word in said:
        new = row + costs.deletion * scale
        pair = np.where(heard == word, costs.correct, costs.substitution) * scale
        new[1:] = np.minimum(new[1:], row[:-1] + pair)
        row = np.minimum.accumulate(new - slope) + slope
    return row


def rows(
    utterances: Sequence[Sequence[int]],
    heard: Row,
    prices: Sequence[int],
    costs: Costs,
    scale: int,
    cells: NDArray[np.bool_],
    takes: Sequence[bool],
    leaves: Sequence[bool],
) -> Row:
    """F[n][h] = min(F[n - 1][h], Lev_n(F[n - 1])[h] - price of n), F[0][h] = h insertions; deleted cells are far."""
    row = np.arange(len(heard) + 1, dtype=np.int64) * costs.insertion * scale
    table = [np.where(cells[0], row, FAR)]
    for n, said in enumerate(utterances):
        row = np.full(len(heard) + 1, FAR)
        if takes[n]:
            row = pushed(table[-1], said, heard, costs, scale) - prices[n]
        if leaves[n]:
            row = np.minimum(row, table[-1])
        table.append(np.where(cells[n + 1], row, FAR))
    return np.array(table)


def orc_dual(
    utterances: Sequence[Sequence[int]],
    streams: Sequence[Sequence[int]],
    prices: Sequence[int],
    scale: int,
    costs: Costs = UNIT,
    left: Left | None = None,
) -> Dual:
    """L = sum of the prices + for every stream the least of (its distance - prices) over all subsets of utterances."""
    left = left or everything(utterances, streams)
    ahead, behind = [], []
    for j, stream in enumerate(streams):
        heard = np.array(stream, dtype=np.int64)
        takes, leaves, cells = left.may_take[:, j], left.may_leave[:, j], left.cells[j]
        ahead.append(rows(utterances, heard, prices, costs, scale, cells, list(takes), list(leaves)))
        mirrored = [said[::-1] for said in utterances[::-1]], heard[::-1], prices[::-1], costs, scale
        back = rows(*mirrored, cells[::-1, ::-1], list(takes[::-1]), list(leaves[::-1]))
        behind.append(back[::-1, ::-1])
    own = [int(table[-1, -1]) for table in ahead]
    assert own == [int(table[0, 0]) for table in behind], "the two directions must agree"
    return Dual(int(sum(prices)) + sum(own), own, ahead, behind)


def delete(
    utterances: Sequence[Sequence[int]],
    streams: Sequence[Sequence[int]],
    prices: Sequence[int],
    scale: int,
    dual: Dual,
    limit: int,
    left: Left,
    costs: Costs = UNIT,
) -> None:
    """Marks what only routings beyond the limit use: a stream's best way through it, and the others at their best."""
    for j, stream in enumerate(streams):
        slack = limit * scale - (dual.total - dual.own[j])
        ahead, behind = dual.ahead[j], dual.behind[j]
        left.cells[j] &= ahead + behind <= slack
        heard = np.array(stream, dtype=np.int64)
        for n, said in enumerate(utterances):
            taken = pushed(ahead[n], said, heard, costs, scale) - prices[n]
            left.may_take[n, j] &= bool((taken + behind[n + 1]).min() <= slack)
            left.may_leave[n, j] &= bool((ahead[n] + behind[n + 1]).min() <= slack)
    certain = (~left.may_leave).sum(1) == 1  # exactly one stream takes an utterance
    left.may_take[certain] &= ~left.may_leave[certain]
    only = left.may_take.sum(1) == 1
    left.may_leave[only] &= ~left.may_take[only]


def mimo_dual(
    utterances: Sequence[Sequence[int]],
    queue_of: Sequence[int],
    streams: Sequence[Sequence[int]],
    prices: Sequence[int],
    word_prices: Sequence[Sequence[int]],
    scale: int,
    costs: Costs = UNIT,
) -> int:
    """L = all words inserted - prices of the words + prices of the utterances + the least value of every chain.

    A chain lays the utterances of one queue in order on one stream. Whatever it covers it pays for, whatever it does
    not cover is free, and it gets the price of each utterance that it lays. An utterance may be left out.
    """
    deletions = [costs.deletion * scale * len(said) for said in utterances]
    assert all(price <= most for price, most in zip(prices, deletions, strict=True)), "dearer than to delete it"
    assert all(price >= 0 for own in word_prices for price in own), "a word cannot be paid for being covered"
    total = sum(prices) - sum(map(sum, word_prices)) + costs.insertion * scale * sum(map(len, streams))
    free = Costs(costs.correct - costs.insertion, costs.substitution - costs.insertion, 0, costs.deletion)
    for queue in sorted(set(queue_of)):
        for stream, own in zip(streams, word_prices, strict=True):
            heard, before = np.array(stream, dtype=np.int64), np.concatenate([[0], np.cumsum(own)]).astype(np.int64)
            row = np.zeros(len(stream) + 1, np.int64)
            for said, price, q in zip(utterances, prices, queue_of, strict=True):
                if q == queue:
                    used = pushed(row - before, said, heard, free, scale) + before - price
                    row = np.minimum.accumulate(np.minimum(row, used))
            total += int(row[-1])
    return total
