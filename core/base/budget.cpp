#include "base/budget.hpp"

namespace hubbub {

const char* name_of(Ended ended) {
    switch (ended) {
    case Ended::proven:
        return "proven";
    case Ended::time:
        return "time used up";
    case Ended::memory:
        return "memory used up";
    case Ended::costs:
        return "costs too large";
    default:
        return "effort used up";
    }
}

TooLarge::TooLarge(double needed_, std::uint64_t allowed_)
    : std::runtime_error("the work needs more memory than allowed"), needed(needed_), allowed(allowed_) {}

} // namespace hubbub
