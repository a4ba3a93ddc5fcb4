#include "route/rows/rows.hpp"

#include <algorithm>

namespace hubbub::route::rows {
Value least_sum(std::span<const Value> a, std::span<const Value> b) {
    Value least = far;
    for (std::size_t k = 0; k < a.size(); ++k) least = std::min(least, a[k] + b[k]);
    return least;
}

} // namespace hubbub::route::rows
