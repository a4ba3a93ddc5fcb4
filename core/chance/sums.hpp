// Exact distributions of sums of whole numbers, by convolution: nothing is drawn.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hubbub::chance {

// The probability that the sum of the differences, each with a random sign, is at least as far from 0 as it is.
double sign_flip(std::span<const std::int64_t> differences);

// The least p that these differences could give: all of those that are not 0 would have to point one way.
double least_p(std::span<const std::int64_t> differences);

// As many of the differences are drawn, with replacement, as there are: the probabilities that their sum is below 0,
// 0, and above.
std::array<double, 3> drawn_sums(std::span<const std::int64_t> differences);

} // namespace hubbub::chance
