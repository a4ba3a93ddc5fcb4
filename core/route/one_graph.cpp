// Graphs of the cells that are left, with their windows and searches.
#include "route/one.hpp"

#include "route/search/search.hpp"

#include <algorithm>
#include <cmath>

namespace hubbub::route {

using graph::Compiled;
using graph::GraphBound;
using graph::GraphSweep;
using graph::Layer;
using graph::SoftAscent;
using graph::Subgradient;
using search::SearchOptions;
using search::SearchResult;
using search::WindowOptions;
using search::Windows;

using namespace one_queue;
using namespace table_share;

namespace {

// An edge takes 8 bytes, its reverse 8, its weight 4, its share of the nodes some more.
std::size_t most_edges(std::uint64_t bytes) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(bytes / 64, 1u << 28));
}

// Deletes with the prices at hand, so that the next steps have less to go through. True if nothing is left.
bool prune(Graph& graph, std::int64_t limit) {
    GraphSweep options;
    options.limit = limit;
    options.ascend = false;
    relax_behind(graph);
    if (sweep(graph, Side::ahead, options).closed) return true;
    compact(graph);
    return std::any_of(graph.first_layer.begin(), graph.first_layer.end(), // no path is left in a stream
                       [](const Layer& layer) { return layer.size() == 0; });
}

// Prices for a graph: subgradient steps, soft sweeps, exact sweeps that delete.
class Prices {
  public:
    Prices(Graph& graph, const Problem& problem, const Settings& settings, Random& random, const Watch& watch)
        : graph_(graph), settings_(settings), random_(random), watch_(watch), ascent_(graph, problem) {
        ascent_.restart(graph.price, bound = relax_behind(graph));
    }

    // True if nothing is left.
    bool climb(std::int64_t limit) {
        bound = ascent_.best();
        if (settings_.ascent && step(limit)) return true;
        if (settings_.ascent) soften();
        relax_behind(graph_);
        GraphSweep options;
        options.limit = limit;
        options.ascend = false;
        GraphBound swept = sweep(graph_, Side::ahead, options);
        options.ascend = settings_.ascent;
        for (int s = 0; s < graph_sweeps && !swept.closed; ++s)
            swept = sweep(graph_, s % 2 == 0 ? Side::behind : Side::ahead, options);
        if (swept.closed) return true;
        bound = swept.bound;
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

} // namespace

// Windows, deletions by them, and the search that counts on them. True if the question is settled.
bool Solver::by_windows(Graph& graph, std::int64_t limit, int size, std::size_t width, std::uint64_t work) {
    const std::int64_t bound = relax_behind(graph);
    if (bound > limit) return true;
    WindowOptions windows;
    windows.size = size;
    windows.width = width;
    windows.most = static_cast<Value>(limit - bound);
    const Windows found = bound_windows(graph, problem_, windows, watch_);
    note("windows", static_cast<std::int64_t>(graph.nodes()), static_cast<std::int64_t>(found.states));
    GraphSweep options;
    options.limit = limit;
    options.ascend = false;
    options.excess = &found.excess;
    if (bound + found.excess[0] > limit || sweep(graph, Side::ahead, options).closed) return true;
    return try_search(graph, limit, work, &found.excess);
}

bool Solver::try_search(const Graph& graph, std::int64_t limit, std::uint64_t work, const std::vector<Value>* excess) {
    SearchOptions options;
    options.width = std::size_t{1} << 40;
    options.limit = limit;
    options.work = work;
    options.excess = excess;
    const SearchResult found = search::search(graph, problem_, options, watch_);
    note("search", static_cast<std::int64_t>(graph.nodes()), static_cast<std::int64_t>(found.states));
    watch_.check();
    if (found.complete) take_path(found.found);
    return found.complete;
}

// Is there a routing within the limit? Finds the best one there is, or proves that there is none.
void Solver::decide(Graph& graph, std::int64_t limit) {
    if (by_prices(graph, limit)) return;
    std::size_t width = settings_.window_width;
    std::uint64_t work = settings_.search_work;
    for (int size = settings_.window_size;;) {
        if (by_windows(graph, limit, size, width, work)) return;
        compact(graph);
        // The windows' deletions leave room for better prices.
        if (settings_.ascent && Prices(graph, problem_, settings_, random_, watch_).climb(limit)) return;
        compact(graph);
        if (++window_rounds_ >= settings_.most_limits) throw UsedUp{Ended::work};
        size = std::min(size * 7 / 5 + 1, problem_.utterance_count());
        width *= 2;
        work *= 2;
        if (static_cast<double>(work) * (4.0 * graph.streams + 64) > static_cast<double>(watch_.bytes))
            throw UsedUp{Ended::memory};
    }
}

// Prices and searches, as long as they get on. True if the question is settled.
bool Solver::by_prices(Graph& graph, std::int64_t& limit) {
    Prices prices(graph, problem_, settings_, random_, watch_);
    for (std::int64_t last = prices.bound;;) {
        if (prices.climb(limit)) return true;
        const std::int64_t bound = prices.bound;
        if (limit == this->limit(graph.scale)) raise(bound, graph.scale);
        certify("graph", graph.scale, graph.price, bound);
        note("ascent", static_cast<std::int64_t>(graph.nodes()));
        if (settings_.windows_first) return false;
        if (try_search(graph, limit, settings_.search_work, nullptr)) return true;
        SearchOptions options;
        options.limit = limit;
        options.width = !settings_.primal ? 0 : stalled_ ? stalled_width : graph_width;
        const SearchResult narrow = search::search(graph, problem_, options, watch_);
        watch_.check();
        if (take_path(narrow.found)) {
            improve_from(best_.moves);
            limit = std::min(limit, this->limit(graph.scale));
        }
        note("graph beam", static_cast<std::int64_t>(graph.nodes()), static_cast<std::int64_t>(narrow.states));
        compact(graph);
        if (bound - last < graph.scale / 2 || limit - bound < 3 * graph.scale) {
            stalled_ = true;
            return false;
        }
        last = bound;
    }
}

// While the prices still rise, well above them. Then a little above what is proven: the work grows steeply with the
// distance, so it goes by small steps unless the last one was easy.
std::int64_t Solver::next_guess() {
    const Value scale = rows_.scale;
    const auto proven_so_far = (least() - problem_.base) * scale;
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
        const Value scale = rows_.scale;
        const std::int64_t top = limit(scale);
        const std::int64_t guess = std::min(top, next_guess());
        if (++limits_ > settings_.most_limits) throw UsedUp{Ended::work};
        if (wide() && !stretches_.exhausted(few_kinds)) stretches(one_pass);
        window_rounds_ = 0;
        Compiled compiled = graph::compile(rows_, guess, most_edges(watch_.bytes), watch_);
        if (!compiled.fits) { // ask for less at a time
            if (++tight_ > 6) throw UsedUp{Ended::memory};
            margin_ /= 2;
            window_rounds_ = 2;
            continue;
        }
        refine(compiled.graph, problem_.fine / scale);
        note("compile", static_cast<std::int64_t>(compiled.graph.nodes()));
        if (!compiled.closed) decide(compiled.graph, guess * (problem_.fine / scale));
        // Settled: no routing within the guess but, at most, the best one known by now.
        raise(std::min(best_.cost - problem_.base, guess / scale + 1), 1);
        if (proven()) return true;
        const std::int64_t before = row_bound_;
        if (back_to_rows(compiled.graph)) return true;
        stalled_ = row_bound_ - before < 2 * scale;
    }
}

// The graph's prices for the rows, which see all cells again.
bool Solver::back_to_rows(const Graph& graph) {
    const Value ratio = graph.scale / rows_.scale;
    for (int n = 0; n < graph.utterances; ++n) {
        rows_.price[n] = static_cast<Value>(std::floor((graph.price[n] + ratio / 2.0) / ratio));
    }
    first_pass(rows_, watch_);
    SweepOptions options;
    options.limit = row_limit();
    next_sweep_ = Side::ahead;
    for (int pass = 0; pass < 2; ++pass) {
        if (sweep_rows(options)) return true;
    }
    if (settle_rows(after_graph)) return true;
    // Far apart although the prices are good: then the routing is poor.
    if (stalled_ && wide()) stretches(few_kinds);
    note("beam", rows_.alive.cells());
    return proven();
}

} // namespace hubbub::route
