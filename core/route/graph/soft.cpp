#include "route/graph/graph.hpp"

#include <algorithm>
#include <cmath>

namespace hubbub::route::graph {

void SoftAscent::weigh(const Graph& graph, double temperature) {
    const auto entries = static_cast<std::size_t>(80 * temperature * graph.scale) + 2;
    if (table_.size() != entries) {
        table_.resize(entries);
        for (std::size_t k = 0; k < entries; ++k) {
            table_[k] = std::exp(-static_cast<double>(k) / (temperature * graph.scale));
        }
        table_.back() = 0;
    }
    const auto weight = [&](std::int64_t reduced) {
        return static_cast<float>(table_[std::min<std::int64_t>(reduced, static_cast<std::int64_t>(entries) - 1)]);
    };
    take_.resize(graph.edge_to.size());
    leave_.assign(graph.nodes(), 0);
    for (int n = 0; n < graph.utterances; ++n) {
        for (const Step& step : graph.steps[n]) {
            for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
                const Value here = graph.behind[node];
                const std::int32_t leave = graph.leave[node];
                if (leave >= 0 && graph.behind[leave] < far) leave_[node] = weight(graph.behind[leave] - here);
                for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e) {
                    const Value there = graph.behind[graph.edge_to[e]];
                    take_[e] = there >= far ? 0 : weight(graph.edge_cost[e] - graph.price[n] + there - here);
                }
            }
        }
    }
}

// Solves sum_j o_j y / (1 + o_j y) = 1 for y by bisection in the logarithm.
double SoftAscent::solve(const std::vector<double>& odds) const {
    double low = 1e300, high = 0;
    for (const double odd : odds) {
        low = std::min(low, 1 / odd);
        high = std::max(high, 1 / odd);
    }
    // At y = 1 / (largest odds) / (count) the sum is at most one, at the inverse of the smallest odds at least one.
    double from = std::log(low) - std::log(static_cast<double>(odds.size())), to = std::log(high);
    for (int step = 0; step < 40 && to - from > 1e-3; ++step) {
        const double middle = (from + to) / 2, y = std::exp(middle);
        double sum = 0;
        for (const double odd : odds) sum += odd * y / (1 + odd * y);
        (sum < 1 ? from : to) = middle;
    }
    return std::exp((from + to) / 2);
}

namespace {

constexpr double least_odds = 1e-26, most_odds = 1e26;

double clamp_odds(double in, double out) {
    if (!(in > 0)) return least_odds;
    if (!(out > 0)) return most_odds;
    return std::clamp(in / out, least_odds, most_odds);
}

void normalise(std::vector<double>& values, Layer layer) {
    double most = 0;
    for (std::int32_t node = layer.first; node < layer.last; ++node) most = std::max(most, values[node]);
    if (most <= 0) return;
    for (std::int32_t node = layer.first; node < layer.last; ++node) values[node] /= most;
}

} // namespace

void SoftAscent::start(const Graph& graph) {
    for (auto* values : {&ahead_, &behind_, &taken_, &left_}) values->assign(graph.nodes(), 0);
    factor_.assign(graph.utterances, 1);
    for (const Layer& layer : graph.first_layer) ahead_[layer.first] = 1;
    for (const Layer& layer : graph.last_layer)
        std::fill(behind_.begin() + layer.first, behind_.begin() + layer.last, 1.0);
    sweep(graph, Side::behind, false);
}

// The sums at the layer that a step leads to in the direction of the sweep, by taking and by skipping the utterance.
void SoftAscent::add_up(const Graph& graph, const Step& step, Side side) {
    if (side == Side::ahead) {
        std::fill(taken_.begin() + step.to.first, taken_.begin() + step.to.last, 0.0);
        std::fill(left_.begin() + step.to.first, left_.begin() + step.to.last, 0.0);
    }
    for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
        const std::int32_t leave = graph.leave[node];
        if (side == Side::ahead) {
            const double here = ahead_[node];
            if (leave >= 0) left_[leave] = here * leave_[node];
            for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e)
                taken_[graph.edge_to[e]] += here * take_[e];
        } else {
            double sum = 0;
            for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e)
                sum += take_[e] * behind_[graph.edge_to[e]];
            taken_[node] = sum;
            left_[node] = leave >= 0 ? leave_[node] * behind_[leave] : 0;
        }
    }
}

void SoftAscent::sweep(const Graph& graph, Side side, bool ascend) {
    const bool is_ahead = side == Side::ahead;
    auto &own = is_ahead ? ahead_ : behind_, &opposite = is_ahead ? behind_ : ahead_;
    for (int t = 0; t < graph.utterances; ++t) {
        const int n = is_ahead ? t : graph.utterances - 1 - t;
        odds_.clear();
        for (const Step& step : graph.steps[n]) {
            add_up(graph, step, side);
            const Layer layer = is_ahead ? step.to : step.from;
            double in = 0, out = 0;
            for (std::int32_t node = layer.first; node < layer.last; ++node) {
                in += taken_[node] * opposite[node];
                out += left_[node] * opposite[node];
            }
            odds_.push_back(clamp_odds(in, out));
        }
        if (ascend && odds_.size() > 1) factor_[n] = solve(odds_);
        for (const Step& step : graph.steps[n]) {
            const Layer layer = is_ahead ? step.to : step.from;
            for (std::int32_t node = layer.first; node < layer.last; ++node)
                own[node] = left_[node] + factor_[n] * taken_[node];
            normalise(own, layer);
        }
    }
}

std::int64_t SoftAscent::run(Graph& graph, double temperature, const Watch& watch) {
    watch.check();
    relax_behind(graph);
    spend(step_cost::soft_node * graph.nodes() + step_cost::soft_edge * graph.edge_to.size());
    weigh(graph, temperature);
    start(graph);
    sweep(graph, Side::ahead, true);
    sweep(graph, Side::behind, true);
    for (int n = 0; n < graph.utterances; ++n)
        graph.price[n] += static_cast<Value>(std::lround(std::log(factor_[n]) * temperature * graph.scale));
    return relax_behind(graph);
}

} // namespace hubbub::route::graph
