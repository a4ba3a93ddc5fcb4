// Raising the bound, one price at a time, and removing what no routing within the limit can use.
#pragma once

#include "route/bound/chains.hpp"
#include "route/bound/corner.hpp"

namespace hubbub::route::bound {

// Utterance prices, queue by queue. `side` says which rows the sweep computes; the rows of the other side must be
// those of the present prices. Afterwards the rows of `side` are. The bound never falls.
void sweep_utterances(Chains& chains, Side side, Placing placing, Random& random);

} // namespace hubbub::route::bound
