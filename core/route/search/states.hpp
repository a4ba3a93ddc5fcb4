// What a search is made of: the states of a layer, the way back through the layers, and the moves from state to state.
#pragma once

#include "route/search/search.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hubbub::route::search {

struct State {
    Value cost;                // so far
    Value guess;               // f, less than which no way to finish costs
    std::int32_t parent, move; // where it came from, and how
};

// A table without duplicates: states with the same key are one. Of the marks that states may have besides, the
// least stay where two become one.
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
    // Adds a state, or betters the one that is there; returns its number.
    std::size_t add(const std::int32_t* key, const State& state, const std::int32_t* marks = nullptr);
    void lower_marks(std::size_t s, const std::int32_t* marks);
    void sort(int places); // by the first so many numbers of the keys, then by guess and cost
    void remove(const std::vector<char>& dead);
    // Keeps so many of the least guess. Returns the least guess of those that went, far if none did: no way to finish
    // that is lost costs less.
    Value narrow(std::size_t width);

  private:
    void keep(std::size_t count); // the first so many
    void grow();
    std::size_t slot(const std::int32_t* key) const;

    std::size_t width_, marked_;
    std::vector<State> states_;
    std::vector<std::int32_t> keys_, marks_;
    std::vector<std::int32_t> table_; // index or -1, by hash of the key
};

class Trail {
  public:
    // What stands in a layer has a parent in the one before, and a move.
    template <class Layer> void add(const Layer& layer) {
        auto& steps = layers_.emplace_back();
        for (const auto& state : layer) steps.push_back({state.parent, state.move});
        bytes_ += layer.size() * sizeof(Step);
    }
    std::uint64_t bytes() const { return bytes_; }
    // The moves that led to a state of the last layer.
    std::vector<std::int32_t> moves_to(std::size_t s) const;

  private:
    struct Step {
        std::int32_t parent, move;
    };
    std::vector<std::vector<Step>> layers_;
    std::uint64_t bytes_ = 0;
};

// The layer that is being made.
class Next {
  public:
    Next(int key, int marks, std::uint64_t width) : states(key, marks), width_(width) {}

    // States cost at most the limit.
    void begin(std::int64_t limit);
    // Is a state of this f wanted? A layer far over its width is cut at once.
    bool worth(std::int64_t f) {
        if (f <= cut_) return true;
        if (f <= limit_) least_dropped = std::min(least_dropped, f);
        return false;
    }
    // `parent`: in the layer before; `move`: as Moves::number has it.
    void add(const std::int32_t* key, std::int64_t f, Value cost, std::size_t parent, std::int32_t move,
             const std::int32_t* marks = nullptr) {
        const auto guess = static_cast<Value>(std::min<std::int64_t>(f, far));
        states.add(key, {cost, guess, static_cast<std::int32_t>(parent), move}, marks);
        ++made;
        if (states.size() >= look_again_) lower_cut();
    }

    States states;
    std::uint64_t made = 0;                                                // in all layers
    std::int64_t least_dropped = std::numeric_limits<std::int64_t>::max(); // the least f that was too much for the cut

  private:
    void lower_cut(); // there are too many by now

    const std::uint64_t width_;
    std::int64_t limit_ = 0, cut_ = 0;
    std::uint64_t look_again_ = 0; // at so many states
    std::vector<Value> guesses_;
};

// A key is the place in every queue, where there are several, and then the cell or node of every stream.
class Moves {
  public:
    Moves(const Problem& problem_, int queues_, int marks_, Value scale_, int layers_)
        : problem(problem_), queues(queues_), streams(problem_.streams), marks(marks_), layers(layers_), scale(scale_) {
    }
    virtual ~Moves() = default;

    virtual void start(Next& first) = 0;
    virtual std::int64_t limit(int layer) const = 0; // of f, after so many utterances
    virtual void expand(int layer, const States& now, std::size_t s, Next& next) = 0;
    // What a state can lose by having used the words before a cell or node. There may be several sets of this.
    virtual std::size_t sets() const { return 1; }
    virtual std::size_t set_for(Value) const { return 0; } // of a state that has so much left to the limit
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
