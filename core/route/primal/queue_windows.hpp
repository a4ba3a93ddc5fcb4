// Improving a routing of a long meeting window by window.
#pragma once

#include "route/search/queue_search.hpp"

#include <cstdint>
#include <vector>

namespace hubbub::route::primal {

using search::Move;

// Cuts the order into windows of `size` utterances (the first one shorter by `shift`), and solves each as a problem of
// its own between the words where its neighbours stand. Returns what was gained, in units.
std::int64_t improve_windows(const Model& model, std::vector<Move>& moves, std::int32_t size, std::int32_t shift,
                             const Watch& watch);

} // namespace hubbub::route::primal
