// Routings made by simple means, and what they cost.
#pragma once

#include "route/rows/stretches.hpp"

#include <cstdint>
#include <vector>

namespace hubbub::route::primal {

using rows::Line;
using rows::Stretch;

// An utterance laid on a stream from a cell on.
struct Used {
    std::int32_t utterance, stream, start;
};

class Layout {
  public:
    Layout(const Problem& model, const rows::Stretches& stretches);

    // From the last utterance to the first, each goes to the stream where it costs least.
    Routed first();
    // A routing near to given uses. Of an utterance there may be none, or several: then `known` decides.
    Routed near(const std::vector<Used>& uses, const std::vector<Move>& known);

  private:
    void clear();
    std::int64_t cost_of(const std::vector<Move>& moves);
    Value lay(std::int32_t n, std::int32_t j);

    const Problem& model_;
    const rows::Stretches& stretches_;
    Steps steps_;
    std::int64_t deleted_; // what it costs to delete and insert everything, in units
    std::vector<Value> cells_, tried_, best_;
    std::vector<Line> lines_; // what lies on each stream so far
    std::vector<std::int32_t> goal_, start_, rank_, place_;
};

} // namespace hubbub::route::primal
