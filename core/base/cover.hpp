// A union of time intervals for many queries; each takes one binary search.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace hubbub {

class Cover {
  public:
    void add(double start, double end) {
        if (start <= end) intervals_.push_back({start, end});
    }
    // Call once after the last add().
    void finish() {
        std::sort(intervals_.begin(), intervals_.end());
        for (std::size_t i = 1; i < intervals_.size(); ++i)
            intervals_[i].second = std::max(intervals_[i].second, intervals_[i - 1].second);
    }
    bool empty() const { return intervals_.empty(); }

    // Whether an interval shares at least one point with the union; end points count.
    bool touches(double start, double end) const { return start <= latest_end_before(first_after(end)); }
    // Whether an interval overlaps the union by more than a point.
    bool overlaps(double start, double end) const {
        return start < latest_end_before(std::lower_bound(
                           intervals_.begin(), intervals_.end(), end,
                           [](const auto& interval, double at) { return interval.first < at; }));
    }
    // Whether a moment is inside the union; ends are excluded.
    bool contains(double moment) const { return moment < latest_end_before(first_after(moment)); }

  private:
    using Intervals = std::vector<std::pair<double, double>>;

    Intervals::const_iterator first_after(double moment) const {
        return std::upper_bound(intervals_.begin(), intervals_.end(), moment,
                                [](double at, const auto& interval) { return at < interval.first; });
    }
    // The latest end of the intervals before this one.
    double latest_end_before(Intervals::const_iterator next) const {
        return next == intervals_.begin() ? -std::numeric_limits<double>::infinity() : std::prev(next)->second;
    }

    Intervals intervals_; // by start; each with the latest end of all intervals up to it
};

} // namespace hubbub
