// The search over a graph (one queue): a key is a node for every stream.
#include "route/search/states.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hubbub::route::search {

using graph::Layer;
using graph::Step;

namespace {

// The cost that a state can lose by having used more words of a stream: the measure of dominance in the joint search.
//
// In general one more word used costs at most `slide` more to go: the word that was paired with it is deleted instead.
// This is expensive (2 for unit costs) only if the words matched. So, after utterance n, a word of a stream counts
//     nothing                if no edge of a later utterance covers it,
//     deletion - mismatch    if one does, but none of an utterance that has the word,
//     deletion - match       otherwise
// (or whichever of the two is larger, for unusual costs). cost(node) is the sum over the words before its cell.
//
// Why it is valid: let q be a state from which some routing of the rest stays within the limit. Its normalized path
// from q was never pruned (graph.hpp), so each word that it pairs is covered by an edge of the utterance that it is
// paired with. From a state k with h' > h words used in a stream, the same routing is possible except that words paired
// between h and h' are deleted: it costs at most cost(k) - cost(q) more there. With fewer words used it costs no more.
// So if g(k) + sum_j max(0, cost(k_j) - cost(q_j)) <= g(q), k has a path within the limit too.
//
// The path from q can spend only limit - f(q) on reduced costs, which are never negative, so it has no edge with a
// larger one. Most states are close to the limit. Hence there are several sets of costs, each for the edges up to some
// reduced cost, and the set for what q may spend is used.
class DominanceCosts {
  public:
    // Computed from the edges that are left; needs `behind` for the graph's prices.
    DominanceCosts(const Graph& graph, const Problem& instance);

    std::size_t sets() const { return most_.size(); }
    std::size_t set_for(Value left) const; // for a state that may spend so much up to the limit
    const Value* of(std::size_t set) const { return costs_[set].data(); }

  private:
    void cover(int n, const Step& step);
    void add_up(int stream, Layer layer);

    const Graph& graph_;
    const Problem& instance_;
    std::vector<Value> most_;               // per set, the largest reduced cost
    std::vector<std::vector<Value>> costs_; // per set and node
    std::vector<std::vector<std::vector<Value>>>
        worth_;                              // per set, stream and word, for the utterances processed so far
    std::vector<int> said_in_;               // per word, the last processed utterance that has it
    std::vector<std::int32_t> reach_, next_; // per set
    Value substituted_, matched_;
};

DominanceCosts::DominanceCosts(const Graph& graph, const Problem& instance)
    : graph_(graph), instance_(instance), said_in_(static_cast<std::size_t>(instance.vocabulary), -1) {
    const Steps steps = instance.steps.times(graph.scale);
    substituted_ = std::max(0, steps.deletion - steps.mismatch);
    matched_ = std::max(substituted_, steps.deletion - steps.match);
    for (const Value part : {8, 4, 2, 1}) most_.push_back(graph.scale / part);
    most_.insert(most_.end(), {2 * graph.scale, far});
    costs_.assign(most_.size(), std::vector<Value>(graph.nodes(), 0));
    worth_.resize(most_.size());
    for (auto& worth : worth_) {
        for (int j = 0; j < instance.stream_count(); ++j) worth.emplace_back(instance.words_in(j), 0);
    }
    spend(step_cost::dominance_edge * graph.edge_to.size());
    reach_.resize(most_.size());
    next_.resize(most_.size());
    for (int n = graph.utterances - 1; n >= 0; --n) {
        for (const Token word : instance.utterances[n].words.words) said_in_[word] = n;
        for (const Step& step : graph.steps[n]) {
            cover(n, step);
            add_up(step.stream, step.from);
        }
    }
}

std::size_t DominanceCosts::set_for(Value left) const {
    std::size_t set = 0;
    while (set + 1 < most_.size() && most_[set] < left) ++set;
    return set;
}

// The words that the step's edges cover.
void DominanceCosts::cover(int n, const Step& step) {
    const Words words = instance_.stream[step.stream];
    std::fill(next_.begin(), next_.end(), 0); // the words before it are done
    for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
        std::fill(reach_.begin(), reach_.end(), 0);
        const Value base = graph_.behind[node] + graph_.price[n];
        for (std::uint32_t e = graph_.edge_first[node]; e < graph_.edge_last[node]; ++e) {
            const std::int32_t to = graph_.edge_to[e];
            const Value reduced = graph_.edge_cost[e] + graph_.behind[to] - base;
            std::size_t set = most_.size();
            for (; set > 0 && most_[set - 1] >= reduced; --set) {
                reach_[set - 1] = std::max(reach_[set - 1], graph_.cell[to]);
            }
        }
        for (std::size_t set = 0; set < most_.size(); ++set) {
            auto& worth = worth_[set][step.stream];
            std::int32_t& next = next_[set];
            for (next = std::max(next, graph_.cell[node]); next < reach_[set]; ++next) {
                worth[next] = std::max(worth[next], said_in_[words[next]] == n ? matched_ : substituted_);
            }
        }
    }
}

void DominanceCosts::add_up(int stream, Layer layer) {
    for (std::size_t set = 0; set < most_.size(); ++set) {
        const auto& worth = worth_[set][stream];
        Value sum = 0;
        for (std::int32_t node = layer.first, at = graph_.cell[node]; node < layer.last; ++node) {
            for (; at < graph_.cell[node]; ++at) sum += worth[at];
            costs_[set][node] = sum;
        }
    }
}

class GraphMoves : public Moves {
  public:
    GraphMoves(const Graph& graph, const Problem& problem, int layers)
        : Moves(problem, 0, 0, graph.scale, layers), graph_(graph), nodes_(graph.streams) {}

    void expand(int layer, const States& now, std::size_t s, Next& next) override {
        const int n = utterance(layer);
        const std::int32_t* at = now.key(s);
        std::copy_n(at, streams, nodes_.begin());
        Value estimate = now.state(s).estimate;
        int stuck = 0; // streams that cannot skip the utterance
        for (const Step& step : graph_.steps[n]) {
            const std::int32_t left = leave(at[step.stream]);
            stuck += left < 0;
            if (left < 0) continue;
            estimate += graph_.behind[left] - graph_.behind[at[step.stream]];
            nodes_[step.stream] = left;
        }
        for (const Step& step : graph_.steps[n]) {
            const std::int32_t left = leave(at[step.stream]);
            if (stuck > (left < 0)) continue;
            // The others have skipped it already.
            const Value rest = estimate - graph_.price[n] - graph_.behind[left < 0 ? at[step.stream] : left];
            take(n, step.stream, now, s, rest, next);
            nodes_[step.stream] = left;
        }
        spend(step_cost::expand + step_cost::graph_move * graph_.steps[n].size());
    }

  protected:
    virtual int utterance(int layer) const { return layer; }

    const Graph& graph_;
    std::vector<std::int32_t> nodes_; // of the new state

  private:
    std::int32_t leave(std::int32_t node) const { // -1 if no path continues there
        const std::int32_t left = graph_.leave[node];
        return left >= 0 && graph_.behind[left] < far ? left : -1;
    }
    // All edges by which a stream takes the utterance.
    void take(int n, int stream, const States& now, std::size_t s, Value rest, Next& next) {
        const std::int32_t node = now.key(s)[stream];
        spend(step_cost::graph_end * (graph_.edge_last[node] - graph_.edge_first[node]));
        for (std::uint32_t e = graph_.edge_first[node]; e < graph_.edge_last[node]; ++e) {
            const Value f = rest + graph_.edge_cost[e] + graph_.behind[graph_.edge_to[e]];
            if (!next.worth(f)) continue;
            nodes_[stream] = graph_.edge_to[e];
            next.add(nodes_.data(), f, now.state(s).cost + graph_.edge_cost[e], s, number(n, stream));
        }
    }
};

class WholeGraph : public GraphMoves {
  public:
    WholeGraph(const Graph& graph, const Problem& problem, const SearchOptions& options)
        : GraphMoves(graph, problem, graph.utterances), costs_(graph, problem), options_(options) {}

    std::int64_t limit(int layer) const override { // the excess of the windows ahead is not available
        return options_.limit - (options_.excess != nullptr ? (*options_.excess)[layer] : 0);
    }
    std::size_t sets() const override { return costs_.sets(); }
    std::size_t set_for(Value left) const override { return costs_.set_for(left); }
    const Value* lost(std::size_t set) const override { return costs_.of(set); }

    void start(Next& first) override {
        std::int64_t bound = std::accumulate(graph_.price.begin(), graph_.price.end(), std::int64_t{0});
        for (int j = 0; j < streams; ++j) {
            nodes_[j] = graph_.first_layer[j].first;
            bound += graph_.behind[nodes_[j]];
        }
        first.add(nodes_.data(), bound, 0, 0, 0);
    }

  private:
    const DominanceCosts costs_;
    const SearchOptions& options_;
};

// Per stream and boundary.
std::vector<std::vector<Layer>> layers_of(const Graph& graph) {
    std::vector<std::vector<Layer>> layers;
    for (const Layer& first : graph.first_layer) layers.push_back({first});
    for (const auto& steps : graph.steps) {
        for (auto& layer : layers) layer.push_back(Layer{layer.back()});
        for (const Step& step : steps) layers[step.stream].back() = step.to;
    }
    return layers;
}

// A part of the graph, searched from its end to its start. In the reversed graph, `behind` is the lowest cost from the
// start of the window, to which the graph's own `behind` is added at the end.
class Window : public GraphMoves {
  public:
    Window(const Graph& graph, const std::vector<std::vector<Layer>>& layers, Graph& back, const Problem& problem,
           int first, int last, const WindowOptions& options)
        : GraphMoves(back, problem, last - first), ahead_(graph), layers_(layers), last_(last), width_(options.width),
          limit_(options.most), idle_(streams, 1) {
        for (int j = 0; j < streams; ++j) {
            const Layer layer = layers_[j][first];
            for (std::int32_t node = layer.first; node < layer.last; ++node)
                back.behind[node] = graph.behind[node] >= far ? far : -graph.behind[node];
        }
        for (int n = first; n < last; ++n) {
            relax_behind(back, n);
            for (const Step& step : graph.steps[n]) idle_[step.stream] = 0;
        }
    }

    std::int64_t limit(int) const override { return limit_; }
    const Value* lost(std::size_t) const override { return nullptr; }

    // Starts with every joint state at the end within the limit. If there are too many, the limit is lowered.
    void start(Next& first) override {
        while (limit_ >= 0 && !start_stream(0, 0, 0, first)) {
            limit_ = limit_ > 0 ? limit_ / 2 : -1;
            first.begin(limit_);
        }
    }

  private:
    int utterance(int layer) const override { return last_ - 1 - layer; }
    bool start_stream(int stream, Value cost, Value f, Next& first) {
        if (stream == streams) {
            first.add(nodes_.data(), f, cost, 0, 0);
            return first.states.size() <= width_;
        }
        const Layer layer = layers_[stream][last_];
        for (std::int32_t node = layer.first; node < layer.last; ++node) {
            const Value to_end = ahead_.behind[node], from_start = graph_.behind[node];
            if (to_end >= far || from_start >= far || f + to_end + from_start > limit_) continue;
            nodes_[stream] = node;
            if (!start_stream(stream + 1, cost + to_end, f + to_end + from_start, first)) return false;
            if (idle_[stream]) break; // if the stream has no step in the window, one of its nodes represents all
        }
        return true;
    }

    const Graph& ahead_;
    const std::vector<std::vector<Layer>>& layers_;
    const int last_;
    const std::size_t width_;
    Value limit_;
    std::vector<char> idle_; // per stream: whether it has no step in the window
};

// Boundaries about `size` apart, at the fewest joint states.
std::vector<int> cuts(const std::vector<std::vector<Layer>>& layers, int utterances, int size) {
    std::vector<int> cuts = {0};
    while (utterances - cuts.back() > size * 3 / 2) {
        const int low = cuts.back() + std::max(1, size * 3 / 4);
        const int high = std::min(utterances, cuts.back() + std::max(1, size * 5 / 4));
        int best = low;
        double least = 1e300;
        for (int n = low; n <= high; ++n) {
            double states = 0;
            for (const auto& layer : layers) states += std::log(layer[n].size());
            if (states >= least) continue;
            least = states;
            best = n;
        }
        cuts.push_back(best);
    }
    cuts.push_back(utterances);
    return cuts;
}

} // namespace

SearchResult search(const Graph& graph, const Problem& problem, const SearchOptions& options, const Watch& watch) {
    WholeGraph moves(graph, problem, options);
    return run(moves, options, watch);
}

// Bounds windows of two sizes, and chooses disjoint ones of maximum total (dynamic programming).
Windows bound_windows(const Graph& graph, const Problem& problem, const WindowOptions& options, const Watch& watch) {
    const std::vector<std::vector<Layer>> layers = layers_of(graph);
    Graph back = graph::turned(graph);
    SearchOptions search;
    search.width = options.width;
    search.dominance = false;
    search.only_bound = true;
    Windows result{std::vector<Value>(graph.utterances + 1, 0)};
    // per start: the end of each window and its excess
    std::vector<std::vector<std::pair<int, Value>>> from(graph.utterances + 1);
    for (const int size : {options.size, options.size * 5 / 3}) {
        const std::vector<int> cut = cuts(layers, graph.utterances, size);
        spend(step_cost::relax_node * graph.nodes() + step_cost::relax_edge * graph.edge_to.size()); // of all windows
        for (std::size_t w = 1; w < cut.size(); ++w) {
            watch.check();
            Window window(graph, layers, back, problem, cut[w - 1], cut[w], options);
            const SearchResult found = run(window, search, watch);
            result.states += found.states;
            from[cut[w - 1]].emplace_back(cut[w], static_cast<Value>(found.bound));
        }
        if (cut.size() <= 2) break;
    }
    for (int n = graph.utterances - 1; n >= 0; --n) {
        result.excess[n] = result.excess[n + 1];
        for (const auto& [last, added] : from[n])
            result.excess[n] = std::max(result.excess[n], added + result.excess[last]);
    }
    return result;
}

} // namespace hubbub::route::search
