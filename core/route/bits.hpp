// Bit-parallel rows for unit costs (Myers 1999, in the form of Hyyrö 2003).
//
// Neighbouring cells of a row differ by at most one, so 64 cells are two words of bits: where the value rises and
// where it falls. One reference word carries 64 cells along in some fifteen operations, from any starting row. The
// differences are those of the true distances; in the shifted measure each is one less (0, -1 or -2).
#pragma once

#include "instance.hpp"

#include <span>

namespace hubbub::orc {

using rows::Rises;

struct Carry { // how the cell on the border to the next 64 changes
    std::uint64_t up = 1, down = 0;
};

// One reference word over 64 cells; `match` has the places where it stands in the stream. On the border before the
// first cells the word is deleted, so it starts with up = 1.
inline void step(Rises& cells, std::uint64_t match, Carry& carry) {
    const std::uint64_t x = match | carry.down;
    const std::uint64_t diagonal = (((x & cells.up) + cells.up) ^ cells.up) | x | cells.down;
    std::uint64_t up = cells.down | ~(diagonal | cells.up);
    std::uint64_t down = diagonal & cells.up;
    const Carry next{up >> 63, down >> 63};
    up = up << 1 | carry.up;
    down = down << 1 | carry.down;
    cells.up = down | ~(diagonal | up);
    cells.down = up & diagonal;
    carry = next;
}

// Where each word stands in a stream, as bits.
class Profile {
  public:
    Profile() = default;
    explicit Profile(const Instance& instance);

    static double bytes_needed(const Instance& instance);
    bool empty() const { return places_.empty(); }
    // The places of a word in a stream; place k of the row is bit k. Two spare words follow the end.
    const std::uint64_t* places(int stream, Token word) const {
        return places_[stream].data() + row_of_[stream][word] * words_[stream];
    }

  private:
    std::vector<std::vector<std::uint64_t>> places_;
    std::vector<std::vector<std::size_t>> row_of_;
    std::vector<std::size_t> words_; // 64-bit words in a row
};

// 64 bits from any bit on.
inline std::uint64_t bits_from(const std::uint64_t* places, std::int32_t bit) {
    const std::uint64_t* word = places + bit / 64;
    const int shift = bit % 64;
    return shift == 0 ? word[0] : (word[0] >> shift) | (word[1] << (64 - shift));
}

} // namespace hubbub::orc
