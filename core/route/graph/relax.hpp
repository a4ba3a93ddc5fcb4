// Prices over graphs: the sweeps of prices.hpp as edge relaxation, and subgradient steps.
#pragma once

#include "route/graph/graph.hpp"

namespace hubbub::route::graph {

struct GraphSweep {
    bool ascend = true;
    double end = 0.5;         // as in SweepOptions
    std::int64_t limit = far; // delete what only routings beyond it use
    // Per boundary, what the windows after it add to every joint path (see windows.hpp); only without ascent, since
    // new prices void it.
    const std::vector<Value>* excess = nullptr;
};

struct GraphBound {
    std::int64_t bound = 0;
    bool closed = false;
};

// Fills `behind` for the prices of the graph and returns L.
std::int64_t relax_behind(Graph& graph);

// Each needs the values of the other direction, for the prices at hand, and leaves its own.
GraphBound sweep_forward(Graph& graph, const GraphSweep& options, Random& random);
GraphBound sweep_backward(Graph& graph, const GraphSweep& options, Random& random);

// Coordinate ascent stops where no single price can rise alone, which is not the maximum. A subgradient at prices p
// is 1 - (number of streams that take n in their own best paths); steps along it (smoothed over the past) get past
// those points. The point, the direction and the step length are kept between calls: starting again from swept
// prices stalls.
class Subgradient {
  public:
    Subgradient(const Graph& graph, const Instance& instance);
    // `goal` is the best known cost, in the graph's units. Returns the best L seen; its prices are in best_price.
    std::int64_t run(Graph& graph, int steps, std::int64_t goal, Random& random, const Watch& watch);
    // Where the sweeps have found better prices, go on from them.
    void restart(const std::vector<Value>& price, std::int64_t bound);

    std::vector<Value> best_price;
    std::int64_t best = -far;
    double length = 1.0; // of a step, as a share of the way to the goal

  private:
    void trace(const Graph& graph, Random& random);
    std::vector<double> point_, direction_;
    std::vector<Value> low_, high_;
    std::vector<std::int32_t> taken_;
    int idle_ = 0;
};

} // namespace hubbub::route::graph
