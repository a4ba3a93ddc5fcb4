// The clock, asked now and then. It only ever ends the work; it never steers it, so that runs repeat exactly.
#pragma once

#include "../budget.hpp"
#include "../progress.hpp"

#include <chrono>

namespace hubbub::mimo {

class Watch {
  public:
    explicit Watch(const Budget& budget) : budget_(&budget), began_(std::chrono::steady_clock::now()) {}

    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
    // Throws if the work was ended from outside.
    bool late() const {
        budget_->check_stop();
        return budget_->seconds != std::numeric_limits<double>::infinity() && seconds() > budget_->seconds;
    }
    const Budget& budget() const { return *budget_; }
    // What is left for a part of the work. Its stages are no one else's business.
    Budget rest() const { return {budget_->bytes, budget_->seconds - seconds(), budget_->stop}; }
    void show(const Stage& stage) const {
        if (budget_->progress != nullptr) budget_->progress->show(stage);
    }

  private:
    const Budget* budget_;
    std::chrono::steady_clock::time_point began_;
};

} // namespace hubbub::mimo
