// The cells and the assignments of utterances to streams that are not pruned: only these can occur in a routing better
// than the incumbent.
#pragma once

#include "route/problem/problem.hpp"

#include <algorithm>
#include <span>

namespace hubbub::route::rows {

struct Alive {
    // Initially every utterance may go to every stream. With times, not all cells are needed at a boundary between
    // utterances: after n utterances a path may be assumed to be at the first word that a later utterance may be paired
    // with (the words passed over are inserted anyway), or after the last word that it has paired.
    explicit Alive(const Problem& problem);

    Band& band(int boundary, int stream) { return bands[static_cast<std::size_t>(boundary) * streams + stream]; }
    const Band& band(int boundary, int stream) const {
        return bands[static_cast<std::size_t>(boundary) * streams + stream];
    }
    May& may(int utterance, int stream) { return mays[static_cast<std::size_t>(utterance) * streams + stream]; }
    May may(int utterance, int stream) const { return mays[static_cast<std::size_t>(utterance) * streams + stream]; }

    // Applies the constraint that exactly one stream takes the utterance. Returns false if none can.
    bool settle(int utterance);
    std::int64_t cells() const;

    int utterances, streams;
    std::vector<Band> bands; // boundary 0 is before the first utterance
    std::vector<May> mays;
};

// Stores the rows of a sweep for the sweep in the other direction. A row never rises in the direction of its sweep
// (insertions are free), so its range follows from its ends and nearly always fits into 16 bits.
class RowStore {
  public:
    explicit RowStore(Side side) : side_(side) {}

    void begin(int boundaries, int streams);
    void expect(std::int64_t cells) { narrow_.reserve(static_cast<std::size_t>(cells)); } // in all rows
    // The row at `boundary`; its first cell is `low`.
    void keep(int boundary, int stream, std::int32_t low, std::span<const Value> row);
    // The row of this boundary equals that of the previous boundary in the direction of the sweep.
    void keep_same(int boundary, int stream);

    // One cell. Cells beyond the row's end have the value of its end (insertions); those before its start are `far`.
    Value at(int boundary, int stream, std::int32_t cell) const {
        const Row& kept = row(boundary, stream);
        const std::int32_t k = cell - kept.low, last = kept.size - 1;
        if (side_ == Side::ahead ? k < 0 : k > last) return far;
        return value(kept, side_ == Side::ahead ? std::min(k, last) : std::max(k, 0));
    }
    // The same for the cells of a band.
    void read(int boundary, int stream, Band band, Value* to) const;
    // Multiplies all values.
    void multiply(Value factor) { factor_ *= factor; }

  private:
    struct Row {
        std::size_t at = 0;
        std::int32_t low = 0, size = 0;
        Value base = 0;
        bool wide = false;
    };
    const Row& row(int boundary, int stream) const {
        return rows_[static_cast<std::size_t>(boundary) * streams_ + stream];
    }
    Value value(const Row& row, std::int32_t k) const {
        return factor_ * (row.wide ? wide_[row.at + k] : row.base + narrow_[row.at + k]);
    }

    Side side_;
    std::vector<Row> rows_;
    std::vector<std::int16_t> narrow_;
    std::vector<Value> wide_;
    int streams_ = 0;
    Value factor_ = 1;
};

} // namespace hubbub::route::rows
