// A routing improved stretch by stretch: all utterances of a stretch are routed anew, the rest stays as it is.
//
// On the best alignment of the routing each stream has been used up to some word where the stretch begins and to some
// word where it ends. The utterances of the stretch and the words between are a small routing problem of their own,
// which the router solves, with little effort. The total never rises. Only an upper bound: nothing is proven here.
#pragma once

#include "route/primal/descend.hpp"

#include <functional>

namespace hubbub::route::primal {

// The streams for some utterances and for stretches of the streams.
using SolveStretch = std::function<std::vector<std::int32_t>(const RouteProblem&)>;

// One pass over stretches of `size` utterances, the first of which ends after `first`. `cost` is not set.
Candidate rework(const Half& half, const Half& mirror, const Costs& costs, const std::vector<std::int32_t>& stream_of,
                 int first, int size, const SolveStretch& solve, const Watch& watch);

} // namespace hubbub::route::primal
