// Prices and the bound that a router claims for them, for whoever checks the proof (tests/test_route_proof.py).
//
// A bound can be recomputed from its prices alone while nothing has been deleted. After deletions it speaks only of
// routings within the limit, and is at least as high.
#pragma once

#include <cstdint>
#include <vector>

namespace hubbub::route {

struct Certificate {
    const char* stage = "";
    std::int64_t scale = 1;                      // all values are in units of 1 / scale
    std::int64_t bound = 0;                      // L of these prices, in costs of the caller
    std::vector<std::int64_t> utterance;         // per utterance of the problem
    std::vector<std::vector<std::int64_t>> word; // MIMO: per stream of the problem, per word
};

using Certificates = std::vector<Certificate>;

} // namespace hubbub::route
