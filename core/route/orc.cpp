#include "orc.hpp"

#include "beam.hpp"
#include "blocks.hpp"
#include "board.hpp"
#include "rework.hpp"
#include "search.hpp"
#include "soft.hpp"
#include "windows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace hubbub::orc {
namespace {

constexpr int beam_width = 16;  // of the beams over rows
constexpr int narrow_width = 4; // of the first one, where sweeps are cheap
constexpr std::int64_t cheap_cells = 1000000;
constexpr std::int32_t most_cost = 1000; // of a step in a table from the start: sums are in 16 bits
constexpr int prune_every = 10;          // subgradient steps
// How much work a table may be, as shares of Settings::table_work, by what it spares.
constexpr double before_sweep = 0.02, before_beam = 0.4, before_graph = 0.1, after_graph = 0.6;
constexpr double first_price = 0.6; // per word: what the ascent would find for most utterances

class Solver {
  public:
    Solver(const RouteProblem& problem, const Instance& instance, const Budget& budget, const Settings& settings)
        : problem_(problem), settings_(settings), watch_(budget), instance_(instance), mirror_(mirrored(instance)),
          forward_(instance_, table_bytes()), backward_(mirror_, table_bytes()) {}

    Routing run();

  private:
    // An edge takes 8 bytes, its reverse 8, its weight 4, its share of the nodes some more.
    std::size_t most_edges() const {
        return static_cast<std::size_t>(std::min<std::uint64_t>(watch_.bytes / 64, 1u << 28));
    }
    // Rows of both directions and of the routing being improved, in 16 bits.
    double row_bytes() const { return static_cast<double>(forward_.alive.cells()) * 2 * 3; }
    std::uint64_t table_bytes() const { return settings_.plain_rows ? 0 : watch_.bytes / 8; }
    void solve();
    bool by_rows();
    void by_blocks();
    bool sweep_rows(const SweepOptions& options);
    void certify(const char* stage, Value scale, const std::vector<Value>& price, std::int64_t bound) const;
    bool settle_rows(double share);
    bool by_table(double share);
    bool by_graph();
    std::int64_t next_guess();
    void decide(Graph& graph, std::int64_t limit);
    bool by_windows(Graph& graph, std::int64_t limit, int size, std::size_t width, std::uint64_t work);
    bool try_search(const Graph& graph, std::int64_t limit, std::uint64_t work, const std::vector<Value>* excess);
    bool prune(Graph& graph, std::int64_t limit);
    bool ascend(Graph& graph, Subgradient& ascent, std::int64_t limit, int steps, std::int64_t& bound);
    bool back_to_rows(const Graph& graph);
    bool improve(const Candidate& candidate);
    void improve_by_beam();
    void improve_by_nothing();
    void improve_by_rework();
    void improve_from(std::vector<std::int32_t> stream_of);
    void raise(std::int64_t bound, Value scale);
    std::int64_t limit(Value scale) const { return (best_.cost - 1) * scale; }
    std::optional<std::int64_t> row_limit() const {
        return settings_.deleting ? std::optional(limit(forward_.scale)) : std::nullopt;
    }
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
    double bound_ = 0;                 // in steps, shifted; only ever a multiple of 1 / scale, so exact
    std::int64_t row_bound_ = 0;       // L of the rows at hand, in their units
    bool forward_next_ = true;         // the direction of the next sweep over rows
    int window_rounds_ = 0;            // of the last limit: how hard it was
    double margin_ = settings_.margin; // of a limit above the bound while prices rise, in steps
    int tight_ = 0;                    // limits whose graphs did not fit
    int stride_ = 2;                   // from one limit to the next, in steps
    bool stalled_ = false;             // the prices of the last graph could hardly be bettered
    int limits_ = 0;                   // so far
    std::vector<std::int32_t> reworked_;
    SoftAscent soft_;
    std::vector<Stage> stages_;
};

void Solver::note(const char* name, std::int64_t cells, std::int64_t work) {
    const double bound = std::min(bound_, static_cast<double>(best_.cost)) + static_cast<double>(instance_.base);
    stages_.push_back({name, (best_.cost + instance_.base) * instance_.unit,
                       bound * static_cast<double>(instance_.unit), cells, work, watch_.seconds()});
    watch_.show(stages_.back());
}

bool Solver::improve(const Candidate& candidate) {
    if (candidate.cost >= best_.cost) return false;
    best_ = candidate;
    best_.cost = score(forward_.kernel, instance_, candidate.stream_of); // its path may have been a detour
    return true;
}

void Solver::improve_from(std::vector<std::int32_t> stream_of) {
    if (!settings_.primal) return;
    for (int pass = 0; pass < 2; ++pass) {
        const Candidate better = descend(forward_, backward_, stream_of, watch_);
        const bool same = better.stream_of == stream_of;
        improve(better);
        if (same) return;
        stream_of = better.stream_of;
    }
}

// All on one stream: a routing, whatever it costs.
void Solver::improve_by_nothing() {
    best_.stream_of.assign(instance_.utterance_count(), 0);
    best_.cost = score(forward_.kernel, instance_, best_.stream_of);
}

// Against the direction of the last sweep, whose rows say what is still to come.
void Solver::improve_by_beam() {
    if (!settings_.primal) return;
    // A small problem is swept in less time than a wide beam takes, and mostly needs no better first routing.
    const bool narrow = best_.stream_of.empty() && forward_.alive.cells() < cheap_cells;
    const int width = narrow ? narrow_width : beam_width;
    if (forward_next_) return void(improve(beam(forward_, backward_, width, watch_)));
    Candidate found = beam(backward_, forward_, width, watch_);
    std::reverse(found.stream_of.begin(), found.stream_of.end());
    improve(found);
}

// Passes with stretches of two lengths and two beginnings, until four in turn change nothing.
void Solver::improve_by_rework() {
    if (!settings_.primal || reworked_ == best_.stream_of) return;
    const SolveStretch solve = [&](const RouteProblem& stretch) {
        Settings settings = settings_;
        settings.most_limits = 3;
        settings.wide_gap = 1e9;
        return route_with(stretch, watch_.rest(4), settings).stream_of;
    };
    for (int pass = 0, idle = 0; pass < 16 && idle < 4; ++pass) {
        const int size = pass % 4 < 2 ? 60 : 100;
        const int first = pass % 2 == 0 ? size : size / 2;
        Candidate made = rework(forward_, backward_, problem_.costs, best_.stream_of, first, size, solve, watch_);
        made.cost = score(forward_.kernel, instance_, made.stream_of);
        idle = improve(made) ? 0 : idle + 1;
        note("rework", forward_.alive.cells(), pass);
    }
    reworked_ = best_.stream_of;
}

void Solver::raise(std::int64_t bound, Value scale) { bound_ = std::max(bound_, static_cast<double>(bound) / scale); }

// Sweeps alternate: each needs the opposite rows for the prices that the sweep before it left.
bool Solver::sweep_rows(const SweepOptions& options) {
    const bool forward = forward_next_;
    forward_next_ = !forward_next_;
    Half &own = forward ? forward_ : backward_, &opposite = forward ? backward_ : forward_;
    const SweepResult swept = sweep(own, opposite, options, random_, watch_);
    if (swept.closed) {
        bound_ = static_cast<double>(best_.cost);
    } else {
        row_bound_ = swept.bound;
        raise(swept.bound, own.scale);
    }
    note("rows", forward_.alive.cells());
    certify(swept.closed ? "closing rows" : "rows", own.scale, forward_.price, swept.bound);
    return proven();
}

void Solver::certify(const char* stage, Value scale, const std::vector<Value>& price, std::int64_t bound) const {
    if (settings_.certificates == nullptr) return;
    Certificate made{stage, scale, (bound + instance_.base * scale) * instance_.unit, {}, {}};
    made.utterance.assign(problem_.utterances.size(), 0);
    for (int n = 0; n < instance_.utterance_count(); ++n) {
        made.utterance[instance_.utterance_source[n]] = price[n] * instance_.unit;
    }
    settings_.certificates->push_back(std::move(made));
}

// One pass over full rows, with whole prices; a first routing along them; then banded rows with prices in fractions.
bool Solver::by_rows() {
    for (const auto& words : instance_.utterances) {
        forward_.price.push_back(static_cast<Value>(first_price * static_cast<double>(words.size())) *
                                 instance_.steps.deletion);
    }
    backward_.price.assign(forward_.price.rbegin(), forward_.price.rend());
    first_pass(backward_, watch_);
    note("first pass", forward_.alive.cells());
    SweepOptions options;
    forward_next_ = true;
    improve_by_beam();
    if (best_.stream_of.empty()) improve_by_nothing();
    note("beam", forward_.alive.cells());
    refine(forward_, instance_.scale);
    refine(backward_, instance_.scale);
    for (int round = 0; round < settings_.row_rounds; ++round) {
        options.limit = row_limit();
        if (sweep_rows(options)) return true;
        const bool last = round + 1 == settings_.row_rounds;
        if (by_table(last ? before_beam : before_sweep)) return true;
        if (!last) continue;
        improve_by_beam();
        note("beam", forward_.alive.cells());
        if (proven()) return true;
    }
    return settle_rows(before_graph);
}

// Everything that is left, if it is little enough. What it finds is the best there is, or the best routing known is.
bool Solver::by_table(double share) {
    if (!settings_.deleting) return false;
    const Board board = board_of(forward_);
    const TableSize size = table_size(board);
    if (size.work > share * settings_.table_work * instance_.utterance_count() ||
        size.bytes() > static_cast<double>(watch_.bytes) / 4)
        return false;
    improve(route_board(board, best_.cost, settings_.plain_rows, watch_).candidate);
    bound_ = static_cast<double>(best_.cost);
    note("table", static_cast<std::int64_t>(size.cells), static_cast<std::int64_t>(size.work));
    return true;
}

// Not all rows fit: a good routing and a bound, seldom a proof.
void Solver::by_blocks() {
    if (!settings_.primal) return;
    improve(greedy(forward_));
    if (best_.stream_of.empty()) improve_by_nothing();
    Blocks found = route_blocks(problem_, instance_, best_.stream_of, watch_);
    const std::int64_t cost = score(forward_.kernel, instance_, found.stream_of);
    improve({std::move(found.stream_of), cost});
    note("blocks", 0);
    raise(bound_of(forward_, found.price, watch_), instance_.scale);
    if (!proven()) raise(bound_of(forward_, usual_prices(instance_), watch_), instance_.scale);
}

// Ends with backward rows for the prices at hand, as a graph is compiled from, unless a table is better.
bool Solver::settle_rows(double share) {
    SweepOptions options;
    options.limit = row_limit();
    if (forward_next_ && sweep_rows(options)) return true;
    options.ascend = false;
    return sweep_rows(options) || by_table(share);
}

// Deletes with the prices at hand, so that the next steps have less to go through. True if nothing is left.
bool Solver::prune(Graph& graph, std::int64_t limit) {
    GraphSweep options;
    options.limit = limit;
    options.ascend = false;
    relax_behind(graph);
    if (sweep_forward(graph, options, random_).closed) return true;
    compact(graph);
    return std::any_of(graph.first_layer.begin(), graph.first_layer.end(), // no path is left in a stream
                       [](const Layer& layer) { return layer.size() == 0; });
}

// Prices for the graph: subgradient steps, soft sweeps, exact sweeps that delete. True if nothing is left.
bool Solver::ascend(Graph& graph, Subgradient& ascent, std::int64_t limit, int steps, std::int64_t& bound) {
    bound = ascent.best;
    for (int done = 0; done < steps; done += prune_every) {
        bound = ascent.run(graph, std::min(prune_every, steps - done), limit + graph.scale, random_, watch_);
        if (done + prune_every < steps && prune(graph, limit)) return true;
    }
    std::vector<Value> price = graph.price;
    for (const double temperature : {0.06, 0.03, 0.015, 0.007}) {
        if (steps == 0) break;
        const std::int64_t softened = soft_.run(graph, temperature, 1, watch_);
        if (softened <= bound) continue;
        bound = softened;
        price = graph.price;
    }
    graph.price = price;
    relax_behind(graph);
    GraphSweep options;
    options.limit = limit;
    options.ascend = false;
    GraphBound swept = sweep_forward(graph, options, random_);
    options.ascend = settings_.ascent;
    for (int s = 0; s < 4 && !swept.closed; ++s) {
        swept = s % 2 == 0 ? sweep_backward(graph, options, random_) : sweep_forward(graph, options, random_);
    }
    if (swept.closed) return true;
    bound = swept.bound;
    relax_behind(graph);
    return false;
}

// Windows, deletions by them, and the search that counts on them. True if the question is settled.
bool Solver::by_windows(Graph& graph, std::int64_t limit, int size, std::size_t width, std::uint64_t work) {
    const std::int64_t bound = relax_behind(graph);
    if (bound > limit) return true;
    WindowOptions windows;
    windows.size = size;
    windows.width = width;
    windows.most = static_cast<Value>(limit - bound);
    const Windows found = bound_windows(graph, windows, watch_);
    note("windows", static_cast<std::int64_t>(graph.nodes()), static_cast<std::int64_t>(found.states));
    GraphSweep options;
    options.limit = limit;
    options.ascend = false;
    options.excess = &found.excess;
    if (bound + found.excess[0] > limit || sweep_forward(graph, options, random_).closed) return true;
    return try_search(graph, limit, work, &found.excess);
}

bool Solver::try_search(const Graph& graph, std::int64_t limit, std::uint64_t work, const std::vector<Value>* excess) {
    SearchOptions options;
    options.width = std::size_t{1} << 40;
    options.limit = limit;
    options.work = work;
    options.excess = excess;
    const SearchResult found = search(graph, instance_, options, watch_);
    note("search", static_cast<std::int64_t>(graph.nodes()), static_cast<std::int64_t>(found.states));
    if (found.complete) improve(found.found);
    return found.complete;
}

// Is there a routing within the limit? Finds the best one there is, or proves that there is none.
void Solver::decide(Graph& graph, std::int64_t limit) {
    Subgradient ascent(graph, instance_);
    ascent.restart(graph.price, relax_behind(graph));
    std::int64_t last = ascent.best;
    std::uint64_t work = settings_.search_work;
    for (int round = 0;; ++round) {
        std::int64_t bound = 0;
        if (ascend(graph, ascent, limit, settings_.ascent ? 40 : 0, bound)) return;
        if (limit == this->limit(graph.scale)) raise(bound, graph.scale);
        certify("graph", graph.scale, graph.price, bound);
        note("ascent", static_cast<std::int64_t>(graph.nodes()));
        if (settings_.windows_first) break;
        if (try_search(graph, limit, work, nullptr)) return;
        SearchOptions options;
        options.limit = limit;
        options.width = stalled_ ? 200 : 32;
        if (!settings_.primal) options.width = 0;
        const SearchResult narrow = search(graph, instance_, options, watch_);
        if (improve(narrow.found)) {
            improve_from(best_.stream_of);
            limit = std::min(limit, this->limit(graph.scale));
        }
        note("graph beam", static_cast<std::int64_t>(graph.nodes()), static_cast<std::int64_t>(narrow.states));
        compact(graph);
        if (bound - last < graph.scale / 2 || limit - bound < 3 * graph.scale) {
            stalled_ = true;
            break;
        }
        last = bound;
    }
    std::size_t width = settings_.window_width;
    for (int size = settings_.window_size;;) {
        if (by_windows(graph, limit, size, width, work)) return;
        compact(graph);
        // The windows' deletions leave room for better prices.
        std::int64_t bound = 0;
        ascent = Subgradient(graph, instance_);
        ascent.restart(graph.price, relax_behind(graph));
        if (settings_.ascent && ascend(graph, ascent, limit, 40, bound)) return;
        compact(graph);
        if (++window_rounds_ >= settings_.most_limits) throw UsedUp();
        size = std::min(size * 7 / 5 + 1, instance_.utterance_count());
        width *= 2;
        work *= 2;
        if (static_cast<double>(work) * (4.0 * graph.streams + 64) > static_cast<double>(watch_.bytes)) throw UsedUp();
    }
}

// While the prices still rise, well above them. Then a little above what is proven: the work grows steeply with the
// distance, so it goes by small steps unless the last one was easy.
std::int64_t Solver::next_guess() {
    const Value scale = forward_.scale;
    const auto proven_so_far = static_cast<std::int64_t>(std::ceil(bound_)) * scale;
    if (!stalled_) {
        const auto above = row_bound_ + static_cast<std::int64_t>(margin_ * scale);
        return std::max((above - (above % scale + scale) % scale), proven_so_far);
    }
    stride_ = window_rounds_ == 0 ? stride_ * 2 : window_rounds_ == 1 ? stride_ : std::max(1, stride_ / 2);
    return proven_so_far + (stride_ - 1) * scale;
}

// The limit is a guess above the bound, not the best known cost: deletions then prove "no routing within the limit
// passes here", few cells are left, and either the best routing is found (and proven, since everything within the
// limit was looked at) or the bound rises past the limit and the next guess starts from better prices.
bool Solver::by_graph() {
    for (;;) {
        const Value scale = forward_.scale;
        const std::int64_t top = limit(scale);
        const std::int64_t guess = std::min(top, next_guess());
        if (++limits_ > settings_.most_limits) throw UsedUp();
        window_rounds_ = 0;
        Compiled compiled = compile(forward_, backward_, guess, most_edges(), watch_);
        if (!compiled.fits) { // ask for less at a time
            if (++tight_ > 6) throw UsedUp();
            margin_ /= 2;
            window_rounds_ = 2;
            continue;
        }
        refine(compiled.graph, instance_.fine / scale);
        note("compile", static_cast<std::int64_t>(compiled.graph.nodes()));
        if (!compiled.closed) decide(compiled.graph, guess * (instance_.fine / scale));
        // Settled: no routing within the guess but, at most, the best one known by now.
        bound_ = std::max(bound_, static_cast<double>(std::min(best_.cost, guess / scale + 1)));
        if (proven()) return true;
        const std::int64_t before = row_bound_;
        if (back_to_rows(compiled.graph)) return true;
        stalled_ = row_bound_ - before < 2 * scale;
    }
}

// The graph's prices for the rows, which see all cells again.
bool Solver::back_to_rows(const Graph& graph) {
    const Value ratio = graph.scale / forward_.scale;
    for (int n = 0; n < graph.utterances; ++n) {
        forward_.price[n] = static_cast<Value>(std::floor((graph.price[n] + ratio / 2.0) / ratio));
    }
    backward_.price.assign(forward_.price.rbegin(), forward_.price.rend());
    first_pass(backward_, watch_);
    SweepOptions options;
    options.limit = row_limit();
    forward_next_ = true;
    for (int pass = 0; pass < 2; ++pass) {
        if (sweep_rows(options)) return true;
    }
    if (settle_rows(after_graph)) return true;
    // Far apart although the prices are good: then the routing is poor.
    if (stalled_ && static_cast<double>(best_.cost) - bound_ > settings_.wide_gap) improve_by_rework();
    note("beam", forward_.alive.cells());
    return proven();
}

void Solver::solve() {
    // Until there is a routing: all deleted, which none exceeds.
    for (const auto& words : instance_.utterances) {
        best_.cost += static_cast<std::int64_t>(words.size()) * instance_.steps.deletion;
    }
    if (!settings_.primal || instance_.stream_count() == 1) improve_by_nothing();
    bound_ = -static_cast<double>(instance_.base);
    try {
        if (instance_.stream_count() == 1) {
            bound_ = static_cast<double>(best_.cost);
        } else if (row_bytes() > static_cast<double>(watch_.bytes) / 2) {
            by_blocks();
        } else if (!by_rows() && settings_.graphs) {
            by_graph();
        }
    } catch (const UsedUp&) { // the last row says so
        if (best_.stream_of.empty()) improve(greedy(forward_));
        if (best_.stream_of.empty()) improve_by_nothing();
    }
    std::int64_t work = 0;
    for (const Stage& stage : stages_) work += stage.work;
    note(proven() ? "proven" : "not proven", stages_.empty() ? 0 : stages_.back().cells, work);
}

Routing Solver::result() const {
    Routing routing;
    routing.stream_of.assign(problem_.utterances.size(), instance_.stream_source[0]);
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
    const TimedBoard made = timed_board(problem);
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

} // namespace hubbub::orc

namespace hubbub {

Routing route_orc(const RouteProblem& problem, const Budget& budget) { return orc::route_with(problem, budget, {}); }

} // namespace hubbub
