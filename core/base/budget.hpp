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

// Work is counted, in steps of about a nanosecond on a common core: a budget of it ends a search at the same place on
// every machine, and so gives the same numbers. Counted is what this thread does.
inline thread_local std::uint64_t work_done = 0;
inline void spend(std::uint64_t steps) { work_done += steps; }

// What ended a search. `costs`: they are so large that the bound can only be rough.
enum class Ended { not_yet, proven, work, time, memory, costs };
const char* name_of(Ended ended); // as the last stage is called

struct Budget {
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    const StopSign* stop = nullptr;
    Progress* progress = nullptr; // told after each stage of a long search
    double work = std::numeric_limits<double>::infinity();

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
