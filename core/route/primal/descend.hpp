// Upper bounds: a routing improved by letting each utterance, in order, move to its exactly best stream.
#pragma once

#include "route/bound/prices.hpp"

namespace hubbub::route::primal {

using bound::Half;
using rows::OpenRow;
using rows::RowStore;

struct Candidate {
    std::vector<std::int32_t> stream_of;
    std::int64_t cost = 0; // in steps, counted from all insertions
};

// Each utterance goes where it costs least at once: a start that needs no rows but the ones at hand.
Candidate greedy(const Half& half);

// Per boundary (counted from the end), the rows of the utterances that follow it; only the stream that takes one
// changes.
RowStore rows_to_come(const Half& mirror, const std::vector<std::int32_t>& stream_of);

// One pass. The rows of the utterances still to come (as they are routed now) are kept per stream; going forward, an
// utterance is laid on every stream between the row before it and the row after it, which prices each move exactly.
// The cost never rises, so a pass in each direction until nothing changes is a descent.
Candidate descend(const Half& half, const Half& mirror, const std::vector<std::int32_t>& stream_of, const Watch& watch);

} // namespace hubbub::route::primal
