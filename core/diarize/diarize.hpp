// Who speaks when: intervals in which no turn begins or ends.
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

/// The number of turns of nonzero length outside every region.
std::size_t outside(std::span<const Turn> turns, std::span<const Interval> regions);

/// Nanoseconds of each speaker, of each stream and of each pair.
struct Shared {
    std::vector<std::int64_t> spoken, detected;
    std::vector<std::vector<std::int64_t>> both;
};

/// A set of speakers and a set of streams, by number, and the nanoseconds in which exactly these are active.
struct Together {
    std::int32_t speakers, streams;
    std::int64_t time;
};

/// A scored time interval, and who is active in it.
struct Stretch {
    double start, seconds;
    std::vector<std::int32_t> speakers, streams;
};

/// The intervals between events inside the regions where anyone is active, each with its state (the set of what is
/// active).
class Stretches {
  public:
    /// The collar: this much time around the starts and ends of the speakers' turns.
    Stretches(std::span<const Interval> regions, std::span<const Interval> ignored, const Side& reference,
              const Side& hypothesis, double width, bool skip_overlap);

    /// Durations in the whole region, or in what collars and skipped overlap leave of it.
    Shared shared(bool scored) const;

    /// Scored durations of every set of speakers with every set of streams; the empty set counts too.
    std::vector<Together> together() const;

    /// The scored intervals, in order of time.
    std::vector<Stretch> in_order() const;

    /// Seconds of speech, missed speech, false alarm and confusion, each summed in order of time. The pairing is the
    /// stream of each speaker, -1 if it has none.
    std::array<double, 4> sums(std::span<const std::int32_t> stream_of) const;

  private:
    /// What is active in a state.
    struct Active {
        std::vector<std::int32_t> speakers, streams;
        bool in_region; // not in an interval that the reference excludes
        bool scored;    // nor in a collar, nor in skipped overlap
    };
    void find_active(std::size_t state, Active& into) const;

    std::int32_t speakers_, streams_;
    bool skip_overlap_;
    States states_;
    std::vector<double> seconds_;            // of each state
    double silence_ = 0;                     // scored seconds without an active speaker
    std::vector<double> starts_, durations_; // in order of time
    std::vector<std::int32_t> state_of_;
};

} // namespace hubbub
