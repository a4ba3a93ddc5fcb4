// The room `search`: states over all streams, layer by layer, under a bound for the rest. What it looks through whole
// is proven. The doors are both search(): over a graph (one queue), and over chains (several).
//
// A state is how many utterances of each queue are laid down, the cell of every stream where the last one ends (in a
// graph: its node there), and the cost so far, g. It is valued by
//     f = g + the bound for the rest,
// which never exceeds the cost of any way to finish. A layer holds the states with equally many utterances laid down.
// Those with f beyond the limit are dropped.
//
// Dominance. The true cost to go from cells h (over all routings of the rest, no cell deleted) satisfies
//     to_go(h') <= to_go(h) + sum_j slide * max(0, h'_j - h_j):
// with fewer words used there are only more insertions to choose from (free in the shifted measure), and for each
// word more, what was paired with it is deleted instead. So a state at h' kills one at h, with as many utterances of
// each queue laid down, if
//     g(h') + sum_j slide * max(0, h'_j - h_j) <= g(h).
// That is safe although cells were deleted: if the killed state had a way to finish within the limit, so has the
// killer, and the path from the origin through the killer is a path within the limit, none of whose cells can have
// been deleted. Killers are themselves alive when they kill, so of two states that kill each other one stays. What is
// counted for a word is `slide`, or in graphs also less: see graph_moves.cpp.
//
// A run that dropped nothing for want of room is a proof: what it found is optimal, or nothing within the limit is.
// One that did still gives a bound, the least f dropped.
#pragma once

#include "route/bound/chains.hpp"
#include "route/graph/graph.hpp"
#include "route/run/run.hpp"

#include <limits>

namespace hubbub::route::search {

using bound::Chains;
using graph::Graph;

struct SearchOptions {
    std::uint64_t width = 1 << 10;                                   // states kept in a layer
    std::uint64_t work = std::numeric_limits<std::uint64_t>::max();  // states made in all, after which it gives up
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max(); // what it may hold
    bool dominance = true;
    bool only_bound = false; // no routing is wanted: when something is left out, so is all that costs as much

    // Over a graph:
    std::int64_t limit = far;                   // in the graph's units
    const std::vector<Value>* excess = nullptr; // of windows, per boundary

    // Over chains, which have their own limit:
    std::int32_t window = 1 << 29; // an utterance ends at most this many words and twice its length further on
    std::int32_t lag = 1 << 29;    // an utterance is laid down at most this many ranks before its turn
    bool commutation = true;
};

struct SearchResult {
    bool complete = true;     // nothing was left out: what was not found does not exist
    bool stopped = false;     // for want of time or memory
    std::int64_t bound = 0;   // no routing costs less; in the units of the limit
    std::uint64_t states = 0; // made in all
    Routed found{};           // no moves if none
};

// Needs `behind` for the prices of the graph.
SearchResult search(const Graph& graph, const Problem& problem, const SearchOptions& options, const Watch& watch);

// The rows behind must be those of the present prices. `rank` numbers the utterances; it must grow within a queue, and
// the search is quickest if it follows the time.
SearchResult search(const Chains& chains, const std::vector<std::int32_t>& rank, const SearchOptions& options,
                    const Watch& watch);

// The window bound: what the streams together cost more than each alone, piece by piece.
//
// Every edge has a reduced cost r = cost - price + behind(to) - behind(from) >= 0 (leaving an utterance out has no
// cost and no price). A routing costs L plus the reduced costs of its joint path, on which exactly one stream takes
// each utterance. What remains of the gap is a sum of small local excesses, usually where two streams would both like
// to take (or leave) a short utterance. For the utterances of a window let
//     d = min over joint paths through the window, from any cells to any cells, of the sum of r.
// Disjoint windows add up, so after boundary n a joint path costs at least the sum of d over the windows that begin
// at n or later: the search and the deletions may count on it. The excesses belong to `behind` as it is: new prices
// or a new relaxation void them.
//
// A window is searched backward from its end, where a state's f = r to the end + sum_j (least r from the window's
// start to its node). What is left out for want of room bounds d from below. There is no dominance here: it would need
// the path from the true origin.
struct WindowOptions {
    int size = 100;           // utterances in the smaller windows; others are larger by two thirds
    std::size_t width = 4000; // states kept in a layer
    Value most = far;         // a window's excess beyond this is of no use
};

struct Windows {
    std::vector<Value> excess; // per boundary, of the windows after it
    std::uint64_t states = 0;
};

// Needs `behind` for the prices of the graph.
Windows bound_windows(const Graph& graph, const Problem& problem, const WindowOptions& options, const Watch& watch);

} // namespace hubbub::route::search
