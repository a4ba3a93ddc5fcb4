// A union of time intervals for many queries; each takes one binary search. Times are compared as whole nanoseconds.
#pragma once

#include "base/nanoseconds.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace hubbub {

class Cover {
  public:
    void add(double start, double end) {
        if (start <= end) intervals_.push_back({bounded_nanoseconds(start), bounded_nanoseconds(end)});
    }
    // Call once after the last add().
    void finish() {
        std::sort(intervals_.begin(), intervals_.end());
        for (std::size_t i = 1; i < intervals_.size(); ++i)
            intervals_[i].second = std::max(intervals_[i].second, intervals_[i - 1].second);
    }
    bool empty() const { return intervals_.empty(); }

    // Whether an interval shares at least one point with the union; end points count.
    bool touches(double start, double end) const {
        return bounded_nanoseconds(start) <= latest_end_before(first_after(bounded_nanoseconds(end)));
    }
    // Whether an interval overlaps the union by more than a point.
    bool overlaps(double start, double end) const {
        const auto later = std::lower_bound(intervals_.begin(), intervals_.end(), bounded_nanoseconds(end),
                                            [](const auto& interval, std::int64_t at) { return interval.first < at; });
        return bounded_nanoseconds(start) < latest_end_before(later);
    }
    // Whether a moment is inside the union: a start is, an end is not.
    bool contains(double seconds) const {
        const std::int64_t moment = bounded_nanoseconds(seconds);
        return moment < latest_end_before(first_after(moment));
    }

  private:
    using Intervals = std::vector<std::pair<std::int64_t, std::int64_t>>;

    Intervals::const_iterator first_after(std::int64_t moment) const {
        return std::upper_bound(intervals_.begin(), intervals_.end(), moment,
                                [](std::int64_t at, const auto& interval) { return at < interval.first; });
    }
    // The latest end of the intervals before this one.
    std::int64_t latest_end_before(Intervals::const_iterator next) const {
        return next == intervals_.begin() ? std::numeric_limits<std::int64_t>::min() : std::prev(next)->second;
    }

    Intervals intervals_; // by start; each with the latest end of all intervals up to it
};

} // namespace hubbub
