// Seconds as people write them, as the whole nanoseconds that times are compared in.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace hubbub {

/// Starts and ends in turn, to the nearest nanosecond (halves to the even one), widened on both sides.
inline std::vector<std::int64_t> nanoseconds(std::span<const double> seconds, std::int64_t widened) {
    std::vector<std::int64_t> all(seconds.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = std::llrint(seconds[i] * 1e9) + (i % 2 == 0 ? -widened : widened);
    return all;
}

} // namespace hubbub
