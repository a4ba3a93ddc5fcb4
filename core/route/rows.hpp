// Rows: the cheapest way to every cell of a stream, and how an utterance carries them along.
#pragma once

#include "instance.hpp"

#include <span>

namespace hubbub::orc {

// Carries row[0 .. tokens.size()] through the words of an utterance; tokens[k] stands between cells k and k + 1.
void push_plain(std::span<Value> row, std::span<const Token> tokens, std::span<const Token> words, const Steps& steps);

// The least value of a cell by both rows together.
Value least_sum(std::span<const Value> a, std::span<const Value> b);

} // namespace hubbub::orc
