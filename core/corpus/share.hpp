// Guesses when each word of a segment was said, from the times of the segment.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace hubbub {

// How the words of a segment share its time.
struct Share {
    enum By { letters, equal, whole } by = letters; // whole: each word has all of it
    bool points = false;                            // only the midpoint of each word's share
};

// Adds start and end in turn of each word of a segment; a word counts as many letters as told.
void share(double start, double end, std::span<const std::uint32_t> letters, Share how, std::vector<double>& into);

// The number of code points.
std::uint32_t letters_of(std::string_view utf8);

// How much segments of the same speaker overlap each other.
struct SelfOverlap {
    double seconds = 0; // each segment's overlap with those before it, added up
    double total = 0;   // seconds in which each speaker speaks, added up
    std::vector<std::pair<std::int32_t, std::int32_t>>
        segments; // speakers with overlaps, and how many of their segments
};
SelfOverlap self_overlap(const std::vector<std::int32_t>& speakers, const std::vector<double>& starts,
                         const std::vector<double>& ends);

} // namespace hubbub
