#include "budget.hpp"

namespace hubbub {

TooLarge::TooLarge(double needed_, std::uint64_t allowed_)
    : std::runtime_error("the work needs more memory than allowed"), needed(needed_), allowed(allowed_) {}

} // namespace hubbub
