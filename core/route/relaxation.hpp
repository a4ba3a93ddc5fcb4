// What the schedule asks of the relaxation that bounds a problem. There are two: streams alone, with rows and graphs,
// where there is one queue (one.cpp), and a chain for each queue and stream where there are several (several.cpp).
//
// Each step reports what it has come to, and that ends the run where it is enough (Standing::report).
#pragma once

#include "route/standing.hpp"

#include <memory>

namespace hubbub::route {

class Relaxation {
  public:
    virtual ~Relaxation() = default;

    // A first routing and a first bound. False where the memory has no room for more: then that was all.
    virtual bool begin() = 0;

    // Rounds of settling: better prices, a table of what they leave if that is little, a look for a better routing.
    virtual Rounds rounds() const = 0;
    virtual void raise_prices(int round) = 0;
    virtual void table(int round) = 0;
    virtual void look(int round) = 0;

    // What guesses begin from.
    virtual void prepare() {}
    // Passes over stretches before the next guess.
    virtual int passes() const = 0;
    // A limit a little above the bound.
    virtual std::int64_t next_guess() = 0;
    // Is there a routing that costs at most so much? Finds the best one, or proves that there is none, or goes about it
    // in another way the next time.
    virtual void decide(std::int64_t most) = 0;

  protected:
    explicit Relaxation(Standing& run) : run_(run), problem_(run.problem), settings_(run.settings) {}

    Standing& run_;
    const Problem& problem_;
    const Settings& settings_;
};

// One queue, before anything else: where there is no choice, or where times leave so little open that all of it is
// looked at. The problem need not be ready; for the others it must be.
void without_prices(Standing& run);

std::unique_ptr<Relaxation> relax_one(Standing& run);
std::unique_ptr<Relaxation> relax_several(Standing& run);

} // namespace hubbub::route
