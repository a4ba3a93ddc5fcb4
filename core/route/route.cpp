#include "route/route.hpp"

#include "align/timed.hpp"
#include "base/row.hpp"
#include "route/full_table.hpp"
#include "route/primal/primal.hpp"
#include "route/problem/problem.hpp"
#include "route/router.hpp"
#include "route/run/run.hpp"
#include "route/schedule.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace hubbub {
namespace {

// Whether the times forbid any pair. If not (the collar is wide), the faster untimed search is used.
bool times_matter(const RouteProblem& problem) {
    constexpr auto never = std::numeric_limits<std::int64_t>::min(), ever = std::numeric_limits<std::int64_t>::max();
    const auto around = [](const std::vector<TimedWords>& sequences) { // the latest start and the earliest end
        Span span{never, ever};
        for (const TimedWords& words : sequences) {
            for (const Span& word : words.spans)
                span = {std::max(span.start, word.start), std::min(span.end, word.end)};
        }
        return span;
    };
    const Span utterances = around(problem.utterances), streams = around(problem.streams);
    return apart(streams.end, utterances.start) || apart(utterances.end, streams.start);
}

RouteProblem without_times(RouteProblem problem) {
    for (auto* sequences : {&problem.utterances, &problem.streams}) {
        for (TimedWords& words : *sequences) words.spans = {};
    }
    return problem;
}

// The routing of cpWER's pairing, by the speakers given or by those of the queues.
Routing paired_by_speakers(const RouteProblem& input) {
    const route::Problem problem = route::make_problem(input);
    std::vector<std::int32_t> speaker_of;
    for (const route::Utterance& one : problem.utterances)
        speaker_of.push_back(input.speaker_of.empty() ? one.speaker : input.speaker_of[one.source]);
    std::vector<route::Move> moves = route::primal::by_speakers(problem, speaker_of);
    const std::int64_t cost = route::cost_of(problem, moves);
    return route::make_routing(input, problem, {std::move(moves), cost});
}

// Routes with divided and truncated costs. The routing is then rated by the true costs, and the bound, multiplied
// again, is valid for them.
Routing route_coarsely(const RouteProblem& problem, const Budget& budget) {
    const Costs& costs = problem.costs;
    const std::int32_t dearest = std::max({costs.correct, costs.substitution, costs.insertion, costs.deletion});
    for (std::int64_t divisor = dearest / route::dearest_wanted + 1;; divisor *= 2) {
        const auto divided = [&](std::int32_t cost) { return static_cast<std::int32_t>(cost / divisor); };
        RouteProblem coarse = problem;
        coarse.costs = {divided(costs.correct), divided(costs.substitution), divided(costs.insertion),
                        divided(costs.deletion)};
        try {
            Routing found = route::route_with(coarse, budget, {});
            found.cost = cost_of(problem, found);
            if (Routing paired = paired_by_speakers(problem); paired.cost < found.cost) {
                found.order = std::move(paired.order);
                found.stream_of = std::move(paired.stream_of);
                found.cost = paired.cost;
            }
            found.lower_bound *= divisor;
            found.exact = found.lower_bound == found.cost;
            found.ended = found.exact ? Ended::proven : Ended::costs;
            found.stages = {{name_of(found.ended), found.cost, static_cast<double>(found.lower_bound), 0, 0, 0}};
            return found;
        } catch (const std::overflow_error&) {
            if (divisor > dearest) throw;
        }
    }
}

} // namespace

std::int64_t cost_of(const RouteProblem& problem, const Routing& routing) {
    std::vector<Row> routed(problem.streams.size());
    std::int64_t cost = 0;
    for (const std::int32_t n : routing.order) {
        const TimedWords& utterance = problem.utterances[n];
        if (routing.stream_of[n] < 0) {
            cost += static_cast<std::int64_t>(utterance.size()) * problem.costs.deletion;
            continue;
        }
        routed[routing.stream_of[n]].append(utterance);
    }
    for (std::size_t j = 0; j < routed.size(); ++j)
        cost += distance(TimedWords(routed[j]), problem.streams[j], problem.costs);
    return cost;
}

Routing find_routing(const RouteProblem& input, const Budget& budget) {
    budget.check_stop();
    const RouteProblem problem = times_matter(input) ? input : without_times(input);
    const route::Watch watch(budget);
    try {
        return route::route_with(problem, budget, {});
    } catch (const std::overflow_error&) { // costs exceed the router's 32 bits
    }
    try {
        Budget half = budget;
        half.seconds /= 2;
        half.work /= 2;
        return route::route_full_table(problem, half);
    } catch (const route::Over&) {
        return route_coarsely(problem, watch.rest());
    }
}

} // namespace hubbub
