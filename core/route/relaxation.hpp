// The interface between the schedule (router.cpp) and the relaxation that bounds a problem. Two implementations: every
// stream alone, with rows and graphs, for one queue (one_queue.cpp); a chain per queue and stream for several queues
// (several_queues.cpp).
//
// Each step ends with Incumbent::report, which ends the run if the incumbent is proven or a budget is used up.
#pragma once

#include "route/incumbent.hpp"

#include <memory>

namespace hubbub::route {

class Relaxation {
  public:
    virtual ~Relaxation() = default;

    // Finds a first routing and a first bound. Returns false if the memory is too small to continue.
    virtual bool begin() = 0;

    // Rounds that improve both bounds: better prices, a table of the cells that are left if it is small, a search for a
    // better routing.
    virtual Rounds rounds() const = 0;
    virtual void raise_prices(int round) = 0;
    virtual void try_table(int round) = 0;
    virtual void improve_routing(int round) = 0;

    // Prepares the search within the next limit.
    virtual void prepare() {}
    // The number of passes over neighborhoods before the next limit, and of kinds of neighborhoods to go through.
    virtual int passes() const = 0;
    virtual std::size_t kinds() const { return few_kinds; }
    // A limit slightly above the bound.
    virtual std::int64_t next_limit() = 0;
    // Decides whether a routing of cost at most `most` exists: finds the best one, or proves that there is none, or
    // prepares a better attempt.
    virtual void decide(std::int64_t most) = 0;

  protected:
    explicit Relaxation(Incumbent& run) : run_(run), problem_(run.problem), settings_(run.settings) {}

    Incumbent& run_;
    const Problem& problem_;
    const Settings& settings_;
};

// Runs first if there is one queue: solves problems with a single stream, or whose times leave so few cells that one
// table has them all. The problem need not be ready; for the other functions it must be.
void solve_by_table(Incumbent& run);

std::unique_ptr<Relaxation> relax_one_queue(Incumbent& run);
std::unique_ptr<Relaxation> relax_several_queues(Incumbent& run);

} // namespace hubbub::route
