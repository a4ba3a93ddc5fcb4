// Metrics that route utterances, words or segments.
//
// A metric that allows more than another one never costs more. If a search stops early, its neighbors, the metrics that
// allow slightly less, are searched too, with the same limits: so the printed numbers have the order of the definitions
// (docs/metrics/index.md), and a result does not depend on what else is scored in the call.
#include "align/timed.hpp"
#include "corpus/lanes.hpp"
#include "corpus/steps.hpp"
#include "route/route.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace hubbub {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Routings of single words begin with those of the neighbors, if this share of the work does not prove the optimum.
// Each of the neighbors gets the same share.
constexpr double first_share = 1.0 / 16, least_share = 0.5;

// What a metric routes, and to what.
struct Routes {
    explicit Routes(const Task& task)
        : side(task.metric.swapped ? task.session.hypothesis : task.session.reference),
          other(task.metric.swapped ? task.session.reference : task.session.hypothesis),
          goals(task.metric.swapped ? task.session.speakers : task.session.streams),
          pieces(task.metric.by_word ? by_word(side, all_of(side)) : whole(side, all_of(side))) {}

    TimedWords words(std::size_t goal, bool timed) const { return goals.words(goals.at(goal), timed); }
    // By speaker of the other side.
    std::vector<std::int32_t> goal_of() const {
        std::vector<std::int32_t> goal(goals.size());
        for (std::size_t i = 0; i < goals.size(); ++i) goal[goals.at(i)] = static_cast<std::int32_t>(i);
        return goal;
    }

    const PreparedSide &side, &other;
    const SpeakerIndex& goals;
    Part pieces;
    Routing routing;
};

RouteProblem problem_of(const Task& task, const Routes& routes) {
    const Metric& metric = task.metric;
    RouteProblem problem;
    problem.costs = task.plan.costs;
    if (metric.swapped) std::swap(problem.costs.insertion, problem.costs.deletion);
    const TimedWords words = words_of(routes.side, metric.timed);
    for (const Piece& piece : routes.pieces.pieces) {
        const Utterance& utterance = routes.side.utterances[piece.utterance];
        problem.utterances.push_back(words.part(utterance.begin + piece.first, piece.count));
        problem.queue_of.push_back(metric.queue_per_speaker ? utterance.speaker : 0);
        problem.speaker_of.push_back(utterance.speaker);
    }
    for (std::size_t i = 0; i < routes.goals.size(); ++i) problem.streams.push_back(routes.words(i, metric.timed));
    return problem;
}

Routing find(const Task& task, const RouteProblem& problem, const Budget& budget) {
    try {
        return find_routing(problem, budget);
    } catch (const TooLarge& error) {
        if (budget.progress != nullptr) budget.progress->clear(task.budget.session);
        throw Fault(Fault::Kind::too_large_route, {.needed = error.needed,
                                                   .allowed = static_cast<double>(error.allowed),
                                                   .pieces = static_cast<std::int64_t>(problem.utterances.size()),
                                                   .streams = static_cast<std::int64_t>(problem.streams.size())});
    }
}

// ---- routings of neighbors ----------------------------------------------------------------------------------------

struct Found : Routing {
    explicit Found(const Routes& routes) {
        order.reserve(routes.pieces.pieces.size());
        stream_of.resize(routes.pieces.pieces.size());
    }
    void add(std::int32_t piece, std::int32_t stream) {
        order.push_back(piece);
        stream_of[piece] = stream;
    }
};

// The same side, in the same pieces or in whole utterances.
Found expanded(const Routes& routes, const Routes& neighbor) {
    const bool same = routes.pieces.pieces.size() == neighbor.pieces.pieces.size();
    Found found(routes);
    std::size_t next = 0;
    std::vector<std::size_t> first; // by piece of the neighbor
    for (const Piece& piece : neighbor.pieces.pieces) {
        first.push_back(next);
        next += same ? 1 : static_cast<std::size_t>(piece.count);
    }
    first.push_back(next);
    for (const std::int32_t n : neighbor.routing.order)
        for (std::size_t k = first[n]; k < first[n + 1]; ++k)
            found.add(static_cast<std::int32_t>(k), neighbor.routing.stream_of[n]);
    return found;
}

// WER: each word goes where its partner is, if it has one; otherwise where the one before it goes.
Found by_partners(const Task& task, const Routes& routes) {
    const auto goal = routes.goal_of();
    std::vector<std::int32_t> goals; // by word of the other side
    for (const Utterance& utterance : routes.other.utterances)
        goals.insert(goals.end(), utterance.size(), goal[utterance.speaker]);
    Found found(routes);
    std::int32_t last = 0, piece = 0;
    const bool timed = task.metric.timed, swapped = task.metric.swapped;
    each_step(align(words_of(task.session.reference, timed), words_of(task.session.hypothesis, timed), task.plan.costs),
              [&](const LaneStep& step) {
                  const auto &own = swapped ? step.hypothesis : step.reference,
                             &partner = swapped ? step.reference : step.hypothesis;
                  if (own.count > 0 && partner.count > 0) last = goals[partner.first];
                  if (own.count > 0) found.add(piece++, last);
              });
    return found;
}

// Hypothesis words routed to speakers: each reference word goes where its partner is, in the order of the hypothesis;
// those without a partner come before the next one of their speaker.
Found turned_around(const Task& task, const Routes& routes, const Routes& neighbor) {
    std::vector<std::vector<std::int32_t>> routed(neighbor.goals.size()), queue(neighbor.goals.size());
    for (const std::int32_t n : neighbor.routing.order) routed[neighbor.routing.stream_of[n]].push_back(n);
    const auto speaker = neighbor.goal_of(), stream = routes.goal_of();
    const auto &pieces = routes.pieces.pieces, &words = neighbor.pieces.pieces;
    for (std::size_t k = 0; k < pieces.size(); ++k)
        queue[speaker[routes.side.utterances[pieces[k].utterance].speaker]].push_back(static_cast<std::int32_t>(k));
    struct Partner {
        std::int32_t speaker = -1;
        std::size_t place = 0; // in the speaker's queue
    };
    std::vector<Partner> partners(words.size());
    for (std::size_t i = 0; i < routed.size(); ++i) {
        Part part;
        for (const std::int32_t n : routed[i]) part.pieces.push_back(words[n]);
        const Row row = gather(neighbor.side, part, task.metric.timed);
        each_step(
            align(neighbor.words(i, task.metric.timed), TimedWords(row), task.plan.costs), [&](const LaneStep& step) {
                if (step.reference.count > 0 && step.hypothesis.count > 0)
                    partners[routed[i][step.hypothesis.first]] = {static_cast<std::int32_t>(i), step.reference.first};
            });
    }
    Found found(routes);
    std::vector<std::size_t> done(queue.size(), 0);
    const auto add_up_to = [&](std::size_t i, std::size_t end, std::int32_t goal) {
        for (; done[i] < end; ++done[i]) found.add(queue[i][done[i]], goal);
    };
    for (const std::int32_t n : neighbor.routing.order)
        if (partners[n].speaker >= 0)
            add_up_to(partners[n].speaker, partners[n].place + 1,
                      stream[neighbor.side.utterances[words[n].utterance].speaker]);
    for (std::size_t i = 0; i < queue.size(); ++i) add_up_to(i, queue[i].size(), 0);
    return found;
}

Routes search_routes(const Task& task);

// The routing of a neighbor, found within a budget, as one of this metric.
Found routed_by(const Metric& neighbor, const Task& task, const Routes& routes, const Budget& budget) {
    if (neighbor.solver == Metric::Solver::align) return by_partners(task, routes);
    const Routes found = search_routes({task.session, task.plan, neighbor, budget, task.pool, task.input});
    return neighbor.swapped == task.metric.swapped ? expanded(routes, found) : turned_around(task, routes, found);
}

// The metrics that allow slightly less.
std::vector<Metric> neighbors_of(const Metric& metric) {
    std::vector<Metric> neighbors;
    const auto add = [&](auto change) { change(neighbors.emplace_back(metric)); };
    if (metric.by_word && metric.queue_per_speaker)
        add([](Metric& other) { other.swapped = true, other.queue_per_speaker = false; });
    if (metric.queue_per_speaker) add([](Metric& other) { other.queue_per_speaker = false; });
    if (metric.by_word) add([](Metric& other) { other.by_word = false; });
    if (metric.by_word && !metric.queue_per_speaker) add([](Metric& other) { other.solver = Metric::Solver::align; });
    return neighbors;
}

// Replaces the routing by those of the neighbors that cost less. A neighbor is searched as if it was the metric, only
// that it stops once it cannot cost less.
void take_neighbors(const Task& task, const RouteProblem& problem, Routes& routes, Budget budget) {
    Routing& best = routes.routing;
    const std::int64_t enough = budget.enough;
    budget.progress = nullptr;
    for (const Metric& neighbor : neighbors_of(task.metric)) {
        budget.enough = std::min(enough, best.cost);
        if (best.lower_bound >= budget.enough) return;
        try {
            Found found = routed_by(neighbor, task, routes, budget);
            found.cost = cost_of(problem, found);
            if (found.cost >= best.cost) continue;
            best.order = std::move(found.order);
            best.stream_of = std::move(found.stream_of);
            best.cost = found.cost;
        } catch (const Fault& fault) { // needs too much memory
            if (fault.kind != Fault::Kind::too_large_route) throw;
        }
    }
}

// The stages of a search that began `before` seconds after the first one, and what the neighbors changed.
void finish_stages(Routing& routing, double before, const Clock::time_point& start) {
    for (Stage& stage : routing.stages) stage.seconds += before;
    if (routing.stages.empty() || routing.stages.back().best == routing.cost) return;
    Stage& last = routing.stages.back();
    last.name = "neighbors";
    last.best = routing.cost;
    last.bound = std::max(last.bound, static_cast<double>(routing.lower_bound));
    last.seconds = seconds_since(start);
    routing.stages.push_back(last);
    routing.stages.back().name = name_of(routing.ended);
}

Routes search_routes(const Task& task) {
    const Clock::time_point start = Clock::now();
    Routes routes(task);
    Routing& best = routes.routing;
    RouteProblem problem = problem_of(task, routes);
    Budget budget = task.budget;
    // Without a limit of work the search needs no help; under a limit of time, neighbors would take from it.
    const bool helped = std::isfinite(budget.work) && !std::isfinite(budget.seconds);
    if (helped && task.metric.by_word) {
        const std::uint64_t before = work_done;
        Budget first = budget;
        first.work *= first_share;
        best = find(task, problem, first);
        if (best.exact || best.lower_bound >= budget.enough) return routes;
        first.enough = Budget{}.enough; // what begins a search must not depend on who wants its result
        take_neighbors(task, problem, routes, first);
        problem.start_order = best.order;
        problem.start_streams = best.stream_of;
        budget.work = std::max(least_share * budget.work, budget.work - static_cast<double>(work_done - before));
    }
    const Routing begun = std::move(best);
    const double seconds = seconds_since(start);
    best = find(task, problem, budget);
    best.lower_bound = std::max(best.lower_bound, begun.lower_bound);
    if (!begun.order.empty() && begun.cost < best.cost) { // with very large costs a search may lose it
        best.order = begun.order;
        best.stream_of = begun.stream_of;
        best.cost = begun.cost;
    }
    if (helped) take_neighbors(task, problem, routes, task.budget);
    best.exact = best.lower_bound == best.cost;
    if (best.exact) best.ended = Ended::proven;
    finish_stages(best, seconds, start);
    return routes;
}

} // namespace

Solution route_rows(const Task& task) {
    Routes routes = search_routes(task);
    if (task.budget.progress != nullptr) task.budget.progress->clear(task.budget.session);
    const Metric& metric = task.metric;
    Routing& routing = routes.routing;
    std::vector<Part> routed_parts(routes.goals.size() + 1); // the last one for pieces without a target
    for (const std::int32_t place : routing.order) {
        const std::int32_t goal = routing.stream_of[place];
        routed_parts[goal < 0 ? routes.goals.size() : static_cast<std::size_t>(goal)].pieces.push_back(
            routes.pieces.pieces[place]);
    }
    std::vector<Lane> lanes;
    for (std::size_t i = 0; i < routed_parts.size(); ++i) {
        const bool nowhere = i == routes.goals.size();
        if (nowhere && routed_parts[i].pieces.empty()) continue;
        const std::int32_t goal = nowhere ? -1 : routes.goals.at(i);
        const Row routed = gather(routes.side, routed_parts[i], metric.timed);
        const TimedWords goal_words = nowhere ? TimedWords{} : routes.goals.words(goal, metric.timed);
        Lane lane;
        Part& goal_part = metric.swapped ? lane.reference : lane.hypothesis;
        (metric.swapped ? lane.speaker : lane.stream) = goal;
        (metric.swapped ? lane.hypothesis : lane.reference) = std::move(routed_parts[i]);
        if (!nowhere) goal_part = whole(routes.other, routes.goals.utterances(goal));
        lane.steps = metric.swapped ? align(goal_words, TimedWords(routed), task.plan.costs)
                                    : align(TimedWords(routed), goal_words, task.plan.costs);
        lanes.push_back(std::move(lane));
    }
    Solution solution = solved(task, std::move(lanes));
    check_cost(solution, routing.cost);
    solution.lower_bound = routing.lower_bound;
    solution.exact = routing.exact;
    solution.ended = routing.ended;
    solution.stages = std::move(routing.stages);
    solution.routed = true;
    solution.swapped = metric.swapped;
    for (const std::int32_t place : routing.order) {
        const Utterance& utterance = routes.side.utterances[routes.pieces.pieces[place].utterance];
        const std::int32_t goal = routing.stream_of[place];
        solution.routing.push_back(
            {utterance.speaker, utterance.number, goal < 0 ? -1 : routes.goals.at(goal), utterance.segment});
    }
    return solution;
}

} // namespace hubbub
