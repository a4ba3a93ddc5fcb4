// The joint search: branch and bound over states of all streams, layer by layer (best states first if the width is
// limited), with the relaxation as an admissible heuristic. A complete search is a proof. Two versions of search():
// over a graph (one queue), and over chains (several).
//
// A state is the number of utterances routed from each queue, the cell of every stream where the last one ends (in a
// graph: its node there), and the cost so far, g. As in A*, its estimate is
//     f = g + the bound for the rest,
// which never exceeds the cost of any completion. A layer has the states with the same number of utterances. Those with
// f above the limit are pruned.
//
// Dominance. The true cost to go from cells h (over all routings of the rest, nothing pruned) satisfies
//     to_go(h') <= to_go(h) + sum_j slide * max(0, h'_j - h_j):
// with fewer words used there are only more insertions to choose from (free in the shifted measure), and for each
// additional word used, the word that was paired with it is deleted instead. So a state at h' dominates one at h, with
// the same number of utterances of each queue routed, if
//     g(h') + sum_j slide * max(0, h'_j - h_j) <= g(h).
// This is valid although cells were pruned: if the dominated state has a completion within the limit, so has the
// dominator, and the path from the origin through the dominator is within the limit, so none of its cells was pruned.
// Dominators are themselves not dominated, so of two states that dominate each other one stays. A word counts `slide`,
// or in graphs sometimes less: see graph_moves.cpp.
//
// A search that dropped nothing for lack of memory or width is a proof: its routing is optimal, or there is none within
// the limit. Otherwise it still gives a bound, the lowest f dropped.
#pragma once

#include "route/bound/chains.hpp"
#include "route/graph/graph.hpp"
#include "route/run/run.hpp"

#include <limits>

namespace hubbub::route::search {

using bound::Chains;
using graph::Graph;

struct SearchOptions {
    std::uint64_t width = 1 << 10; // states kept per layer
    // states created in all, after which the search gives up
    std::uint64_t work = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max(); // memory limit
    bool dominance = true;
    bool only_bound = false; // only a bound is wanted: once a state is dropped, so are all of at least its cost

    // Over a graph:
    std::int64_t limit = far;                   // in the graph's units
    const std::vector<Value>* excess = nullptr; // of windows, per boundary

    // Over chains, which have their own limit:
    std::int32_t end_margin = 1 << 29; // an utterance may end at most this many words beyond twice its length
    std::int32_t lag = 1 << 29;        // an utterance may come at most this many ranks early
    bool commutation = true;
};

struct SearchResult {
    bool complete = true;     // nothing was dropped: the result is a proof
    bool stopped = false;     // for lack of time or memory
    std::int64_t bound = 0;   // no routing costs less; in the units of the limit
    std::uint64_t states = 0; // created in all
    Routed found{};           // no moves if none was found
};

// Needs `behind` for the graph's prices.
SearchResult search(const Graph& graph, const Problem& problem, const SearchOptions& options, const Watch& watch);

// The backward rows must belong to the current prices. `rank` numbers the utterances; it must grow within a queue, and
// the search is fastest if it follows the time.
SearchResult search(const Chains& chains, const std::vector<std::int32_t>& rank, const SearchOptions& options,
                    const Watch& watch);

// The window bound: how much more the streams cost together than each alone, summed over disjoint windows of
// utterances.
//
// Every edge has a reduced cost r = cost - price + behind(to) - behind(from) >= 0 (skipping an utterance has no cost
// and no price). A routing costs L plus the reduced costs of its joint path, on which exactly one stream takes each
// utterance. The rest of the gap is a sum of small local excesses, usually where two streams compete to take (or to
// skip) a short utterance. For the utterances of a window let
//     d = min over joint paths through the window, from any cells to any cells, of the sum of r.
// Disjoint windows add up, so after boundary n a joint path costs at least the sum of d over the windows that begin at
// n or later; the search and the pruning use this. The excesses belong to `behind` as it is: new prices invalidate
// them.
//
// A window is searched backward from its end, where a state's f = r to the end + sum_j (least r from the window's start
// to its node). The lowest f dropped bounds d from below. Dominance is not used here: it would need the path from the
// origin.
struct WindowOptions {
    int size = 100;           // utterances in the smaller windows; the others are larger by two thirds
    std::size_t width = 4000; // states kept per layer
    Value most = far;         // an excess beyond this has no effect
};

struct Windows {
    std::vector<Value> excess; // per boundary, of the windows after it
    std::uint64_t states = 0;
};

// Needs `behind` for the graph's prices.
Windows bound_windows(const Graph& graph, const Problem& problem, const WindowOptions& options, const Watch& watch);

} // namespace hubbub::route::search
