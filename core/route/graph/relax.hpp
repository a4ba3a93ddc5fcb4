// Prices over graphs: the sweeps of prices.hpp as edge relaxation, and subgradient steps.
#pragma once

#include "route/bound/climb.hpp"
#include "route/graph/graph.hpp"
#include "route/run/random.hpp"

namespace hubbub::route::graph {

struct GraphSweep {
    bool ascend = true;
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

// Computes the values of one side from those of the other, which must be those of the present prices.
GraphBound sweep(Graph& graph, Side side, const GraphSweep& options);

// The subgradient method of climb.hpp. The slope at prices p is 1 - (number of streams that take n in their own best
// paths). The trajectory is kept between calls: starting again from swept prices stalls.
class Subgradient {
  public:
    Subgradient(const Graph& graph, const Problem& instance);
    // `goal` is the best known cost, in the graph's units. Leaves the best prices seen, and returns their L.
    std::int64_t run(Graph& graph, int steps, std::int64_t goal, Random& random, const Watch& watch);
    // Where the sweeps have found better prices, go on from them.
    void restart(const std::vector<Value>& price, std::int64_t bound);
    std::int64_t best() const { return static_cast<std::int64_t>(climb_.best); }

  private:
    void find_slope(const Graph& graph, Random& random);

    bound::Climb<double> climb_;
};

} // namespace hubbub::route::graph
