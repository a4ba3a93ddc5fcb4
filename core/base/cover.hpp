// Stretches of time that are asked about many times: each answer takes a binary search, however many there are.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace hubbub {

class Cover {
  public:
    void add(double start, double end) {
        if (start <= end) stretches_.push_back({start, end});
    }
    // After the last one was added.
    void finish() {
        std::sort(stretches_.begin(), stretches_.end());
        for (std::size_t i = 1; i < stretches_.size(); ++i)
            stretches_[i].second = std::max(stretches_[i].second, stretches_[i - 1].second);
    }
    bool empty() const { return stretches_.empty(); }

    // Have this stretch and one of ours a moment in common, be it where one ends and the other starts?
    bool touches(double start, double end) const { return start <= reached(after(end)); }
    // Have they more than that in common?
    bool overlaps(double start, double end) const {
        return start < reached(std::lower_bound(
                           stretches_.begin(), stretches_.end(), end,
                           [](const auto& one, double at) { return one.first < at; }));
    }
    // Is this moment in one of ours, its end excluded?
    bool holds(double moment) const { return moment < reached(after(moment)); }

  private:
    using Stretches = std::vector<std::pair<double, double>>;

    Stretches::const_iterator after(double moment) const {
        return std::upper_bound(stretches_.begin(), stretches_.end(), moment,
                                [](double at, const auto& one) { return at < one.first; });
    }
    // The latest end of those before.
    double reached(Stretches::const_iterator place) const {
        return place == stretches_.begin() ? -std::numeric_limits<double>::infinity() : std::prev(place)->second;
    }

    Stretches stretches_; // by start; each with the latest end up to it
};

} // namespace hubbub
