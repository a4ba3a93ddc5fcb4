// The limits of a solver, and how it reports that one of them was reached.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace hubbub {

class Progress;

// Checked often during long work.
class StopSign {
  public:
    virtual ~StopSign() = default;
    virtual void check() const = 0; // throws if the work must stop now
};

// The stop sign of this thread's work, or null: for loops that run long but need no budget.
inline thread_local const StopSign* current_stop = nullptr;
inline void check_stop() {
    if (current_stop != nullptr) current_stop->check();
}

// Work is counted in steps of about a tenth of a nanosecond on a common core, so a limit ends a search at the same
// point on every machine and the results are the same. Counts the work of this thread.
inline thread_local std::uint64_t work_done = 0;
inline void spend(std::uint64_t steps) { work_done += steps; }

// What ended a search. `costs`: the costs are so large that the bound is only rough.
enum class Ended { not_yet, proven, work, time, memory, costs };
const char* name_of(Ended ended); // shown as the name of the last stage

struct Budget {
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    const StopSign* stop = nullptr;
    Progress* progress = nullptr; // updated after each stage of a long search
    double work = std::numeric_limits<double>::infinity();
    double held = 0;         // bytes, of those above, that the caller has allocated
    std::size_t session = 0; // whose progress this is
    // A search may stop once no solution costs less than this.
    std::int64_t enough = std::numeric_limits<std::int64_t>::max();

    void check_stop() const {
        if (stop != nullptr) stop->check();
    }
};

// The work was stopped from outside.
struct Stopped : std::runtime_error {
    Stopped() : std::runtime_error("stopped") {}
};

// The work needs more memory than allowed. Thrown before anything is allocated.
struct TooLarge : std::runtime_error {
    TooLarge(double needed, std::uint64_t allowed);
    double needed; // bytes; a double, since the product over many streams overflows any integer
    std::uint64_t allowed;
};

} // namespace hubbub
