// The subgradient method of climb.hpp over chains.
#pragma once

#include "route/bound/chains.hpp"
#include "route/bound/climb.hpp"
#include "route/run/run.hpp"

#include <vector>

namespace hubbub::route::bound {

// The trajectory is kept between calls: restarted from swept prices it stalls.
class Ascent {
  public:
    explicit Ascent(const Chains& chains) { restart(chains); }

    // Steps from its own best prices; `target` (in 1 / scale) is the best cost known. The chains are left with the best
    // prices found, the rows behind current.
    void run(Chains& chains, std::int32_t steps, double target, Random& random, const Watch& watch);
    void restart(const Chains& chains); // from the chains' present prices
    void hurry(bool on);                // for long meetings while the gap is wide

  private:
    void write(Chains& chains, const std::vector<double>& price) const;
    void find_slope(const Chains& chains, Random& random);

    Climb<double> climb_;     // utterances, then the words of all streams
    double renewed_rate_ = 1; // after the target has moved much, at least
    double target_ = 0;
};

// A rank for every utterance by where the chains' best paths put it. The rows behind must be current.
std::vector<std::int32_t> places(const Chains& chains);

} // namespace hubbub::route::bound
