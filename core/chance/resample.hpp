// The bootstrap of a ratio of sums: units are drawn with replacement, errors and lengths added up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hubbub::chance {

// The rates of the resamples in ascending order, without those in which no length was drawn. Does not depend on the
// number of threads; 0 uses all processors. May be stopped by the stop sign of this thread.
std::vector<double> resample(std::span<const double> errors, std::span<const double> lengths, std::size_t resamples,
                             std::uint64_t seed, std::size_t threads);

} // namespace hubbub::chance
