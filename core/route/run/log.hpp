// What a run has come to, stage by stage, and how it ends.
#pragma once

#include "route/problem/problem.hpp"
#include "route/run/run.hpp"

#include <vector>

namespace hubbub::route {

class Log {
  public:
    Log(const RouteProblem& given, const Problem& problem, const Watch& watch, Certificates* certificates = nullptr)
        : given_(given), problem_(problem), watch_(watch), certificates_(certificates) {}

    // After a stage: the best cost and the bound that is proven, in units, all insertions included.
    void note(const char* stage, std::int64_t best, double bound, std::int64_t cells, std::int64_t work = 0);

    bool certifies() const { return certificates_ != nullptr; }
    // Prices and their bound, in 1 / scale, all insertions included. Without prices of words these are 0.
    void certify(const char* stage, Value scale, std::int64_t bound, const std::vector<Value>& utterance,
                 const std::vector<std::vector<Value>>& word = {}) const;

    // The routing as it is handed out. Nothing costs less than `proven`, in units; `why` is what ended the run, unless
    // the routing is proven.
    Routing finish(const Routed& best, std::int64_t proven, Ended why);

  private:
    const RouteProblem& given_;
    const Problem& problem_;
    const Watch& watch_;
    Certificates* certificates_;
    std::vector<Stage> stages_;
};

} // namespace hubbub::route
