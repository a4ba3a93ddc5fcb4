// What kind of speech a word is in: how many speak at once, how long its segment is, whether that is a backchannel.
// All of it is told by the reference. Times may be in any unit.
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

    static constexpr std::int32_t most_speakers = 3; // more are not told apart
    static constexpr std::int32_t lengths = 4;       // classes of segments by length

    // The speaker of each segment, its number of words, the times of all words, and how long a second is.
    Speech(std::span<const std::int32_t> speakers, std::span<const std::int32_t> counts, std::span<const Stretch> times,
           double second);

    // How many speak at most while a word lasts, and at least so many: 0 for one, and so on up to most_speakers - 1;
    // most_speakers where nobody speaks. It is found soon where the word comes after the one before: `near` is where
    // that was, 0 at first.
    std::int32_t overlap(Stretch word, std::int32_t least, std::size_t& near) const;
    // Is a segment a backchannel: a few words in the middle of somebody else's turn?
    bool reply(std::int64_t words, Stretch segment, std::optional<std::int32_t> speaker) const;
    // The start and end of a segment.
    Stretch stretch(std::size_t segment) const { return stretches_[segment]; }
    // The class of a segment of so many words: one word, a few, more, many.
    static std::int32_t length(std::int64_t words);

  private:
    struct Turns {
        std::int32_t speaker;
        std::vector<Stretch> turns;
    };
    // When each speaker speaks; a pause that is no longer than this is a part of it.
    std::vector<Turns> turns(std::span<const std::int32_t> speakers, std::span<const std::int32_t> counts,
                             double pause) const;

    std::vector<Stretch> stretches_;
    std::vector<Turns> long_turns_;
    std::vector<double> moments_;        // at which somebody begins or ends
    std::vector<std::int32_t> speaking_; // how many do before the first, and from each one on
};

} // namespace hubbub
