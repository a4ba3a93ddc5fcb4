// The exact router behind the door of route.hpp: it runs until the routing is proven optimal, or until the budget is
// used up. Then the routing is the best one found, and lower_bound says how far it can be from the best.
#pragma once

#include "route/run/run.hpp"

namespace hubbub::route {

// Throws std::overflow_error where the costs are too large for the rows.
Routing route_with(const RouteProblem& given, const Budget& budget, const Settings& settings);

} // namespace hubbub::route
