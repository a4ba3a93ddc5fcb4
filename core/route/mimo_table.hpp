// One table after the other for the places in the queues, guided by prices (see guided.hpp).
#pragma once

#include "mimo_primal.hpp"
#include "mimo_watch.hpp"

#include <cstdint>
#include <vector>

namespace hubbub::mimo {

struct TableResult {
    bool complete = false; // nothing within the limit was left out
    Routed found;          // no moves where there is nothing
    double work = 0;
};

// The best routing that costs at most `most`, in units. Prices are in 1 / scale. Gives up at so much work per
// utterance, or when time is over.
TableResult route_by_prices(const Model& model, const std::vector<Value>& utterance,
                            const std::vector<std::vector<Value>>& word, std::int64_t most, double work,
                            const Watch& watch);

} // namespace hubbub::mimo
