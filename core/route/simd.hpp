// The hot loops over rows, for the widest vectors that the processor has. All levels give the same results.
#pragma once

#include "steps.hpp"

#include <algorithm>
#include <span>

namespace hubbub::rows {

// Carries cells 0 .. width - 1 through one word, in place; words[k] stands between cells k and k + 1.
using Push = void (*)(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps);

struct RowOps {
    const char* name;
    // Differences of a shifted unit-cost row, as bits, and back (row[0] is given).
    void (*encode)(std::span<const Value> row, std::span<Rises> cells);
    void (*decode)(std::span<const Rises> cells, std::span<Value> row);
    // `ahead`: the row may not rise with k; `behind`: it may not rise with falling k. Where no word matches, the new
    // row is then its own running minimum already, so only vectors with a match need a scan.
    Push ahead, behind;
};

// The level in use: the best that the processor has, or what HUBBUB_SIMD (avx512, avx2, neon, plain) asks for.
const RowOps& row_ops();
// A level by name, or nullptr where this machine does not have it.
const RowOps* row_ops(const char* name);

// The plain loops, which the others use for what does not fill a vector.

inline void encode_from(std::size_t start, std::span<const Value> row, std::span<Rises> cells) {
    for (std::size_t k = start; k + 1 < row.size(); ++k) {
        const Value change = row[k] - row[k + 1]; // 0, 1 or 2
        cells[k / 64].up |= std::uint64_t{change == 0} << (k % 64);
        cells[k / 64].down |= std::uint64_t{change == 2} << (k % 64);
    }
}

inline void decode_from(std::size_t start, std::span<const Rises> cells, std::span<Value> row) {
    Value value = row[start];
    for (std::size_t k = start; k + 1 < row.size(); ++k) {
        const Rises& bits = cells[k / 64];
        value += static_cast<Value>(bits.up >> (k % 64) & 1) - static_cast<Value>(bits.down >> (k % 64) & 1) - 1;
        row[k + 1] = value;
    }
}

// Cells from `start` up; `before` and `least` are the old and the new value of the cell before it.
inline void ahead_from(std::int32_t start, Value before, Value least, Value* cells, std::int32_t width,
                       const Token* words, Token word, const Steps& steps) {
    for (std::int32_t k = start; k < width; ++k) {
        const Value here = cells[k];
        least = std::min(least, here + steps.deletion);
        if (k > 0) least = std::min(least, before + steps.pair(word, words[k - 1]));
        cells[k] = least;
        before = here;
    }
}

// Cells from `start` down; `after` and `least` are the old and the new value of the cell after it.
inline void behind_from(std::int32_t start, Value after, Value least, Value* cells, std::int32_t width,
                        const Token* words, Token word, const Steps& steps) {
    for (std::int32_t k = start; k >= 0; --k) {
        const Value here = cells[k];
        least = std::min(least, here + steps.deletion);
        if (k + 1 < width) least = std::min(least, after + steps.pair(word, words[k]));
        cells[k] = least;
        after = here;
    }
}

} // namespace hubbub::rows
