// The hot loops over rows, for the widest vectors that the processor has. All levels give the same results.
#pragma once

#include "bits.hpp"

#include <span>

namespace hubbub::orc {

struct RowOps {
    const char* name;
    // Differences of a shifted unit-cost row, as bits, and back (row[0] is given).
    void (*encode)(std::span<const Value> row, std::span<Rises> cells);
    void (*decode)(std::span<const Rises> cells, std::span<Value> row);
    // One reference word over a row in place; tokens[k] stands between cells k and k + 1.
    void (*push_word)(std::span<Value> row, std::span<const Token> tokens, Token word, const Steps& steps);
};

// The level in use: the best that the processor has, or what HUBBUB_SIMD (avx512, avx2, neon, plain) asks for.
const RowOps& row_ops();
// For tests: a level by name, or nullptr where this machine does not have it.
const RowOps* row_ops(const char* name);

} // namespace hubbub::orc
