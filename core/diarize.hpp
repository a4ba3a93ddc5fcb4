// Who speaks when: stretches of time in which nothing begins or ends.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hubbub {

using Interval = std::pair<double, double>;

/// A turn of a speaker of the reference, or of a stream of the hypothesis, numbered after the speakers.
struct Turn {
    double start;
    double end;
    std::int32_t voice;
};

/// What can be on at a time inside the region: a stretch that is not scored, a collar, then everyone who is heard.
namespace track {
constexpr std::int32_t ignored = 0, collar = 1, voices = 2;
}

/// The stretches between events inside the regions, each in the state that says what is on.
class Stretches {
  public:
    /// Turns may come in any order and overlap those of their own voice. So much as the width around the bounds of
    /// the speakers' turns is a collar.
    Stretches(std::span<const Interval> regions, std::span<const Interval> ignored, std::span<const Turn> turns,
              std::int32_t speakers, std::int32_t streams, double width);

    /// What is on in each state, in ascending order: tracks, a voice being track::voices plus its number.
    const std::vector<std::vector<std::int32_t>>& states() const { return states_; }
    /// The duration of each state.
    const std::vector<double>& seconds() const { return seconds_; }
    /// Durations times the weight of their state, added in order of time: for each column of weights, a sum.
    std::vector<double> sums(const std::vector<std::vector<std::int32_t>>& weights) const;

  private:
    std::vector<double> durations_; // in order of time
    std::vector<std::int32_t> state_of_;
    std::vector<std::vector<std::int32_t>> states_;
    std::vector<double> seconds_;
};

} // namespace hubbub
