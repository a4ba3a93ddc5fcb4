// Raising the bound, one price at a time, and removing what no routing within the limit can use.
#pragma once

#include "route/bound/chains.hpp"
#include "route/run/random.hpp"

#include <cstdint>

namespace hubbub::route::bound {

// Where between two equally good prices the new one is put: 0 is the lower, 1 the upper.
struct Placing {
    double at = 0.5;
    double spread = 0; // the place is at + spread * (a random number in 0 .. 1)
    bool keep = false; // change no price: only compute the rows and remove what can be removed
};

// Utterance prices, speaker by speaker. `side` says which rows the sweep computes; the rows of the other side must be
// those of the present prices. Afterwards the rows of `side` are. The bound never falls.
void sweep_utterances(Chains& chains, Side side, Placing placing, Random& random);

} // namespace hubbub::route::bound
