// The caller's budget while the solver runs: asked often, it ends the work by throwing.
#pragma once

#include "../budget.hpp"

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
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    // The budget for a part of the work.
    Budget left() const { return {bytes / 4, budget_.seconds - seconds(), budget_.stop}; }

    const std::uint64_t bytes;

  private:
    using Clock = std::chrono::steady_clock;
    const Budget& budget_;
    Clock::time_point start_ = Clock::now();
};

} // namespace hubbub::orc
