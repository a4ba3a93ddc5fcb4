#include "diarize.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

namespace hubbub {
namespace {

struct Event {
    double moment; // tenths of a microsecond: times that differ by dust alone are the same moment
    int step;      // at which ends (-1) come before starts (1)
    double time;
    std::int32_t track;

    auto key() const { return std::tie(moment, step, time, track); }
    bool operator<(const Event& other) const { return key() < other.key(); }
};

std::vector<Event> events(std::span<const Interval> intervals, std::int32_t tracks) {
    std::vector<Event> all;
    all.reserve(2 * intervals.size());
    for (const auto& [start, end, track] : intervals) {
        if (track < 0 || track >= tracks) throw std::out_of_range("an interval on a track that there is not");
        all.push_back({std::nearbyint(start * 1e7), 1, start, track});
        all.push_back({std::nearbyint(end * 1e7), -1, end, track});
    }
    std::sort(all.begin(), all.end());
    return all;
}

} // namespace

Stretches::Stretches(std::span<const Interval> intervals, std::int32_t tracks) {
    std::vector<std::int32_t> depth(static_cast<std::size_t>(tracks), 0), on; // on: ascending, without track 0
    std::map<std::vector<std::int32_t>, std::int32_t> number;
    double since = 0;
    for (const Event& event : events(intervals, tracks)) {
        if (depth[0] <= 0) {
            since = event.time;
        } else if (since < event.time) {
            const auto [found, is_new] = number.try_emplace(on, static_cast<std::int32_t>(states_.size()));
            if (is_new) {
                states_.push_back(on);
                seconds_.push_back(0);
            }
            durations_.push_back(event.time - since);
            state_of_.push_back(found->second);
            seconds_[static_cast<std::size_t>(found->second)] += event.time - since;
            since = event.time;
        }
        auto& own = depth[static_cast<std::size_t>(event.track)];
        const bool was_on = own > 0;
        own += event.step;
        if (event.track == 0 || was_on == (own > 0)) continue;
        const auto place = std::lower_bound(on.begin(), on.end(), event.track);
        if (was_on)
            on.erase(place);
        else
            on.insert(place, event.track);
    }
}

std::vector<double> Stretches::sums(const std::vector<std::vector<std::int32_t>>& weights) const {
    if (weights.size() != states_.size()) throw std::invalid_argument("as many weights as states are needed");
    std::vector<double> sums(weights.empty() ? 0 : weights.front().size(), 0.0);
    for (const auto& row : weights)
        if (row.size() != sums.size()) throw std::invalid_argument("weights of different lengths");
    for (std::size_t i = 0; i < durations_.size(); ++i) {
        const auto& row = weights[static_cast<std::size_t>(state_of_[i])];
        for (std::size_t column = 0; column < sums.size(); ++column) sums[column] += durations_[i] * row[column];
    }
    return sums;
}

} // namespace hubbub
