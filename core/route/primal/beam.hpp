// A beam through the layers of the joint search, guided by the rows of the dual: the first good routings.
//
// A state is how far each stream has been used up after n utterances; its f = cost so far + prices to come + the
// streams' own best costs to go never overestimates. The beam keeps the states of the least f, so it is only an
// upper bound: nothing is proven by it.
#pragma once

#include "route/primal/greedy.hpp"

namespace hubbub::route::primal {

// The rows behind, the cost to go, must be those of the present prices. No moves if every state ran into deleted
// cells.
Routed beam(const Rows& rows, int width, const Watch& watch);

} // namespace hubbub::route::primal
