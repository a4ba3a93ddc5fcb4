// Keeps the rows of a sweep for the sweep that comes back. A row never rises from cell to cell (insertions are free),
// so its range is known from its ends and nearly always fits 16 bits.
#pragma once

#include "route/rows/alive.hpp"

#include <span>

namespace hubbub::route::rows {

class RowStore {
  public:
    void begin(int boundaries, int streams);
    void expect(std::int64_t cells) { narrow_.reserve(static_cast<std::size_t>(cells)); } // in all rows
    // The row after `boundary` utterances; its cells start at `low`.
    void keep(int boundary, int stream, std::int32_t low, std::span<const Value> row);
    // The row of this boundary is the one of the boundary before.
    void keep_same(int boundary, int stream);

    // One cell of it, far if before its start.
    Value at(int boundary, int stream, std::int32_t cell) const;

    // Copies the row, read from its end, for the cells band.low .. band.high of the opposite direction on a stream of
    // `length` words. Cells beyond its end cost what its end costs (insertions), those before its start are far.
    void read_mirrored(int boundary, int stream, std::int32_t length, Band band, Value* to) const;
    // All values become this many times as large.
    void multiply(Value factor) { factor_ *= factor; }

  private:
    struct Row {
        std::size_t at = 0;
        std::int32_t low = 0, size = 0;
        Value base = 0;
        bool wide = false;
    };
    std::vector<Row> rows_;
    std::vector<std::int16_t> narrow_;
    std::vector<Value> wide_;
    int streams_ = 0;
    Value factor_ = 1;
};

} // namespace hubbub::route::rows
