// Times in files are decimals: read without loss, and added before they are rounded to a double.
#pragma once

#include <optional>
#include <string_view>

namespace hubbub {

/// The double nearest to a decimal such as `12`, `-0.5` or `1e3`; nothing if the text is not a number.
std::optional<double> decimal(std::string_view text);

/// The double nearest to the sum of two decimals: 0.1 + 0.2 is 0.3. Both must be numbers below 1e300.
double decimal_sum(std::string_view a, std::string_view b);

} // namespace hubbub
