#include "diarize.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

namespace hubbub {
namespace {

constexpr std::int32_t region = -1; // the track that must be on

struct Event {
    double moment; // tenths of a microsecond: times that differ by dust alone are the same moment
    int step;      // at which ends (-1) come before starts (1)
    double time;
    std::int32_t on; // which track

    auto key() const { return std::tie(moment, step, time, on); }
    bool operator<(const Event& other) const { return key() < other.key(); }
};

class Events {
  public:
    void add(double start, double end, std::int32_t on) {
        all.push_back({std::nearbyint(start * 1e7), 1, start, on});
        all.push_back({std::nearbyint(end * 1e7), -1, end, on});
    }
    std::vector<Event> all;
};

std::vector<Event> events(std::span<const Interval> regions, std::span<const Interval> excluded,
                          std::span<const Turn> turns, std::int32_t speakers, std::int32_t streams, double width) {
    Events events;
    events.all.reserve(2 * (regions.size() + excluded.size() + (width > 0 ? 3 : 1) * turns.size()));
    for (const auto& [start, end] : regions) events.add(start, end, region);
    for (const auto& [start, end] : excluded) events.add(start, end, track::ignored);
    for (const auto& [start, last, voice] : turns) {
        if (voice < 0 || voice >= speakers + streams) throw std::out_of_range("a turn of a voice that there is not");
        // md-eval knows start and duration, and its sums depend on the last bit of what it adds.
        const double end = start + std::nearbyint((last - start) * 1e9) / 1e9;
        events.add(start, end, track::voices + voice);
        if (voice >= speakers || !(width > 0)) continue;
        for (const double bound : {start, end}) events.add(bound - width, bound + width, track::collar);
    }
    std::sort(events.all.begin(), events.all.end());
    return std::move(events.all);
}

} // namespace

Stretches::Stretches(std::span<const Interval> regions, std::span<const Interval> ignored, std::span<const Turn> turns,
                     std::int32_t speakers, std::int32_t streams, double width) {
    std::vector<std::int32_t> depth(static_cast<std::size_t>(track::voices + speakers + streams), 0),
        on; // on: ascending
    std::map<std::vector<std::int32_t>, std::int32_t> number;
    std::int32_t inside = 0;
    double since = 0;
    for (const Event& event : events(regions, ignored, turns, speakers, streams, width)) {
        if (inside <= 0) {
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
        if (event.on == region) {
            inside += event.step;
            continue;
        }
        auto& own = depth[static_cast<std::size_t>(event.on)];
        const bool was_on = own > 0;
        own += event.step;
        if (was_on == (own > 0)) continue;
        const auto place = std::lower_bound(on.begin(), on.end(), event.on);
        if (was_on)
            on.erase(place);
        else
            on.insert(place, event.on);
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
