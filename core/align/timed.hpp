// The edit distance of two word sequences under the time rule, and an alignment that attains it.
#pragma once

#include "base/match.hpp"

#include <cstdint>
#include <string>

namespace hubbub {

std::int64_t distance(const TimedWords& reference, const TimedWords& hypothesis, const Costs& costs);

// Returns the steps; ties are broken as in align.hpp. If two runs of words are too far apart in time to be paired at
// all, their deletions and insertions come in the order of the matrix's edges; this changes no count and no pair.
std::string align(const TimedWords& reference, const TimedWords& hypothesis, const Costs& costs);

} // namespace hubbub
