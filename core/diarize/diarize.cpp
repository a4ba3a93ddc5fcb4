#include "diarize/diarize.hpp"

#include "base/cover.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>

namespace hubbub {
namespace {

// What can be active: a region, which is not part of the state; an ignored interval; a collar; then the speakers, from
// `first_speaker` on.
constexpr std::int32_t region = -1, not_scored = 0, collar = 1, first_speaker = 2;

struct Event {
    double moment; // tenths of a microsecond: times that differ by a rounding error are equal
    double time;
    std::int32_t step; // at the same moment, ends (-1) come before starts (1)
    std::int32_t on;

    bool operator<(const Event& other) const {
        if (moment != other.moment) return moment < other.moment;
        return step != other.step ? step < other.step : time < other.time;
    }
};

/// All starts and ends in a session, in order of time.
class Events {
  public:
    Events(std::span<const Interval> regions, std::span<const Interval> excluded, const Side& reference,
           const Side& hypothesis, double width)
        : regions_(regions), excluded_(excluded), reference_(reference), hypothesis_(hypothesis), width_(width) {
        if (reference.turns.empty() && hypothesis.turns.empty()) first_ = last_ = 0;
        for (const Side* side : {&reference, &hypothesis}) {
            for (const Turn& turn : side->turns) {
                if (turn.speaker < 0 || turn.speaker >= side->speakers)
                    throw std::out_of_range("a turn has an unknown speaker");
                first_ = std::min(first_, turn.start);
                last_ = std::max(last_, turn.end);
            }
        }
    }

    // Bucket sort: the time from the first turn to the last is divided into as many buckets as there are events. Those
    // of a meeting are spread evenly, so few share a bucket, and little is left to sort.
    std::vector<Event> in_order() const {
        const std::size_t size = 2 * (regions_.size() + excluded_.size() + hypothesis_.turns.size() +
                                      (width_ > 0 ? 3 : 1) * reference_.turns.size());
        if (size >= std::numeric_limits<std::uint32_t>::max()) throw std::length_error("too many turns");
        const double scale = static_cast<double>(size) / std::max((last_ - first_) * 1e7, 1.0);
        const auto piece = [&](double moment) {
            const double share = (moment - first_ * 1e7) * scale;
            return share > 0 ? static_cast<std::size_t>(std::min(share, static_cast<double>(size))) : 0;
        };
        std::vector<std::uint32_t> place(size + 2,
                                         0); // the end of each bucket; once it is filled, its start
        each([&](double time, std::int32_t, std::int32_t) { ++place[piece(moment(time))]; });
        std::partial_sum(place.begin(), place.end(), place.begin());
        std::vector<Event> sorted(size);
        each([&](double time, std::int32_t step, std::int32_t on) {
            const double own = moment(time);
            sorted[--place[piece(own)]] = {own, time, step, on};
        });
        for (std::size_t i = 0; i <= size; ++i)
            if (place[i + 1] - place[i] > 1) std::sort(&sorted[place[i]], sorted.data() + place[i + 1]);
        return sorted;
    }

  private:
    static double moment(double time) { return std::nearbyint(time * 1e7); }

    template <class Visit> void each(Visit visit) const {
        const auto both = [&](double start, double end, std::int32_t on) {
            visit(start, 1, on);
            visit(end, -1, on);
        };
        for (const auto& [start, end] : regions_) both(start, end, region);
        for (const auto& [start, end] : excluded_) both(start, end, not_scored);
        for (const Turn& turn : reference_.turns) {
            const double last = end(turn);
            both(turn.start, last, first_speaker + turn.speaker);
            if (!(width_ > 0)) continue;
            for (const double bound : {turn.start, last}) both(bound - width_, bound + width_, collar);
        }
        for (const Turn& turn : hypothesis_.turns)
            both(turn.start, end(turn), first_speaker + reference_.speakers + turn.speaker);
    }

    // md-eval reads start and duration, and its sums depend on the last bit of the operands.
    static double end(const Turn& turn) { return turn.start + std::nearbyint((turn.end - turn.start) * 1e9) / 1e9; }

    std::span<const Interval> regions_, excluded_;
    const Side &reference_, &hypothesis_;
    double width_;
    double first_ = std::numeric_limits<double>::max(), last_ = std::numeric_limits<double>::lowest();
};

} // namespace

std::size_t outside(std::span<const Turn> turns, std::span<const Interval> regions) {
    Cover cover;
    for (const auto& [start, end] : regions) cover.add(start, end);
    cover.finish();
    return static_cast<std::size_t>(std::count_if(turns.begin(), turns.end(), [&](const Turn& turn) {
        return turn.start < turn.end && !cover.overlaps(turn.start, turn.end);
    }));
}

Stretches::Stretches(std::span<const Interval> regions, std::span<const Interval> ignored, const Side& reference,
                     const Side& hypothesis, double width, bool skip_overlap)
    : speakers_(reference.speakers), streams_(hypothesis.speakers), skip_overlap_(skip_overlap),
      states_(static_cast<std::size_t>(first_speaker + speakers_ + streams_)) {
    std::vector<std::int32_t> depth(static_cast<std::size_t>(first_speaker + speakers_ + streams_), 0);
    Bits on = states_.nothing();
    constexpr std::int32_t unknown = -1;
    std::int32_t inside = 0, active = 0, state = unknown; // active: the number of active speakers
    double since = 0;
    const std::vector<Event> events = Events(regions, ignored, reference, hypothesis, width).in_order();
    starts_.reserve(events.size());
    durations_.reserve(events.size());
    state_of_.reserve(events.size());
    for (const Event& event : events) {
        if (inside > 0 && active > 0 && since < event.time) {
            if (state == unknown) {
                state = states_.number(on);
                seconds_.resize(states_.size(), 0.0);
            }
            starts_.push_back(since);
            durations_.push_back(event.time - since);
            state_of_.push_back(state);
            seconds_[static_cast<std::size_t>(state)] += event.time - since;
        }
        // Without active speakers a region may be endless; then only the time between turns counts as silence.
        if (inside > 0 && active == 0 && depth[not_scored] == 0 && depth[collar] == 0 &&
            std::isfinite(event.time - since))
            silence_ += std::max(event.time - since, 0.0);
        since = inside > 0 ? std::max(since, event.time) : event.time;
        if (event.on == region) {
            inside += event.step;
            continue;
        }
        const auto track = static_cast<std::size_t>(event.on);
        const bool was_on = depth[track] > 0;
        depth[track] += event.step;
        if (was_on == (depth[track] > 0)) continue;
        on[track / 64] ^= std::uint64_t{1} << (track % 64);
        if (event.on >= first_speaker) active += event.step;
        state = unknown;
    }
}

void Stretches::find_active(std::size_t state, Active& into) const {
    into.speakers.clear();
    into.streams.clear();
    into.in_region = true;
    bool skipped = false;
    states_.each(state, [&](std::int32_t track) {
        if (track == not_scored)
            into.in_region = false;
        else if (track == collar)
            skipped = true;
        else if (track < first_speaker + speakers_)
            into.speakers.push_back(track - first_speaker);
        else
            into.streams.push_back(track - first_speaker - speakers_);
    });
    if (skip_overlap_ && into.speakers.size() > 1) skipped = true;
    into.scored = into.in_region && !skipped;
}

Shared Stretches::shared(bool scored) const {
    const auto rows = static_cast<std::size_t>(speakers_), columns = static_cast<std::size_t>(streams_);
    Shared found{std::vector<std::int64_t>(rows), std::vector<std::int64_t>(columns),
                 std::vector(rows, std::vector<std::int64_t>(columns))};
    Active active;
    for (std::size_t state = 0; state < states_.size(); ++state) {
        find_active(state, active);
        if (!(scored ? active.scored : active.in_region)) continue;
        const std::int64_t time = std::llrint(seconds_[state] * 1e9);
        for (const std::int32_t speaker : active.speakers) {
            found.spoken[static_cast<std::size_t>(speaker)] += time;
            auto& row = found.both[static_cast<std::size_t>(speaker)];
            for (const std::int32_t stream : active.streams) row[static_cast<std::size_t>(stream)] += time;
        }
        for (const std::int32_t stream : active.streams) found.detected[static_cast<std::size_t>(stream)] += time;
    }
    return found;
}

std::vector<Together> Stretches::together() const {
    std::map<std::vector<std::int32_t>, std::int32_t> speakers{{{}, 0}}, streams{{{}, 0}};
    const auto number = [](auto& sets, const std::vector<std::int32_t>& set) {
        return sets.emplace(set, static_cast<std::int32_t>(sets.size())).first->second;
    };
    std::vector<Together> found;
    if (const std::int64_t time = std::llrint(silence_ * 1e9)) found.push_back({0, 0, time});
    Active active;
    for (std::size_t state = 0; state < states_.size(); ++state) {
        find_active(state, active);
        const std::int64_t time = std::llrint(seconds_[state] * 1e9);
        if (active.scored && time > 0)
            found.push_back({number(speakers, active.speakers), number(streams, active.streams), time});
    }
    return found;
}

std::vector<Stretch> Stretches::in_order() const {
    std::vector<Stretch> found;
    Active active;
    for (std::size_t i = 0; i < durations_.size(); ++i) {
        find_active(static_cast<std::size_t>(state_of_[i]), active);
        if (active.scored) found.push_back({starts_[i], durations_[i], active.speakers, active.streams});
    }
    return found;
}

std::array<double, 4> Stretches::sums(std::span<const std::int32_t> stream_of) const {
    if (stream_of.size() != static_cast<std::size_t>(speakers_))
        throw std::invalid_argument("stream_of must have a stream, or -1, for each speaker");
    std::vector<std::array<double, 4>> weights(states_.size());
    Active active;
    for (std::size_t state = 0; state < states_.size(); ++state) {
        find_active(state, active);
        if (!active.scored) continue;
        const auto spoken = static_cast<double>(active.speakers.size());
        const auto given = static_cast<double>(active.streams.size());
        const auto right = std::count_if(active.speakers.begin(), active.speakers.end(), [&](std::int32_t speaker) {
            const std::int32_t stream = stream_of[static_cast<std::size_t>(speaker)];
            return std::binary_search(active.streams.begin(), active.streams.end(), stream);
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
