// Seconds as people write them, as the whole nanoseconds that times are compared in.
#pragma once

#include <cmath>
#include <cstdint>

namespace hubbub {

/// Twice as many seconds, as nanoseconds, fit into 64 bits.
constexpr double farthest_seconds = 4e9;

/// To the nearest one, halves to the even one.
inline std::int64_t nanoseconds(double seconds) { return std::llrint(seconds * 1e9); }

} // namespace hubbub
