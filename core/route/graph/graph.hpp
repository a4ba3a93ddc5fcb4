// The cells that are left of the rows, as a layered graph per stream, in which prices rise further and windows are
// bounded. compile() builds it; then subgradient steps, soft sweeps and exact sweeps find prices for it.
//
// Per stream, a layer of cells after each utterance that the stream may still take. From a cell one edge skips the
// utterance (same cell), others take it and lead to the ends that no other end dominates. The cost of an edge does not
// depend on the prices, so a sweep is plain edge relaxation.
//
// Why pruning is valid here: consider a routing within the limit. Append its utterances one after the other; whenever
// one would end in a dominated cell, there is an end from which the rest of the same routing costs no more in total.
// The normalized path is within the limit, so none of its cells and edges was ever pruned: pruning proves that no path
// (in rows) or no normalized path (in graphs) within the limit passes.
#pragma once

#include "route/bound/climb.hpp"
#include "route/bound/prices.hpp"
#include "route/run/run.hpp"

namespace hubbub::route::graph {

using bound::Rows;
using bound::Side;
using bound::TwoLeast;

struct Layer {
    std::int32_t first = 0, last = 0; // nodes first .. last - 1, by ascending cell
    std::int32_t size() const { return last - first; }
};

struct Step {
    std::int32_t stream = 0;
    Layer from, to;
};

struct Graph {
    int utterances = 0, streams = 0;
    Value scale = 1;

    // Per node: its cell, the node reached by skipping the next utterance (or -1), its edges that take it.
    std::vector<std::int32_t> cell, leave;
    std::vector<std::uint32_t> edge_first, edge_last;
    std::vector<std::int32_t> edge_to;
    std::vector<Value> edge_cost;

    std::vector<std::vector<Step>> steps;       // per utterance, the streams that may take it
    std::vector<Layer> first_layer, last_layer; // per stream; the first has one node

    std::vector<Value> price;
    std::vector<Value> ahead, behind; // per node: lowest cost from the start (F), lowest cost to the end (B)

    std::size_t nodes() const { return cell.size(); }
    std::int32_t add_node(std::int32_t its_cell, Value its_ahead); // without edges, `behind` unset
};

struct Compiled {
    Graph graph;
    bool closed = false; // no routing within the limit is left
    bool fits = true;    // false: more than `most_edges`
};

// The backward rows must belong to the current prices.
Compiled compile(const Rows& rows, std::int64_t limit, std::size_t most_edges, const Watch& watch);

// Multiplies all values, so that prices can be finer.
void refine(Graph& graph, Value factor);

// The reversed graph: edges lead from a step's `to` to its `from`. Nodes and utterances keep their numbers; prices are
// copied, `behind` is not valid.
Graph turned(const Graph& graph);

// Removes pruned edges, nodes without paths, and steps without edges. Invalidates `ahead` and `behind`.
void compact(Graph& graph);

// Prices over graphs: the sweeps of prices.hpp as edge relaxation, and subgradient steps.

struct GraphSweep {
    bool ascend = true;
    std::int64_t limit = far; // prune what only routings above it use
    // Per boundary, what the windows after it add to every joint path (search.hpp); only without ascent, since new
    // prices invalidate it.
    const std::vector<Value>* excess = nullptr;
};

// Computes `behind` for the current prices and returns L.
std::int64_t relax_behind(Graph& graph);
// The part of one utterance, if the layers after it are computed.
void relax_behind(Graph& graph, int n);

// Computes the values of one side; those of the other must belong to the current prices. Returns L, or nothing if no
// routing within the limit is left.
std::optional<std::int64_t> sweep(Graph& graph, Side side, const GraphSweep& options);

// The subgradient method of climb.hpp. The subgradient at prices p is 1 - (number of streams that take n in their best
// paths). The trajectory is kept between calls: restarted from swept prices it stalls.
class Subgradient {
  public:
    Subgradient(const Graph& graph, const Problem& instance);
    // `goal` is the incumbent's cost, in the graph's units. Leaves the best prices and returns their L.
    std::int64_t run(Graph& graph, int steps, std::int64_t goal, Random& random, const Watch& watch);
    // Continues from the prices of the sweeps if they are better.
    void restart(const std::vector<Value>& price, std::int64_t bound);
    std::int64_t best() const { return static_cast<std::int64_t>(climb_.best); }

  private:
    void find_slope(const Graph& graph, Random& random);

    bound::Climb<double> climb_;
};

// Smoothed dual ascent: every minimum is replaced by a soft minimum, and coordinate steps are exact.
//
// Coordinate ascent on L stops at points from which no single price can rise alone, because L is not smooth. Replace
// each stream's minimum over paths by -t log sum exp(-cost / t). The smoothed dual is concave, so coordinate steps
// converge to its maximum, which is within t times the entropy of the paths of the true one. The best price of an
// utterance makes the streams' probabilities of taking it sum to one: with the odds o_j of stream j at the old price,
// solve sum_j o_j y / (1 + o_j y) = 1 and add t log y to the price.
//
// This proves nothing: the prices are rounded to integers, and exact sweeps compute their bound. Weights are relative
// to the streams' exact costs to go, exp(-(cost - price + behind(to) - behind(from)) / t), to avoid overflow and
// underflow.
class SoftAscent {
  public:
    // A forward and a backward sweep at the given temperature (in steps), starting from the graph's prices. Leaves the
    // new prices and their `behind`. Returns L.
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
