// The first pass over all cells of unit costs without times: rows as bits (Myers 1999, in the form of Hyyrö 2003).
//
// Neighbouring cells of a row of true distances differ by at most one, so 64 cells are two words of bits: where the
// value rises and where it falls. A reference word carries 64 cells along in some fifteen operations. Between two
// utterances the least of leaving and taking is found cell by cell, in 16 bits. In the shifted measure each difference
// is one less: 0, -1 or -2.
#pragma once

#include "route/bound/prices.hpp"

namespace hubbub::orc {

// Are all costs, lengths and prices such that first_pass_in_bits can do it?
bool fits_bits(const Half& half);

// As first_pass() of prices.hpp, with the same rows.
void first_pass_in_bits(Half& half, const Watch& watch);

} // namespace hubbub::orc
