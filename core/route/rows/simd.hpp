// The hot loops over rows, for the widest vectors that the processor has. All levels give the same results.
#pragma once

#include "route/rows/steps.hpp"

#include <algorithm>
#include <span>

namespace hubbub::route::rows {

// Carries cells 0 .. width - 1 through one word, in place; words[k] stands between cells k and k + 1.
using Push = void (*)(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps);

// A word of an utterance and a stretch of a stream. Bit k: it may pair with the word between cells k and k + 1, and is
// the same as that.
struct Pairs {
    std::uint64_t may = 0, same = 0;
};

// For rows of at most 64 cells, where the processor has a way to carry them through an utterance as a whole.
struct WordOps {
    std::uint64_t (*same)(const Token* words, std::int32_t count, Token word); // of which words it is
    void (*behind)(Value* cells, std::int32_t width, std::span<const Pairs> words, const Steps& steps);
};

struct RowOps {
    const char* name;
    // `ahead`: the row may not rise with k; `behind`: it may not rise with falling k. Where no word matches, the new
    // row is then its own running minimum already, so only vectors with a match need a scan.
    Push ahead, behind;
    const WordOps* words = nullptr;
};

// The level in use: the best that the processor has, or what HUBBUB_SIMD (avx512, avx2, neon, plain) asks for.
const RowOps& row_ops();
// A level by name, or nullptr where this machine does not have it.
const RowOps* row_ops(const char* name);

// The plain loop, which the others use for what does not fill a vector, from the cell on that has `done` cells before
// it in the direction of the row; `old` and `least` are the old and the new value of the one before it. pair(k) is the
// cost of pairing the word with words[k].
template <Side side, class Pair>
void push_from(std::int32_t done, Value old, Value least, Value* cells, std::int32_t width, Value deletion, Pair pair) {
    const std::int32_t step = side == Side::ahead ? 1 : -1;
    std::int32_t k = side == Side::ahead ? done : width - 1 - done;
    for (; done < width; ++done, k += step) {
        const Value here = cells[k];
        least = std::min(least, here + deletion);
        if (done > 0) least = std::min(least, old + pair(side == Side::ahead ? k - 1 : k));
        cells[k] = least;
        old = here;
    }
}

} // namespace hubbub::route::rows
