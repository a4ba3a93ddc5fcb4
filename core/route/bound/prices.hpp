// The dual over rows: a price per utterance, every stream solved alone, and coordinate ascent on the prices.
//
// Relax "exactly one stream takes an utterance" with a price p_n. For any prices
//     L(p) = sum_n p_n + sum_j min over subsets S of (D_j(S) - sum_{n in S} p_n)
// is a lower bound: a true routing puts each n into exactly one subset, so its prices cancel and it is among the
// candidates. One stream alone is a row per utterance,
//     F[0] = 0,  F[n] = min(F[n-1], push_n(F[n-1]) - p_n),
// and the mirror image B from the end. With the best value that takes n, in_j = min push_n(F[n-1]) + B[n], and the
// best that leaves it, out_j = min F[n-1] + B[n], any price between the smallest and the second smallest in_j - out_j
// maximises L in that coordinate.
//
// A sweep goes forward over the utterances with fresh F rows and the B rows that the sweep before it (in the other
// direction) kept. At utterance n the F rows belong to the new prices of 1 .. n and the B rows to the old ones of
// n+1 .. N: together they are the exact rows of one (mixed) price vector, so bounds and deletions are proofs.
#pragma once

#include "route/bound/corner.hpp"
#include "route/rows/alive.hpp"
#include "route/rows/kernel.hpp"
#include "route/rows/store.hpp"
#include "route/run/watch.hpp"

#include <algorithm>
#include <optional>

namespace hubbub::route::bound {

using rows::Alive;
using rows::Kernel;
using rows::May;
using rows::OpenRow;
using rows::RowStore;

// One direction of reading: the backward half is the forward half of the mirrored instance.
struct Half {
    explicit Half(const Problem& problem) : instance(problem), kernel(problem), alive(problem, kernel) {}
    const Problem& instance;
    Kernel kernel;
    Alive alive;
    std::vector<Value> price; // in units of 1 / scale, as the rows
    Value scale = 1;
    RowStore rows;
};

struct SweepResult {
    std::int64_t bound = 0; // L at the end of the sweep, in steps
    bool closed = false;    // no routing within the limit is left: the best known one is optimal
};

struct SweepOptions {
    bool ascend = true;                // false: the prices stay
    std::optional<std::int64_t> limit; // delete what only worse routings use; in steps
};

// From integer prices to prices in units of 1 / scale.
void refine(Half& half, Value scale);

// Rows of one direction for the prices it has, kept in half.rows; no opposite rows are needed.
void first_pass(Half& half, const Watch& watch);

// Sweeps `own` against the rows kept in `opposite`, then brings the opposite's prices and marks up to date.
SweepResult sweep(Half& own, Half& opposite, const SweepOptions& options, const Watch& watch);

} // namespace hubbub::route::bound
