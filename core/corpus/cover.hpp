// Stretches of time that are asked about many times: each answer takes a binary search, however many there are.
#pragma once

#include "plan.hpp"

#include <algorithm>

namespace hubbub {

class Cover {
  public:
    void add(const Region& region) {
        if (region.start <= region.end) regions_.push_back({region.start, region.end});
    }
    // After the last one was added.
    void finish() {
        std::sort(regions_.begin(), regions_.end());
        for (std::size_t i = 1; i < regions_.size(); ++i)
            regions_[i].second = std::max(regions_[i].second, regions_[i - 1].second);
    }
    bool empty() const { return regions_.empty(); }

    // Has this stretch a moment in common with a region, be it the last one of either?
    bool touches(double start, double end) const { return start <= reached(end); }
    // Does a region hold this moment, its end excluded?
    bool holds(double moment) const { return moment < reached(moment); }

  private:
    // The latest end of the regions that start by then.
    double reached(double moment) const {
        const auto after = std::upper_bound(regions_.begin(), regions_.end(), moment,
                                            [](double at, const auto& region) { return at < region.first; });
        return after == regions_.begin() ? -std::numeric_limits<double>::infinity() : std::prev(after)->second;
    }

    std::vector<std::pair<double, double>> regions_; // by start; each with the latest end up to it
};

} // namespace hubbub
