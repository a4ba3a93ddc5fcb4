// Selections: the group of each word of an alignment. All counts by group are made here.
#pragma once

#include "corpus/solution.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace hubbub {

// One step of an alignment; its words are indices on their sides, or -1.
struct Step {
    std::int32_t lane;
    char kind; // correct, substitution, deletion or insertion
    std::int32_t reference, hypothesis;
};

// The group of every word of both sides. A step with a reference word is in the group of that word, an insertion in
// that of the hypothesis word.
struct Selection {
    std::vector<std::int32_t> reference, hypothesis;

    // The group of every step.
    std::vector<std::int32_t> of(std::span<const Step> steps) const;
};

// The counts of each group. Every step is in one group, so the groups of any selection add up to the total. A step
// counts as one, or by its weight.
std::vector<Counts> count(std::span<const Step> steps, std::span<const std::int32_t> groups, std::size_t number,
                          std::span<const std::int64_t> weights = {});

} // namespace hubbub
