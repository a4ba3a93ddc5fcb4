#include "route/graph/graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

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
    // With times, the cells before the first word that is still of use are not open (Alive); inserting the words up to
    // there is free. Without times, a cell before the band was pruned by a proof.
    std::int32_t lifted(std::int32_t cell, Band band) const {
        return problem_.timed() ? std::max(cell, band.low) : cell;
    }

    const Rows& rows_;
    const Problem& problem_;
    const std::int64_t limit_;
    const std::size_t most_edges_;
    const int count_;
    Compiled out_;
    // The cells of the layer under construction: their best value so far, then their node.
    std::vector<Value> value_;
    std::vector<std::int32_t> node_, reached_;
    std::vector<Value> back_;
    std::vector<End> ends_;
};

void Compiler::offer(std::int32_t cell, Value value) {
    if (value_[cell] >= far) reached_.push_back(cell);
    value_[cell] = std::min(value_[cell], value);
}

// The cells that utterance n leads to from a layer. Edges first have cells as targets, which are replaced by nodes at
// the end.
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
        // Skipping keeps the cell, so every node has at most one incoming skip.
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
    if (lifted(0, first) < first.low) return false; // impossible: cell 0 reaches everything that a later cell does
    Layer layer;
    layer.first = graph.add_node(0, 0);
    layer.last = layer.first + 1;
    graph.first_layer.push_back(layer);
    for (int n = 0; n < count_; ++n) {
        if (rows_.alive.may(n, stream) == May::never) continue;
        if (n % 16 == 0) watch.check();
        const Layer to = build_layer(n, stream, layer, slack);
        spend(step_cost::compile_edge * (graph.edge_last[layer.last - 1] - graph.edge_first[layer.first]));
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

void refine(Graph& graph, Value factor) {
    graph.scale *= factor;
    for (auto* values : {&graph.price, &graph.edge_cost, &graph.ahead, &graph.behind}) {
        for (Value& value : *values) value = value >= far ? far : value * factor;
    }
}

Graph turned(const Graph& graph) {
    spend(step_cost::turn_edge * graph.edge_to.size());
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

namespace {

// Keeps the nodes that are reachable from the first layers and lead to the last ones. Drops edges to other nodes, and
// steps without edges: such a step only renames nodes, and `renamed` maps the earlier name to the later one.
void keep_used(Graph& graph, std::vector<char>& kept, std::vector<std::int32_t>& renamed) {
    std::vector<Layer> to = graph.last_layer; // per stream, at the current boundary
    std::vector<char> used = kept;
    for (int n = graph.utterances - 1; n >= 0; --n) {
        std::vector<Step> steps;
        for (Step step : graph.steps[n]) {
            bool takes = false;
            for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
                if (graph.leave[node] >= 0 && !used[graph.leave[node]]) graph.leave[node] = -1;
                std::uint32_t last = graph.edge_first[node];
                for (std::uint32_t e = last; e < graph.edge_last[node]; ++e) {
                    if (!used[graph.edge_to[e]]) continue;
                    graph.edge_to[last] = graph.edge_to[e];
                    graph.edge_cost[last++] = graph.edge_cost[e];
                }
                graph.edge_last[node] = last;
                used[node] = used[node] && (graph.leave[node] >= 0 || last > graph.edge_first[node]);
                takes |= used[node] && last > graph.edge_first[node];
            }
            for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
                kept[node] = used[node] && takes;
                if (used[node] && !takes) renamed[node] = renamed[graph.leave[node]];
            }
            if (!takes) continue;
            step.to = std::exchange(to[step.stream], step.from);
            steps.push_back(step);
        }
        graph.steps[n] = std::move(steps);
    }
    graph.first_layer = to;
}

} // namespace

// Nodes are in topological order, so both passes go through them by number.
void compact(Graph& graph) {
    const std::size_t count = graph.nodes();
    spend(step_cost::compact_edge * graph.edge_to.size());
    std::vector<char> kept(count, 0);
    std::vector<std::int32_t> renamed(count), name(count + 1, 0);
    std::iota(renamed.begin(), renamed.end(), 0);
    for (const Layer& layer : graph.first_layer) kept[layer.first] = 1;
    for (std::size_t node = 0; node < count; ++node) {
        if (!kept[node]) continue;
        if (graph.leave[node] >= 0) kept[graph.leave[node]] = 1;
        for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e) kept[graph.edge_to[e]] = 1;
    }
    keep_used(graph, kept, renamed);
    for (std::size_t node = 0; node < count; ++node) name[node + 1] = name[node] + kept[node];
    std::uint32_t edges = 0;
    for (std::size_t node = 0; node < count; ++node) {
        if (!kept[node]) continue;
        const std::int32_t at = name[node], leave = graph.leave[node];
        const std::uint32_t first = graph.edge_first[node], last = graph.edge_last[node];
        graph.cell[at] = graph.cell[node];
        graph.leave[at] = leave < 0 ? -1 : name[renamed[leave]];
        graph.edge_first[at] = edges;
        for (std::uint32_t e = first; e < last; ++e) {
            graph.edge_to[edges] = name[renamed[graph.edge_to[e]]];
            graph.edge_cost[edges++] = graph.edge_cost[e];
        }
        graph.edge_last[at] = edges;
    }
    for (auto* nodes : {&graph.cell, &graph.leave, &graph.ahead, &graph.behind}) nodes->resize(name[count]);
    for (auto* ends : {&graph.edge_first, &graph.edge_last}) ends->resize(name[count]);
    for (auto* of_edges : {&graph.edge_to, &graph.edge_cost}) of_edges->resize(edges);
    const auto rename = [&](Layer& layer) { layer = {name[layer.first], name[layer.last]}; };
    for (auto* layers : {&graph.first_layer, &graph.last_layer}) std::for_each(layers->begin(), layers->end(), rename);
    for (auto& steps : graph.steps) {
        for (Step& step : steps) {
            rename(step.from);
            rename(step.to);
        }
    }
}

} // namespace hubbub::route::graph
