#include "pair/assign.hpp"

#include "base/budget.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace hubbub {
namespace {

constexpr std::int64_t infinity = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

// The Jonker–Volgenant algorithm: shortest augmenting paths, row by row. Requires at least as many columns as rows.
class Assigner {
  public:
    explicit Assigner(const Matrix& matrix)
        : matrix_(matrix), n_(matrix.columns),
          assignment_{std::vector<std::int64_t>(matrix.rows), std::vector<std::int64_t>(n_),
                      std::vector<std::size_t>(n_, none), std::vector<std::size_t>(matrix.rows, none)} {}

    Assignment solve() {
        for (std::size_t row = 0; row < matrix_.rows; ++row) add(row);
        return std::move(assignment_);
    }

  private:
    void add(std::size_t first) {
        check_stop();
        std::vector<std::int64_t> reach(n_, infinity);
        std::vector<std::size_t> from(n_, first);
        std::vector<bool> done(n_, false);
        std::vector<std::size_t> closed;
        std::size_t row = first;
        std::int64_t length = 0;
        for (;;) {
            std::size_t nearest = none;
            for (std::size_t column = 0; column < n_; ++column) {
                if (done[column]) continue;
                const auto via =
                    length + matrix_.at(row, column) - assignment_.of_row[row] - assignment_.of_column[column];
                if (via < reach[column]) reach[column] = via, from[column] = row;
                if (nearest == none || reach[column] < reach[nearest]) nearest = column;
            }
            length = reach[nearest];
            done[nearest] = true;
            if (assignment_.row_of[nearest] == none) {
                lift(first, closed, reach, length);
                return augment(nearest, first, from);
            }
            closed.push_back(nearest);
            row = assignment_.row_of[nearest];
        }
    }

    void lift(std::size_t first, const std::vector<std::size_t>& closed, const std::vector<std::int64_t>& reach,
              std::int64_t length) {
        assignment_.of_row[first] += length;
        for (const std::size_t column : closed) {
            assignment_.of_row[assignment_.row_of[column]] += length - reach[column];
            assignment_.of_column[column] -= length - reach[column];
        }
    }

    void augment(std::size_t column, std::size_t first, const std::vector<std::size_t>& from) {
        for (;;) {
            const std::size_t row = from[column];
            assignment_.row_of[column] = row;
            std::swap(assignment_.column_of[row], column);
            if (row == first) return;
        }
    }

    const Matrix& matrix_;
    std::size_t n_;
    Assignment assignment_;
};

} // namespace

Assignment assign(const Matrix& matrix) { return Assigner(matrix).solve(); }

// The cheapest assignments are exactly the perfect matchings of tight pairs (cost equal to the sum of the potentials).
// For each row in turn, choose the first column that some perfect matching, with the earlier rows fixed, gives to this
// row.
void choose_leftmost(const Matrix& matrix, Assignment& assignment) {
    const std::size_t n = matrix.rows;
    for (std::size_t row = 0; row < n; ++row) {
        check_stop();
        // Which columns can be freed by an alternating path that ends at this row's current column?
        const std::size_t current = assignment.column_of[row];
        std::vector<std::size_t> next(n, none), queue{current};
        next[current] = current;
        for (std::size_t head = 0; head < queue.size(); ++head) {
            for (std::size_t other = row + 1; other < n; ++other) {
                const std::size_t column = assignment.column_of[other];
                if (next[column] == none && assignment.tight(matrix, other, queue[head])) {
                    next[column] = queue[head];
                    queue.push_back(column);
                }
            }
        }
        std::size_t column = 0;
        while (next[column] == none || !assignment.tight(matrix, row, column)) ++column;
        for (std::size_t mover = row;;) {
            const std::size_t evicted = assignment.row_of[column];
            assignment.row_of[column] = mover;
            assignment.column_of[mover] = column;
            if (column == current) break;
            mover = evicted;
            column = next[column];
        }
    }
}

std::vector<std::int32_t> max_weight_matching(const std::vector<std::int64_t>& weights, std::size_t rows,
                                              std::size_t columns) {
    const bool turned = rows > columns;
    Matrix costs{std::min(rows, columns), std::max(rows, columns), std::vector<std::int64_t>(weights.size())};
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            (turned ? costs.at(j, i) : costs.at(i, j)) = -weights[i * columns + j];
    const Assignment assignment = assign(costs);
    std::vector<std::int32_t> column_of(rows, -1);
    for (std::size_t row = 0; row < costs.rows; ++row) {
        const std::size_t column = assignment.column_of[row];
        if (costs.at(row, column) == 0) continue;
        column_of[turned ? column : row] = static_cast<std::int32_t>(turned ? row : column);
    }
    return column_of;
}

} // namespace hubbub
