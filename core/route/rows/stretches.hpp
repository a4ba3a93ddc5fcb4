// What an utterance can do on a stream, kept to the cells where it can do anything: the stretch that it may pair with.
//
// Rows here are read from the end, and costs are counted from all words deleted, so that only pairs change a row.
// To the right of the stretch it stays as it is, and to the left it takes the value of the stretch's first cell where
// that is less.
#pragma once

#include "route/problem/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hubbub::route::rows {

struct Stretch {
    std::int32_t first = 0, end = 0; // its cells; none where nothing may pair
    std::size_t at = 0;              // its first cell among those of all stretches
    std::ptrdiff_t pairs = -1;       // where its words lie, if rows are carried through all of them at once

    bool empty() const { return first == end; }
    std::int32_t width() const { return end - first; }
};

class Stretches {
  public:
    explicit Stretches(const Problem& model);

    const Stretch& of(std::int32_t n, std::int32_t j) const {
        return stretches_[static_cast<std::size_t>(n) * streams_ + j];
    }
    std::size_t cells() const { return cells_; }
    // The cells of a stretch through the words of the utterance, by steps of which the deletion is free.
    void carry(std::int32_t n, std::int32_t j, Value* cells, const Steps& steps) const;

    // The stretch of utterance n on stream j, as it is without anything set up.
    static Stretch find(const Problem& model, std::int32_t n, std::int32_t j);

  private:
    void pair_up(std::int32_t n, std::int32_t j, Stretch& stretch);

    const Problem& model_;
    std::int32_t streams_;
    std::size_t cells_ = 0;
    std::vector<Stretch> stretches_; // per utterance and stream
    std::vector<rows::Pairs> pairs_;
};

// Steps less the deletion.
inline Steps free_deletion(const Steps& steps) {
    return {0, steps.match - steps.deletion, steps.mismatch - steps.deletion};
}

// A row of a whole stream. Cells to the left of `low` hold what the cell there holds and are not stored.
struct Line {
    Value* cells;
    std::int32_t low;

    Line(Value* cells_, std::int32_t words) : cells(cells_), low(words) { cells[low] = 0; }
    Value value() const { return cells[low]; } // at the stream's start

    // The cells from `first` on, all stored.
    Value* open(std::int32_t first) {
        for (; low > first; --low) cells[low - 1] = cells[low];
        return cells + first;
    }
    // The cell `first` has been lowered.
    void spread(std::int32_t first) {
        for (std::int32_t h = first; h-- > low && cells[h] > cells[first];) cells[h] = cells[first];
    }
};

} // namespace hubbub::route::rows
