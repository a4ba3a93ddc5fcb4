// The hot loops over rows and tables, for the widest vectors of the processor. All levels give the same results.
#pragma once

#include "route/rows/rows.hpp"

#include <algorithm>
#include <span>

namespace hubbub::route::rows {

// Carries cells 0 .. width - 1 through one word, in place; words[k] is between cells k and k + 1.
using Push = void (*)(Value* cells, std::int32_t width, const Token* words, Token word, const Steps& steps);

// For rows of at most 64 cells, if the processor can carry them through all words of an utterance at once.
struct WordOps {
    std::uint64_t (*same)(const Token* words, std::int32_t count, Token word); // bits of the words that equal `word`
    void (*behind)(Value* cells, std::int32_t width, std::span<const Pairs> words, const Steps& steps);
};

struct RowOps {
    const char* name;
    // `ahead`: the row must not rise with k; `behind`: it must not rise with falling k. If no word matches, the new row
    // is already its own running minimum, so only vectors with a match need a scan.
    Push ahead, behind;
    const WordOps* words = nullptr;
};

// The level in use: the best of the processor, or the one that HUBBUB_SIMD (avx512, avx2, neon, plain) selects.
const RowOps& row_ops();

// The scalar loop, which the others use for the rest of a row that does not fill a vector. It starts at the cell with
// `done` cells before it in the direction of the row; `old` and `least` are the old and the new value of the previous
// cell. pair(k) is the cost of pairing the word with words[k].
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

// A transition along one axis of a table.
struct Along {
    const Small* from; // the previous table; `abreast` cells beyond its end may be read
    Small* to;         // the next table, in the same layout: lowered to the values found
    std::int32_t cells, stride;
    const Small* pairs; // costs of word p with the word between cells k and k + 1: pairs[p * (cells - 1) + k]
    std::int32_t words;
    Small deletion;
    Small* buffer; // for (cells + 8) * abreast values
};

struct LineOps {
    // Lines that begin at first, first + 1, .. first + count - 1; at most `abreast`.
    void (*together)(const Along& along, std::int32_t first, std::int32_t count);
    // Lines with any starts; at most `abreast`.
    void (*apart)(const Along& along, const std::int32_t* first, std::int32_t count);
};

// For the level of row_ops(), or scalar.
const LineOps& line_ops(bool plain);

} // namespace hubbub::route::rows
