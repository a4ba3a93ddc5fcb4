// A meeting whose rows do not fit into the memory: block after block.
//
// Each block is a problem of its own, over a window of each stream that starts where the utterances laid down so far
// end. The first half of what is found is kept; the second half was there to anchor it. The blocks' prices, put
// together, are prices for the whole, whose bound needs no more than one row per stream.
#pragma once

#include "route/bound/prices.hpp"

namespace hubbub::route::bound {

struct Blocks {
    std::vector<Move> moves;  // in the order of the utterances
    std::vector<Value> price; // in units of 1 / instance.scale
};

// Prices that most utterances come near to, in the same units.
std::vector<Value> usual_prices(const Problem& instance);

// `moves` are kept where time runs out, or where not even two utterances fit.
Blocks route_blocks(const RouteProblem& problem, const Problem& instance, std::vector<Move> moves, const Watch& watch);

// L of chains.hpp for these prices of utterances and one price for every word, in units of 1 / scale and counted from
// all insertions. One row at a time. With one queue the words need no price.
std::int64_t bound_of(const Problem& problem, const std::vector<Value>& price, Value word_price, const Watch& watch);

// The best of a few prices that are alike for all words, in units, all insertions included: of those that there was
// time for.
std::int64_t bound_by_equal_prices(const Problem& problem, const Watch& watch);

} // namespace hubbub::route::bound
