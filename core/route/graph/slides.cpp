#include "route/graph/slides.hpp"

#include <algorithm>

namespace hubbub::route::graph {

Places::Places(const Graph& graph, const Problem& instance)
    : graph_(graph), instance_(instance), said_in_(static_cast<std::size_t>(instance.vocabulary), -1) {
    const Steps steps = instance.steps.times(graph.scale);
    substituted_ = std::max(0, steps.deletion - steps.mismatch);
    matched_ = std::max(substituted_, steps.deletion - steps.match);
    for (const Value part : {8, 4, 2, 1}) most_.push_back(graph.scale / part);
    most_.insert(most_.end(), {2 * graph.scale, far});
    places_.assign(most_.size(), std::vector<Value>(graph.nodes(), 0));
    worth_.resize(most_.size());
    for (auto& worth : worth_) {
        for (int j = 0; j < instance.stream_count(); ++j) worth.emplace_back(instance.words_in(j), 0);
    }
    reach_.resize(most_.size());
    next_.resize(most_.size());
    for (int n = graph.utterances - 1; n >= 0; --n) {
        for (const Token word : instance.utterances[n].words.words) said_in_[word] = n;
        for (const Step& step : graph.steps[n]) {
            cover(n, step);
            place(step.stream, step.from);
        }
    }
}

std::size_t Places::set_for(Value left) const {
    std::size_t set = 0;
    while (set + 1 < most_.size() && most_[set] < left) ++set;
    return set;
}

// The words that the step's edges lie across.
void Places::cover(int n, const Step& step) {
    const Words words = instance_.stream[step.stream];
    std::fill(next_.begin(), next_.end(), 0); // words before it are done
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

void Places::place(int stream, Layer layer) {
    for (std::size_t set = 0; set < most_.size(); ++set) {
        const auto& worth = worth_[set][stream];
        Value sum = 0;
        for (std::int32_t node = layer.first, at = graph_.cell[node]; node < layer.last; ++node) {
            for (; at < graph_.cell[node]; ++at) sum += worth[at];
            places_[set][node] = sum;
        }
    }
}

} // namespace hubbub::route::graph
