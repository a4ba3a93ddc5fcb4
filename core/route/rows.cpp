#include "rows.hpp"

#include <algorithm>

namespace hubbub::orc {
namespace {

void push_word(std::span<Value> row, std::span<const Token> tokens, Token word, const Steps& steps) {
    Value diagonal = row[0], best = row[0] + steps.deletion;
    row[0] = best;
    for (std::size_t k = 1; k < row.size(); ++k) {
        const Value above = row[k];
        best = std::min({best, above + steps.deletion, diagonal + steps.pair(word, tokens[k - 1])});
        row[k] = best;
        diagonal = above;
    }
}

} // namespace

void push_plain(std::span<Value> row, std::span<const Token> tokens, std::span<const Token> words, const Steps& steps) {
    for (const Token word : words) push_word(row, tokens, word, steps);
}

Value least_sum(std::span<const Value> a, std::span<const Value> b) {
    Value least = far;
    for (std::size_t k = 0; k < a.size(); ++k) least = std::min(least, a[k] + b[k]);
    return least;
}

} // namespace hubbub::orc
