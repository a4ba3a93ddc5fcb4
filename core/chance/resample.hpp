// The bootstrap of a rate of sums: units are drawn with replacement, errors and lengths added up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hubbub::chance {

struct Resampled {
    std::vector<double> rates;  // in the order of the resamples; NaN where no length was drawn
    std::vector<double> errors; // the standard error of each, by linearisation; NaN as above
};

// The same for any number of threads; 0 takes all processors.
Resampled resample(std::span<const double> errors, std::span<const double> lengths, std::size_t resamples,
                   std::uint64_t seed, std::size_t threads);

} // namespace hubbub::chance
