// Progress of a long search, readable from another thread.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace hubbub {

// The state of a search after one stage.
struct Stage {
    std::string name;
    std::int64_t best = 0;  // the incumbent's cost
    double bound = 0;       // the proven lower bound; may be fractional, costs are integers
    std::int64_t cells = 0; // cells (or graph nodes) that are not pruned
    std::int64_t work = 0;  // states expanded, windows bounded, …: what the stage counts; the last row has the sum
    double seconds = 0;     // since the start of the search
};

// The last stage, written by the search and read from another thread.
class Progress {
  public:
    void show(const Stage& stage) {
        const std::lock_guard lock(mutex_);
        last_ = stage;
    }
    void clear() {
        const std::lock_guard lock(mutex_);
        last_.reset();
    }
    std::optional<Stage> last() const {
        const std::lock_guard lock(mutex_);
        return last_;
    }

  private:
    mutable std::mutex mutex_;
    std::optional<Stage> last_;
};

} // namespace hubbub
