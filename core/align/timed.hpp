// Two word sequences under the time rule: their distance, and the alignment that attains it.
#pragma once

#include "base/match.hpp"

#include <cstdint>
#include <string>

namespace hubbub {

std::int64_t distance(const TimedWords& reference, const TimedWords& hypothesis, const Costs& costs);

// The steps, with ties broken as in align.hpp. Where two stretches of words lie too far apart to pair at all, their
// deletions and insertions are laid down in the order of the matrix's edges; this changes no count and no pair.
std::string align(const TimedWords& reference, const TimedWords& hypothesis, const Costs& costs);

} // namespace hubbub
