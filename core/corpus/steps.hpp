// The decoder of alignments: the kind of each step of a lane, and its words.
#pragma once

#include "align/align.hpp"
#include "corpus/solution.hpp"

#include <stdexcept>
#include <string_view>

namespace hubbub {

// The meaning of a letter in Lane::steps: its kind, and the number of words of each side.
struct StepRule {
    char kind; // correct, substitution, deletion or insertion
    std::size_t reference, hypothesis;
};

constexpr StepRule step_rule(char letter) {
    switch (letter) {
    case step::correct:
    case step::substitution:
        return {letter, 1, 1};
    case step::deletion:
        return {letter, 1, 0};
    case step::insertion:
        return {letter, 0, 1};
    case step::optional_deletion:
        return {step::correct, 1, 0};
    default:
        throw std::invalid_argument("steps that do not fit the words");
    }
}

// Consecutive words of one side of a lane.
struct WordSpan {
    std::size_t first, count;
};

struct LaneStep {
    char kind, letter;
    WordSpan reference, hypothesis;
};

// Calls visit(step) for every step of a lane. Throws std::invalid_argument at an undefined letter.
template <class Visit> void each_step(std::string_view letters, Visit visit) {
    std::size_t reference = 0, hypothesis = 0;
    for (const char letter : letters) {
        const StepRule rule = step_rule(letter);
        visit(LaneStep{rule.kind, letter, {reference, rule.reference}, {hypothesis, rule.hypothesis}});
        reference += rule.reference;
        hypothesis += rule.hypothesis;
    }
}

} // namespace hubbub
