// When each word of a segment was said, where only the segment's own times are known.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace hubbub {

// How a segment's time is dealt out to its words.
struct Share {
    enum By { letters, equal, whole } by = letters; // whole: each word has all of it
    bool points = false;                            // only the middle of a word's part
};

// Adds start and end in turn of each word of a segment; a word counts as many letters as told.
void share(double start, double end, std::span<const std::uint32_t> letters, Share how, std::vector<double>& into);

// Code points.
std::uint32_t letters_of(std::string_view utf8);

// How much speakers speak over themselves.
struct SelfOverlap {
    double seconds = 0; // each segment's overlap with those before it, added up
    double total = 0;   // seconds in which there is speech of each, added up
    std::vector<std::pair<std::int32_t, std::int32_t>> segments; // voices that do, and how many of their segments
};
SelfOverlap self_overlap(const std::vector<std::int32_t>& voices, const std::vector<double>& starts,
                         const std::vector<double>& ends);

} // namespace hubbub
