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

// The plain loops, which the others use for what does not fill a vector.

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

} // namespace hubbub::route::rows
