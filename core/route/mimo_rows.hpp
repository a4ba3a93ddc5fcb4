// Pushing a row of cells through one word, in the shifted costs: a pair costs what it costs, a word of the stream that
// is passed over costs nothing, so insertion is a running minimum.
//
// The rows that come in never grow in the direction of the push (waiting for a later word is free, and so is not paying
// its price), so without a match the new row is already its own running minimum: only vectors that hold a match need a
// scan.
#pragma once

#include "mimo_model.hpp"

namespace hubbub::mimo {

struct StepCosts {
    Value match, mismatch, deletion;
};

// cells[t] for t in 0 .. width - 1; words[t] lies between cell t and cell t + 1.
// `ahead`: cells[t] may not grow with t; `behind`: may not grow with falling t.
using PushWord = void (*)(Value* cells, std::int32_t width, const Token* words, Token word, StepCosts costs);

struct RowKernel {
    PushWord ahead, behind;
    const char* name;
};

// The fastest that this machine has; HUBBUB_SIMD=plain, avx2 or avx512 asks for another. All give the same rows.
const RowKernel& row_kernel();

inline void push_words_ahead(Value* cells, std::int32_t width, const Token* stream, Words spoken, StepCosts costs) {
    const RowKernel& kernel = row_kernel();
    for (const Token word : spoken) kernel.ahead(cells, width, stream, word, costs);
}

inline void push_words_behind(Value* cells, std::int32_t width, const Token* stream, Words spoken, StepCosts costs) {
    const RowKernel& kernel = row_kernel();
    for (std::size_t p = spoken.size(); p-- > 0;) kernel.behind(cells, width, stream, spoken[p], costs);
}

} // namespace hubbub::mimo
