// The room `primal`: routings, found and made better; nothing here proves anything. The doors are greedy() and beam(),
// Layout for short meetings, and for any routing descend() and Stretches.
//
// A routing improved by moving one utterance at a time.
#pragma once

#include "route/problem/problem.hpp"
#include "route/run/watch.hpp"

namespace hubbub::route::primal {

// Takes each utterance out and puts it back where it is cheapest: on any stream, and where there are several queues at
// any place of the order between its neighbours in the queue. Sweeps forward and backward until nothing changes, or
// `most` sweeps are done; after the first, only what lies near a change is looked at. Every utterance of `moves` has a
// stream. The cost never rises. Only an upper bound: nothing is proven here.
void descend(const Problem& problem, std::vector<Move>& moves, int most, const Watch& watch);

} // namespace hubbub::route::primal
