// What a solver may spend, and how it says that this is not enough.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace hubbub {

class Progress;

// Asked often while the work goes on.
class StopSign {
  public:
    virtual ~StopSign() = default;
    virtual void check() const = 0; // throws where the work is to end at once
};

// The sign of the work that this thread is at, if it has one: for loops that are long but need no budget.
inline thread_local const StopSign* current_stop = nullptr;
inline void check_stop() {
    if (current_stop != nullptr) current_stop->check();
}

struct Budget {
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    const StopSign* stop = nullptr;
    Progress* progress = nullptr; // told after each stage of a long search

    void check_stop() const {
        if (stop != nullptr) stop->check();
    }
};

// The work was ended from outside.
struct Stopped : std::runtime_error {
    Stopped() : std::runtime_error("stopped") {}
};

// Known before anything was allocated: the work needs more memory than allowed.
struct TooLarge : std::runtime_error {
    TooLarge(double needed, std::uint64_t allowed);
    double needed; // bytes; a double, since the product of many streams overflows any integer
    std::uint64_t allowed;
};

} // namespace hubbub
