// Prices for meetings with short rows (few words, or narrow times): the bound of chains.hpp and the steps of climb.hpp
// in their simplest form.
//
// No cell is pruned here, so one pass computes everything that a step needs: each cell of a row of uses has, in its
// lowest bits, the end of the use, so best paths can be read off. Most short meetings are proven here; for the others
// the search continues from these prices.
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
    // Whether the rows are short enough and the memory is sufficient.
    static bool fits(const Problem& model, std::uint64_t bytes);

    explicit Quick(const Problem& model);

    // Computes the bound of the current prices, and takes a step. `best` is the incumbent's cost, in units.
    void step(std::int64_t best, Random& random);

    Routed first_routing() const { return primal::greedy(model_, stretches_); }
    // The best paths of the last step, rounded to a routing.
    Routed routing(const std::vector<Move>& known) const { return primal::near(model_, stretches_, used_, known); }

    std::size_t cells() const { return stretches_.cells(); }                      // computed in each step
    std::int64_t bound() const { return static_cast<std::int64_t>(climb_.best); } // the highest so far, in 1 / scale
    Prices prices() const;                                                        // the prices of bound()

  private:
    struct Chain {
        std::int32_t speaker, stream;
        Value value = 0; // its lowest priced cost
    };

    std::int64_t pass();
    void use(std::int32_t n, std::int32_t j, Line& line);
    void trace(const Chain& chain, Random& random);

    Value net_price(std::int32_t n) const { // the gain by using it; its words are deleted otherwise
        return prices_.utterance[n] - model_.scale * model_.steps.deletion * model_.length(n);
    }

    const Problem& model_;
    Stretches stretches_;
    int end_bits_; // the number of lowest bits that encode the end of a use
    Steps steps_;  // in the scale of uses_
    std::vector<Chain> chains_;
    std::vector<Value> line_;
    std::vector<Value> uses_, after_,
        values_;             // the cells of the stretches: uses, values after and before the utterance
    std::vector<Used> used_; // of the best paths

    Prices prices_;           // the current ones
    PriceClimb<float> climb_; // floats represent these values exactly, twice as many per vector
};

} // namespace hubbub::route::bound
