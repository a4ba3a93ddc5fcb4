// Where the best alignment of a routing stands on the streams, between any two utterances of a stream.
#pragma once

#include "route/primal/strip.hpp"

namespace hubbub::route::primal {

// Gaps between pairs of words. The low ends of all of them lie on the alignment, and so does any cell in between.
struct Alignment {
    std::vector<Range> first; // per stream, before its first utterance
    std::vector<Range> after; // per utterance, between it and the next on its stream
};

Alignment align(const Problem& problem, const std::vector<Move>& moves);

} // namespace hubbub::route::primal
