// Distinct strings, numbered in order of appearance: words of a session, names of speakers and sessions.
#pragma once

#include "base/match.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hubbub {

class Vocabulary {
  public:
    Token number(std::string_view word);     // the next free number if the word is new
    Token find(std::string_view word) const; // -1 if the word is unknown
    std::size_t size() const { return ends_.empty() ? 0 : ends_.size() - 1; }
    std::string_view operator[](Token number) const {
        const auto at = static_cast<std::size_t>(number);
        return std::string_view(letters_).substr(ends_[at], ends_[at + 1] - ends_[at]);
    }
    void clear(); // keeps the memory for the next session

  private:
    // The first bytes and the size of a word, which distinguish words of at most eight bytes, and most others.
    struct Slot {
        std::uint64_t start = 0;
        std::uint32_t size = 0;
        std::uint32_t stamp = 0; // the word's number plus base_; less if the slot is empty
    };
    struct Key;
    std::size_t place(std::string_view word, const Key& key) const;
    void grow();

    // Often empty; takes no memory then.
    std::string letters_;           // of all words, concatenated
    std::vector<std::size_t> ends_; // word i is ends_[i] to ends_[i + 1]
    // An open addressing hash table with linear probing; its size is a power of two, and at most half of it is used.
    std::vector<Slot> slots_;
    std::uint32_t base_ = 1; // grows with every clear(), which empties all slots without writing to them
};

} // namespace hubbub
