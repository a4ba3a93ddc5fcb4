// Routings: their cost by plain alignment, and the result handed out.
#pragma once

#include "route/search/queue_search.hpp"

namespace hubbub::mimo {

// What the moves really cost: the utterances of each stream joined in order and aligned, in units.
// Never more than the search counted, since an alignment may pair words across the limits of intervals.
struct Routed {
    std::vector<Move> moves;
    std::int64_t cost; // in units
};

std::int64_t cost_of(const Model& model, const std::vector<Move>& moves);

// The routing of the whole problem: empty utterances follow their predecessors, deleted ones go to the first stream.
Routing make_routing(const RouteProblem& problem, const Model& model, const Routed& routed);

} // namespace hubbub::mimo
