// The edit distance of two word sequences, and an alignment that attains it.
#pragma once

#include "base/match.hpp"

#include <cstdint>
#include <string>

namespace hubbub {

// The steps of an alignment, in order. The words they refer to follow by counting.
namespace step {
inline constexpr char correct = 'C';
inline constexpr char substitution = 'S';
inline constexpr char deletion = 'D';
inline constexpr char insertion = 'I';
} // namespace step

std::int64_t distance(Words reference, Words hypothesis, const Costs& costs);

// Returns the steps of a cheapest alignment. Ties, read from the end: an insertion comes before a deletion, a deletion
// before a pair. Kaldi's scoring breaks ties in the same way, so the counts of each kind agree with published results.
std::string align(Words reference, Words hypothesis, const Costs& costs);

} // namespace hubbub
