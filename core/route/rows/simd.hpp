// The hot loops over rows and over tables, for the widest vectors that the processor has. All levels give the same
// results.
#pragma once

#include "route/rows/rows.hpp"

#include <algorithm>
#include <span>

namespace hubbub::route::rows {

// Carries cells 0 .. width - 1 through one word, in place; words[k] stands between cells k and k + 1.
using Push = void (*)(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps);

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

// Tables (see table.hpp): sixteen lines of cells are carried through an utterance side by side.

using Small = std::int16_t; // a cost in a table

inline constexpr std::int32_t abreast = 16;

// A way through an utterance along one axis of a table.
struct Along {
    const Small* from; // the table before; `abreast` cells beyond its end may be read
    Small* to;         // the table after, in the same layout: becomes the least of what it is and what is found
    std::int32_t cells, stride;
    const Small* pairs; // of word p with what stands between cells k and k + 1: pairs[p * (cells - 1) + k]
    std::int32_t words;
    Small deletion;
    Small* buffer; // for (cells + 8) * abreast values
};

struct LineOps {
    // Lines that begin at first, first + 1, .. first + count - 1; at most `abreast`.
    void (*together)(const Along& along, std::int32_t first, std::int32_t count);
    // Lines that begin anywhere; at most `abreast`.
    void (*apart)(const Along& along, const std::int32_t* first, std::int32_t count);
};

// For the level of row_ops(), or without vectors.
const LineOps& line_ops(bool plain);

} // namespace hubbub::route::rows
