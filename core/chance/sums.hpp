// Exact distributions of integer sums by convolution, without sampling.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hubbub::chance {

// The exact p-value of the sign-flip test: the probability that the sum of the differences with random signs is at
// least as far from 0 as the observed one.
double sign_flip(std::span<const std::int64_t> differences);

// The smallest p-value possible with these differences: all nonzero ones have the same sign.
double least_p(std::span<const std::int64_t> differences);

// The bootstrap distribution of the sum of the differences: the probabilities that it is below 0, 0, and above.
std::array<double, 3> drawn_sums(std::span<const std::int64_t> differences);

} // namespace hubbub::chance
