// The room `primal`: routings, found and made better; nothing here proves anything. The doors are by_voices(),
// greedy(), beam() and Layout for a beginning, descend() and Stretches to make it better.
//
// Routings of several queues, and the result handed out.
#pragma once

#include "route/search/queue_search.hpp"

namespace hubbub::route::primal {

struct Routed {
    std::vector<Move> moves;
    std::int64_t cost; // in units
};

Sides sides_of(const Model& model);

// The routing of the whole problem: empty utterances follow their predecessors, deleted ones go to the first stream.
Routing make_routing(const RouteProblem& problem, const Model& model, const Routed& routed);

} // namespace hubbub::route::primal
