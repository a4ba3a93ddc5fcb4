// The room `graph`: what rows have left, as edges, where prices rise further and windows are bounded together. The door
// is compile(); then sweeps, steps and soft sweeps find prices for the graph.
//
// Streams as compiled graphs: what is left of the rows once few cells are alive.
//
// Per stream, a layer of cells after each utterance that the stream may still take. From a cell one edge leaves the
// utterance out (same cell), others take it and go to the ends that no other end makes useless. What an edge costs
// does not depend on the prices, so a sweep is plain relaxation.
//
// Safe: let a routing be within the limit. Lay its utterances down from the first to the last; whenever one would end
// in a cell that is not among the useful ends, there is a useful end from which the rest of the same routing costs no
// more in total. The path so normalised is within the limit, so none of its cells and edges was ever deleted: every
// deletion proves that no path (in rows) or no normalised path (in graphs) within the limit passes.
#pragma once

#include "route/bound/climb.hpp"
#include "route/bound/prices.hpp"
#include "route/run/run.hpp"

namespace hubbub::route::graph {

using bound::Rows;
using bound::Side;
using bound::TwoLeast;

struct Layer {
    std::int32_t first = 0, last = 0; // nodes first .. last - 1, by rising cell
    std::int32_t size() const { return last - first; }
};

struct Step {
    std::int32_t stream = 0;
    Layer from, to;
};

struct Graph {
    int utterances = 0, streams = 0;
    Value scale = 1;

    // Per node: its cell, the node that leaves the next utterance out (or -1), its edges that take it.
    std::vector<std::int32_t> cell, leave;
    std::vector<std::uint32_t> edge_first, edge_last;
    std::vector<std::int32_t> edge_to;
    std::vector<Value> edge_cost;

    std::vector<std::vector<Step>> steps;       // per utterance, the streams that may take it
    std::vector<Layer> first_layer, last_layer; // per stream; the first has one node

    std::vector<Value> price;
    std::vector<Value> ahead, behind; // per node: cheapest from the start (F), cheapest to the end (B)

    std::size_t nodes() const { return cell.size(); }
    std::int32_t add_node(std::int32_t its_cell, Value its_ahead);      // without edges, `behind` unset
    std::uint64_t work() const { return 2 * nodes() + edge_to.size(); } // to go through it once, in steps of `spend`
};

struct Compiled {
    Graph graph;
    bool closed = false; // nothing within the limit is left
    bool fits = true;    // false: more than `most_edges`
};

// The rows behind must be those of the present prices.
Compiled compile(const Rows& rows, std::int64_t limit, std::size_t most_edges, const Watch& watch);

// All values become this many times as large: room for finer prices.
void refine(Graph& graph, Value factor);

// The same graph read backward: edges lead from a step's `to` to its `from`. Nodes and utterances keep their numbers;
// prices are there, `behind` is not.
Graph turned(const Graph& graph);

// Drops deleted edges, nodes that no path uses, and steps that no edge takes. `ahead` and `behind` are void then.
void compact(Graph& graph);

// Prices over graphs: the sweeps of prices.hpp as edge relaxation, and subgradient steps.

struct GraphSweep {
    bool ascend = true;
    std::int64_t limit = far; // delete what only routings beyond it use
    // Per boundary, what the windows after it add to every joint path (search.hpp); only without ascent, since
    // new prices void it.
    const std::vector<Value>* excess = nullptr;
};

// Fills `behind` for the prices of the graph and returns L.
std::int64_t relax_behind(Graph& graph);
// The part of one utterance, where the layers after it are done.
void relax_behind(Graph& graph, int n);

// Computes the values of one side from those of the other, which must be those of the present prices. Returns L, or
// nothing where no routing within the limit is left.
std::optional<std::int64_t> sweep(Graph& graph, Side side, const GraphSweep& options);

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

// Smooth ascent: the dual with every minimum softened, by exact coordinate steps.
//
// Coordinate ascent on L stops at points from which no single price can rise alone, because L has edges. Replace each
// stream's minimum over paths by -t log sum exp(-cost / t). The softened dual is smooth and concave, so coordinate
// steps find its maximum, and that lies within t times the entropy of the paths of the true one. The best price of
// one utterance makes the streams' chances of taking it add up to one: with the odds o_j of stream j at the old
// price, solve sum_j o_j y / (1 + o_j y) = 1 and add t log y to the price.
//
// Nothing is proven here. The prices are rounded to whole units and the exact sweeps judge them.
// Weights are taken relative to the streams' exact costs to go, exp(-(cost - price + behind(to) - behind(from)) / t),
// so that they neither overflow nor vanish where it matters.
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
