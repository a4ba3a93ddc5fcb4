// The room `graph`: what rows have left, as edges, where prices rise further and windows are bounded together. The door
// is compile(); then relax.hpp, soft.hpp and windows.hpp work on the graph.
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

#include "route/bound/prices.hpp"

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

// Drops deleted edges, nodes that no path uses, and steps that no edge takes.
void compact(Graph& graph);

} // namespace hubbub::route::graph
