// The room `bound`: lower bounds by prices, and the cells that they close. The doors are sweep() (prices.hpp, one
// queue) and Chains with Ascent and sweep_utterances() (several); Quick is the same for short meetings.
//
// One chain per (speaker, stream): the utterances of one speaker laid in order on one stream, all else forgotten.
//
// Two couplings are relaxed with prices: an utterance is used by exactly one stream or deleted (price `utterance[n]`,
// at most the cost of deleting it), and a word of a stream is covered by at most one speaker (price `word[j][h]` >= 0).
// With F[k][h] the least priced cost of the first k utterances on the first h words,
//
//     F[0][h] = 0,  F[k + 1][h] = min(F[k][h], use of utterance k that ends at h, F[k + 1][h - 1]),
//
// the bound is L = base - sum of the word prices + sum of the utterance prices + sum of the chains' values.
//
// Why it is a bound: project any routing on the chain (i, j). Moves of other speakers on j become uncovered steps (cost
// 0), utterances of i that go elsewhere become skips (cost 0), and those that come here cost what they cost, plus the
// prices of the words they cover, less their own price. Summed over the chains each utterance price is paid back once
// (or, if the utterance is deleted, it is at most the cost of that), and each word price is charged at most once.
// The same argument on what remains after a prefix makes B, the mirror image of F, an admissible guide for the search.
//
// Cells that no routing within the limit can visit are dead. The alive cells of a row are kept as an interval.
// F and B belong together only when computed under the same prices: see sweep_utterances() for who keeps which current.
#pragma once

#include "route/bound/climb.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hubbub::route::bound {

using rows::Carrier;
using rows::May;
using rows::Side; // F is ahead, B behind

struct Chain {
    std::int32_t speaker = 0;
    std::int32_t stream = 0;
    std::int32_t turns = 0;              // rows 0 .. turns
    std::int32_t words = 0;              // cells 0 .. words
    std::vector<std::int32_t> low, high; // per row, the alive cells
    std::vector<std::ptrdiff_t> at;      // per row, where its cell 0 would be stored
    std::vector<Value> ahead, behind;
    Value value = 0; // its least priced cost

    Value* row(Side side, std::int32_t k) { return (side == Side::ahead ? ahead.data() : behind.data()) + at[k]; }
    const Value* row(Side side, std::int32_t k) const {
        return (side == Side::ahead ? ahead.data() : behind.data()) + at[k];
    }
    bool alive(std::int32_t k, std::int32_t h) const { return low[k] <= h && h <= high[k]; }
};

struct Chains {
    explicit Chains(const Problem& model);

    Chain& at(std::int32_t i, std::int32_t j) { return chain[static_cast<std::size_t>(i) * model->streams + j]; }
    const Chain& at(std::int32_t i, std::int32_t j) const {
        return chain[static_cast<std::size_t>(i) * model->streams + j];
    }
    // May utterance n go to stream j, in any routing within the limit?
    May& may(std::int32_t n, std::int32_t j) { return mays[static_cast<std::size_t>(n) * model->streams + j]; }
    May may(std::int32_t n, std::int32_t j) const { return mays[static_cast<std::size_t>(n) * model->streams + j]; }

    std::int64_t alive_cells() const;
    // Stores the alive cells only. Rows keep their values.
    void compact();

    const Problem* model;
    Prices price;
    std::vector<Chain> chain;
    std::vector<May> mays;
    std::int64_t bound = 0;    // L, in units of 1 / scale
    std::int64_t limit = 0;    // only routings that cost at most this (in units of 1 / scale) are of interest
    bool nothing_left = false; // proven: no routing within the limit
};

// What has been closed so far, to return to after a guess at a lower limit.
struct Closed {
    std::vector<std::vector<std::int32_t>> low, high;
    std::vector<May> mays;
};
Closed closed_in(const Chains& chains);
void restore(Chains& chains, const Closed& closed); // the rows must be computed again

std::uint64_t chain_bytes(const Problem& model);

// The row after utterance k has been used, for every end (ahead) or every start (behind), without the utterance's
// price: cells low .. high of the row it leads to. They lie in `row`; returns a pointer p such that p[h] is cell h.
const Value* use_row(const Chains& chains, const Chain& chain, Side side, std::int32_t k, std::vector<Value>& row);

// The first row of a side.
void start_row(Chain& chain, Side side);
// The row on the other side of utterance k: skip it, use it (`used` is its use_row(); none where it may not), or wait
// for a later word.
void next_row(const Chains& chains, Chain& chain, Side side, std::int32_t k, const Value* used);

// Computes all rows of one side under the present prices, and the bound.
void pass(Chains& chains, Side side);

// L for these prices, a row at a time. Throws where time is up.
std::int64_t bound_of(const Problem& model, const Prices& prices, const Watch& watch);

// Closes cells that no single order of the utterances can reach, given the cells alive in the other chains.
// Returns whether anything was closed. Rows stay valid.
bool agree(Chains& chains);

// Raises the bound, one price of an utterance after another, queue by queue, and closes what no routing within the
// limit can use. `side` says which rows the sweep computes; the rows of the other side must be those of the present
// prices. Afterwards the rows of `side` are. The bound never falls.
void sweep_utterances(Chains& chains, Side side, Placing placing, Random& random);

// The steps of climb.hpp. The trajectory is kept between calls: restarted from swept prices it stalls.
class Ascent {
  public:
    explicit Ascent(const Chains& chains) : climb_(*chains.model, chains.price, paces::patient) {}

    // Steps from its own best prices; `target` (in 1 / scale) is the best cost known. The chains are left with the best
    // prices found, the rows behind current.
    void run(Chains& chains, std::int32_t steps, double target, Random& random, const Watch& watch);
    void restart(const Chains& chains); // from the chains' present prices
    void hurry(bool on);                // for long meetings while the gap is wide

  private:
    void write(Chains& chains, const std::vector<double>& line) const; // and the rows behind
    void find_slope(const Chains& chains, Random& random);

    PriceClimb<double> climb_;
    double renewed_rate_ = 1; // after the target has moved much, at least
    double target_ = 0;
};

// A rank for every utterance by where the chains' best paths put it. The rows behind must be current.
std::vector<std::int32_t> places(const Chains& chains);

} // namespace hubbub::route::bound
