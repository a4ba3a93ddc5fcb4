// One segment, as a reader finds it. Views refer to the file's text or to the reader.
#pragma once

#include <cmath>
#include <limits>
#include <string_view>

namespace hubbub {

/// Larger times are a mistake of units or columns: thirty years in seconds.
inline constexpr double longest = 1e9;

inline constexpr double absent = std::numeric_limits<double>::quiet_NaN();

struct Record {
    std::string_view words, session, speaker, channel, extra; // < null if the file has none
    double start = absent, end = absent;
};

/// False for NaN.
inline bool in_range(double seconds) { return std::abs(seconds) <= longest; }

} // namespace hubbub
