#include "orc.hpp"

#include "beam.hpp"
#include "search.hpp"

#include <algorithm>
#include <cmath>

namespace hubbub::orc {
namespace {

constexpr double first_price = 0.6; // per word: what the ascent would find for most utterances

class Solver {
  public:
    Solver(const RouteProblem& problem, const Instance& instance, const Budget& budget, const Settings& settings)
        : problem_(problem), settings_(settings), watch_(budget), instance_(instance), mirror_(mirrored(instance)),
          forward_(instance_, table_bytes()), backward_(mirror_, table_bytes()) {}

    Routing run();

  private:
    std::uint64_t table_bytes() const { return settings_.plain_rows ? 0 : watch_.bytes / 8; }
    void solve();
    bool by_rows();
    bool sweep_rows(bool forward, const SweepOptions& options);
    bool by_graph();
    bool sweep_graph(Graph& graph, int sweeps, std::int64_t& bound);
    bool improve(const Candidate& candidate);
    void improve_from(std::vector<std::int32_t> stream_of);
    void raise(std::int64_t bound, Value scale);
    std::int64_t limit(Value scale) const { return (best_.cost - 1) * scale; }
    bool proven() const { return bound_ > best_.cost - 1; }
    void note(const char* name, std::int64_t cells, std::int64_t work = 0);
    Routing result() const;

    const RouteProblem& problem_;
    const Settings& settings_;
    Watch watch_;
    const Instance& instance_;
    const Instance mirror_;
    Half forward_, backward_;
    Random random_;
    Candidate best_;
    double bound_ = 0; // in steps, shifted; only ever a multiple of 1 / scale, so exact
    std::vector<std::int32_t> nearest_;
    std::vector<Stage> stages_;
};

void Solver::note(const char* name, std::int64_t cells, std::int64_t work) {
    stages_.push_back({name, (best_.cost + instance_.base) * instance_.unit,
                       (std::min<double>(bound_, static_cast<double>(best_.cost)) + static_cast<double>(instance_.base)) *
                           static_cast<double>(instance_.unit),
                       cells, work, watch_.seconds()});
}

bool Solver::improve(const Candidate& candidate) {
    if (candidate.cost >= best_.cost) return false;
    best_ = candidate;
    return true;
}

void Solver::improve_from(std::vector<std::int32_t> stream_of) {
    for (int pass = 0; pass < 2; ++pass) {
        const Candidate better = descend(forward_, backward_, stream_of, watch_);
        const bool same = better.stream_of == stream_of;
        improve(better);
        if (same) return;
        stream_of = better.stream_of;
    }
}

void Solver::raise(std::int64_t bound, Value scale) {
    bound_ = std::max(bound_, static_cast<double>(bound) / scale);
}

bool Solver::sweep_rows(bool forward, const SweepOptions& options) {
    Half &own = forward ? forward_ : backward_, &opposite = forward ? backward_ : forward_;
    SweepResult swept = sweep(own, opposite, options, random_, watch_);
    if (swept.closed) {
        bound_ = static_cast<double>(best_.cost);
    } else {
        raise(swept.bound, own.scale);
    }
    nearest_ = std::move(swept.nearest);
    if (!forward) std::reverse(nearest_.begin(), nearest_.end());
    note("rows", forward_.alive.cells());
    return proven();
}

// Full rows with whole prices, first routings, then banded rows with prices in fractions.
bool Solver::by_rows() {
    for (const auto& words : instance_.utterances) {
        forward_.price.push_back(static_cast<Value>(first_price * static_cast<double>(words.size())) *
                                 instance_.steps.deletion);
    }
    backward_.price.assign(forward_.price.rbegin(), forward_.price.rend());
    first_pass(backward_, watch_);
    note("first pass", forward_.alive.cells());
    SweepOptions options;
    sweep_rows(true, options);
    if (sweep_rows(false, options)) return true;
    improve(beam(forward_, backward_, 16, watch_));
    improve_from(best_.stream_of);
    note("beam", forward_.alive.cells());
    if (proven()) return true;
    refine(forward_, instance_.scale);
    refine(backward_, instance_.scale);
    for (int round = 0; round < 6; ++round) {
        options.limit = limit(forward_.scale);
        if (sweep_rows(round % 2 == 0, options)) return true;
        if (round % 2 == 0) continue;
        improve_from(nearest_);
        improve(beam(forward_, backward_, 16, watch_));
        note("beam", forward_.alive.cells());
        if (proven()) return true;
    }
    options.limit = limit(forward_.scale);
    if (sweep_rows(true, options)) return true;
    options.ascend = false; // both directions for the same prices
    return sweep_rows(false, options);
}

bool Solver::sweep_graph(Graph& graph, int sweeps, std::int64_t& bound) {
    GraphSweep options;
    options.limit = limit(graph.scale);
    options.ascend = false;
    GraphBound swept = sweep_forward(graph, options, random_);
    for (int s = 0; s < sweeps && !swept.closed; ++s) {
        options.ascend = true;
        options.end = 0.2;
        swept = s % 2 == 0 ? sweep_backward(graph, options, random_) : sweep_forward(graph, options, random_);
    }
    if (swept.closed) {
        bound_ = static_cast<double>(best_.cost);
        return true;
    }
    bound = swept.bound;
    raise(swept.bound, graph.scale);
    return proven();
}

bool Solver::by_graph() {
    Compiled compiled = compile(forward_, backward_, limit(forward_.scale), std::size_t{1} << 28, watch_);
    if (compiled.closed) {
        bound_ = static_cast<double>(best_.cost);
        return true;
    }
    Graph& graph = compiled.graph;
    note("compile", static_cast<std::int64_t>(graph.nodes()));
    Subgradient ascent(graph, instance_);
    ascent.restart(graph.price, relax_behind(graph));
    for (int round = 0; round < 12; ++round) {
        std::int64_t bound = ascent.run(graph, 40 + 20 * round, best_.cost * graph.scale, random_, watch_);
        raise(bound, graph.scale);
        note("subgradient", static_cast<std::int64_t>(graph.nodes()));
        if (proven()) return true;
        relax_behind(graph);
        if (sweep_graph(graph, 5, bound)) return true;
        ascent.restart(graph.price, bound);
        relax_behind(graph);
        SearchOptions options;
        options.width = 64;
        options.limit = limit(graph.scale);
        const SearchResult found = search(graph, options, watch_);
        if (found.found.cost < best_.cost) {
            best_ = found.found;
            improve_from(best_.stream_of);
        }
        note("graph beam", static_cast<std::int64_t>(graph.nodes()), static_cast<std::int64_t>(found.states));
        if (found.complete) {
            bound_ = static_cast<double>(best_.cost);
            return true;
        }
        if (proven()) return true;
        compact(graph);
    }
    SearchOptions options;
    relax_behind(graph);
    options.width = 200000;
    options.work = 20000000;
    options.limit = limit(graph.scale);
    const SearchResult found = search(graph, options, watch_);
    improve(found.found);
    note("search", static_cast<std::int64_t>(graph.nodes()), static_cast<std::int64_t>(found.states));
    if (found.complete) bound_ = static_cast<double>(best_.cost);
    return proven();
}

void Solver::solve() {
    best_.stream_of.assign(instance_.utterance_count(), 0);
    best_.cost = score(instance_, best_.stream_of);
    bound_ = -static_cast<double>(instance_.base);
    try {
        if (instance_.stream_count() == 1) {
            bound_ = static_cast<double>(best_.cost);
        } else if (!by_rows()) {
            by_graph();
        }
    } catch (const TimeUp&) {
        note("time is up", 0);
    }
}

Routing Solver::result() const {
    Routing routing;
    routing.stream_of.assign(problem_.utterances.size(), instance_.stream_source.empty() ? 0 : instance_.stream_source[0]);
    for (std::size_t n = 0; n < problem_.utterances.size(); ++n) routing.order.push_back(static_cast<std::int32_t>(n));
    for (int n = 0; n < instance_.utterance_count(); ++n) {
        routing.stream_of[instance_.utterance_source[n]] = instance_.stream_source[best_.stream_of[n]];
    }
    routing.cost = (best_.cost + instance_.base) * instance_.unit;
    const auto bound = std::min(best_.cost, static_cast<std::int64_t>(std::ceil(bound_)));
    routing.lower_bound = (bound + instance_.base) * instance_.unit;
    routing.exact = routing.lower_bound == routing.cost;
    routing.stages = stages_;
    return routing;
}

Routing Solver::run() {
    solve();
    return result();
}

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

} // namespace

Routing route_with(const RouteProblem& problem, const Budget& budget, const Settings& settings) {
    const Instance instance = make_instance(problem);
    if (instance.streams.empty() || instance.utterances.empty()) return trivial(problem);
    return Solver(problem, instance, budget, settings).run();
}

} // namespace hubbub::orc

namespace hubbub {

Routing route_orc(const RouteProblem& problem, const Budget& budget) {
    return orc::route_with(problem, budget, {});
}

} // namespace hubbub
