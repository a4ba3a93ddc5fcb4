// A meeting whose rows do not fit into the memory: block after block.
//
// Each block is a problem of its own, over a window of each stream that starts where the utterances laid down so far
// end. The first half of what is found is kept; the second half was there to anchor it. The blocks' prices, put
// together, are prices for the whole, whose bound needs no more than one row per stream.
#pragma once

#include "route/bound/prices.hpp"

namespace hubbub::route::bound {

struct Blocks {
    std::vector<std::int32_t> stream_of; // per utterance of the instance
    std::vector<Value> price;            // in units of 1 / instance.scale
};

// Prices that most utterances come near to, in the same units.
std::vector<Value> usual_prices(const Problem& instance);

// `stream_of` is kept where time runs out, or where not even two utterances fit.
Blocks route_blocks(const RouteProblem& problem, const Problem& instance, std::vector<std::int32_t> stream_of,
                    const Watch& watch);

// L for these prices, in units of 1 / instance.scale.
std::int64_t bound_of(const Half& half, const std::vector<Value>& price, const Watch& watch);

} // namespace hubbub::route::bound
