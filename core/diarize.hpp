// Who speaks when: stretches of time in which nothing begins or ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hubbub {

/// One turn, or any other stretch of a recording, on the track of whoever it belongs to.
struct Interval {
    double start;
    double end;
    std::int32_t track;
};

/// The stretches between events while track 0 is on, each in the state that says which tracks are on.
class Stretches {
  public:
    /// Tracks are numbered from 0; intervals may come in any order and overlap those of their own track.
    Stretches(std::span<const Interval> intervals, std::int32_t tracks);

    /// The tracks that are on in each state but track 0, in ascending order. States are numbered as they first appear.
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
