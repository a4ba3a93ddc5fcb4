// Raising the bound, one price at a time, and removing what no routing within the limit can use.
#pragma once

#include "route/bound/chains.hpp"
#include "route/bound/corner.hpp"
#include "route/run/watch.hpp"

namespace hubbub::route::bound {

// Utterance prices, speaker by speaker. `side` says which rows the sweep computes; the rows of the other side must be
// those of the present prices. Afterwards the rows of `side` are. The bound never falls.
void sweep_utterances(Chains& chains, Side side, Placing placing, Random& random);

// Prices of the words of the streams: per stream, `rounds` times forward and backward over its words. Leaves the rows
// behind current, unless it is late. The bound never falls.
void sweep_words(Chains& chains, std::int32_t rounds, Placing placing, Random& random, const Watch& watch);

// The bytes that it needs at most.
std::uint64_t word_sweep_bytes(const Chains& chains);

} // namespace hubbub::route::bound
