// Progress of a long search, readable from another thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

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

// A search under way: the number of its session and its last stage.
struct Running {
    std::size_t session;
    Stage stage;
};

// The searches under way, written by their threads and read from another one.
class Progress {
  public:
    void show(std::size_t session, const Stage& stage) {
        const std::lock_guard lock(mutex_);
        const auto known = std::ranges::find(running_, session, &Running::session);
        if (known == running_.end())
            running_.push_back({session, stage});
        else
            known->stage = stage;
    }
    void clear(std::size_t session) {
        const std::lock_guard lock(mutex_);
        std::erase_if(running_, [&](const Running& one) { return one.session == session; });
    }
    // The search that reported first.
    std::optional<Running> oldest() const {
        const std::lock_guard lock(mutex_);
        return running_.empty() ? std::nullopt : std::optional(running_.front());
    }

  private:
    mutable std::mutex mutex_;
    std::vector<Running> running_; // in the order of their first stages
};

} // namespace hubbub
