// The states of one layer of a joint search: a table without duplicates, and the removal of dominated ones.
#pragma once

#include "route/graph/slides.hpp"

namespace hubbub::route::search {

using graph::Graph;
using graph::Places;
using graph::Step;

struct State {
    Value cost;                  // so far
    Value guess;                 // f, less than which no way to finish costs
    std::int32_t parent, stream; // where it came from, and who took the utterance
};

class States {
  public:
    explicit States(int streams) : streams_(streams) {}

    std::size_t size() const { return states_.size(); }
    const State& state(std::size_t s) const { return states_[s]; }
    const std::int32_t* nodes(std::size_t s) const { return &nodes_[s * streams_]; }
    const std::vector<State>& all() const { return states_; }
    void clear();
    // Adds a state, or betters the one with the same nodes.
    void add(const std::int32_t* nodes, const State& state);
    void sort();                  // by guess
    void keep(std::size_t count); // the first so many
    // Best after sort(). A state is worth keeping if its guess is at most the limit.
    void drop_dominated(const Graph& graph, const Places& places, Value limit);

  private:
    void grow();
    std::size_t slot(const std::int32_t* nodes) const;
    void remove(const std::vector<char>& dead);
    void dominate_pairs(const Places& places, Value limit, std::vector<char>& dead) const;
    void dominate_along(const Graph& graph, const Places& places, Value limit, int stream,
                        std::vector<char>& dead) const;

    int streams_;
    std::vector<State> states_;
    std::vector<std::int32_t> nodes_;
    std::vector<std::int32_t> table_; // index or -1, by hash of the nodes
};

} // namespace hubbub::route::search
