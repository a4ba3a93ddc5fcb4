// Lower bounds by Lagrangian relaxation for several queues, and the cells that they prune (reduced-cost fixing). Entry
// points: Chains with Ascent and sweep_utterances(); Quick is the same for short meetings; sweep() in prices.hpp is for
// one queue.
//
// The relaxed problem is a chain per (speaker, stream): the utterances of one speaker aligned in order with one stream,
// independent of everything else.
//
// Two constraints are relaxed with prices (multipliers): an utterance is used by exactly one stream or deleted (price
// `utterance[n]`, at most the cost of deleting it), and a word of a stream is covered by at most one speaker (price
// `word[j][h]` >= 0). With F[k][h] the lowest priced cost of the first k utterances on the first h words,
//
//     F[0][h] = 0,  F[k + 1][h] = min(F[k][h], use of utterance k that ends at h, F[k + 1][h - 1]),
//
// the bound is L = base - sum of the word prices + sum of the utterance prices + sum of the chains' values.
//
// Why it is a lower bound: project any routing on the chain (i, j). Moves of other speakers on j become uncovered words
// (cost 0), utterances of i on other streams become skips (cost 0), and utterances of i on j cost their own cost plus
// the prices of the words that they cover minus their own price. Summed over the chains each utterance price is
// subtracted once (or, if the utterance is deleted, it is at most the cost of that), and each word price is added at
// most once. The same argument for the rest after a prefix makes B, the mirror image of F, an admissible heuristic for
// the search.
//
// Cells that no routing within the limit can use are pruned; in each row an interval is left. F and B may be combined
// only if they belong to the same prices; sweep_utterances() says which rows it keeps current.
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
    std::vector<std::int32_t> low, high; // per row, the interval that is not pruned
    std::vector<std::ptrdiff_t> at;      // per row, the offset of its cell 0
    std::vector<Value> ahead, behind;
    Value value = 0; // its lowest priced cost

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
    // Whether utterance n may go to stream j in a routing within the limit.
    May& may(std::int32_t n, std::int32_t j) { return mays[static_cast<std::size_t>(n) * model->streams + j]; }
    May may(std::int32_t n, std::int32_t j) const { return mays[static_cast<std::size_t>(n) * model->streams + j]; }

    std::int64_t alive_cells() const;
    // Frees the memory of pruned cells. Rows keep their values.
    void compact();

    const Problem* model;
    Prices price;
    std::vector<Chain> chain;
    std::vector<May> mays;
    std::int64_t bound = 0;    // L, in units of 1 / scale
    std::int64_t limit = 0;    // only routings of at most this cost are of interest, in units of 1 / scale
    bool nothing_left = false; // proven: no routing within the limit
};

// The pruned cells, to be restored after the search within a lower limit.
struct Closed {
    std::vector<std::vector<std::int32_t>> low, high;
    std::vector<May> mays;
};
Closed closed_in(const Chains& chains);
void restore(Chains& chains, const Closed& closed); // the rows must be computed again

std::uint64_t chain_bytes(const Problem& model);

// The row after utterance k was used, for every end (ahead) or every start (behind), without the utterance's price:
// cells low .. high of the next row. The memory is `row`; returns a pointer p such that p[h] is cell h.
const Value* use_row(const Chains& chains, const Chain& chain, Side side, std::int32_t k, std::vector<Value>& row);

// Initializes the first row of a side.
void start_row(Chain& chain, Side side);
// The row on the other side of utterance k: skip it, use it (`used` is its use_row(); null if it may not be used), or
// pass over a word.
void next_row(const Chains& chains, Chain& chain, Side side, std::int32_t k, const Value* used);

// Computes all rows of one side under the current prices, and the bound.
void pass(Chains& chains, Side side);

// L for these prices, one row at a time. Throws if the time is up.
std::int64_t bound_of(const Problem& model, const Prices& prices, const Watch& watch);

// Prunes cells that no joint order of the utterances can reach, given the cells left in the other chains. Returns
// whether anything was pruned. Rows stay valid.
bool agree(Chains& chains);

// Coordinate ascent on the utterance prices, queue by queue, with pruning of everything that no routing within the
// limit can use. Computes the rows of `side`; the rows of the other side must belong to the current prices. The bound
// never falls.
void sweep_utterances(Chains& chains, Side side, Placing placing, Random& random);

// The subgradient method of climb.hpp. The trajectory is kept between calls: restarted from swept prices it stalls.
class Ascent {
  public:
    explicit Ascent(const Chains& chains) : climb_(*chains.model, chains.price, paces::patient) {}

    // Runs steps from its own best prices; `target` (in 1 / scale) is the incumbent's cost. Leaves the best prices in
    // the chains, with the backward rows current.
    void run(Chains& chains, std::int32_t steps, double target, Random& random, const Watch& watch);
    void restart(const Chains& chains); // from the chains' current prices
    void hurry(bool on);                // the faster pace, for long meetings with a wide gap

  private:
    void write(Chains& chains, const std::vector<double>& line) const; // with the backward rows
    void find_slope(const Chains& chains, Random& random);

    PriceClimb<double> climb_;
    double renewed_rate_ = 1; // the minimum rate after the target has moved much
    double target_ = 0;
};

// A rank for every utterance by its position in the chains' best paths. The backward rows must be current.
std::vector<std::int32_t> path_ranks(const Chains& chains);

} // namespace hubbub::route::bound
