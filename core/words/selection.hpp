// Selections: which words of an alignment belong to which group. Whatever is counted by group is counted here.
#pragma once

#include "corpus/solution.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace hubbub {

// One step of an alignment; its words are places on their sides, or -1.
struct Step {
    std::int32_t lane;
    char kind; // correct, substitution, deletion or insertion
    std::int32_t reference, hypothesis;
};

// The group of every word of both sides. A step with a word of the reference is in the group of that word, an insertion
// in that of its own.
struct Selection {
    std::vector<std::int32_t> reference, hypothesis;

    // The group of every step.
    std::vector<std::int32_t> of(std::span<const Step> steps) const;
};

// What each of so many groups has. Every step is in one group, so that the groups of any selection add up to the total.
// A step counts as one, or by its weight.
std::vector<Counts> count(std::span<const Step> steps, std::span<const std::int32_t> groups, std::size_t number,
                          std::span<const std::int64_t> weights = {});

} // namespace hubbub
