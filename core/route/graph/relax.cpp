#include "route/graph/graph.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hubbub::route::graph {

namespace {

// The lowest cost of taking the next utterance from a node, without its price, and of skipping it.
Value best_take(const Graph& graph, std::int32_t node) {
    Value take = far;
    for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e)
        take = std::min(take, graph.edge_cost[e] + graph.behind[graph.edge_to[e]]);
    return take;
}
Value best_leave(const Graph& graph, std::int32_t node) {
    return graph.leave[node] >= 0 ? graph.behind[graph.leave[node]] : far;
}

} // namespace

void relax_behind(Graph& graph, int n) {
    for (const Step& step : graph.steps[n]) {
        for (std::int32_t node = step.from.first; node < step.from.last; ++node)
            graph.behind[node] = std::min({far, best_leave(graph, node), best_take(graph, node) - graph.price[n]});
    }
}

std::int64_t relax_behind(Graph& graph) {
    spend(step_cost::relax_node * graph.nodes() + step_cost::relax_edge * graph.edge_to.size());
    for (const Layer& layer : graph.last_layer)
        std::fill(graph.behind.begin() + layer.first, graph.behind.begin() + layer.last, 0);
    for (int n = graph.utterances - 1; n >= 0; --n) relax_behind(graph, n);
    std::int64_t bound = std::accumulate(graph.price.begin(), graph.price.end(), std::int64_t{0});
    for (const Layer& layer : graph.first_layer) bound += graph.behind[layer.first];
    return bound;
}

namespace {

class GraphSweeper {
  public:
    GraphSweeper(Graph& graph, Side side, const GraphSweep& options)
        : graph_(graph), side_(side), options_(options), best_(graph.streams), in_(graph.streams), out_(graph.streams),
          take_(graph.nodes()), leave_(graph.nodes()) {}

    std::optional<std::int64_t> run();

  private:
    void start();
    void relax(const Step& step);
    void choose_price(int n);
    // After the price is set: updates the streams' best values, then prunes by the limit. False if no routing within it
    // is left.
    bool settle(int n);
    bool cut(const Step& step, Value price, Value slack, bool& takes, bool& leaves);
    std::int64_t bound() const { return std::accumulate(best_.begin(), best_.end(), priced_); }

    // Values of this side and of the other, and the layer of a step where they meet.
    std::vector<Value>& own() { return side_ == Side::ahead ? graph_.ahead : graph_.behind; }
    const std::vector<Value>& opposite() const { return side_ == Side::ahead ? graph_.behind : graph_.ahead; }
    Layer goal(const Step& step) const { return side_ == Side::ahead ? step.to : step.from; }

    Graph& graph_;
    const Side side_;
    const GraphSweep& options_;
    std::vector<std::int64_t> best_;
    std::int64_t priced_ = 0;
    std::vector<Value> in_, out_;
    std::vector<Value> take_, leave_; // per node of the current layer: best value by taking, by skipping
};

void GraphSweeper::start() {
    priced_ = std::accumulate(graph_.price.begin(), graph_.price.end(), std::int64_t{0});
    for (int j = 0; j < graph_.streams; ++j) {
        const Layer layer = side_ == Side::ahead ? graph_.first_layer[j] : graph_.last_layer[j];
        std::fill(own().begin() + layer.first, own().begin() + layer.last, 0);
        best_[j] = far;
        for (std::int32_t node = layer.first; node < layer.last; ++node)
            best_[j] = std::min<std::int64_t>(best_[j], opposite()[node]);
    }
}

void GraphSweeper::choose_price(int n) {
    if (!options_.ascend) return;
    TwoLeast gains;
    for (const Step& step : graph_.steps[n]) gains.add(in_[step.stream] - out_[step.stream]);
    gains.set(graph_.price[n], priced_);
}

// Prunes the edges of a step that only paths beyond the slack use.
bool GraphSweeper::cut(const Step& step, Value price, Value slack, bool& takes, bool& leaves) {
    Graph& graph = graph_;
    takes = leaves = false;
    for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
        const Value ahead = graph.ahead[node];
        if (graph.leave[node] >= 0) {
            if (ahead + graph.behind[graph.leave[node]] > slack) {
                graph.leave[node] = -1;
            } else {
                leaves = true;
            }
        }
        std::uint32_t kept = graph.edge_first[node];
        const Value allowed = slack - ahead + price;
        for (std::uint32_t e = kept; e < graph.edge_last[node]; ++e) {
            if (graph.edge_cost[e] + graph.behind[graph.edge_to[e]] > allowed) continue;
            graph.edge_to[kept] = graph.edge_to[e];
            graph.edge_cost[kept++] = graph.edge_cost[e];
        }
        graph.edge_last[node] = kept;
        takes |= kept > graph.edge_first[node];
    }
    return takes || leaves;
}

bool GraphSweeper::settle(int n) {
    const Value price = graph_.price[n];
    for (const Step& step : graph_.steps[n]) {
        best_[step.stream] = std::min(out_[step.stream], in_[step.stream] - price);
        if (best_[step.stream] >= far / 2) return false;
    }
    if (options_.limit >= far) return true;
    const std::int64_t extra = options_.excess != nullptr ? (*options_.excess)[n + 1] : 0;
    if (bound() + extra > options_.limit) return false;
    int taking = 0, certain = 0;
    std::vector<char> takes(graph_.steps[n].size()), leaves(graph_.steps[n].size());
    for (std::size_t s = 0; s < graph_.steps[n].size(); ++s) {
        const Step& step = graph_.steps[n][s];
        const auto slack = static_cast<Value>(options_.limit - extra - (bound() - best_[step.stream]));
        bool take = false, leave = false;
        if (!cut(step, price, slack, take, leave)) return false;
        takes[s] = take;
        leaves[s] = leave;
        taking += take;
        certain += !leave;
    }
    // Exactly one stream takes the utterance.
    if (taking == 0 || certain > 1) return false;
    for (std::size_t s = 0; s < takes.size(); ++s) {
        const Step& step = graph_.steps[n][s];
        const bool never = certain == 1 && leaves[s] && takes[s], always = taking == 1 && takes[s] && leaves[s];
        if (never && always) return false;
        for (std::int32_t node = step.from.first; node < step.from.last && (never || always); ++node) {
            if (always) graph_.leave[node] = -1;
            if (never) graph_.edge_last[node] = graph_.edge_first[node];
        }
    }
    return true;
}

void GraphSweeper::relax(const Step& step) {
    const Graph& graph = graph_;
    const Layer layer = goal(step);
    if (side_ == Side::behind) {
        for (std::int32_t node = layer.first; node < layer.last; ++node) {
            take_[node] = best_take(graph, node);
            leave_[node] = best_leave(graph, node);
        }
    } else {
        std::fill(take_.begin() + layer.first, take_.begin() + layer.last, far);
        std::fill(leave_.begin() + layer.first, leave_.begin() + layer.last, far);
        for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
            const Value ahead = graph.ahead[node];
            if (graph.leave[node] >= 0) leave_[graph.leave[node]] = ahead;
            for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e) {
                Value& take = take_[graph.edge_to[e]];
                take = std::min(take, ahead + graph.edge_cost[e]);
            }
        }
    }
    Value in = far, out = far;
    for (std::int32_t node = layer.first; node < layer.last; ++node) {
        in = std::min(in, take_[node] + opposite()[node]);
        out = std::min(out, leave_[node] + opposite()[node]);
    }
    in_[step.stream] = in;
    out_[step.stream] = out;
}

std::optional<std::int64_t> GraphSweeper::run() {
    spend(step_cost::sweep_node * graph_.nodes() + step_cost::sweep_edge * graph_.edge_to.size());
    start();
    for (int t = 0; t < graph_.utterances; ++t) {
        const int n = side_ == Side::ahead ? t : graph_.utterances - 1 - t;
        for (const Step& step : graph_.steps[n]) relax(step);
        choose_price(n);
        if (!settle(n)) return {};
        const Value price = graph_.price[n];
        for (const Step& step : graph_.steps[n]) {
            const Layer layer = goal(step);
            Value* values = own().data();
            for (std::int32_t node = layer.first; node < layer.last; ++node)
                values[node] = std::min({far, leave_[node], take_[node] - price});
        }
    }
    return bound();
}

} // namespace

std::optional<std::int64_t> sweep(Graph& graph, Side side, const GraphSweep& options) {
    return GraphSweeper(graph, side, options).run();
}

namespace {

void write_prices(Graph& graph, const std::vector<double>& from) {
    for (int n = 0; n < graph.utterances; ++n) graph.price[n] = static_cast<Value>(std::lround(from[n]));
}

} // namespace

Subgradient::Subgradient(const Graph& graph, const Problem& instance)
    : climb_(std::vector<double>(graph.price.begin(), graph.price.end()), paces::graph) {
    // By taking an utterance a stream gains at most an insertion per word and loses at most a deletion per word.
    for (int n = 0; n < graph.utterances; ++n) {
        const auto count = static_cast<double>(instance.utterances[n].words.size()) * graph.scale;
        climb_.least[n] = -count * instance.insertion;
        climb_.greatest[n] = count * instance.steps.deletion;
    }
}

void Subgradient::restart(const std::vector<Value>& price, std::int64_t bound) {
    if (static_cast<double>(bound) <= climb_.best) return;
    climb_.best = static_cast<double>(bound);
    climb_.best_price.assign(price.begin(), price.end());
    climb_.price = climb_.best_price;
}

// Counts the streams that take each utterance on their own best paths; ties are broken at random.
void Subgradient::find_slope(const Graph& graph, Random& random) {
    std::fill(climb_.slope.begin(), climb_.slope.end(), 1.0);
    std::vector<std::int32_t> at;
    for (const Layer& layer : graph.first_layer) at.push_back(layer.first);
    for (int n = 0; n < graph.utterances; ++n) {
        for (const Step& step : graph.steps[n]) {
            const std::int32_t node = at[step.stream];
            const Value goal = graph.behind[node];
            const bool leave = graph.leave[node] >= 0 && graph.behind[graph.leave[node]] == goal;
            if (leave && random.flip()) {
                at[step.stream] = graph.leave[node];
                continue;
            }
            std::int32_t next = -1;
            for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node] && next < 0; ++e) {
                const std::int32_t to = graph.edge_to[e];
                if (graph.edge_cost[e] - graph.price[n] + graph.behind[to] == goal) next = to;
            }
            climb_.slope[n] -= next >= 0 ? 1 : 0;
            at[step.stream] = next >= 0 ? next : graph.leave[node];
        }
    }
}

std::int64_t Subgradient::run(Graph& graph, int steps, std::int64_t goal, Random& random, const Watch& watch) {
    for (int step = 0; step < steps; ++step) {
        if (step % 8 == 0) watch.check();
        write_prices(graph, climb_.price);
        const auto bound = static_cast<double>(relax_behind(graph));
        if (!climb_.rises(bound, 0)) {
            climb_.forget();
            continue;
        }
        if (best() > goal - graph.scale) break;
        find_slope(graph, random);
        const double target = (climb_.best + static_cast<double>(goal)) / 2;
        if (!climb_.step(target - bound)) break;
    }
    write_prices(graph, climb_.best_price);
    return best();
}

} // namespace hubbub::route::graph
