// A bound for when the memory does not hold the rows of the chains.
#pragma once

#include "route/problem/problem.hpp"
#include "route/run/watch.hpp"

#include <cstdint>

namespace hubbub::route::bound {

// L (see mimo_chains.hpp) for the best of a few prices that are the same for every word, in units. One row at a time.
std::int64_t thin_bound(const Problem& model, const Watch& watch);

} // namespace hubbub::route::bound
