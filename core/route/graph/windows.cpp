#include "route/graph/graph.hpp"

#include "route/search/states.hpp"

#include <algorithm>
#include <cmath>

namespace hubbub::route::graph {

using search::State;
using search::States;

namespace {

class WindowSearch {
  public:
    WindowSearch(const Graph& graph, const WindowOptions& options)
        : graph_(graph), options_(options), now_(graph.streams), next_(graph.streams), nodes_(graph.streams),
          near_(graph.nodes(), 0) {
        turn_edges();
        find_layers();
    }

    Windows run(const Watch& watch);

  private:
    void turn_edges();
    void find_layers();
    std::vector<int> cuts(int size) const;
    Value bound(int first, int last);
    void measure(int first, int last);
    bool start(int last, Value limit);
    bool start_stream(int last, int stream, Value guess, Value limit);
    void step_back(int n, Value limit);

    const Graph& graph_;
    const WindowOptions& options_;
    // Edges by their target, with reduced costs.
    std::vector<std::uint32_t> back_first_;
    std::vector<std::int32_t> back_from_;
    std::vector<Value> back_cost_;
    std::vector<std::int32_t> back_leave_;  // the node that leaves an utterance out to come here, or -1
    std::vector<std::vector<Layer>> layer_; // per stream and boundary
    States now_, next_;
    std::vector<std::int32_t> nodes_;
    std::vector<char> idle_;  // per stream: no step in the window
    std::vector<Value> near_; // per node, the least r from the start of the window
    Windows result_;
};

void WindowSearch::turn_edges() {
    back_first_.assign(graph_.nodes() + 1, 0);
    back_leave_.assign(graph_.nodes(), -1);
    for (std::size_t node = 0; node < graph_.nodes(); ++node) {
        if (graph_.leave[node] >= 0) back_leave_[graph_.leave[node]] = static_cast<std::int32_t>(node);
        for (std::uint32_t e = graph_.edge_first[node]; e < graph_.edge_last[node]; ++e) {
            ++back_first_[graph_.edge_to[e] + 1];
        }
    }
    for (std::size_t node = 0; node < graph_.nodes(); ++node) back_first_[node + 1] += back_first_[node];
    back_from_.resize(back_first_.back());
    back_cost_.resize(back_first_.back());
    std::vector<std::uint32_t> fill(back_first_.begin(), back_first_.end() - 1);
    for (int n = 0; n < graph_.utterances; ++n) {
        for (const Step& step : graph_.steps[n]) {
            for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
                for (std::uint32_t e = graph_.edge_first[node]; e < graph_.edge_last[node]; ++e) {
                    const std::int32_t to = graph_.edge_to[e];
                    const std::uint32_t at = fill[to]++;
                    back_from_[at] = node;
                    back_cost_[at] =
                        graph_.behind[to] >= far || graph_.behind[node] >= far
                            ? far
                            : graph_.edge_cost[e] - graph_.price[n] + graph_.behind[to] - graph_.behind[node];
                }
            }
        }
    }
}

void WindowSearch::find_layers() {
    layer_.assign(graph_.streams, std::vector<Layer>(graph_.utterances + 1));
    for (int j = 0; j < graph_.streams; ++j) layer_[j][0] = graph_.first_layer[j];
    for (int n = 0; n < graph_.utterances; ++n) {
        for (int j = 0; j < graph_.streams; ++j) layer_[j][n + 1] = layer_[j][n];
        for (const Step& step : graph_.steps[n]) layer_[step.stream][n + 1] = step.to;
    }
}

// Boundaries about `size` apart, where the fewest joint states are alive.
std::vector<int> WindowSearch::cuts(int size) const {
    std::vector<int> cuts = {0};
    while (graph_.utterances - cuts.back() > size * 3 / 2) {
        const int low = cuts.back() + std::max(1, size * 3 / 4);
        const int high = std::min(graph_.utterances, cuts.back() + std::max(1, size * 5 / 4));
        int best = low;
        double least = 1e300;
        for (int n = low; n <= high; ++n) {
            double states = 0;
            for (int j = 0; j < graph_.streams; ++j) states += std::log(layer_[j][n].size());
            if (states < least) {
                least = states;
                best = n;
            }
        }
        cuts.push_back(best);
    }
    cuts.push_back(graph_.utterances);
    return cuts;
}

void WindowSearch::measure(int first, int last) {
    for (int j = 0; j < graph_.streams; ++j) {
        const Layer layer = layer_[j][first];
        for (std::int32_t node = layer.first; node < layer.last; ++node) {
            near_[node] = graph_.behind[node] >= far ? far : 0;
        }
    }
    for (int n = first; n < last; ++n) {
        for (const Step& step : graph_.steps[n]) {
            for (std::int32_t node = step.to.first; node < step.to.last; ++node) {
                Value least = far;
                const std::int32_t left = back_leave_[node];
                if (left >= 0 && near_[left] < far && graph_.behind[node] < far) {
                    least = near_[left] + graph_.behind[node] - graph_.behind[left];
                }
                for (std::uint32_t e = back_first_[node]; e < back_first_[node + 1]; ++e) {
                    least = std::min(least, near_[back_from_[e]] + back_cost_[e]);
                }
                near_[node] = std::min(least, far);
            }
        }
    }
}

// Every joint state at the end of the window within the limit; false if they are too many.
bool WindowSearch::start(int last, Value limit) {
    now_.clear();
    return start_stream(last, 0, 0, limit);
}

bool WindowSearch::start_stream(int last, int stream, Value guess, Value limit) {
    if (stream == graph_.streams) {
        now_.add(nodes_.data(), {0, guess, -1, -1});
        return now_.size() <= options_.width;
    }
    const Layer layer = layer_[stream][last];
    // A stream without a step in the window is the same everywhere in it: one of its nodes stands for all.
    for (std::int32_t node = layer.first; node < layer.last; ++node) {
        if (guess + near_[node] > limit) continue;
        nodes_[stream] = node;
        if (!start_stream(last, stream + 1, guess + near_[node], limit)) return false;
        if (idle_[stream]) break;
    }
    return true;
}

void WindowSearch::step_back(int n, Value limit) {
    const auto& steps = graph_.steps[n];
    next_.clear();
    for (std::size_t s = 0; s < now_.size(); ++s) {
        const std::int32_t* at = now_.key(s);
        std::copy_n(at, graph_.streams, nodes_.begin());
        Value cost = now_.state(s).cost, near = now_.state(s).guess - cost;
        int stuck = 0;
        for (const Step& step : steps) {
            const std::int32_t node = at[step.stream], from = back_leave_[node];
            stuck += from < 0;
            if (from < 0) continue;
            cost += graph_.behind[node] - graph_.behind[from];
            near += near_[from] - near_[node];
            nodes_[step.stream] = from;
        }
        for (const Step& step : steps) {
            const std::int32_t node = at[step.stream], left = back_leave_[node];
            if (stuck > (left < 0)) continue;
            const Value other_cost = left < 0 ? cost : cost - (graph_.behind[node] - graph_.behind[left]);
            const Value other_near = (left < 0 ? near : near - (near_[left] - near_[node])) - near_[node];
            for (std::uint32_t e = back_first_[node]; e < back_first_[node + 1]; ++e) {
                const std::int32_t from = back_from_[e];
                if (back_cost_[e] >= far || near_[from] >= far) continue;
                const Value taken = other_cost + back_cost_[e];
                const Value guess = taken + other_near + near_[from];
                if (guess > limit) continue;
                nodes_[step.stream] = from;
                next_.add(nodes_.data(), {taken, guess, -1, -1});
                ++result_.states;
            }
            nodes_[step.stream] = left;
        }
    }
}

Value WindowSearch::bound(int first, int last) {
    measure(first, last);
    idle_.assign(graph_.streams, 1);
    for (int n = first; n < last; ++n) {
        for (const Step& step : graph_.steps[n]) idle_[step.stream] = 0;
    }
    Value limit = options_.most;
    while (!start(last, limit)) {
        if (limit == 0) return 0;
        limit /= 2;
    }
    // States beyond the limit are dropped, so the answer is never more than the limit plus one unit.
    Value least = limit + 1;
    for (int n = last - 1; n >= first; --n) {
        step_back(n, least - 1);
        least = std::min(least, next_.narrow(options_.width));
        std::swap(now_, next_);
        if (now_.size() == 0) return least;
    }
    for (std::size_t s = 0; s < now_.size(); ++s) least = std::min(least, now_.state(s).guess);
    return least;
}

// Windows of two sizes, and of these the disjoint ones that add most.
Windows WindowSearch::run(const Watch& watch) {
    struct Window {
        int last;
        Value added;
    };
    std::vector<std::vector<Window>> from(graph_.utterances + 1);
    for (const int size : {options_.size, options_.size * 5 / 3}) {
        const std::vector<int> cut = cuts(size);
        for (std::size_t w = 1; w < cut.size(); ++w) {
            watch.check();
            const std::uint64_t before = result_.states;
            from[cut[w - 1]].push_back({cut[w], bound(cut[w - 1], cut[w])});
            spend((result_.states - before) * 60 + 1000);
        }
        if (cut.size() <= 2) break;
    }
    result_.excess.assign(graph_.utterances + 1, 0);
    for (int n = graph_.utterances - 1; n >= 0; --n) {
        result_.excess[n] = result_.excess[n + 1];
        for (const Window& window : from[n]) {
            result_.excess[n] = std::max(result_.excess[n], window.added + result_.excess[window.last]);
        }
    }
    return std::move(result_);
}

} // namespace

Windows bound_windows(const Graph& graph, const WindowOptions& options, const Watch& watch) {
    return WindowSearch(graph, options).run(watch);
}

} // namespace hubbub::route::graph
