// Any costs: the differences between neighboring cells of the matrix, many rows at a time.
//
// Rows are reference words, columns hypothesis words. Down a column the cost falls by at most one insertion and rises
// by at most one deletion; along a row it is the other way round. The code stores `down` = difference + insertion and
// `right` = difference + deletion. Both are between 0 and insertion + deletion, so a byte is enough for usual costs:
//     least = min(pair cost, down of the cell to the left, right of the cell above)
//     down = least + insertion + deletion - right of the cell above
//     right = least + insertion + deletion - down of the cell to the left
// The last step was an insertion if `right` is at its maximum, and a deletion if `down` is. A row runs one column
// behind the row above it, so that the rows of a group (lanes) do not wait for each other.
#pragma once

#include "align/sweep.hpp"

#include <array>
#include <limits>

namespace hubbub {

template <class Cell, std::size_t lanes> class CellKernel {
  public:
    static constexpr std::size_t tail_blocks = (lanes + block_columns - 1) / block_columns;

    struct Edge {
        std::size_t first; // block
        std::vector<Cell> right;
    };

    struct State {
        std::array<Cell, lanes> down;
        std::array<Cell, lanes + 1> right; // of the row above
    };

    class Record {
      public:
        bool inserted(std::size_t time, std::size_t row) const { return right_[index(time, row)] == highest_; }
        bool deleted(std::size_t time, std::size_t row) const { return down_[index(time, row)] == highest_; }

      private:
        friend class CellKernel;
        std::size_t index(std::size_t time, std::size_t row) const { return (time - begin_) * lanes + row; }
        std::size_t begin_ = 0;
        Cell highest_ = 0;
        std::vector<Cell> right_, down_;
    };

    static bool fits(const Costs& costs) {
        return 2 * (std::int64_t{costs.insertion} + costs.deletion) <= std::int64_t{std::numeric_limits<Cell>::max()};
    }

    CellKernel(Words reference, Words hypothesis, const Costs& costs)
        : reference_(reference), columns_(hypothesis.size()), costs_(costs),
          backwards_(columns_ + 2 * lanes + 2 * block_columns) {
        std::copy(hypothesis.begin(), hypothesis.end(), backwards_.rbegin() + lanes);
    }

    std::size_t groups() const { return (reference_.size() + lanes - 1) / lanes; }
    std::size_t first_row(std::size_t group) const { return std::min(group * lanes, reference_.size()); }
    std::size_t row_in_group(std::size_t row) const { return (row - 1) % lanes; }
    static std::size_t lag(std::size_t row_in_group) { return row_in_group; }
    std::size_t bytes_per_block() const { return block_columns * sizeof(Cell) + sizeof(State) / tile_blocks; }

    Edge top() const { return {0, std::vector<Cell>((blocks() + tail_blocks) * block_columns, highest())}; }
    Edge part(const Edge& edge, const Band&) const { return edge; }
    Band first_band(const Edge&) const { return {0, blocks(), 0}; }
    Band below(std::size_t group, Band band, const Edge&) const {
        band.corner += static_cast<std::int64_t>(first_row(group + 1) - first_row(group)) * costs_.deletion;
        return band;
    }
    std::int64_t cost(const Band& band, const Edge& edge) const {
        std::int64_t cost = band.corner;
        for (std::size_t i = 0; i < columns_; ++i) cost += std::int64_t{edge.right[i]} - costs_.deletion;
        return cost;
    }

    void load(std::size_t group) {
        const auto words = reference_.subspan(first_row(group), first_row(group + 1) - first_row(group));
        std::copy(words.begin(), words.end(), words_.begin());
        rows_ = words.size();
    }

    // The left column is deletions only. A row that has not started sees the minimum `right` above it: then its `down`
    // stays as it is, whatever the words.
    State start() const {
        State state{};
        state.down.fill(highest());
        return state;
    }

    void open(Record& record, std::size_t from, std::size_t to) const {
        record.begin_ = from * block_columns;
        record.highest_ = highest();
        record.right_.resize((to - from) * block_columns * lanes);
        record.down_.resize((to - from) * block_columns * lanes);
    }
    void run(State& state, std::size_t from, std::size_t to, std::size_t first, Edge& edge, Record* record) const {
        advance(state, from * block_columns, to * block_columns, first * block_columns, edge, record);
    }
    void finish(State& state, const Band& band, Edge& edge, Record* record) const {
        advance(state, band.last * block_columns, band.last * block_columns + rows_ - 1, 0, edge, record);
    }

  private:
    std::size_t blocks() const { return (columns_ + block_columns - 1) / block_columns; }
    Cell highest() const { return static_cast<Cell>(std::int64_t{costs_.insertion} + costs_.deletion); }
    // A pair that costs more than a deletion plus an insertion is never better than these.
    Cell capped(std::int32_t cost) const { return static_cast<Cell>(std::min<std::int64_t>(cost, highest())); }

    void advance(State& state, std::size_t time, std::size_t end, std::size_t first, Edge& edge, Record* record) const {
        const std::size_t origin = edge.first * block_columns;
        for (; time < end; ++time) {
            state.right[0] = edge.right[time - origin];
            step(state, time);
            if (time >= first + rows_ - 1) edge.right[time - (rows_ - 1) - origin] = state.right[rows_];
            if (record != nullptr) {
                std::copy(state.down.begin(), state.down.end(), record->down_.begin() + record->index(time, 0));
                std::copy(state.right.begin() + 1, state.right.end(), record->right_.begin() + record->index(time, 0));
            }
        }
    }

    // Advances every row by one column.
    void step(State& state, std::size_t time) const {
        const Token* hypothesis = &backwards_[backwards_.size() - 1 - lanes - time];
        const Cell correct = capped(costs_.correct), substitution = capped(costs_.substitution), top = highest();
        std::array<Cell, lanes> right;
        for (std::size_t row = 0; row < lanes; ++row) {
            const Cell down = state.down[row], above = state.right[row];
            const Cell paired = words_[row] == hypothesis[row] ? correct : substitution;
            const Cell least = std::min(paired, std::min(down, above));
            right[row] = static_cast<Cell>(least + top - down);
            state.down[row] = static_cast<Cell>(least + top - above);
        }
        std::copy(right.begin(), right.end(), state.right.begin() + 1);
    }

    Words reference_;
    std::size_t columns_;
    Costs costs_;
    std::vector<Token> backwards_; // the hypothesis reversed, padded on both sides
    std::array<Token, lanes> words_{};
    std::size_t rows_ = 0;
};

} // namespace hubbub
