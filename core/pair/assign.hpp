// Minimum-cost and maximum-weight assignments (bipartite matching).
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

// A cheapest assignment with dual potentials that prove it: cost - of_row - of_column is never negative, and zero for
// matched pairs.
struct Assignment {
    std::vector<std::int64_t> of_row, of_column;
    std::vector<std::size_t> row_of, column_of;

    // Whether a cheapest assignment may match these two.
    bool tight(const Matrix& matrix, std::size_t row, std::size_t column) const {
        return matrix.at(row, column) == of_row[row] + of_column[column];
    }
};

// Returns any cheapest assignment. Requires at least as many columns as rows.
Assignment assign(const Matrix& matrix);

// Chooses among all cheapest assignments of a square matrix: the first row gets the leftmost column possible, then the
// second row, and so on.
void choose_leftmost(const Matrix& matrix, Assignment& assignment);

// Returns the column of each row in a one-to-one matching of maximum total weight, -1 for none. Weights must not be
// negative; pairs of weight zero are not matched. Ties: rows are matched in order, each with the leftmost column that
// is nearest on its augmenting path.
std::vector<std::int32_t> max_weight_matching(const std::vector<std::int64_t>& weights, std::size_t rows,
                                              std::size_t columns);

} // namespace hubbub
