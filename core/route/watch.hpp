// The caller's budget while the solver runs: asked often, it ends the work by throwing.
#pragma once

#include "../budget.hpp"
#include "../progress.hpp"

#include <chrono>

namespace hubbub::orc {

struct UsedUp {}; // time or memory; caught by the schedule, which returns what it has

class Watch {
  public:
    explicit Watch(const Budget& budget) : bytes(budget.bytes), budget_(budget) {}

    void check() const {
        budget_.check_stop();
        if (seconds() > budget_.seconds) throw UsedUp();
    }
    void show(const Stage& stage) const {
        if (budget_.progress != nullptr) budget_.progress->show(stage);
    }
    bool late() const {
        budget_.check_stop();
        return seconds() > budget_.seconds;
    }
    // What is left for a part of the work, and a share of the memory. Its stages are no one else's business.
    Budget rest(std::uint64_t share = 1) const { return {bytes / share, budget_.seconds - seconds(), budget_.stop}; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    const std::uint64_t bytes;

  private:
    using Clock = std::chrono::steady_clock;
    const Budget& budget_;
    Clock::time_point start_ = Clock::now();
};

} // namespace hubbub::orc
