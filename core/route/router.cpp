#include "route/router.hpp"

#include "route/one.hpp"
#include "route/run/log.hpp"
#include "route/table/table.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace hubbub::route {
namespace {

constexpr std::int32_t most_cost = 1000; // of a step in a table from the start: sums are in 16 bits

// Where words have times and these leave few cells open, all there is to look at is looked at. Nothing where there is
// more of it than the settings or the memory allow, or no time.
std::optional<Routing> by_table(const RouteProblem& given, const Problem& problem, const Budget& budget,
                                const Settings& settings) {
    const Costs& costs = given.costs;
    if (settings.table_work <= 0 || problem.spans.size() != problem.tokens.size() ||
        std::max({costs.correct, costs.substitution, costs.insertion, costs.deletion}) > most_cost)
        return std::nullopt;
    const Watch watch(budget);
    const table::Board board = table::timed_board(problem);
    const table::TableSize size = table::table_size(board);
    if (size.work > settings.table_work * problem.utterance_count() ||
        size.bytes() > static_cast<double>(budget.bytes) / 2)
        return std::nullopt;
    Routed best;
    try {
        best = table::route_board(board, std::numeric_limits<std::int64_t>::max(), settings.plain_rows, watch);
    } catch (const UsedUp&) {
        return std::nullopt;
    }
    Log log(given, problem, watch);
    log.note("table", best.cost, static_cast<double>(best.cost), static_cast<std::int64_t>(size.cells),
             static_cast<std::int64_t>(size.work));
    return log.finish(best, best.cost, Ended::proven);
}

} // namespace

Routing route_one(const RouteProblem& given, Problem problem, const Budget& budget, const Settings& settings) {
    if (std::optional<Routing> found = by_table(given, problem, budget, settings)) return *std::move(found);
    const Problem made = ready(std::move(problem), settings.plain_rows);
    return Solver(given, made, budget, settings).run();
}

Routing route_with(const RouteProblem& given, const Budget& budget, const Settings& settings) {
    Problem problem = make_problem(given);
    if (problem.trivial()) return trivial_routing(given);
    return problem.speakers == 1 && !settings.as_several ? route_one(given, std::move(problem), budget, settings)
                                                         : route_several(given, std::move(problem), budget, settings);
}

} // namespace hubbub::route
