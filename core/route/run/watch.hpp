// The room `run`: how long to go on (Watch), random numbers (Random), what tests change (Settings), and what a run has
// come to and how it ends (Log).
//
// The caller's budget while a router runs: asked often, it ends the work. It never steers it, so that runs repeat.
#pragma once

#include "budget.hpp"
#include "progress.hpp"

#include <chrono>
#include <limits>

namespace hubbub::route {

struct UsedUp { // thrown where no more can be done; caught by the schedule, which returns what it has
    Ended why;
};

class Watch {
  public:
    explicit Watch(const Budget& budget) : bytes(budget.bytes), budget_(budget) {}

    // Is the time or the work used up? Throws where the work was ended from outside.
    bool late() const {
        budget_.check_stop();
        if (static_cast<double>(work()) > budget_.work) {
            ended_ = Ended::work;
        } else if (budget_.seconds != std::numeric_limits<double>::infinity() && seconds() > budget_.seconds) {
            ended_ = Ended::time;
        } else {
            return false;
        }
        return true;
    }
    void check() const {
        if (late()) throw UsedUp{ended_};
    }
    Ended ended() const { return ended_; }
    void show(const Stage& stage) const {
        if (budget_.progress != nullptr) budget_.progress->show(stage);
    }
    // What is left for a part of the work, and a share of the memory. Its stages are no one else's business.
    Budget rest(std::uint64_t share = 1) const {
        return {bytes / share, budget_.seconds - seconds(), budget_.stop, nullptr,
                budget_.work - static_cast<double>(work())};
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    const std::uint64_t bytes;

  private:
    using Clock = std::chrono::steady_clock;
    std::uint64_t work() const { return work_done - before_; }

    const Budget& budget_;
    Clock::time_point start_ = Clock::now();
    std::uint64_t before_ = work_done;
    mutable Ended ended_ = Ended::not_yet;
};

} // namespace hubbub::route
