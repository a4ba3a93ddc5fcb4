// Layered search over (place in every queue; cell in every stream), guided by the chains.
#pragma once

#include "route/bound/chains.hpp"
#include "route/problem/problem.hpp"
#include "route/run/watch.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace hubbub::route::search {

using bound::Chains;

struct QueueSearchOptions {
    std::int64_t width = 1 << 10;  // states kept per layer
    std::int32_t window = 1 << 29; // an utterance ends at most this many words and twice its length further on
    std::int32_t lag = 1 << 29;    // an utterance is laid down at most this many ranks before its turn
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max(); // what it may hold
    bool dominance = true;
    bool commutation = true;
};

struct QueueSearchResult {
    bool complete = false;   // nothing was left out: what was not found does not exist
    bool stopped = false;    // for want of time or memory
    bool found = false;      // a routing within the limit
    std::int64_t cost = 0;   // of the routing found, base included, in units
    std::int64_t bound = 0;  // no routing costs less than min(this, limit + 1); in 1 / scale
    std::int64_t states = 0; // generated
    std::vector<Move> moves; // of the routing found, in order
};

// The rows behind must be those of the present prices. `rank` numbers the utterances; it must grow within a queue, and
// the search is quickest if it follows the time.
QueueSearchResult search(const Chains& chains, const std::vector<std::int32_t>& rank, const QueueSearchOptions& options,
                         const Watch& watch);

} // namespace hubbub::route::search
