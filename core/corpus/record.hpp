// What a reader finds, one segment at a time. Views point into the file's text or into the reader.
#pragma once

#include <cmath>
#include <limits>
#include <string_view>

namespace hubbub {

/// Times beyond this are a mistake of units or of columns: thirty years of seconds.
inline constexpr double longest = 1e9;

inline constexpr double absent = std::numeric_limits<double>::quiet_NaN();

struct Record {
    std::string_view words, session, speaker, channel, extra; ///< no data where the file has none
    double start = absent, end = absent;
};

/// Written so that NaN is out of range.
inline bool in_range(double seconds) { return std::abs(seconds) <= longest; }

} // namespace hubbub
