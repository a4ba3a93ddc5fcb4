// The plain dynamic programme over every place of every queue and stream: exact, simple, and only for small problems.
#pragma once

#include "route/route.hpp"

namespace hubbub::route {

// Throws TooLarge where the places do not fit into the budget, and Over where the time does not suffice.
Routing route_plain(const RouteProblem& given, const Budget& budget);

} // namespace hubbub::route
