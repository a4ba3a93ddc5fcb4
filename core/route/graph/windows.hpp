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
// start to its node). Where room runs out, the states of the largest f go and the smallest f that went becomes the
// limit, which is still a bound. There is no dominance here: it would need the path from the true origin.
#pragma once

#include "route/graph/relax.hpp"

namespace hubbub::route::graph {

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
Windows bound_windows(const Graph& graph, const WindowOptions& options, const Watch& watch);

} // namespace hubbub::route::graph
