// Who speaks when: stretches of time in which nothing begins or ends.
#pragma once

#include "diarize/states.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hubbub {

using Interval = std::pair<double, double>;

/// A turn of a speaker of the reference, or of a stream of the hypothesis.
struct Turn {
    double start;
    double end;
    std::int32_t speaker; // speakers are numbered from 0, and so are streams
};

/// The turns of one side, in any order; those of a speaker may overlap.
struct Side {
    std::span<const Turn> turns;
    std::int32_t speakers;
};

/// How many turns that have a length share no time with any region.
std::size_t outside(std::span<const Turn> turns, std::span<const Interval> regions);

/// Nanoseconds of each speaker, of each stream and of each pair.
struct Shared {
    std::vector<std::int64_t> spoken, detected;
    std::vector<std::vector<std::int64_t>> both;
};

/// A set of speakers and a set of streams, by their numbers, and the nanoseconds in which just they are heard.
struct Together {
    std::int32_t speakers, streams;
    std::int64_t time;
};

/// A stretch of time that is scored, and who is heard in it.
struct Stretch {
    double start, seconds;
    std::vector<std::int32_t> speakers, streams;
};

/// The stretches between events inside the regions where anybody is active, each in the state that says what is on.
class Stretches {
  public:
    /// So much as the width around the bounds of the speakers' turns is a collar.
    Stretches(std::span<const Interval> regions, std::span<const Interval> ignored, const Side& reference,
              const Side& hypothesis, double width, bool skip_overlap);

    /// Times in the whole region, or in what collars and skipped overlap leave of it.
    Shared shared(bool scored) const;

    /// Times in what is scored, of every set of speakers with every set of streams; nobody is a set too.
    std::vector<Together> together() const;

    /// What is scored, in order of time.
    std::vector<Stretch> in_order() const;

    /// Seconds that the speakers speak, that are missed, falsely detected and confused, each added in order of time.
    /// The pairing is the stream of each speaker, -1 where it has none.
    std::array<double, 4> sums(std::span<const std::int32_t> stream_of) const;

  private:
    /// Who is on in a state.
    struct Active {
        std::vector<std::int32_t> speakers, streams;
        bool in_region; // not in a stretch that the reference excludes
        bool scored;    // nor in a collar, nor in overlap that is skipped
    };
    void find_active(std::size_t state, Active& into) const;

    std::int32_t speakers_, streams_;
    bool skip_overlap_;
    States states_;
    std::vector<double> seconds_;            // of each state
    double silence_ = 0;                     // seconds that are scored and in which nobody is heard
    std::vector<double> starts_, durations_; // in order of time
    std::vector<std::int32_t> state_of_;
};

} // namespace hubbub
