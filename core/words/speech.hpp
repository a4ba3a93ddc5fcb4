// The kind of speech that a word is part of, from the reference: the number of simultaneous speakers, the length of its
// segment, and whether that is a backchannel. Times may be in any unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace hubbub {

class Speech {
  public:
    using Stretch = std::pair<double, double>; // start and end

    static constexpr std::int32_t most_speakers = 3; // more are not distinguished
    static constexpr std::int32_t lengths = 4;       // classes of segments by length

    // The speaker of each segment, its number of words, the times of all words, and the length of a second in their
    // unit.
    Speech(std::span<const std::int32_t> speakers, std::span<const std::int32_t> counts, std::span<const Stretch> times,
           double second);

    // The maximum number of simultaneous speakers during a word, at least `least`: 0 for one, and so on up to
    // most_speakers - 1; most_speakers if there is no speaker. Fast if words come in order: `near` is the index of the
    // previous word's result, 0 at first.
    std::int32_t overlap(Stretch word, std::int32_t least, std::size_t& near) const;
    // Whether a segment is a backchannel: a few words in the middle of another speaker's turn.
    bool reply(std::int64_t words, Stretch segment, std::optional<std::int32_t> speaker) const;
    // The start and end of a segment.
    Stretch stretch(std::size_t segment) const { return stretches_[segment]; }
    // The length class of a segment: one word, a few, more, many.
    static std::int32_t length(std::int64_t words);

  private:
    struct Turns {
        std::int32_t speaker;
        std::vector<Stretch> turns;
    };
    // The turns of each speaker; pauses up to this length are part of them.
    std::vector<Turns> turns(std::span<const std::int32_t> speakers, std::span<const std::int32_t> counts,
                             double pause) const;

    std::vector<Stretch> stretches_;
    std::vector<Turns> long_turns_;
    std::vector<double> moments_;        // at which a speaker begins or ends
    std::vector<std::int32_t> speaking_; // the number of speakers before the first moment, and from each one on
};

} // namespace hubbub
