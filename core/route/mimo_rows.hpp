// Pushing a row of cells through one word, in the shifted costs: a pair costs what it costs, a word of the stream that is
// passed over costs nothing, so insertion is a running minimum.
#pragma once

#include "mimo_model.hpp"

#include <algorithm>

namespace hubbub::mimo {

inline constexpr std::int32_t row_margin = 16;

struct StepCosts {
    Value match, mismatch, deletion;
};

// cells[t] for t in 0 .. width - 1; words[t] lies between cell t and cell t + 1.
inline void push_word_ahead(Value* cells, std::int32_t width, const Token* words, Token word, StepCosts costs) {
    Value before = unreachable, least = unreachable;
    for (std::int32_t t = 0; t < width; ++t) {
        const Value here = cells[t];
        Value value = here + costs.deletion;
        if (t > 0) value = std::min(value, before + (words[t - 1] == word ? costs.match : costs.mismatch));
        least = std::min(least, value);
        cells[t] = least;
        before = here;
    }
}

inline void push_word_behind(Value* cells, std::int32_t width, const Token* words, Token word, StepCosts costs) {
    Value after = unreachable, least = unreachable;
    for (std::int32_t t = width - 1; t >= 0; --t) {
        const Value here = cells[t];
        Value value = here + costs.deletion;
        if (t + 1 < width) value = std::min(value, after + (words[t] == word ? costs.match : costs.mismatch));
        least = std::min(least, value);
        cells[t] = least;
        after = here;
    }
}

} // namespace hubbub::mimo
