// Two word sequences: their distance, and the alignment that attains it.
#pragma once

#include "base/match.hpp"

#include <cstdint>
#include <string>

namespace hubbub {

// Steps of an alignment, in order; the words they speak of follow from counting them.
namespace step {
inline constexpr char correct = 'C';
inline constexpr char substitution = 'S';
inline constexpr char deletion = 'D';
inline constexpr char insertion = 'I';
} // namespace step

std::int64_t distance(Words reference, Words hypothesis, const Costs& costs);

// The steps of a cheapest alignment. Among equally cheap ones: read from the end, an insertion
// comes before a deletion, and a deletion before a pair. This is the choice that Kaldi's scoring
// makes, so that the counts of each kind agree with results published with it.
std::string align(Words reference, Words hypothesis, const Costs& costs);

} // namespace hubbub
