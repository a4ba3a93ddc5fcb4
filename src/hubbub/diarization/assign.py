"""Rows to columns, one to one, at the greatest total weight."""

from __future__ import annotations

from collections.abc import Sequence


def assign(weights: Sequence[Sequence[int]]) -> dict[int, int]:
    """The column of each row in a heaviest one-to-one assignment; pairs without weight are left out.

    Rows join one by one along the cheapest augmenting path, as Jonker and Volgenant do it. The numbers are whole,
    so that the result is exact and the same everywhere. The core's `pair_by_cost` takes others among equally heavy
    assignments, and may spend a row on a column without weight; a DER can hang on that where collars are left out.

    >>> assign([[7, 5, 0], [6, 1, 0]])
    {0: 1, 1: 0}
    >>> assign([[0, 2], [1, 3]])
    {0: 1, 1: 0}
    """
    rows, columns = len(weights), len(weights[0]) if weights else 0
    if rows > columns:
        turned = assign([[row[column] for row in weights] for column in range(columns)])
        return dict(sorted((row, column) for column, row in turned.items()))
    row_price, column_price = [0] * rows, [0] * columns
    row_of: list[int | None] = [None] * columns
    for first in range(rows):
        reach: list[int | None] = [None] * columns
        came_from = [-1] * columns
        open_columns = set(range(columns))
        row, last, length = first, -1, 0
        while True:
            # The nearest column is settled next; of equally near ones the leftmost.
            nearest, distance = -1, 0
            for column in sorted(open_columns):
                through = length - weights[row][column] - row_price[row] - column_price[column]
                known = reach[column]
                if known is None or through < known:
                    reach[column], came_from[column] = through, last
                    known = through
                if nearest < 0 or known < distance:
                    nearest, distance = column, known
            length = distance
            open_columns.remove(nearest)
            last = nearest
            owner = row_of[nearest]
            if owner is None:
                break
            row = owner
        row_price[first] += length
        for column in set(range(columns)) - open_columns - {last}:
            settled, owner = reach[column], row_of[column]
            assert settled is not None
            assert owner is not None
            row_price[owner] += length - settled
            column_price[column] -= length - settled
        while last >= 0:
            before = came_from[last]
            row_of[last] = first if before < 0 else row_of[before]
            last = before
    found = {row: column for column, row in enumerate(row_of) if row is not None and weights[row][column] > 0}
    return dict(sorted(found.items()))
