// The states of one layer of a search, and the way back through the layers.
#pragma once

#include "route/rows/steps.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hubbub::route::search {

using rows::Value;

struct State {
    Value cost;                // so far
    Value guess;               // f, less than which no way to finish costs
    std::int32_t parent, move; // where it came from, and how
};

inline std::uint64_t mixed(std::uint64_t hash, std::int32_t number) {
    hash = (hash ^ static_cast<std::uint32_t>(number)) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

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
    void add(const States& layer);
    std::size_t layers() const { return layers_.size(); }
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

} // namespace hubbub::route::search
