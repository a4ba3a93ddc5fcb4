// Smooth ascent: the dual with every minimum softened, by exact coordinate steps.
//
// Coordinate ascent on L stops at points from which no single price can rise alone, because L has edges. Replace each
// stream's minimum over paths by -t log sum exp(-cost / t). The softened dual is smooth and concave, so coordinate
// steps find its maximum, and that lies within t times the entropy of the paths of the true one. The best price of
// one utterance makes the streams' chances of taking it add up to one: with the odds o_j of stream j at the old
// price, solve sum_j o_j y / (1 + o_j y) = 1 and add t log y to the price.
//
// Nothing is proven here. The prices are rounded to whole units and the exact sweeps of relax.hpp judge them.
// Weights are taken relative to the streams' exact costs to go, exp(-(cost - price + behind(to) - behind(from)) / t),
// so that they neither overflow nor vanish where it matters.
#pragma once

#include "route/graph/relax.hpp"

namespace hubbub::route::graph {

class SoftAscent {
  public:
    // Sweeps there and back at the given temperature (in steps), starting from the graph's prices, and leaves the new
    // prices and `behind` for them. Returns L.
    std::int64_t run(Graph& graph, double temperature, const Watch& watch);

  private:
    void weigh(const Graph& graph, double temperature);
    void start(const Graph& graph);
    void add_up(const Graph& graph, const Step& step, Side side);
    void sweep(const Graph& graph, Side side, bool ascend);
    double solve(const std::vector<double>& odds) const;

    std::vector<double> table_;
    std::vector<float> take_, leave_;                   // weights, per edge and per node
    std::vector<double> ahead_, behind_, taken_, left_; // per node
    std::vector<double> factor_;                        // per utterance, exp(change of the price / t)
    std::vector<double> odds_;
};

} // namespace hubbub::route::graph
