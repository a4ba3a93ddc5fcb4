// Keeps the rows of a sweep for the sweep that comes back. A row never rises in the direction of its sweep (insertions
// are free), so its range is known from its ends and nearly always fits 16 bits.
#pragma once

#include "route/problem/problem.hpp"

#include <algorithm>
#include <span>

namespace hubbub::route::rows {

class RowStore {
  public:
    explicit RowStore(Side side) : side_(side) {}

    void begin(int boundaries, int streams);
    void expect(std::int64_t cells) { narrow_.reserve(static_cast<std::size_t>(cells)); } // in all rows
    // The row at `boundary`; its cells start at `low`.
    void keep(int boundary, int stream, std::int32_t low, std::span<const Value> row);
    // The row of this boundary is the one of the boundary before it in the direction of the sweep.
    void keep_same(int boundary, int stream);

    // One cell of it. Cells beyond its end cost what its end costs (insertions), those before its start are far.
    Value at(int boundary, int stream, std::int32_t cell) const {
        const Row& kept = row(boundary, stream);
        const std::int32_t k = cell - kept.low, last = kept.size - 1;
        if (side_ == Side::ahead ? k < 0 : k > last) return far;
        return value(kept, side_ == Side::ahead ? std::min(k, last) : std::max(k, 0));
    }
    // The same for the cells of a band.
    void read(int boundary, int stream, Band band, Value* to) const;
    // All values become this many times as large.
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
