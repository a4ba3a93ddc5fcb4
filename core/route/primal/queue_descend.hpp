// Improving a routing by moving one utterance at a time.
#pragma once

#include "route/search/queue_search.hpp"

namespace hubbub::route::primal {

using search::Move;

// Takes each utterance out and puts it back where it is cheapest: on any stream, at any place of the order between its
// neighbours in the queue. Sweeps forward and backward until a pair of sweeps gains nothing, or `most` pairs are done.
// Returns the cost in units. Exact costs throughout: no bound is involved.
std::int64_t descend(const Model& model, std::vector<Move>& moves, std::int32_t most, const Watch& watch);

// The bytes that it needs.
std::uint64_t descent_bytes(const Model& model);

} // namespace hubbub::route::primal
