// May these two words pair, and at what cost?
// Every solver asks here, so that a rule about pairing (such as one about time) is written once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace hubbub {

using Token = std::int32_t;           // a word, as its number in the session's vocabulary
using Words = std::span<const Token>; // a sequence of words that someone else owns

struct Costs {
    std::int32_t correct = 0;
    std::int32_t substitution = 1;
    std::int32_t insertion = 1;
    std::int32_t deletion = 1;

    constexpr bool is_unit() const { return correct == 0 && substitution == 1 && insertion == 1 && deletion == 1; }
};

constexpr std::int32_t pair_cost(Token reference, Token hypothesis, const Costs& costs) {
    return reference == hypothesis ? costs.correct : costs.substitution;
}

// A word's stretch of time, in nanoseconds: whole numbers, so that 0.1 + 0.2 seconds is 0.3.
struct Span {
    std::int64_t start, end;
};

// Words with their times; the times are empty where time does not matter, and then these are just words.
struct TimedWords {
    Words words;
    std::span<const Span> spans;

    TimedWords(Words words_ = {}, std::span<const Span> spans_ = {}) : words(words_), spans(spans_) {}
    operator Words() const { return words; }
    std::size_t size() const { return words.size(); }
    bool empty() const { return words.empty(); }
    TimedWords part(std::size_t first, std::size_t count) const {
        return {words.subspan(first, count), spans.empty() ? spans : spans.subspan(first, count)};
    }
};

// The time rule: two words may pair, as correct or as a substitution, only if their times overlap. To touch is not to
// overlap. The hypothesis comes widened by the collar on both sides.
constexpr bool apart(std::int64_t end_of_one, std::int64_t start_of_other) { return end_of_one <= start_of_other; }
constexpr bool may_pair(const Span& reference, const Span& hypothesis) {
    return !apart(hypothesis.end, reference.start) && !apart(reference.end, hypothesis.start);
}

// Do the words stand in the order of their times? Then those that may pair with a word are neighbours.
inline bool in_order(std::span<const Span> spans) {
    return std::adjacent_find(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
               return a.start > b.start || a.end > b.end;
           }) == spans.end();
}

// The same rule as a cost: two words that may not pair cost as much as a deletion and an insertion, which is what they
// come to. Since ties go to insertions and deletions, no such pair is ever chosen.
inline std::int64_t pair_cost(const TimedWords& reference, std::size_t i, const TimedWords& hypothesis, std::size_t j,
                              const Costs& costs) {
    if (!reference.spans.empty() && !may_pair(reference.spans[i], hypothesis.spans[j]))
        return std::int64_t{costs.insertion} + costs.deletion;
    return pair_cost(reference.words[i], hypothesis.words[j], costs);
}

} // namespace hubbub
