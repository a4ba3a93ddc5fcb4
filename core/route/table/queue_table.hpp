// One table after the other for the places in the queues, guided by prices (see guided.hpp).
#pragma once

#include "route/problem/problem.hpp"
#include "route/run/watch.hpp"

#include <cstdint>
#include <vector>

namespace hubbub::route::table {

struct TableResult {
    std::int64_t proven = 0; // no routing costs less, in units
    Routed found{};          // the best there is; no moves where none was found
    double work = 0;
};

// Looks for the best routing that costs at least `proven` and at most `most`, in units; first for one in the lower half
// of what lies between, which is far less work. Prices are in 1 / scale. Gives up at so much work per utterance, or
// when time is over.
TableResult route_by_prices(const Problem& model, const std::vector<Value>& utterance,
                            const std::vector<std::vector<Value>>& word, std::int64_t proven, std::int64_t most,
                            double work, const Watch& watch);

} // namespace hubbub::route::table
