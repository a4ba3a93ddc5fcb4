// The doubles nearest to decimals whose digits or powers of ten are not exact in floating point.
#pragma once

#include <cstdint>
#include <string_view>

namespace hubbub {

/// The double nearest to number / 10^places, for a number below 2^63 and at most 27 places.
double nearest(std::uint64_t number, int places);

/// The double nearest to digits * 10^exponent, with the digits of the text; other characters are skipped.
double nearest(std::string_view text, int exponent);

} // namespace hubbub
