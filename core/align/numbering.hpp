// Words renumbered 1, 2, 3, … by first appearance, so that a table indexed by them is dense.
#pragma once

#include "base/match.hpp"

#include <bit>
#include <cstddef>

namespace hubbub {

class Numbering {
  public:
    static constexpr std::int32_t unknown = 0;

    // Capacity in words; at most half of the slots are used, so probes stay short.
    explicit Numbering(std::size_t words)
        : shift_(64 - std::bit_width(2 * words + 1)), slots_(std::size_t{1} << (64 - shift_)) {}

    std::int32_t add(Token word) {
        Slot& slot = slots_[find(word)];
        if (slot.number == unknown) slot = {word, ++count_};
        return slot.number;
    }

    std::vector<std::int32_t> add(Words words) {
        std::vector<std::int32_t> numbers;
        numbers.reserve(words.size());
        for (const Token word : words) numbers.push_back(add(word));
        return numbers;
    }

    std::int32_t operator[](Token word) const { return slots_[find(word)].number; }

    std::size_t count() const { return static_cast<std::size_t>(count_); }

  private:
    struct Slot {
        Token word = 0;
        std::int32_t number = unknown;
    };

    // The slot of the word, or the empty slot where it belongs. Fibonacci hashing spreads runs of consecutive numbers,
    // which are frequent in a vocabulary.
    std::size_t find(Token word) const {
        std::size_t i = (static_cast<std::uint32_t>(word) * 0x9E3779B97F4A7C15u) >> shift_;
        while (slots_[i].number != unknown && slots_[i].word != word) i = (i + 1) & (slots_.size() - 1);
        return i;
    }

    int shift_;
    std::int32_t count_ = 0;
    std::vector<Slot> slots_;
};

} // namespace hubbub
