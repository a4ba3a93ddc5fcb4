#include "route/primal/strip.hpp"

#include "budget.hpp"

namespace hubbub::route::primal {
namespace {

// The cells that both hold, if there are any.
Range common(const Strip& ahead, const Strip& behind) {
    return {std::max(ahead.low, behind.low), std::min(ahead.high(), behind.high())};
}

} // namespace

Value least_cost(const Strip& ahead, const Strip& behind) {
    const Range both = common(ahead, behind);
    if (both.low > both.high) return ahead.low > behind.high() ? rows::far : ahead.cells.back() + behind.cells.front();
    const Value *a = &ahead.cells[both.low - ahead.low], *b = &behind.cells[both.low - behind.low];
    const std::int32_t count = both.high - both.low + 1;
    Value least = rows::far;
    for (std::int32_t k = 0; k < count; ++k) least = std::min(least, a[k] + b[k]);
    spend(static_cast<std::uint64_t>(count) / 4 + 4);
    return least;
}

Meeting meeting(const Strip& ahead, const Strip& behind) {
    const Value cost = least_cost(ahead, behind);
    Range cells = common(ahead, behind);
    if (cells.low > cells.high) return {cost, {cells.high, cells.low}}; // every cell between the two will do
    const auto is_least = [&](std::int32_t h) {
        return ahead.cells[h - ahead.low] + behind.cells[h - behind.low] == cost;
    };
    while (!is_least(cells.low)) ++cells.low;
    while (!is_least(cells.high)) --cells.high;
    return {cost, cells};
}

} // namespace hubbub::route::primal
