#include "route/primal/rework.hpp"

#include <algorithm>

namespace hubbub::route::primal {

using rows::End;

namespace {

// Per boundary and stream, how many words the routing's best alignment has used.
std::vector<std::int32_t> cells_used(const Half& half, const Half& mirror, const std::vector<std::int32_t>& stream_of) {
    const Instance& instance = half.instance;
    const int count = instance.utterance_count(), streams = instance.stream_count();
    const RowStore to_come = rows_to_come(mirror, stream_of);
    std::vector<std::int32_t> cells(static_cast<std::size_t>(streams), 0);
    std::vector<End> ends;
    for (int n = 0; n < count; ++n) {
        cells.insert(cells.end(), cells.end() - streams, cells.end());
        const int j = stream_of[n];
        std::int32_t& cell = cells[cells.size() - streams + j];
        half.kernel.ends(j, cell, instance.length(j), n, ends);
        Value least = far;
        for (const End& end : ends) {
            const Value value = end.cost + to_come.at(count - n - 1, j, instance.length(j) - end.cell);
            if (value >= least) continue;
            least = value;
            cell = end.cell;
        }
    }
    for (int j = 0; j < streams; ++j) cells[cells.size() - streams + j] = instance.length(j);
    return cells;
}

} // namespace

Candidate rework(const Half& half, const Half& mirror, const Costs& costs, const std::vector<std::int32_t>& stream_of,
                 int first, int size, const SolveStretch& solve, const Watch& watch) {
    const Instance& instance = half.instance;
    const int count = instance.utterance_count(), streams = instance.stream_count();
    const std::vector<std::int32_t> cells = cells_used(half, mirror, stream_of);
    Candidate made{stream_of, 0};
    for (int from = 0, to = std::min(first, count); from < count; from = to, to = std::min(to + size, count)) {
        watch.check();
        RouteProblem stretch;
        stretch.costs = costs;
        for (int n = from; n < to; ++n) stretch.utterances.push_back(instance.utterance(n));
        stretch.queue_of.assign(stretch.utterances.size(), 0);
        for (int j = 0; j < streams; ++j) {
            const std::int32_t start = cells[static_cast<std::size_t>(from) * streams + j];
            const std::int32_t end = cells[static_cast<std::size_t>(to) * streams + j];
            stretch.streams.push_back(instance.stream(j).part(start, end - start));
        }
        const std::vector<std::int32_t> found = solve(stretch);
        std::copy(found.begin(), found.end(), made.stream_of.begin() + from);
    }
    return made;
}

} // namespace hubbub::route::primal
