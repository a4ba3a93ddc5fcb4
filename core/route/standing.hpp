// Where a run stands: the best routing so far and what betters it, the bound that is proven, and what every stage has
// come to. It serves one queue as well as several.
#pragma once

#include "route/bound/chains.hpp"
#include "route/primal/primal.hpp"
#include "route/run/run.hpp"
#include "route/schedule.hpp"

#include <algorithm>
#include <cmath>

namespace hubbub::route {

class Standing {
  public:
    // `stretch`: utterances in the shortest stretches of a routing that are routed anew; 0: none are.
    Standing(const RouteProblem& given, const Problem& problem, const Budget& budget, const Settings& settings,
             std::int32_t stretch);

    // Whether it is better than the best so far. The cost is what the routing costs, or more: a path may be a detour.
    bool take(const Routed& found);
    bool take_path(const Routed& found);
    bool take(const std::vector<Move>& moves) { return take({moves, cost_of(problem, moves)}); }
    // The routing that was given; all that one voice says on one stream; all on one stream, whatever that costs.
    void take_start();
    bool take_voices();
    void take_nothing();
    // Each utterance where it is cheapest given the rest, for so many sweeps. What is deleted may as well stand
    // somewhere.
    bool descend(std::vector<Move> moves, int sweeps);
    // At most so many passes over stretches, and descents, until these kinds of stretches change nothing.
    void improve(int passes, std::size_t kinds);

    // Where the rows of the whole do not fit into the memory: a routing and a bound, seldom a proof. The prices of
    // stretches, put together, are prices for the whole, and their bound needs no more than a row at a time.
    void by_stretches();

    // No routing costs less than this, in units; whole ones all count.
    void raise(double bound) { bound_ = std::max(bound_, bound); }
    // Everything that costs at most so much was looked at.
    void looked_at(std::int64_t most) { raise(static_cast<double>(std::min(best.cost, most + 1))); }
    double bound() const { return bound_; }
    std::int64_t least() const { return static_cast<std::int64_t>(std::ceil(bound_)); }
    double gap() const { return static_cast<double>(best.cost) - bound_; }

    // Is the routing proven, or a budget used up? check() then ends the run: it throws Over.
    bool over() const { return gap() < 1 || watch.late(); }
    void check() const;
    // What a stage has come to, and check(). Cells: those that are open, or as many as before.
    void report(const char* stage, std::int64_t work = 0) { report(stage, work, cells_); }
    void report(const char* stage, std::int64_t work, std::int64_t cells);
    // Prices and their bound, in 1 / scale, all insertions included. Without prices of words these are 0.
    void certify(const char* stage, Value scale, std::int64_t bound, const std::vector<Value>& utterance,
                 const std::vector<std::vector<Value>>& word = {}) const;
    // The routing as it is handed out. `why` is what ended the run, unless the routing is proven.
    Routing finish(Ended why);

    const RouteProblem& given;
    const Problem& problem;
    const Settings& settings;
    const Watch watch;
    std::uint64_t spare_bytes; // what a part of the work may take
    Random random;
    Routed best; // until one is found: no moves, and the cost of deleting all

  private:
    bool improve_stretches();
    bound::Prices prices_of_stretches();
    Settings for_stretch(int effort) const;
    Routing solve_stretch(const RouteProblem& stretch, const std::vector<Move>& start, Settings settings) const;
    void note(const char* stage, std::int64_t work);

    primal::Stretches stretches_;
    std::int64_t stretched_ = 0; // the cost that the last pass over stretches left
    double bound_;               // only ever a multiple of 1 / scale, so exact
    std::int64_t cells_ = 0;
    std::vector<Stage> stages_;
};

} // namespace hubbub::route
