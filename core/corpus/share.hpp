// Estimates of word times from the times of a segment.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace hubbub {

// How the words of a segment divide its time.
struct Share {
    enum By { letters, equal, whole } by = letters; // whole: each word gets all of it
    bool points = false;                            // only the midpoint of each word's share
};

// Appends start and end of each word of a segment, alternating; `letters` is the number of characters of each word.
void share(double start, double end, std::span<const std::uint32_t> letters, Share how, std::vector<double>& into);

// The number of code points.
std::uint32_t letters_of(std::string_view utf8);

// The overlap of segments of the same speaker.
struct SelfOverlap {
    double seconds = 0; // the sum of each segment's overlap with those before it
    double total = 0;   // the sum of each speaker's speaking time, in seconds
    std::vector<std::pair<std::int32_t, std::int32_t>>
        segments; // speakers with self-overlap, and the number of segments concerned
};
SelfOverlap self_overlap(const std::vector<std::int32_t>& speakers, const std::vector<double>& starts,
                         const std::vector<double>& ends);

} // namespace hubbub
