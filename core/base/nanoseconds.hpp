// Conversion of seconds to whole nanoseconds, in which times are compared.
#pragma once

#include <cmath>
#include <cstdint>

namespace hubbub {

/// Twice this many seconds, in nanoseconds, fits into 64 bits.
constexpr double farthest_seconds = 4e9;

/// Rounds to the nearest nanosecond, halves to even.
inline std::int64_t nanoseconds(double seconds) { return std::llrint(seconds * 1e9); }

} // namespace hubbub
