// The cost of a routing, by the textbook: the utterances of each stream in order, one row of distances after the other.
#pragma once

#include "route/route.hpp"

#include <algorithm>

namespace hubbub {

using Row = std::vector<std::int64_t>;

inline Row first_row(std::size_t words, const Costs& costs) {
    Row row;
    for (std::size_t h = 0; h <= words; ++h) row.push_back(static_cast<std::int64_t>(h) * costs.insertion);
    return row;
}

inline Row push(Row row, const TimedWords& reference, const TimedWords& hypothesis, const Costs& costs) {
    Row next(row.size());
    for (std::size_t i = 0; i < reference.size(); ++i, row.swap(next)) {
        for (std::size_t h = 0; h < row.size(); ++h) {
            next[h] = row[h] + costs.deletion;
            if (h == 0) continue;
            next[h] = std::min(next[h], next[h - 1] + costs.insertion);
            const bool may = reference.spans.empty() || may_pair(reference.spans[i], hypothesis.spans[h - 1]);
            if (may)
                next[h] = std::min(next[h], row[h - 1] + pair_cost(reference.words[i], hypothesis.words[h - 1], costs));
        }
    }
    return row;
}

// -1 if it is not a routing: an utterance missing or twice, a queue out of order, or an unknown stream.
inline std::int64_t scored(const RouteProblem& problem, const Routing& routing) {
    std::vector<Row> rows;
    for (const TimedWords& stream : problem.streams) rows.push_back(first_row(stream.size(), problem.costs));
    const std::size_t count = problem.utterances.size();
    std::int64_t total = 0;
    std::vector<char> seen(count, 0);
    if (routing.order.size() != count || routing.stream_of.size() != count) return -1;
    for (const std::int32_t n : routing.order) {
        if (n < 0 || static_cast<std::size_t>(n) >= count || seen[n]) return -1;
        seen[n] = 1;
        for (std::size_t later = n + 1; later < count; ++later) {
            if (seen[later] && problem.queue_of[later] == problem.queue_of[n]) return -1;
        }
        const std::int32_t j = routing.stream_of[n];
        if (j >= static_cast<std::int32_t>(problem.streams.size()) || (j < 0 && !problem.streams.empty())) return -1;
        if (j < 0)
            total += static_cast<std::int64_t>(problem.utterances[n].size()) * problem.costs.deletion;
        else
            rows[j] = push(rows[j], problem.utterances[n], problem.streams[j], problem.costs);
    }
    for (const Row& row : rows) total += row.back();
    return total;
}

// Whatever the budget: the answer is a routing of the stated cost, and the bound is not above the optimum.
inline bool honest(const RouteProblem& problem, const Routing& routing, std::int64_t best) {
    return routing.lower_bound <= best && best <= routing.cost && routing.cost == scored(problem, routing) &&
           routing.exact == (routing.lower_bound == routing.cost);
}

inline bool optimal(const RouteProblem& problem, const Routing& routing, std::int64_t best) {
    return honest(problem, routing, best) && routing.exact;
}

} // namespace hubbub
