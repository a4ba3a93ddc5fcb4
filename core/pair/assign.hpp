// One-to-one assignments of least cost or greatest weight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hubbub {

struct Matrix {
    std::size_t rows, columns;
    std::vector<std::int64_t> cells;
    std::int64_t& at(std::size_t row, std::size_t column) { return cells[row * columns + column]; }
    std::int64_t at(std::size_t row, std::size_t column) const { return cells[row * columns + column]; }
};

// A cheapest assignment with potentials that prove it: cost - of_row - of_column is never negative,
// and zero where row and column are matched.
struct Assignment {
    std::vector<std::int64_t> of_row, of_column;
    std::vector<std::size_t> row_of, column_of;

    // May a cheapest assignment match these two?
    bool tight(const Matrix& matrix, std::size_t row, std::size_t column) const {
        return matrix.at(row, column) == of_row[row] + of_column[column];
    }
};

// Any of the cheapest. There are at least as many columns as rows.
Assignment assign(const Matrix& matrix);

// Of all cheapest assignments of a square matrix, the one in which the first row has the leftmost column, then the
// second row, and so on.
void take_first(const Matrix& matrix, Assignment& assignment);

// Rows to columns, one to one, at the greatest total weight, which is never negative: the column of each row, -1 for
// none. Pairs without weight are left out. Among equally heavy ones: as the rows come, each takes the leftmost column
// that is nearest on its augmenting path.
std::vector<std::int32_t> heaviest(const std::vector<std::int64_t>& weights, std::size_t rows, std::size_t columns);

} // namespace hubbub
