// The parts of a search: the states of a layer, the traceback through the layers, and the moves from state to state.
#pragma once

#include "route/search/search.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hubbub::route::search {

struct State {
    Value cost;                // so far (g)
    Value estimate;            // f: a lower bound of every completion
    std::int32_t parent, move; // the state before, and the move from it
};

// A set of states: those with the same key are merged, and each of their marks becomes the smaller one.
class States {
  public:
    explicit States(int key, int marks = 0) : width_(key), marked_(marks) {}

    std::size_t size() const { return states_.size(); }
    const State& state(std::size_t s) const { return states_[s]; }
    const std::int32_t* key(std::size_t s) const { return keys_.data() + s * width_; }
    const std::int32_t* marks(std::size_t s) const { return marks_.data() + s * marked_; }
    const std::vector<State>& all() const { return states_; }
    std::size_t cheapest() const;
    std::uint64_t bytes() const;

    void clear();
    // Adds a state, or merges it with the state of the same key; returns its index.
    std::size_t add(const std::int32_t* key, const State& state, const std::int32_t* marks = nullptr);
    void lower_marks(std::size_t s, const std::int32_t* marks);
    void sort(int key_length); // by the first `key_length` numbers of the keys, then by estimate and cost
    void remove(const std::vector<char>& dead);
    // Keeps `width` states of lowest estimate. Returns the lowest estimate that was dropped, or `far`: no completion of
    // a dropped state costs less.
    Value narrow(std::size_t width);

  private:
    void keep(std::size_t count); // the first `count`
    void grow();
    std::size_t slot(const std::int32_t* key) const;

    std::size_t width_, marked_;
    std::vector<State> states_;
    std::vector<std::int32_t> keys_, marks_;
    std::vector<std::int32_t> table_; // index or -1, by hash of the key
};

class Trail {
  public:
    // The parents and moves of all layers.
    template <class Layer> void add(const Layer& layer) {
        auto& steps = layers_.emplace_back();
        for (const auto& state : layer) steps.push_back({state.parent, state.move});
        bytes_ += layer.size() * sizeof(Step);
    }
    std::uint64_t bytes() const { return bytes_; }
    // The moves that lead to a state of the last layer.
    std::vector<std::int32_t> moves_to(std::size_t s) const;

  private:
    struct Step {
        std::int32_t parent, move;
    };
    std::vector<std::vector<Step>> layers_;
    std::uint64_t bytes_ = 0;
};

// The layer under construction.
class Next {
  public:
    Next(int key, int marks, std::uint64_t width) : states(key, marks), width_(width) {}

    // States with a higher f are dropped.
    void begin(std::int64_t limit);
    // Whether a state with this f is kept. A layer far beyond its width is cut while it is built.
    bool worth(std::int64_t f) {
        if (f <= cut_) return true;
        if (f <= limit_) least_dropped = std::min(least_dropped, f);
        return false;
    }
    // `parent`: in the previous layer; `move`: see Moves::number
    void add(const std::int32_t* key, std::int64_t f, Value cost, std::size_t parent, std::int32_t move,
             const std::int32_t* marks = nullptr) {
        const auto estimate = static_cast<Value>(std::min<std::int64_t>(f, far));
        states.add(key, {cost, estimate, static_cast<std::int32_t>(parent), move}, marks);
        ++made;
        if (states.size() >= look_again_) lower_cut();
    }

    States states;
    std::uint64_t made = 0;                                                // in all layers
    std::int64_t least_dropped = std::numeric_limits<std::int64_t>::max(); // the lowest f above the cut

  private:
    void lower_cut(); // the layer is too large

    const std::uint64_t width_;
    std::int64_t limit_ = 0, cut_ = 0;
    std::uint64_t look_again_ = 0; // at this number of states
    std::vector<Value> estimates_;
};

// A key is the position in every queue, if there are several, and then the cell or node of every stream.
class Moves {
  public:
    Moves(const Problem& problem_, int queues_, int marks_, Value scale_, int layers_)
        : problem(problem_), queues(queues_), streams(problem_.streams), marks(marks_), layers(layers_), scale(scale_) {
    }
    virtual ~Moves() = default;

    virtual void start(Next& first) = 0;
    virtual std::int64_t limit(int layer) const = 0; // of f, after so many utterances
    virtual void expand(int layer, const States& now, std::size_t s, Next& next) = 0;
    // The cost that a state can lose by having used the words before a cell or node. There may be several sets.
    virtual std::size_t sets() const { return 1; }
    virtual std::size_t set_for(Value) const { return 0; } // for a state that may spend so much up to the limit
    virtual const Value* lost(std::size_t set) const = 0;
    virtual std::uint64_t bytes() const { return 0; }

    // A move as a number, and back.
    std::int32_t number(std::int32_t n, std::int32_t j) const { return n * (streams + 1) + j + 1; }
    Move move(std::int32_t number) const { return {number / (streams + 1), number % (streams + 1) - 1}; }

    const Problem& problem;
    const int queues, streams, marks, layers;
    const Value scale; // of the costs of states
};

SearchResult run(Moves& moves, const SearchOptions& options, const Watch& watch);

} // namespace hubbub::route::search
