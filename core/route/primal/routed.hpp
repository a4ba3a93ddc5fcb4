// The room `primal`: routings, found and made better; nothing here proves anything. The doors are greedy(), beam(),
// descend() and rework() for one queue, Layout, descend() and improve_windows() for several.
//
// Routings: their cost by plain alignment, and the result handed out.
#pragma once

#include "route/search/queue_search.hpp"

namespace hubbub::route::primal {

using search::Move;

// What the moves really cost: the utterances of each stream joined in order and aligned, in units.
// Never more than the search counted, since an alignment may pair words across the limits of intervals.
struct Routed {
    std::vector<Move> moves;
    std::int64_t cost; // in units
};

std::int64_t cost_of(const Model& model, const std::vector<Move>& moves);

// The routing of the whole problem: empty utterances follow their predecessors, deleted ones go to the first stream.
Routing make_routing(const RouteProblem& problem, const Model& model, const Routed& routed);

} // namespace hubbub::route::primal
