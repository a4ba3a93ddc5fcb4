// Several queues of utterances to streams (MIMO): the cheapest routing, with its proof. docs/solver.md explains it.
#pragma once

#include "route.hpp"

namespace hubbub::route {

Routing route_mimo(const RouteProblem& problem, const Budget& budget);

} // namespace hubbub::route
