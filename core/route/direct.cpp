#include "direct.hpp"

#include "board.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace hubbub {
namespace {

constexpr std::int32_t most_cost = 1000; // of a step: sums are in 16 bits

// Have all words times, and is there one at all?
bool all_timed(const std::vector<TimedWords>& sequences) {
    std::size_t words = 0, spans = 0;
    for (const TimedWords& one : sequences) {
        words += one.size();
        spans += one.spans.size();
    }
    return words > 0 && spans == words;
}

// Each goes before the next one of its queue that has words.
std::vector<std::int32_t> with_empty_ones(const RouteProblem& problem, std::vector<std::int32_t> spoken) {
    if (spoken.size() == problem.utterances.size()) return spoken;
    std::map<std::int32_t, std::deque<std::int32_t>> queues;
    for (std::size_t n = 0; n < problem.utterances.size(); ++n)
        queues[problem.queue_of[n]].push_back(static_cast<std::int32_t>(n));
    std::vector<std::int32_t> order;
    for (const std::int32_t n : spoken) {
        auto& queue = queues[problem.queue_of[n]];
        do {
            order.push_back(queue.front());
            queue.pop_front();
        } while (order.back() != n);
    }
    for (const auto& [number, queue] : queues) order.insert(order.end(), queue.begin(), queue.end());
    return order;
}

} // namespace

std::optional<Routing> route_by_table(const RouteProblem& problem, const Budget& budget, double most, bool plain) {
    const Costs& costs = problem.costs;
    if (most <= 0 || !all_timed(problem.utterances) || !all_timed(problem.streams) ||
        std::max({costs.correct, costs.substitution, costs.insertion, costs.deletion}) > most_cost)
        return std::nullopt;
    const orc::Watch watch(budget);
    const std::optional<orc::TimedBoard> made = orc::timed_board(problem, most);
    if (!made) return std::nullopt;
    const orc::TableSize size = orc::table_size(made->board);
    if (size.work > most * made->board.utterance_count() || size.bytes() > static_cast<double>(budget.bytes) / 2)
        return std::nullopt;
    orc::BoardRouting found;
    try {
        found = orc::route_board(made->board, orc::far, plain, watch);
    } catch (const orc::UsedUp&) {
        return std::nullopt;
    }
    Routing routing;
    routing.stream_of.assign(problem.utterances.size(), made->stream_source[0]);
    for (std::int32_t& n : found.order) {
        const std::int32_t stream = found.candidate.stream_of[n];
        n = made->utterance_source[n];
        routing.stream_of[n] = made->stream_source[stream];
    }
    routing.order = with_empty_ones(problem, std::move(found.order));
    routing.cost = routing.lower_bound = found.candidate.cost + made->base;
    for (const char* name : {"table", "proven"}) {
        routing.stages.push_back({name, routing.cost, static_cast<double>(routing.cost),
                                  static_cast<std::int64_t>(size.cells), static_cast<std::int64_t>(size.work),
                                  watch.seconds()});
        watch.show(routing.stages.back());
    }
    return routing;
}

} // namespace hubbub
