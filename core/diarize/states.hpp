// Sets of small integers, each stored once and identified by a number.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hubbub {

/// The active elements: one bit each.
using Bits = std::vector<std::uint64_t>;

class States {
  public:
    explicit States(std::size_t things) : words_((things + 63) / 64), slots_(64, none) {}

    /// The empty set.
    Bits nothing() const { return Bits(words_, 0); }
    std::size_t size() const { return size_; }

    /// The number of a set, in order of first use.
    std::int32_t number(const Bits& set) {
        std::int32_t* slot = find(set.data());
        if (*slot != none) return *slot;
        *slot = static_cast<std::int32_t>(size_);
        sets_.insert(sets_.end(), set.begin(), set.end());
        const auto own = *slot;
        if (2 * ++size_ > slots_.size()) grow();
        return own;
    }

    /// Calls visit(element) for all elements of the set with this number, in ascending order.
    template <class Visit> void each(std::size_t number, Visit visit) const {
        for (std::size_t word = 0; word < words_; ++word)
            for (std::uint64_t left = sets_[number * words_ + word]; left != 0; left &= left - 1)
                visit(static_cast<std::int32_t>(64 * word) + std::countr_zero(left));
    }

  private:
    static constexpr std::int32_t none = -1;

    // The slot of the set, or the one where it would be inserted.
    std::int32_t* find(const std::uint64_t* set) {
        std::uint64_t mixed = 0;
        for (std::size_t word = 0; word < words_; ++word) {
            mixed = (mixed ^ set[word]) * 0x9e3779b97f4a7c15;
            mixed ^= mixed >> 32;
        }
        for (std::size_t place = mixed;; ++place) {
            std::int32_t& slot = slots_[place & (slots_.size() - 1)];
            if (slot == none || same(&sets_[static_cast<std::size_t>(slot) * words_], set)) return &slot;
        }
    }

    // Most sets are one word long, too short for the call of memcmp that std::equal would make.
    bool same(const std::uint64_t* one, const std::uint64_t* other) const {
        for (std::size_t word = 0; word < words_; ++word)
            if (one[word] != other[word]) return false;
        return true;
    }

    void grow() {
        std::fill(slots_.begin(), slots_.end(), none);
        slots_.resize(2 * slots_.size(), none);
        for (std::size_t number = 0; number < size_; ++number)
            *find(sets_.data() + number * words_) = static_cast<std::int32_t>(number);
    }

    std::size_t words_, size_ = 0;
    std::vector<std::uint64_t> sets_; // concatenated
    std::vector<std::int32_t> slots_; // at most half of them are used, so that probes stay short
};

} // namespace hubbub
