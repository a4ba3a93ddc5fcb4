// The bootstrap of a ratio of sums: units are drawn with replacement, errors and lengths added up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hubbub::chance {

struct Resampled {
    std::vector<double> rates;  // in the order of the resamples; NaN if no length was drawn
    std::vector<double> errors; // the standard error of each, by linearization; NaN as above
};

// Does not depend on the number of threads; 0 uses all processors.
Resampled resample(std::span<const double> errors, std::span<const double> lengths, std::size_t resamples,
                   std::uint64_t seed, std::size_t threads);

} // namespace hubbub::chance
