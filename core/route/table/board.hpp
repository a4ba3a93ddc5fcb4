// The problem as a Board: with the cells that times leave open, or those that proofs have left.
#pragma once

#include "route/table/table.hpp"

namespace hubbub::route::table {

using bound::Half;

struct TimedBoard {
    Board board;
    std::int64_t base = 0;                                     // every word of every stream inserted
    std::vector<std::int32_t> utterance_source, stream_source; // numbers in the RouteProblem
};

// Straight from the problem: words with times, and at least one on either side; costs as the caller has them.
TimedBoard timed_board(const RouteProblem& problem);

// What the proofs have left, in the costs of the instance.
Board board_of(const Half& half);

} // namespace hubbub::route::table
