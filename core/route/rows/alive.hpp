// What the proofs have left of the problem: which cells, and which utterances on which streams, a routing that is
// better than the best known one could still use.
#pragma once

#include "route/problem/problem.hpp"

#include <algorithm>
#include <span>

namespace hubbub::route::rows {

struct Alive {
    // Every utterance may go everywhere. A routing need not pass all cells of a stream at a boundary between
    // utterances where words have times: a way through the stream may be taken to stand, after n utterances, at the
    // first word that a later utterance may pair with (what it passes over on the way there is inserted anyhow), or
    // behind the last word that it has paired.
    explicit Alive(const Problem& problem);

    Band& band(int boundary, int stream) { return bands[static_cast<std::size_t>(boundary) * streams + stream]; }
    const Band& band(int boundary, int stream) const {
        return bands[static_cast<std::size_t>(boundary) * streams + stream];
    }
    May& may(int utterance, int stream) { return mays[static_cast<std::size_t>(utterance) * streams + stream]; }
    May may(int utterance, int stream) const { return mays[static_cast<std::size_t>(utterance) * streams + stream]; }

    // Draws what follows from the marks of one utterance: exactly one stream takes it. False if none can.
    bool settle(int utterance);
    std::int64_t cells() const;

    int utterances, streams;
    std::vector<Band> bands; // boundary 0 is before the first utterance
    std::vector<May> mays;
};

// Keeps the rows of a sweep for the sweep that comes back. A row never rises in the direction of its sweep (insertions
// are free), so its range is known from its ends and nearly always fits 16 bits.
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
