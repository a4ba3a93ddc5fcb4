// Raising the bound by subgradient steps: all prices at once.
#pragma once

#include "route/bound/sweep_utterances.hpp"
#include "route/run/watch.hpp"

#include <vector>

namespace hubbub::route::bound {

struct Pace {
    double first_rate;     // of the steps
    double renewed_rate;   // at least, when the target has moved much
    std::int32_t patience; // steps without gain before the rate falls
};

// The trajectory is kept between calls: restarted from swept prices it stalls.
class Ascent {
  public:
    explicit Ascent(const Chains& chains);

    // Steps from its own best prices; `target` (in 1 / scale) is the best cost known. The chains are left with the best
    // prices found, the rows behind current.
    void run(Chains& chains, std::int32_t steps, double target, Random& random, const Watch& watch);
    void restart(const Chains& chains); // from the chains' present prices
    void hurry(bool on);                // for long meetings while the gap is wide

  private:
    struct Point {
        std::vector<double> utterance;
        std::vector<std::vector<double>> word;
    };
    void write(Chains& chains, const Point& point) const;

    Point now_, best_, direction_, slope_;
    std::vector<double> stretch_; // the prices of long utterances range wider, so their steps are longer
    double best_bound_ = -1e18;
    double target_ = 0;
    Pace pace_;
    double rate_ = 1;
    std::int32_t stale_ = 0;
};

// A rank for every utterance by where the chains' best paths put it. The rows behind must be current.
std::vector<std::int32_t> places(const Chains& chains);

} // namespace hubbub::route::bound
