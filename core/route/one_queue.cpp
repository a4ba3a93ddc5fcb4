// One queue: every stream alone, in rows over all cells, then in graphs of the cells that are left, with window bounds
// and searches.
#include "route/graph/graph.hpp"
#include "route/relaxation.hpp"
#include "route/search/search.hpp"
#include "route/table/table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hubbub::route {
namespace {

using namespace graph;
using namespace one_queue;
using namespace table_share;
using search::SearchResult;

// A table of all cells that are left, if they are few. It either finds the optimum or proves that the incumbent is
// optimal.
void by_table(Incumbent& run, const table::TableLayout& layout, double share) {
    if (!run.settings.closing || run.settings.table_work <= 0) return;
    const table::TableSize size = table_size(layout);
    if (size.work > share * run.settings.table_work * run.problem.utterance_count() ||
        size.bytes() > static_cast<double>(run.watch.bytes) / 4)
        return;
    run.take(route_by_table(layout, run.best.cost, run.settings.plain_rows, run.watch));
    run.exclude_up_to(run.best.cost);
    run.report("table", static_cast<std::int64_t>(size.work), static_cast<std::int64_t>(size.cells));
}

void improve_from(Incumbent& run, const std::vector<Move>& moves) {
    if (!run.settings.primal) return;
    run.descend(moves, most_sweeps);
    run.report("descent");
}

// ---- graphs -------------------------------------------------------------------------------------------------------

// Bytes per edge: 8, its reverse 8, its weight 4, plus a share of the nodes.
std::size_t most_edges(std::uint64_t bytes) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(bytes / 64, 1u << 28));
}

// Prunes at the current prices, so that the next steps are faster. Returns true if no routing within the limit is left.
bool prune(Graph& graph, std::int64_t limit) {
    relax_behind(graph);
    if (!sweep(graph, Side::ahead, {.ascend = false, .limit = limit})) return true;
    compact(graph);
    return std::any_of(graph.first_layer.begin(), graph.first_layer.end(), // a stream has no path left
                       [](const Layer& layer) { return layer.size() == 0; });
}

// Prices of a graph: subgradient steps, soft sweeps, then exact sweeps that prune.
class Prices {
  public:
    Prices(Graph& graph, Incumbent& run)
        : graph_(graph), settings_(run.settings), random_(run.random), watch_(run.watch), ascent_(graph, run.problem) {
        ascent_.restart(graph.price, bound = relax_behind(graph));
    }

    // Returns true if no routing within the limit is left.
    bool climb(std::int64_t limit) {
        bound = ascent_.best();
        if (settings_.ascent && step(limit)) return true;
        if (settings_.ascent) soften();
        relax_behind(graph_);
        std::optional<std::int64_t> swept = sweep(graph_, Side::ahead, {.ascend = false, .limit = limit});
        for (int s = 0; s < graph_sweeps && swept; ++s)
            swept =
                sweep(graph_, s % 2 == 0 ? Side::behind : Side::ahead, {.ascend = settings_.ascent, .limit = limit});
        if (!swept) return true;
        bound = *swept;
        relax_behind(graph_);
        return false;
    }

    std::int64_t bound; // in the graph's units

  private:
    bool step(std::int64_t limit) {
        for (int done = 0; done < graph_steps; done += prune_every) {
            bound = ascent_.run(graph_, prune_every, limit + graph_.scale, random_, watch_);
            if (done + prune_every < graph_steps && prune(graph_, limit)) return true;
        }
        return false;
    }
    void soften() {
        std::vector<Value> price = graph_.price;
        for (const double temperature : temperatures) {
            const std::int64_t softened = soft_.run(graph_, temperature, watch_);
            if (softened <= bound) continue;
            bound = softened;
            price = graph_.price;
        }
        graph_.price = price;
    }

    Graph& graph_;
    const Settings& settings_;
    Random& random_;
    const Watch& watch_;
    Subgradient ascent_;
    SoftAscent soft_;
};

// Decides whether there is a routing within a limit, which is in the graph's units and counted from all insertions.
class Decision {
  public:
    Decision(Incumbent& run, Graph& graph, std::int64_t limit, bool stalled_)
        : stalled(stalled_), run_(run), settings_(run.settings), graph_(graph), limit_(limit) {}

    // Finds the best one, or proves that there is none.
    void decide() {
        if (by_prices()) return;
        std::size_t width = settings_.window_width;
        std::uint64_t work = settings_.search_work;
        for (int size = settings_.window_size;;) {
            if (by_windows(size, width, work)) return;
            compact(graph_);
            // Cells pruned by the windows allow better prices.
            if (settings_.ascent && Prices(graph_, run_).climb(limit_)) return;
            compact(graph_);
            if (++rounds >= settings_.most_limits) throw Over{Ended::work};
            size = std::min(size * 7 / 5 + 1, run_.problem.utterance_count());
            width *= 2;
            work *= 2;
            if (static_cast<double>(work) * (4.0 * graph_.streams + 64) > static_cast<double>(run_.watch.bytes))
                throw Over{Ended::memory};
        }
    }

    bool stalled;   // the prices could hardly be improved
    int rounds = 0; // of windows: a measure of difficulty

  private:
    std::int64_t true_limit() const { return (run_.best.cost - 1 - run_.problem.base) * graph_.scale; }
    void report(const char* stage, std::uint64_t states = 0) {
        run_.report(stage, static_cast<std::int64_t>(states), static_cast<std::int64_t>(graph_.nodes()));
    }

    // Alternates prices and searches while they gain. Returns true if decided.
    bool by_prices() {
        Prices prices(graph_, run_);
        for (std::int64_t last = prices.bound;;) {
            if (prices.climb(limit_)) return true;
            const std::int64_t bound = prices.bound, whole = bound + run_.problem.base * graph_.scale;
            if (limit_ == true_limit()) run_.raise(static_cast<double>(whole) / graph_.scale);
            run_.certify("graph prices", graph_.scale, whole, graph_.price);
            report("graph prices");
            if (settings_.windows_first) return false;
            if (try_search(settings_.search_work, nullptr)) return true;
            search_narrowly();
            compact(graph_);
            const std::int64_t stride = graph_.scale * run_.problem.stride;
            if (bound - last < stride / 2 || limit_ - bound < 3 * stride) {
                stalled = true;
                return false;
            }
            last = bound;
        }
    }

    // A narrow search for a better routing.
    void search_narrowly() {
        const std::uint64_t width = !settings_.primal ? 0 : stalled ? stalled_width : graph_width;
        const SearchResult narrow = search::search(graph_, run_.problem, {.width = width, .limit = limit_}, run_.watch);
        const bool better = run_.take_path(narrow.found);
        report("graph beam", narrow.states);
        if (!better) return;
        improve_from(run_, run_.best.moves);
        limit_ = std::min(limit_, true_limit());
    }

    // Bounds windows, prunes by them, and searches with their bounds. Returns true if decided.
    bool by_windows(int size, std::size_t width, std::uint64_t work) {
        const std::int64_t bound = relax_behind(graph_);
        if (bound > limit_) return true;
        const auto most = static_cast<Value>(limit_ - bound);
        const search::Windows found =
            search::bound_windows(graph_, run_.problem, {.size = size, .width = width, .most = most}, run_.watch);
        report("windows", found.states);
        const GraphSweep options{.ascend = false, .limit = limit_, .excess = &found.excess};
        if (bound + found.excess[0] > limit_ || !sweep(graph_, Side::ahead, options)) return true;
        return try_search(work, &found.excess);
    }

    bool try_search(std::uint64_t work, const std::vector<Value>* excess) {
        const SearchResult found = search::search(
            graph_, run_.problem, {.width = 1ULL << 40, .work = work, .limit = limit_, .excess = excess}, run_.watch);
        report("search", found.states);
        if (found.complete) run_.take_path(found.found);
        return found.complete;
    }

    Incumbent& run_;
    const Settings& settings_;
    Graph& graph_;
    std::int64_t limit_;
};

// ---- rows ---------------------------------------------------------------------------------------------------------

class OneQueue : public Relaxation {
  public:
    explicit OneQueue(Incumbent& run) : Relaxation(run), rows_(run.problem) {}

    // One pass over full rows with integer prices, so that they fit into 16 bits; a first routing along them; then rows
    // of the cells that are left, with fractional prices.
    bool begin() override {
        // Rows of both directions and of the routing being improved, in 16 bits.
        if (static_cast<double>(rows_.alive.cells()) * 2 * 3 > static_cast<double>(run_.watch.bytes) / 2) {
            if (settings_.primal) run_.take_path(primal::greedy(rows_));
            return false;
        }
        // A small problem is swept in less time than a wide beam takes, and usually needs no better first routing. For
        // an hour of speech a good routing pays before anything else.
        large_ = rows_.alive.cells() >= settings_.large_rows;
        very_large_ = rows_.alive.cells() / an_hour >= settings_.large_rows;
        for (int n = 0; n < problem_.utterance_count(); ++n)
            rows_.price.push_back(static_cast<Value>(first_price * problem_.length(n)) * problem_.steps.deletion);
        pass_rows();
        report("first pass");
        if (settings_.primal && settings_.start == nullptr) {
            first_ = primal::beam(rows_, large_ ? beam_width : narrow_width, run_.watch);
            // In a small problem, a sweep soon makes up for a suboptimal path.
            large_ ? run_.take_path(first_) : run_.take(first_);
        }
        if (run_.best.moves.empty()) run_.take_first_stream();
        report("beam");
        if (very_large_) improve_by_speakers();
        if (very_large_ && has_many_errors()) run_.improve(1, few_kinds);
        refine(rows_, problem_.scale);
        return true;
    }

    Rounds rounds() const override { return {settings_.row_rounds, 0}; }
    void raise_prices(int) override { sweep_rows(true); }
    void try_table(int round) override {
        by_table(run_, table::layout_of(rows_), is_last(round) ? before_beam : before_sweep);
    }
    void improve_routing(int round) override {
        if (round == 0 && large_ && is_poor()) {
            if (!very_large_) improve_by_speakers();
            if (!first_.moves.empty()) improve_from(run_, first_.moves);
            run_.improve(1, few_kinds);
        }
        if (!is_last(round)) return;
        if (settings_.primal && next_sweep_ == Side::ahead) run_.take_path(primal::beam(rows_, beam_width, run_.watch));
        report("beam");
        if (run_.gap() > settings_.margin * stride()) improve_from(run_, run_.best.moves);
    }

    // Computes the backward rows of the current prices, from which a graph is compiled, unless a table is cheaper.
    void prepare() override {
        if (next_sweep_ == Side::ahead) sweep_rows(true);
        sweep_rows(false);
        by_table(run_, table::layout_of(rows_), before_rows_ ? after_graph : before_graph);
        if (before_rows_) stalled_ = row_bound_ - *before_rows_ < 2 * stride();
    }
    // A wide gap although the prices are good: the incumbent is poor.
    int passes() const override { return run_.gap() <= settings_.wide_gap * stride() ? 0 : stalled_ ? no_end : 1; }

    // While the prices still rise: well above them. Then slightly above the proven bound: the work grows steeply with
    // the distance, so it grows in small steps unless the last one was easy.
    std::int64_t next_limit() override {
        if (!stalled_)
            return std::max(static_cast<std::int64_t>(std::floor(row_bound_ + margin_ * stride())), run_.least());
        stride_ = window_rounds_ == 0 ? stride_ * 2 : window_rounds_ == 1 ? stride_ : std::max(1, stride_ / 2);
        return run_.least() + stride_ * problem_.stride - 1;
    }

    void decide(std::int64_t most) override {
        const Value finer = problem_.fine / rows_.scale;
        const std::int64_t limit = (most - problem_.base) * rows_.scale;
        Compiled compiled = graph::compile(rows_, limit, most_edges(run_.watch.bytes), run_.watch);
        if (!compiled.fits) { // try a lower limit
            if (++tight_ > most_tight) throw Over{Ended::memory};
            margin_ /= 2;
            window_rounds_ = 2;
            return;
        }
        refine(compiled.graph, finer);
        run_.report("graph", 0, static_cast<std::int64_t>(compiled.graph.nodes()));
        Decision decision(run_, compiled.graph, limit * finer, stalled_);
        if (!compiled.closed) decision.decide();
        window_rounds_ = decision.rounds;
        run_.exclude_up_to(most);
        run_.check();
        back_to_rows(compiled.graph);
    }

  private:
    bool is_last(int round) const { return round + 1 == settings_.row_rounds; }
    void report(const char* stage) { run_.report(stage, 0, rows_.alive.cells()); }

    // Rows and graphs count from all insertions.
    double raise(std::int64_t bound, Value scale) {
        const double raised = static_cast<double>(bound) / scale + static_cast<double>(problem_.base);
        run_.raise(raised);
        return raised;
    }
    void certify(const char* stage, std::int64_t bound) const {
        run_.certify(stage, rows_.scale, bound + problem_.base * rows_.scale, rows_.price);
    }

    // Computes the backward rows; the next sweep goes forward.
    void pass_rows() {
        const std::int64_t bound = first_pass(rows_, run_.watch);
        row_bound_ = raise(bound, rows_.scale);
        next_sweep_ = Side::ahead;
        certify("price sweep", bound);
    }

    // Sweeps alternate: each needs the opposite rows for the prices that the previous sweep left.
    void sweep_rows(bool ascend) {
        const std::int64_t limit = (run_.best.cost - 1 - problem_.base) * rows_.scale;
        const auto within = settings_.closing ? std::optional(limit) : std::nullopt;
        const std::optional<std::int64_t> swept = sweep(rows_, next_sweep_, ascend, within, run_.watch);
        next_sweep_ = next_sweep_ == Side::ahead ? Side::behind : Side::ahead;
        if (swept)
            row_bound_ = raise(*swept, rows_.scale);
        else
            run_.exclude_up_to(run_.best.cost);
        certify(swept ? "price sweep" : "pruning sweep", swept.value_or(0));
        report("price sweep");
    }

    // Returns the graph's prices to the rows, which have all cells again.
    void back_to_rows(const Graph& graph) {
        before_rows_ = row_bound_;
        const Value ratio = graph.scale / rows_.scale;
        for (int n = 0; n < graph.utterances; ++n)
            rows_.price[n] = static_cast<Value>(std::floor((graph.price[n] + ratio / 2.0) / ratio));
        pass_rows();
        sweep_rows(true);
        sweep_rows(true);
    }

    // If a stream has the words of one speaker. Otherwise the beam's routing is better from the start.
    void improve_by_speakers() {
        if (run_.take_by_speakers()) improve_from(run_, run_.best.moves);
    }
    // Whether the incumbent is so far above the first bound that improving it pays.
    bool is_poor() const {
        return settings_.primal && (settings_.large_rows == 0 || run_.gap() > poor_gap * deleted());
    }
    // The same before there is a bound: with few errors the first routing is good.
    bool has_many_errors() const { return static_cast<double>(run_.best.cost) > many_errors * deleted(); }
    double stride() const { return static_cast<double>(problem_.stride); }
    double deleted() const { return static_cast<double>(problem_.reference_words()) * problem_.steps.deletion; }

    bound::Rows rows_;
    Routed first_{{}, 0}; // from the first beam
    bool large_ = false, very_large_ = false;
    double row_bound_ = 0;              // L of the current rows
    Side next_sweep_ = Side::ahead;     // the rows of the other side belong to the current prices
    int window_rounds_ = 0;             // at the last limit: a measure of difficulty
    double margin_ = settings_.margin;  // of a limit above the bound while prices rise
    int tight_ = 0;                     // limits whose graphs did not fit
    int stride_ = 2;                    // from one limit to the next
    bool stalled_ = false;              // the last graph could hardly improve the prices
    std::optional<double> before_rows_; // the bound before the last graph's prices; empty before the first graph
};

} // namespace

void solve_by_table(Incumbent& run) {
    const Problem& problem = run.problem;
    if (problem.streams == 1) {
        run.take_first_stream();
        run.exclude_up_to(run.best.cost);
        run.check();
    }
    if (!problem.too_large && problem.spans.size() == problem.tokens.size())
        by_table(run, table::timed_layout(problem), 1);
}

std::unique_ptr<Relaxation> relax_one_queue(Incumbent& run) { return std::make_unique<OneQueue>(run); }

} // namespace hubbub::route
