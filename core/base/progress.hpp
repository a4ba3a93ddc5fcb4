// What a long search has come to, for whoever waits for it.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace hubbub {

// What the work had come to after one stage of it.
struct Stage {
    std::string name;
    std::int64_t best = 0;  // the best cost so far
    double bound = 0;       // the proven bound so far, with the fraction that rounding up makes whole
    std::int64_t cells = 0; // cells (or nodes) still alive
    std::int64_t work = 0; // states searched, windows bounded, …: whatever the stage counts; in the last row, all of it
    double seconds = 0;    // since the start
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
