// The exact router: runs until the routing is proven optimal or the budget is used up. Then the routing is the
// incumbent, and lower_bound limits its distance from the optimum.
#pragma once

#include "route/run/run.hpp"

namespace hubbub::route {

// Throws std::overflow_error if the costs are too large for the rows.
Routing route_with(const RouteProblem& input, const Budget& budget, const Settings& settings);

} // namespace hubbub::route
