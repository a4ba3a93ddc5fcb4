#include "route/graph/soft.hpp"

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

// y with sum_j o_j y / (1 + o_j y) = 1, in the logarithm, by bisection between the two largest odds' own answers.
double SoftAscent::solve(const std::vector<double>& odds) const {
    double low = 1e300, high = 0;
    for (const double odd : odds) {
        low = std::min(low, 1 / odd);
        high = std::max(high, 1 / odd);
    }
    // At y = 1 / (largest odds) / (count) the sum is at most one, at the inverse of the second largest at least one.
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
    ahead_.assign(graph.nodes(), 0);
    behind_.assign(graph.nodes(), 0);
    factor_.assign(graph.utterances, 1);
    for (const Layer& layer : graph.first_layer) ahead_[layer.first] = 1;
    for (const Layer& layer : graph.last_layer) {
        std::fill(behind_.begin() + layer.first, behind_.begin() + layer.last, 1.0);
    }
    for (int n = graph.utterances - 1; n >= 0; --n) {
        for (const Step& step : graph.steps[n]) {
            for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
                double sum = graph.leave[node] >= 0 ? leave_[node] * behind_[graph.leave[node]] : 0;
                for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e) {
                    sum += take_[e] * behind_[graph.edge_to[e]];
                }
                behind_[node] = sum;
            }
            normalise(behind_, step.from);
        }
    }
}

void SoftAscent::forward(const Graph& graph) {
    std::vector<double> taken(graph.nodes(), 0), left(graph.nodes(), 0);
    for (int n = 0; n < graph.utterances; ++n) {
        odds_.clear();
        for (const Step& step : graph.steps[n]) {
            for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
                const double here = ahead_[node];
                if (graph.leave[node] >= 0) left[graph.leave[node]] = here * leave_[node];
                for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e) {
                    taken[graph.edge_to[e]] += here * take_[e];
                }
            }
            double in = 0, out = 0;
            for (std::int32_t node = step.to.first; node < step.to.last; ++node) {
                in += taken[node] * behind_[node];
                out += left[node] * behind_[node];
            }
            odds_.push_back(clamp_odds(in, out));
        }
        if (odds_.size() > 1) factor_[n] = solve(odds_);
        for (const Step& step : graph.steps[n]) {
            for (std::int32_t node = step.to.first; node < step.to.last; ++node) {
                ahead_[node] = left[node] + factor_[n] * taken[node];
            }
            normalise(ahead_, step.to);
        }
    }
}

void SoftAscent::backward(const Graph& graph) {
    std::vector<double> taken(graph.nodes(), 0), left(graph.nodes(), 0);
    for (int n = graph.utterances - 1; n >= 0; --n) {
        odds_.clear();
        for (const Step& step : graph.steps[n]) {
            double in = 0, out = 0;
            for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
                left[node] = graph.leave[node] >= 0 ? leave_[node] * behind_[graph.leave[node]] : 0;
                double sum = 0;
                for (std::uint32_t e = graph.edge_first[node]; e < graph.edge_last[node]; ++e) {
                    sum += take_[e] * behind_[graph.edge_to[e]];
                }
                taken[node] = sum;
                in += ahead_[node] * sum;
                out += ahead_[node] * left[node];
            }
            odds_.push_back(clamp_odds(in, out));
        }
        if (odds_.size() > 1) factor_[n] = solve(odds_);
        for (const Step& step : graph.steps[n]) {
            for (std::int32_t node = step.from.first; node < step.from.last; ++node) {
                behind_[node] = left[node] + factor_[n] * taken[node];
            }
            normalise(behind_, step.from);
        }
    }
}

std::int64_t SoftAscent::run(Graph& graph, double temperature, int rounds, const Watch& watch) {
    relax_behind(graph);
    spend(16 * graph.work());
    weigh(graph, temperature);
    start(graph);
    for (int round = 0; round < rounds; ++round) {
        watch.check();
        spend(4 * graph.work());
        forward(graph);
        backward(graph);
    }
    for (int n = 0; n < graph.utterances; ++n) {
        graph.price[n] += static_cast<Value>(std::lround(std::log(factor_[n]) * temperature * graph.scale));
    }
    return relax_behind(graph);
}

} // namespace hubbub::route::graph
