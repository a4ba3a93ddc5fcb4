// Prices for a short meeting: the bound of mimo_chains.hpp and the steps of mimo_ascent.hpp with nothing around them.
//
// No cell is ever closed here, so one pass gives all that a step needs: every cell of a row of uses carries, in its
// lowest bits, where the use ends, and a best path is read off instead of searched for. Under the time rule a row is
// only as long as the stretch that the utterance can pair with. Most short meetings are proven before anything larger
// is set up; for the others the prices are where the larger work begins.
#pragma once

#include "mimo_model.hpp"
#include "mimo_prices.hpp"
#include "mimo_primal.hpp"
#include "mimo_watch.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hubbub::mimo {

class Quick {
  public:
    // Is the meeting small enough, and is there enough memory?
    static bool fits(const Model& model, std::uint64_t bytes);

    explicit Quick(const Model& model);

    // Steps until the bound proves that no routing costs less than `best` (in units), or `most` are done. The first is
    // taken in any case.
    void climb(std::int32_t most, std::int64_t best, Random& random, const Watch& watch);

    // From the last utterance to the first, each goes to the stream where it costs least.
    Routed first_routing();
    // What the last step's best paths come to as a routing. They may use an utterance in no stream, or in several:
    // then `known` decides.
    Routed routing(const std::vector<Move>& known);

    std::int64_t bound() const { return best_bound_; } // the highest so far, in 1 / scale
    // The prices that it belongs to, in 1 / scale.
    const std::vector<Value>& utterance_prices() const { return best_utterance_; }
    std::vector<std::vector<Value>> word_prices() const;

  private:
    struct Row {                         // the uses of an utterance on a stream
        std::int32_t first = 0, end = 0; // the cells that they start from, none if it can pair with nothing there
        std::size_t at = 0;              // in uses_
        std::ptrdiff_t pairs = -1;       // in pairs_, if it is carried through all words at once
    };
    struct Used { // where the last paths use an utterance
        std::int32_t n, stream, start;
    };
    struct Chain {
        std::int32_t speaker, stream;
        std::size_t at; // its values, a row of the stream's cells for each place in the queue
    };

    bool begun() const { return !best_utterance_.empty(); }
    void pair_up(std::int32_t n, std::int32_t j, Row& row);
    const Row& row(std::int32_t n, std::int32_t j) const { return rows_[static_cast<std::size_t>(n) * streams_ + j]; }
    std::int32_t cells(std::int32_t j) const { return first_cell_[j + 1] - first_cell_[j]; }

    Value net_price(std::int32_t n) const { // what using it brings, its words being deleted otherwise
        return utterance_[n] - model_.scale * model_.steps.deletion * model_.length(n);
    }

    void set_rows();
    void start_prices();
    void sum_word_prices();
    std::int64_t pass();
    void use(std::int32_t n, std::int32_t j, const Value* from);
    void carry(std::int32_t n, std::int32_t j, Value* cells, const rows::Steps& steps) const;
    Value lay(std::int32_t n, std::int32_t j, Value* line) const;
    std::int64_t cost_of(const std::vector<Move>& moves);
    void skip_or_use(std::int32_t n, std::int32_t j, const Value* from, Value* to) const;
    void trace(const Chain& chain, Random& random);
    void note(std::int64_t bound);
    float blend();

    const Model& model_;
    rows::Steps plain_, steps_; // less the deletion, which every word is charged with; in units, and as in uses_
    std::int32_t streams_;
    std::vector<std::int32_t> first_cell_; // per stream, among the cells of all; its words lie at first_cell_ - stream
    std::vector<Row> rows_;                // per utterance and stream
    std::vector<Chain> chains_;
    std::vector<rows::Pairs> pairs_;
    std::vector<Value> values_, uses_;
    std::vector<Value> lines_, tried_; // of routings: a row of each stream; one row
    std::int64_t deleted_ = 0;         // all words of all utterances, in units

    std::vector<Used> used_;
    std::vector<Value> utterance_, word_, before_; // the present prices; sums of the words' before each cell
    std::vector<Value> best_utterance_, best_word_;
    std::vector<float> price_, best_price_, slope_, direction_, least_, greatest_, stretch_; // utterances, then words
    std::int64_t best_bound_ = INT64_MIN;
    float rate_ = 1.5F;
    std::int32_t stale_ = 0;
};

} // namespace hubbub::mimo
