// The problem as a Board: with the cells that times leave open, or those that proofs have left.
#pragma once

#include "route/table/table.hpp"

namespace hubbub::route::table {

using bound::Rows;

// With the cells that times leave open. All words have times. The problem need not be ready.
Board timed_board(const Problem& problem);

// What the proofs have left, one queue.
Board board_of(const Rows& rows);

} // namespace hubbub::route::table
