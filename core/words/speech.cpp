#include "words/speech.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace hubbub {
namespace {

constexpr double pause = 1.5;   // seconds: a turn continues if its speaker pauses for no longer
constexpr std::int64_t few = 3; // words of a backchannel at most
constexpr std::array<std::int64_t, Speech::lengths - 1> longest{1, 5, 15};

} // namespace

Speech::Speech(std::span<const std::int32_t> speakers, std::span<const std::int32_t> counts,
               std::span<const Stretch> times, double second) {
    std::size_t at = 0;
    stretches_.reserve(counts.size());
    for (const std::int32_t words : counts) {
        Stretch stretch{0, 0};
        for (std::int32_t i = 0; i < words; ++i, ++at) {
            stretch.first = i == 0 ? times[at].first : std::min(stretch.first, times[at].first);
            stretch.second = i == 0 ? times[at].second : std::max(stretch.second, times[at].second);
        }
        stretches_.push_back(stretch);
    }
    long_turns_ = turns(speakers, counts, pause * second);
    std::vector<std::pair<double, std::int32_t>> changes;
    for (const Turns& one : turns(speakers, counts, 0))
        for (const auto& [start, end] : one.turns) {
            changes.emplace_back(start, 1);
            changes.emplace_back(end, -1);
        }
    std::sort(changes.begin(), changes.end());
    speaking_.push_back(0);
    for (const auto& [moment, change] : changes) {
        if (moments_.empty() || moments_.back() != moment) {
            moments_.push_back(moment);
            speaking_.push_back(speaking_.back());
        }
        speaking_.back() += change;
    }
}

std::vector<Speech::Turns> Speech::turns(std::span<const std::int32_t> speakers, std::span<const std::int32_t> counts,
                                         double pause) const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return stretches_[a] < stretches_[b]; });
    std::vector<Turns> found;
    for (const std::size_t i : order) {
        auto own = std::ranges::find(found, speakers[i], &Turns::speaker);
        if (own == found.end()) own = found.insert(found.end(), Turns{speakers[i], {}});
        const auto [start, end] = stretches_[i];
        if (!own->turns.empty() && start <= own->turns.back().second + pause)
            own->turns.back().second = std::max(own->turns.back().second, end);
        else
            own->turns.push_back({start, end});
    }
    return found;
}

bool Speech::reply(std::int64_t words, Stretch segment, std::optional<std::int32_t> speaker) const {
    if (words > few) return false;
    const double start = segment.first, end = segment.second;
    return std::ranges::any_of(long_turns_, [&](const Turns& other) {
        if (other.speaker == speaker) return false;
        const auto after = std::ranges::lower_bound(other.turns, Stretch{start, start});
        return after != other.turns.begin() && std::prev(after)->second > end;
    });
}

std::int32_t Speech::overlap(Stretch word, std::int32_t least, std::size_t& near) const {
    const auto [start, end] = word;
    constexpr int few_steps = 8;
    std::size_t at = near > 0 && moments_[near - 1] > start ? 0 : near; // the first moment after the start
    for (int steps = 0; at < moments_.size() && moments_[at] <= start; ++at)
        if (++steps > few_steps) {
            const auto rest = moments_.begin() + static_cast<std::ptrdiff_t>(at);
            at = static_cast<std::size_t>(std::upper_bound(rest, moments_.end(), start) - moments_.begin());
            break;
        }
    near = at;
    std::int32_t most = std::max(least, speaking_[at]);
    for (; at < moments_.size() && moments_[at] < end; ++at) most = std::max(most, speaking_[at + 1]);
    return most == 0 ? most_speakers : std::min(most, most_speakers) - 1;
}

std::int32_t Speech::length(std::int64_t words) {
    return static_cast<std::int32_t>(std::ranges::lower_bound(longest, words) - longest.begin());
}

} // namespace hubbub
