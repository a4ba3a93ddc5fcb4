#include "route/primal/sides.hpp"

#include "row.hpp"
#include "timed.hpp"

#include <map>
#include <utility>

namespace hubbub::route::primal {

Sides make_sides(const rows::Carrier& carrier, const rows::Steps& steps, const Costs& costs,
                 std::vector<TimedWords> utterances, std::vector<TimedWords> streams,
                 std::vector<std::int32_t> queue_of) {
    Sides sides{carrier, steps, costs, std::move(utterances), std::move(streams), std::move(queue_of), {}, {}};
    sides.before.assign(sides.utterances.size(), -1);
    sides.after = sides.before;
    std::map<std::int32_t, std::int32_t> last; // of each queue
    for (std::size_t n = 0; n < sides.utterances.size(); ++n) {
        const auto number = static_cast<std::int32_t>(n);
        const auto [found, is_new] = last.try_emplace(sides.queue_of[n], number);
        if (is_new) continue;
        sides.before[n] = found->second;
        sides.after[found->second] = number;
        found->second = number;
    }
    return sides;
}

std::int64_t cost_of(const Sides& sides, const std::vector<Move>& moves) {
    std::vector<Row> routed(sides.streams.size());
    for (const Move& move : moves) routed[move.stream].append(sides.utterances[move.utterance]);
    std::int64_t cost = 0;
    for (std::size_t j = 0; j < routed.size(); ++j)
        cost += distance(TimedWords(routed[j]), sides.streams[j], sides.costs);
    return cost;
}

} // namespace hubbub::route::primal
