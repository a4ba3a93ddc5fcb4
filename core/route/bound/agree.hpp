// What the chains say about each other.
#pragma once

#include "route/bound/chains.hpp"

namespace hubbub::route::bound {

// Closes cells that no single order of the utterances can reach, given the cells alive in the other chains.
// Returns whether anything was closed. Rows stay valid.
bool agree(Chains& chains);

} // namespace hubbub::route::bound
