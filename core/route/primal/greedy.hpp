// Routings to begin with.
#pragma once

#include "route/bound/prices.hpp"
#include "route/problem/problem.hpp"

namespace hubbub::route::primal {

using bound::Rows;

// Each utterance goes where it costs least at once: a start that needs no rows but the ones at hand.
Routed greedy(const Rows& rows);

// All that one voice says goes to one stream: the nearest, or one to one as cpWER pairs them, whichever costs less.
// `voice_of`: per utterance.
std::vector<Move> by_voices(const Problem& problem, const std::vector<std::int32_t>& voice_of);

} // namespace hubbub::route::primal
