#include "route/graph/graph.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::route::graph {

using rows::End;
using rows::May;

std::int32_t Graph::add_node(std::int32_t its_cell, Value its_ahead) {
    cell.push_back(its_cell);
    leave.push_back(-1);
    edge_first.push_back(0);
    edge_last.push_back(0);
    ahead.push_back(its_ahead);
    return static_cast<std::int32_t>(nodes() - 1);
}

namespace {

class Compiler {
  public:
    Compiler(const Rows& rows, std::int64_t limit, std::size_t most_edges)
        : rows_(rows), problem_(rows.problem), limit_(limit), most_edges_(most_edges),
          count_(rows.problem.utterance_count()) {}

    Compiled run(const Watch& watch);

  private:
    bool build_stream(int stream, Value slack, const Watch& watch);
    Layer build_layer(int n, int stream, Layer from, Value slack);
    void offer(std::int32_t cell, Value value);
    // With times, cells are not open before the first word that is still of use (Alive); to insert the words
    // up to there is free. Without, a cell before the band is deleted by a proof.
    std::int32_t lifted(std::int32_t cell, Band band) const {
        return problem_.timed() ? std::max(cell, band.low) : cell;
    }

    const Rows& rows_;
    const Problem& problem_;
    const std::int64_t limit_;
    const std::size_t most_edges_;
    const int count_;
    Compiled out_;
    // The cells of the layer being built: their best value so far, then their node.
    std::vector<Value> value_;
    std::vector<std::int32_t> node_, reached_;
    std::vector<Value> back_;
    std::vector<End> ends_;
};

void Compiler::offer(std::int32_t cell, Value value) {
    if (value_[cell] >= far) reached_.push_back(cell);
    value_[cell] = std::min(value_[cell], value);
}

// The cells that utterance n leads to from a layer. Edges are written with cells for targets and renamed at the end.
Layer Compiler::build_layer(int n, int stream, Layer from, Value slack) {
    Graph& graph = out_.graph;
    const Band band = rows_.alive.band(n + 1, stream);
    const May may = rows_.alive.may(n, stream);
    const Value price = rows_.price[n], scale = rows_.scale;
    back_.resize(band.size());
    rows_.behind.read(n + 1, stream, band, back_.data());
    reached_.clear();
    for (std::int32_t node = from.first; node < from.last; ++node) {
        const std::int32_t cell = graph.cell[node];
        const Value ahead = graph.ahead[node];
        graph.edge_first[node] = static_cast<std::uint32_t>(graph.edge_to.size());
        // Each cell is left for itself, so that no two lead to one.
        const std::int32_t stay = lifted(cell, band);
        if (may != May::always && stay >= band.low && stay <= band.high && ahead + back_[stay - band.low] <= slack) {
            graph.leave[node] = cell;
            offer(cell, ahead);
        }
        if (cell <= band.high) {
            problem_.carrier.ends(stream, cell, band.high, n, problem_.steps, problem_.slide, ends_);
            for (const End& end : ends_) {
                const std::int32_t to = lifted(end.cell, band);
                if (to < band.low) continue;
                const Value value = ahead + end.cost * scale - price;
                if (value + back_[to - band.low] > slack) continue;
                graph.edge_to.push_back(to);
                graph.edge_cost.push_back(end.cost * scale);
                offer(to, value);
            }
        }
        graph.edge_last[node] = static_cast<std::uint32_t>(graph.edge_to.size());
    }
    std::sort(reached_.begin(), reached_.end());
    Layer to;
    to.first = static_cast<std::int32_t>(graph.cell.size());
    for (const std::int32_t cell : reached_) {
        node_[cell] = graph.add_node(cell, value_[cell]);
        value_[cell] = far;
    }
    to.last = static_cast<std::int32_t>(graph.cell.size());
    for (std::int32_t node = from.first; node < from.last; ++node) {
        if (graph.leave[node] >= 0) graph.leave[node] = node_[graph.leave[node]];
        for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e) {
            graph.edge_to[e] = node_[graph.edge_to[e]];
        }
    }
    return to;
}

bool Compiler::build_stream(int stream, Value slack, const Watch& watch) {
    Graph& graph = out_.graph;
    value_.assign(problem_.words_in(stream) + 1, far);
    node_.assign(problem_.words_in(stream) + 1, -1);
    const Band first = rows_.alive.band(0, stream);
    if (lifted(0, first) < first.low) return false; // cannot be: cell 0 reaches all that a later cell does
    Layer layer;
    layer.first = graph.add_node(0, 0);
    layer.last = layer.first + 1;
    graph.first_layer.push_back(layer);
    for (int n = 0; n < count_; ++n) {
        if (rows_.alive.may(n, stream) == May::never) continue;
        if (n % 16 == 0) watch.check();
        const Layer to = build_layer(n, stream, layer, slack);
        if (to.size() == 0) return false;
        graph.steps[n].push_back({stream, layer, to});
        layer = to;
        if (graph.edge_to.size() > most_edges_) {
            out_.fits = false;
            return true;
        }
    }
    graph.last_layer.push_back(layer);
    return true;
}

Compiled Compiler::run(const Watch& watch) {
    Graph& graph = out_.graph;
    graph.utterances = count_;
    graph.streams = problem_.stream_count();
    graph.scale = rows_.scale;
    graph.price = rows_.price;
    graph.steps.resize(count_);
    std::vector<Value> best(graph.streams);
    std::int64_t bound = std::accumulate(graph.price.begin(), graph.price.end(), std::int64_t{0});
    for (int j = 0; j < graph.streams; ++j) {
        best[j] = rows_.behind.at(0, j, 0);
        if (best[j] >= far) out_.closed = true;
        bound += best[j];
    }
    if (out_.closed || bound > limit_) {
        out_.closed = true;
        return std::move(out_);
    }
    for (int j = 0; j < graph.streams && out_.fits && !out_.closed; ++j) {
        out_.closed = !build_stream(j, static_cast<Value>(limit_ - bound + best[j]), watch);
    }
    graph.behind.assign(graph.nodes(), 0);
    return std::move(out_);
}

} // namespace

Compiled compile(const Rows& rows, std::int64_t limit, std::size_t most_edges, const Watch& watch) {
    return Compiler(rows, limit, most_edges).run(watch);
}

namespace {

// Which nodes lie on a path from the first layer to the last; edges into other nodes are cut.
std::vector<char> used_nodes(Graph& graph) {
    std::vector<char> reached(graph.nodes(), 0), used(graph.nodes(), 0);
    for (const Layer& layer : graph.first_layer) reached[layer.first] = 1;
    for (const auto& steps : graph.steps) {
        for (const Step& step : steps) {
            for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
                if (!reached[node]) continue;
                if (graph.leave[node] >= 0) reached[graph.leave[node]] = 1;
                for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e) {
                    reached[graph.edge_to[e]] = 1;
                }
            }
        }
    }
    for (const Layer& layer : graph.last_layer) {
        for (std::int32_t node = layer.first; node < layer.last; ++node) used[node] = reached[node];
    }
    for (int n = graph.utterances - 1; n >= 0; --n) {
        for (const Step& step : graph.steps[n]) {
            for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
                if (!reached[node]) continue;
                if (graph.leave[node] >= 0 && !used[graph.leave[node]]) graph.leave[node] = -1;
                std::uint32_t kept = graph.edge_first[node];
                for (std::uint32_t e = kept; e < graph.edge_last[node]; ++e) {
                    if (!used[graph.edge_to[e]]) continue;
                    graph.edge_to[kept] = graph.edge_to[e];
                    graph.edge_cost[kept++] = graph.edge_cost[e];
                }
                graph.edge_last[node] = kept;
                used[node] = graph.leave[node] >= 0 || kept > graph.edge_first[node];
            }
        }
    }
    return used;
}

// Copies what is used, stream by stream. A step without edges is no step: the cells after it are the cells before it.
class Compaction {
  public:
    explicit Compaction(Graph& old) : old_(old), used_(used_nodes(old)), name_(old.nodes(), -1) {}

    Graph run() {
        Graph& next = next_;
        next.utterances = old_.utterances;
        next.streams = old_.streams;
        next.scale = old_.scale;
        next.price = old_.price;
        next.steps.resize(old_.utterances);
        next.last_layer.resize(old_.streams);
        std::vector<Layer> layer(old_.streams);
        for (int j = 0; j < old_.streams; ++j) {
            layer[j] = copy_layer(old_.first_layer[j]);
            next.first_layer.push_back(layer[j]);
        }
        for (int n = 0; n < old_.utterances; ++n) {
            for (const Step& step : old_.steps[n]) {
                if (!takes(step)) {
                    skip(step);
                    continue;
                }
                const Layer to = copy_layer(step.to);
                link(step);
                next.steps[n].push_back({step.stream, layer[step.stream], to});
                layer[step.stream] = to;
            }
        }
        next.last_layer = layer;
        next.behind.resize(next.nodes());
        return std::move(next_);
    }

  private:
    bool takes(const Step& step) const {
        for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
            if (used_[node] && old_.edge_last[node] > old_.edge_first[node]) return true;
        }
        return false;
    }
    Layer copy_layer(Layer layer) {
        Layer copy;
        copy.first = static_cast<std::int32_t>(next_.nodes());
        for (std::int32_t node = layer.first; node < layer.last; ++node) {
            if (used_[node]) name_[node] = next_.add_node(old_.cell[node], 0);
        }
        copy.last = static_cast<std::int32_t>(next_.nodes());
        return copy;
    }
    void skip(const Step& step) {
        for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
            if (used_[node]) name_[old_.leave[node]] = name_[node];
        }
    }
    void link(const Step& step) {
        for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
            if (!used_[node]) continue;
            const std::int32_t name = name_[node];
            if (old_.leave[node] >= 0) next_.leave[name] = name_[old_.leave[node]];
            next_.edge_first[name] = static_cast<std::uint32_t>(next_.edge_to.size());
            for (std::uint32_t e = old_.edge_first[node]; e < old_.edge_last[node]; ++e) {
                next_.edge_to.push_back(name_[old_.edge_to[e]]);
                next_.edge_cost.push_back(old_.edge_cost[e]);
            }
            next_.edge_last[name] = static_cast<std::uint32_t>(next_.edge_to.size());
        }
    }

    Graph& old_;
    std::vector<char> used_;
    std::vector<std::int32_t> name_;
    Graph next_;
};

} // namespace

void refine(Graph& graph, Value factor) {
    graph.scale *= factor;
    for (auto* values : {&graph.price, &graph.edge_cost, &graph.ahead, &graph.behind}) {
        for (Value& value : *values) value = value >= far ? far : value * factor;
    }
}

Graph turned(const Graph& graph) {
    Graph back = graph;
    std::swap(back.first_layer, back.last_layer);
    std::vector<std::uint32_t>&first = back.edge_first, &last = back.edge_last;
    std::fill(back.leave.begin(), back.leave.end(), -1);
    std::fill(first.begin(), first.end(), 0);
    const auto all_edges = [&](const auto& see) {
        for (std::size_t node = 0; node < graph.nodes(); ++node)
            for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e)
                see(static_cast<std::int32_t>(node), e);
    };
    all_edges([&](std::int32_t, std::uint32_t e) { ++first[graph.edge_to[e]]; });
    std::exclusive_scan(first.begin(), first.end(), first.begin(), std::uint32_t{0});
    last = first;
    all_edges([&](std::int32_t node, std::uint32_t e) {
        const std::uint32_t at = last[graph.edge_to[e]]++;
        back.edge_to[at] = node;
        back.edge_cost[at] = graph.edge_cost[e];
    });
    for (std::size_t node = 0; node < graph.nodes(); ++node)
        if (graph.leave[node] >= 0) back.leave[graph.leave[node]] = static_cast<std::int32_t>(node);
    for (auto& steps : back.steps)
        for (Step& step : steps) std::swap(step.from, step.to);
    return back;
}

void compact(Graph& graph) { graph = Compaction(graph).run(); }

} // namespace hubbub::route::graph
