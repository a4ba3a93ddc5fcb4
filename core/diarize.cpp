#include "diarize.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

namespace hubbub {
namespace {

// What can be on: a region, which is no part of the state; a stretch that is not scored; a collar; then the voices.
constexpr std::int32_t region = -1, ignored_track = 0, collar = 1, voices = 2;

struct Event {
    double moment; // tenths of a microsecond: times that differ by dust alone are the same moment
    double time;
    std::int32_t step; // at a moment, ends (-1) come before starts (1)
    std::int32_t on;

    auto key() const { return std::tie(moment, step, time); }
    bool operator<(const Event& other) const { return key() < other.key(); }
};

class Events {
  public:
    void add(double start, double end, std::int32_t on) {
        all.push_back({std::nearbyint(start * 1e7), start, 1, on});
        all.push_back({std::nearbyint(end * 1e7), end, -1, on});
    }
    std::vector<Event> all;
};

std::vector<Event> events(std::span<const Interval> regions, std::span<const Interval> excluded, const Side& reference,
                          const Side& hypothesis, double width) {
    Events events;
    events.all.reserve(2 * (regions.size() + excluded.size() + 3 * reference.turns.size() + hypothesis.turns.size()));
    for (const auto& [start, end] : regions) events.add(start, end, region);
    for (const auto& [start, end] : excluded) events.add(start, end, ignored_track);
    for (const auto& [start, last, voice] : reference.turns) {
        const double end = start + std::nearbyint((last - start) * 1e9) / 1e9;
        events.add(start, end, voices + voice);
        if (width > 0)
            for (const double bound : {start, end}) events.add(bound - width, bound + width, collar);
    }
    for (const auto& [start, last, voice] : hypothesis.turns) {
        const double end = start + std::nearbyint((last - start) * 1e9) / 1e9;
        events.add(start, end, voices + reference.voices + voice);
    }
    std::sort(events.all.begin(), events.all.end());
    return std::move(events.all);
}

} // namespace

std::size_t outside(std::span<const Turn> turns, std::span<const Interval> regions) {
    return static_cast<std::size_t>(std::count_if(turns.begin(), turns.end(), [&](const Turn& turn) {
        return turn.start < turn.end &&
               std::none_of(
                   regions.begin(), regions.end(),
                   [&](const Interval& own) { return own.first < turn.end && turn.start < own.second; });
    }));
}

Stretches::Stretches(std::span<const Interval> regions, std::span<const Interval> ignored, const Side& reference,
                     const Side& hypothesis, double width, bool skip_overlap)
    : speakers_(reference.voices), streams_(hypothesis.voices), skip_overlap_(skip_overlap),
      states_(static_cast<std::size_t>(voices + speakers_ + streams_)) {
    for (const Side* side : {&reference, &hypothesis})
        for (const Turn& turn : side->turns)
            if (turn.voice < 0 || turn.voice >= side->voices)
                throw std::out_of_range("a turn of a voice that there is not");
    std::vector<std::int32_t> depth(static_cast<std::size_t>(voices + speakers_ + streams_), 0);
    Bits on = states_.nothing();
    constexpr std::int32_t unknown = -1;
    std::int32_t inside = 0, state = unknown;
    double since = 0;
    for (const Event& event : events(regions, ignored, reference, hypothesis, width)) {
        if (inside <= 0) {
            since = event.time;
        } else if (since < event.time) {
            if (state == unknown) {
                state = states_.number(on);
                seconds_.resize(states_.size(), 0.0);
            }
            durations_.push_back(event.time - since);
            state_of_.push_back(state);
            seconds_[static_cast<std::size_t>(state)] += event.time - since;
            since = event.time;
        }
        if (event.on == region) {
            inside += event.step;
            continue;
        }
        const auto track = static_cast<std::size_t>(event.on);
        const bool was_on = depth[track] > 0;
        depth[track] += event.step;
        if (was_on == (depth[track] > 0)) continue;
        on[track / 64] ^= std::uint64_t{1} << (track % 64);
        state = unknown;
    }
}

void Stretches::hear(std::size_t state, Heard& into) const {
    into.speakers.clear();
    into.streams.clear();
    into.in_region = true;
    bool skipped = false;
    states_.each(state, [&](std::int32_t track) {
        if (track == ignored_track)
            into.in_region = false;
        else if (track == collar)
            skipped = true;
        else if (track < voices + speakers_)
            into.speakers.push_back(track - voices);
        else
            into.streams.push_back(track - voices - speakers_);
    });
    if (skip_overlap_ && into.speakers.size() > 1) skipped = true;
    into.scored = into.in_region && !skipped;
}

Shared Stretches::shared(bool scored) const {
    const auto rows = static_cast<std::size_t>(speakers_), columns = static_cast<std::size_t>(streams_);
    Shared found{std::vector<std::int64_t>(rows), std::vector<std::int64_t>(columns),
                 std::vector(rows, std::vector<std::int64_t>(columns))};
    Heard heard;
    for (std::size_t state = 0; state < states_.size(); ++state) {
        hear(state, heard);
        if (!(scored ? heard.scored : heard.in_region) || (heard.speakers.empty() && heard.streams.empty())) continue;
        const std::int64_t time = std::llrint(seconds_[state] * 1e9);
        for (const std::int32_t speaker : heard.speakers) {
            found.spoken[static_cast<std::size_t>(speaker)] += time;
            auto& row = found.both[static_cast<std::size_t>(speaker)];
            for (const std::int32_t stream : heard.streams) row[static_cast<std::size_t>(stream)] += time;
        }
        for (const std::int32_t stream : heard.streams) found.detected[static_cast<std::size_t>(stream)] += time;
    }
    return found;
}

std::array<double, 4> Stretches::sums(std::span<const std::int32_t> stream_of) const {
    if (stream_of.size() != static_cast<std::size_t>(speakers_))
        throw std::invalid_argument("a stream, or -1, for each speaker is needed");
    std::vector<std::array<double, 4>> weights(states_.size());
    Heard heard;
    for (std::size_t state = 0; state < states_.size(); ++state) {
        hear(state, heard);
        if (!heard.scored) continue;
        const auto spoken = static_cast<double>(heard.speakers.size());
        const auto given = static_cast<double>(heard.streams.size());
        const auto right = std::count_if(heard.speakers.begin(), heard.speakers.end(), [&](std::int32_t speaker) {
            const std::int32_t stream = stream_of[static_cast<std::size_t>(speaker)];
            return std::binary_search(heard.streams.begin(), heard.streams.end(), stream);
        });
        weights[state] = {spoken, std::max(spoken - given, 0.0), std::max(given - spoken, 0.0),
                          std::min(spoken, given) - static_cast<double>(right)};
    }
    std::array<double, 4> sums{};
    for (std::size_t i = 0; i < durations_.size(); ++i) {
        const auto& row = weights[static_cast<std::size_t>(state_of_[i])];
        for (std::size_t column = 0; column < sums.size(); ++column) sums[column] += durations_[i] * row[column];
    }
    return sums;
}

} // namespace hubbub
