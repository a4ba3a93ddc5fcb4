// The state of a run: the incumbent (best routing so far) and its improvement, the proven lower bound, and the report
// of every stage. Used for one queue and for several.
#pragma once

#include "route/bound/chains.hpp"
#include "route/primal/primal.hpp"
#include "route/run/run.hpp"
#include "route/schedule.hpp"

#include <algorithm>
#include <cmath>

namespace hubbub::route {

class Incumbent {
  public:
    // `part`: utterances in the shortest neighborhoods in which a routing is optimized again; 0: none.
    Incumbent(const RouteProblem& input, const Problem& problem, const Budget& budget, const Settings& settings,
              std::int32_t part);

    // Replaces the incumbent if the routing is cheaper; returns whether it was. `cost` must not be lower than the true
    // cost; it may be higher, since a search path may be suboptimal.
    bool take(const Routed& found);
    bool take_path(const Routed& found);
    bool take(const std::vector<Move>& moves) { return take({moves, cost_of(problem, moves)}); }
    // Candidate routings: the one in the settings or the input; all utterances of a speaker on one stream; all on the
    // first stream (taken at any cost).
    void take_start();
    bool take_by_speakers();
    void take_first_stream();
    // Improves a routing by local search, for at most so many sweeps. Deleted utterances are put on the first stream,
    // at no higher cost.
    bool descend(std::vector<Move> moves, int sweeps);
    // Runs at most so many passes over neighborhoods, each with a local search, until the first `kinds` kinds of
    // neighborhoods change nothing.
    void improve(int passes, std::size_t kinds);

    // Several queues: all but `free` (-1: none) are merged into one, in the order of the incumbent. Every routing of
    // the merged problem is one of the problem, and the incumbent is among them, so the cost never rises. `prices`: of
    // the problem; `work`: the maximum.
    void merge(std::int32_t free, const bound::Prices& prices, double work);

    // For problems whose rows exceed the memory: finds a routing and a bound, rarely a proof. The prices of parts of
    // the order, joined, are prices for the whole, and their bound needs only one row at a time.
    void by_parts();

    // Raises the proven bound (in units).
    void raise(double bound) { bound_ = std::max(bound_, bound); }
    // All routings of cost at most `most` have been searched.
    void exclude_up_to(std::int64_t most) { raise(static_cast<double>(std::min(best.cost, most + 1))); }
    double bound() const { return bound_; }
    std::int64_t least() const { return static_cast<std::int64_t>(std::ceil(bound_)); }
    double gap() const { return static_cast<double>(best.cost) - bound_; }

    // Whether the incumbent is proven optimal, no routing is cheap enough, or a budget is used up. check() then ends
    // the run by throwing Over.
    bool over() const { return gap() < 1 || none_is_cheaper() || watch.exhausted(); }
    void check() const;
    // Records a stage, then calls check(). `cells`: those not pruned; by default as in the previous stage.
    void report(const char* stage, std::int64_t work = 0) { report(stage, work, cells_); }
    void report(const char* stage, std::int64_t work, std::int64_t cells);
    // Records prices and their bound, in 1 / scale, including all insertions. Without word prices these are 0.
    void certify(const char* stage, Value scale, std::int64_t bound, const std::vector<Value>& utterance,
                 const std::vector<std::vector<Value>>& word = {}) const;
    // The result. `why` is what ended the run, unless the routing is proven optimal.
    Routing finish(Ended why);

    const RouteProblem& input;
    const Problem& problem;
    const Settings& settings;
    const Watch watch;
    std::uint64_t spare_bytes; // memory available to one part of the work
    Random random;
    Routed best; // before the first routing: no moves, and the cost of deleting all words

  private:
    bool improve_neighborhoods();
    bound::Prices prices_of_parts();
    Settings for_neighborhood(int effort, bool merging) const;
    Routing solve_neighborhood(const RouteProblem& part, const std::vector<Move>& start, Settings settings) const;
    void note(const char* stage, std::int64_t work);
    bool none_is_cheaper() const { return least() >= watch.enough / problem.unit; }

    primal::Neighborhoods neighborhoods_;
    std::int64_t improved_cost_ = 0; // cost after the last pass over neighborhoods
    double bound_;                   // always a multiple of 1 / scale, so exact
    std::int64_t cells_ = 0;
    std::vector<Stage> stages_;
};

} // namespace hubbub::route
