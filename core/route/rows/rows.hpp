// Rows: the cheapest way to every cell of a stream. Kernel carries them through utterances.
#pragma once

#include "route/problem/instance.hpp"

#include <span>

namespace hubbub::route::rows {

// The least value of a cell by both rows together.
Value least_sum(std::span<const Value> a, std::span<const Value> b);

} // namespace hubbub::route::rows
