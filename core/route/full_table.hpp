// The textbook dynamic program over all positions in queues and streams: exact and simple, but only for small problems.
#pragma once

#include "route/route.hpp"

namespace hubbub::route {

// Throws TooLarge if the table exceeds the budget, and Over if the time runs out.
Routing route_full_table(const RouteProblem& input, const Budget& budget);

} // namespace hubbub::route
