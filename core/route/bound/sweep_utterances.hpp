// Raising the bound, one price at a time, and removing what no routing within the limit can use.
#pragma once

#include "route/bound/chains.hpp"

#include <cstdint>

namespace hubbub::mimo {

// A small generator of random numbers, the same everywhere (std::mt19937's distributions are not).
struct Random {
    std::uint64_t state = 0x9E3779B97F4A7C15ULL;
    std::uint32_t next() {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<std::uint32_t>(state >> 33);
    }
    double unit() { return next() / 2147483648.0; }
};

// Where between two equally good prices the new one is put: 0 is the lower, 1 the upper.
struct Placing {
    double at = 0.5;
    double spread = 0; // the place is at + spread * (a random number in 0 .. 1)
    bool keep = false; // change no price: only compute the rows and remove what can be removed
};

// Utterance prices, speaker by speaker. `side` says which rows the sweep computes; the rows of the other side must be
// those of the present prices. Afterwards the rows of `side` are. The bound never falls.
void sweep_utterances(Chains& chains, Side side, Placing placing, Random& random);

} // namespace hubbub::mimo
