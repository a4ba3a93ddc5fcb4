// Prices for meetings that are short, or whose rows are short because of their times: the bound of chains.hpp and
// the steps of climb.hpp with nothing around them.
//
// No cell is ever closed here, so one pass gives all that a step needs: every cell of a row of uses carries, in its
// lowest bits, where the use ends, and a best path is read off instead of searched for. Most short meetings are proven
// before anything larger is set up; for the others the prices are where the larger work begins.
#pragma once

#include "route/bound/climb.hpp"
#include "route/primal/primal.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hubbub::route::bound {

using primal::Used;
using rows::Line;
using rows::Stretch;
using rows::Stretches;

class Quick {
  public:
    // Is the meeting small enough, and is there enough memory?
    static bool fits(const Problem& model, std::uint64_t bytes);

    explicit Quick(const Problem& model);

    // Prices a step further, and the bound of those before. `best` is the best cost known, in units.
    void step(std::int64_t best, Random& random);

    Routed first_routing() const { return primal::greedy(model_, stretches_); }
    // What the last step's best paths come to as a routing.
    Routed routing(const std::vector<Move>& known) const { return primal::near(model_, stretches_, used_, known); }

    std::size_t cells() const { return stretches_.cells(); }                      // that a step goes through
    std::int64_t bound() const { return static_cast<std::int64_t>(climb_.best); } // the highest so far, in 1 / scale
    Prices prices() const;                                                        // that it belongs to

  private:
    struct Chain {
        std::int32_t speaker, stream;
        Value value = 0; // its least priced cost
    };

    std::int64_t pass();
    void use(std::int32_t n, std::int32_t j, Line& line);
    void trace(const Chain& chain, Random& random);

    Value net_price(std::int32_t n) const { // what using it brings, its words being deleted otherwise
        return prices_.utterance[n] - model_.scale * model_.steps.deletion * model_.length(n);
    }

    const Problem& model_;
    Stretches stretches_;
    int place_bits_; // the lowest bits: where a use ends
    Steps steps_;    // as in uses_
    std::vector<Chain> chains_;
    std::vector<Value> line_;
    std::vector<Value> uses_, after_,
        values_;             // the cells of the stretches: uses, values after and before the utterance
    std::vector<Used> used_; // by the best paths

    Prices prices_;           // the present ones
    PriceClimb<float> climb_; // floats hold these values, and twice as many at a time
};

} // namespace hubbub::route::bound
