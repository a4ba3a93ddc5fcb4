// Conversion of seconds to whole nanoseconds, in which times are compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace hubbub {

/// Twice this many seconds, in nanoseconds, fits into 64 bits.
constexpr double farthest_seconds = 4e9;

inline bool is_comparable(double seconds) { return std::abs(seconds) <= farthest_seconds; }

/// Rounds to the nearest nanosecond, halves to even.
inline std::int64_t nanoseconds(double seconds) { return std::llrint(seconds * 1e9); }

/// Also converts infinite times: those beyond `farthest_seconds` become one moment after, or before, all others.
inline std::int64_t bounded_nanoseconds(double seconds) {
    return nanoseconds(std::clamp(seconds, -1.1 * farthest_seconds, 1.1 * farthest_seconds));
}

} // namespace hubbub
