// A table for every place in several queues that is worth one, and in it only the cells from which a bound for the rest
// leaves any hope.
//
// Each utterance is laid along each stream by itself, so that only one axis grows, and what comes of it is cut down
// before it is put together with the rest. Cells that no routing within the limit visits are dropped, so what is found
// is the best routing if it is within the limit, and nothing otherwise. Cells of a table that nothing leads to are
// given more than any cell can cost, since a word more left costs at most `slide`.
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
TableResult route_by_prices(const Problem& problem, const std::vector<Value>& utterance,
                            const std::vector<std::vector<Value>>& word, std::int64_t proven, std::int64_t most,
                            double work, const Watch& watch);

} // namespace hubbub::route::table
