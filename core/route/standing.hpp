// Where a run stands: the best routing so far, the bound that is proven, and what betters a routing, which serves one
// queue as well as several. Both schedules begin from here.
#pragma once

#include "route/primal/primal.hpp"
#include "route/run/log.hpp"
#include "route/run/run.hpp"

#include <algorithm>
#include <cmath>

namespace hubbub::route {

class Standing {
  protected:
    // The problem is ready. `stretch`: utterances in the shortest stretches of a routing that are routed anew.
    Standing(const RouteProblem& given, const Problem& problem, const Budget& budget, const Settings& settings,
             std::int32_t stretch);
    ~Standing() = default;

    // Whether it is better than the best so far. The cost is what the routing costs, or more: a path may be a detour.
    bool take(const Routed& found);
    bool take_path(const Routed& found);
    bool take(const std::vector<Move>& moves) { return take({moves, cost_of(problem_, moves)}); }
    // The routing that was given.
    void take_start();
    // All on one stream: a routing, whatever it costs.
    void take_nothing();
    // Each utterance where it is cheapest given the rest, for so many sweeps. What is deleted may as well stand
    // somewhere.
    bool descend(std::vector<Move> moves, int sweeps);
    // All that one voice says on one stream; with several queues their speakers are the voices.
    std::vector<Move> by_voices() const;
    // One pass over stretches, and a descent. False if there is nothing left to try.
    bool improve_stretches(int sweeps);

    // No routing costs less than this, in units; whole ones all count.
    void raise(double bound) { bound_ = std::max(bound_, bound); }
    std::int64_t least() const { return static_cast<std::int64_t>(std::ceil(bound_)); }
    double gap() const { return static_cast<double>(best_.cost) - bound_; }
    bool proven() const { return gap() < 1; }
    // What a stage has come to.
    void note(const char* stage, std::int64_t cells, std::int64_t work = 0) {
        log_.note(stage, best_.cost, std::min(bound_, static_cast<double>(best_.cost)), cells, work);
    }

    const RouteProblem& given_;
    const Problem& problem_;
    const Settings& settings_;
    Watch watch_;
    std::uint64_t spare_bytes_; // what a part of the work may take
    Random random_;
    Log log_;
    primal::Stretches stretches_;
    Routed best_; // until one is found: no moves, and the cost of deleting all

  private:
    double bound_ = 0; // only ever a multiple of 1 / scale, so exact

    Routing solve_stretch(const RouteProblem& stretch, const std::vector<Move>& start, int effort) const;

    std::int64_t stretched_ = 0; // the cost that the last pass over stretches left
};

} // namespace hubbub::route
