// Whether two words may be paired, and at what cost. Every solver uses these functions, so a rule about pairing (such
// as the time rule) is written once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace hubbub {

using Token = std::int32_t;           // a word, as its number in the session's vocabulary
using Words = std::span<const Token>; // a sequence of words owned elsewhere

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

// The time span of a word in whole nanoseconds, so that 0.1 + 0.2 seconds equals 0.3.
struct Span {
    std::int64_t start, end;
};

// Words with their times. The times are empty if the metric ignores them.
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

// The time rule: two words may be paired, as correct or as a substitution, only if their times overlap; touching is not
// overlapping. The hypothesis spans already include the collar on both sides.
constexpr bool apart(std::int64_t end_of_one, std::int64_t start_of_other) { return end_of_one <= start_of_other; }
constexpr bool may_pair(const Span& reference, const Span& hypothesis) {
    return !apart(hypothesis.end, reference.start) && !apart(reference.end, hypothesis.start);
}

// Whether the words are in order of time. If so, the words that a given word may be paired with are adjacent.
inline bool in_order(std::span<const Span> spans) {
    return std::adjacent_find(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
               return a.start > b.start || a.end > b.end;
           }) == spans.end();
}

// The time rule as a cost: a pair that is not allowed costs as much as a deletion plus an insertion. Ties prefer
// insertions and deletions, so such a pair is never chosen.
inline std::int64_t pair_cost(const TimedWords& reference, std::size_t i, const TimedWords& hypothesis, std::size_t j,
                              const Costs& costs) {
    if (!reference.spans.empty() && !may_pair(reference.spans[i], hypothesis.spans[j]))
        return std::int64_t{costs.insertion} + costs.deletion;
    return pair_cost(reference.words[i], hypothesis.words[j], costs);
}

} // namespace hubbub
