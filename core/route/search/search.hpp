// The room `search`: states over all streams, layer by layer, under a bound for the rest. What it looks through whole
// is proven. The doors are both search(): over a graph (one queue), over chains (several, queue_search.hpp).
//
// The joint search, layer by layer, over one node per stream.
//
// After n utterances a state has a node in every stream, its cost so far g, and
//     f = g + prices to come + sum_j behind(node_j)  (+ what the windows to come add),
// which never exceeds the cost of any way to finish. States with f beyond the limit are dropped.
//
// Dominance. The true cost to go from cells h (over all routings of the rest, no cell deleted) satisfies
//     to_go(h') <= to_go(h) + sum_j slide * max(0, h'_j - h_j):
// with fewer words used there are only more insertions to choose from (free in the shifted measure), and for each
// word more, what was paired with it is deleted instead. So a state at h' kills one at h if
//     g(h') + sum_j slide * max(0, h'_j - h_j) <= g(h).
// That is safe although cells were deleted: if the killed state had a way to finish within the limit, so has the
// killer, and the path from the origin through the killer is a path within the limit, none of whose cells can have
// been deleted. Killers are themselves alive when they kill, so of two states that kill each other one stays. What is
// counted for a word is `slide` or less: see slides.hpp.
//
// A run that dropped nothing for want of room is a proof: what it found is optimal, or nothing within the limit is.
#pragma once

#include "route/graph/relax.hpp"
#include "route/primal/greedy.hpp"

namespace hubbub::route::search {

using graph::Graph;
using primal::Candidate;

struct SearchOptions {
    std::size_t width = 16;                     // states kept in a layer
    std::uint64_t work = ~std::uint64_t{0};     // states made in all, after which the run gives up
    std::int64_t limit = far;                   // in the graph's units
    const std::vector<Value>* excess = nullptr; // as in GraphSweep
};

struct SearchResult {
    Candidate found;          // cost far if none
    bool complete = true;     // nothing was dropped for want of room
    std::uint64_t states = 0; // made in all
};

// Needs `behind` for the prices of the graph.
SearchResult search(const Graph& graph, const Problem& instance, const SearchOptions& options, const Watch& watch);

} // namespace hubbub::route::search
