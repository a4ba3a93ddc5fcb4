#include "route/orc.hpp"

#include "route/schedule.hpp"
#include "route/table/board.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace hubbub::route::orc {

using primal::Candidate;
using table::TableSize;
using table::TimedBoard;

namespace {

constexpr std::int32_t most_cost = 1000; // of a step in a table from the start: sums are in 16 bits

// Without words on one of the sides there is nothing to choose.
Routing trivial(const RouteProblem& problem) {
    Routing routing;
    for (std::size_t n = 0; n < problem.utterances.size(); ++n) {
        routing.order.push_back(static_cast<std::int32_t>(n));
        routing.cost += static_cast<std::int64_t>(problem.utterances[n].size()) * problem.costs.deletion;
    }
    for (const Words stream : problem.streams) {
        routing.cost += static_cast<std::int64_t>(stream.size()) * problem.costs.insertion;
    }
    routing.stream_of.assign(problem.utterances.size(), problem.streams.empty() ? -1 : 0);
    routing.lower_bound = routing.cost;
    return routing;
}

// Have all words times, and is there one at all?
bool all_timed(const std::vector<TimedWords>& sequences) {
    std::size_t words = 0, spans = 0;
    for (const TimedWords& one : sequences) {
        words += one.size();
        spans += one.spans.size();
    }
    return words > 0 && spans == words;
}

// Where words have times and these leave few cells open, all there is to look at is looked at. Nothing where there is
// more of it than the settings or the memory allow, or no time.
std::optional<Routing> by_table(const RouteProblem& problem, const Budget& budget, const Settings& settings) {
    const Costs& costs = problem.costs;
    if (settings.table_work <= 0 || !all_timed(problem.utterances) || !all_timed(problem.streams) ||
        std::max({costs.correct, costs.substitution, costs.insertion, costs.deletion}) > most_cost)
        return std::nullopt;
    const Watch watch(budget);
    const TimedBoard made = table::timed_board(problem);
    const TableSize size = table_size(made.board);
    if (size.work > settings.table_work * made.board.utterance_count() ||
        size.bytes() > static_cast<double>(budget.bytes) / 2)
        return std::nullopt;
    Candidate found;
    try {
        found = route_board(made.board, far, settings.plain_rows, watch).candidate;
    } catch (const UsedUp&) {
        return std::nullopt;
    }
    Routing routing;
    routing.stream_of.assign(problem.utterances.size(), made.stream_source[0]);
    routing.order.resize(problem.utterances.size());
    std::iota(routing.order.begin(), routing.order.end(), 0);
    for (std::size_t n = 0; n < found.stream_of.size(); ++n) {
        routing.stream_of[made.utterance_source[n]] = made.stream_source[found.stream_of[n]];
    }
    routing.cost = routing.lower_bound = found.cost + made.base;
    for (const char* name : {"table", "proven"}) {
        routing.stages.push_back({name, routing.cost, static_cast<double>(routing.cost),
                                  static_cast<std::int64_t>(size.cells), static_cast<std::int64_t>(size.work),
                                  watch.seconds()});
        watch.show(routing.stages.back());
    }
    return routing;
}

} // namespace

Routing route_with(const RouteProblem& problem, const Budget& budget, const Settings& settings) {
    if (std::optional<Routing> found = by_table(problem, budget, settings)) return *std::move(found);
    const Instance instance = make_instance(problem);
    if (instance.streams.empty() || instance.utterances.empty()) return trivial(problem);
    return Solver(problem, instance, budget, settings).run();
}

} // namespace hubbub::route::orc

namespace hubbub::route {

Routing route_orc(const RouteProblem& problem, const Budget& budget) { return orc::route_with(problem, budget, {}); }

} // namespace hubbub::route
