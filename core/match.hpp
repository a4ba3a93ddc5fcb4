// May these two words pair, and at what cost?
// Every solver asks here, so that a rule about pairing (such as one about time) is written once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hubbub {

using Token = std::int32_t;           // a word, as its number in the session's vocabulary
using Words = std::span<const Token>; // a sequence of words that someone else owns

struct Costs {
    std::int32_t correct = 0;
    std::int32_t substitution = 1;
    std::int32_t insertion = 1;
    std::int32_t deletion = 1;

    constexpr bool is_unit() const { return correct == 0 && substitution == 1 && insertion == 1 && deletion == 1; }
};

constexpr std::int32_t pair_cost(Token reference, Token hypothesis, const Costs& costs) {
    return reference == hypothesis ? costs.correct : costs.substitution;
}

} // namespace hubbub
