// The prices of the words of the streams.
#pragma once

#include "route/bound/sweep_utterances.hpp"
#include "route/run/watch.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hubbub::route::bound {

// The inside cells of one stream, column by column, of the sweep that went the other way.
struct InsideCells {
    struct Column {
        std::int32_t first = 0, end = 0; // cells first .. end - 1 are kept
        std::size_t at = 0;
    };
    void reset(std::int32_t speakers_, std::int32_t columns_) {
        speakers = speakers_;
        columns.assign(static_cast<std::size_t>(speakers_) * columns_, {});
        cells.clear();
    }
    Column& column(std::int32_t i, std::int32_t t) { return columns[static_cast<std::size_t>(t) * speakers + i]; }
    const Column& column(std::int32_t i, std::int32_t t) const {
        return columns[static_cast<std::size_t>(t) * speakers + i];
    }
    std::int32_t speakers = 0;
    std::vector<Column> columns;
    std::vector<Value> cells;
};

// Per stream, `rounds` times forward and backward over its words. Leaves the rows behind current, unless it is late.
// The bound never falls.
void sweep_words(Chains& chains, std::int32_t rounds, Placing placing, Random& random, const Watch& watch);

// The bytes that it needs at most.
std::uint64_t word_sweep_bytes(const Chains& chains);

} // namespace hubbub::route::bound
