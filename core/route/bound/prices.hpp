// The Lagrangian dual for one queue: a price per utterance, every stream solved alone, and coordinate ascent on the
// prices.
//
// Relax "exactly one stream takes an utterance" with a price p_n. For any prices
//     L(p) = sum_n p_n + sum_j min over subsets S of (D_j(S) - sum_{n in S} p_n)
// is a lower bound: a routing puts each n into exactly one subset, so its prices cancel and it is among the candidates.
// One stream alone is a row per utterance,
//     F[0] = 0,  F[n] = min(F[n-1], push_n(F[n-1]) - p_n),
// and the mirror image B from the end. With the best value that takes n, in_j = min push_n(F[n-1]) + B[n], and the best
// that skips it, out_j = min F[n-1] + B[n], any price between the smallest and the second smallest in_j - out_j
// maximizes L in that coordinate.
//
// A forward sweep computes new F rows and uses the B rows stored by the previous backward sweep. At utterance n the F
// rows belong to the new prices of 1 .. n and the B rows to the old ones of n+1 .. N: together they are the exact rows
// of one (mixed) price vector, so bounds and pruning are valid.
#pragma once

#include "route/bound/climb.hpp"
#include "route/rows/alive.hpp"

#include <optional>

namespace hubbub::route::bound {

using rows::Alive;
using rows::May;
using rows::RowStore;
using rows::Side; // F is ahead, B behind

struct Rows {
    explicit Rows(const Problem& problem_) : problem(problem_), alive(problem_) {}

    const Problem& problem;
    Alive alive;
    std::vector<Value> price; // in units of 1 / scale, like the rows
    Value scale = 1;
    RowStore ahead{Side::ahead}, behind{Side::behind};
};

// From integer prices to prices in units of 1 / scale.
void refine(Rows& rows, Value scale);

// Computes the backward rows for the current prices. Returns L.
std::int64_t first_pass(Rows& rows, const Watch& watch);

// Computes the rows of one side; those of the other must belong to the current prices. `ascend`: also sets the prices.
// Prunes what only routings above the limit (in the rows' units) use. Returns L, or nothing if no routing within the
// limit is left.
std::optional<std::int64_t> sweep(Rows& rows, Side side, bool ascend, std::optional<std::int64_t> limit,
                                  const Watch& watch);

} // namespace hubbub::route::bound
