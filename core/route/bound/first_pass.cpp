#include "route/bound/first_pass.hpp"

#include <algorithm>

namespace hubbub::orc {
namespace {

using rows::Rises;

constexpr std::size_t longest = 15000; // of a stream or an utterance: a row falls by at most two per cell

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

// One stream's row as it is carried along.
class BitRow {
  public:
    BitRow(const std::vector<Token>& stream, Token vocabulary)
        : blocks_((stream.size() + 63) / 64), row_of_(vocabulary, 0), places_(blocks_, 0), cells_(blocks_),
          row_(blocks_ * 64 + 1, 0), size_(stream.size() + 1) {
        for (std::size_t k = 0; k < stream.size(); ++k) {
            std::uint32_t& row = row_of_[stream[k]];
            if (row == 0) { // row 0 is empty: words that the stream does not have
                row = static_cast<std::uint32_t>(places_.size());
                places_.resize(places_.size() + blocks_, 0);
            }
            places_[row + k / 64] |= std::uint64_t{1} << (k % 64);
        }
    }

    std::span<const std::int16_t> row() const { return {row_.data(), size_}; }

    void push(const std::vector<Token>& words, Value price) {
        spend((words.size() + 4) * (blocks_ * 6 + 2));
        ops_.encode(row_.data(), cells_);
        for (const Token word : words) {
            const std::uint64_t* places = places_.data() + row_of_[word];
            Carry carry;
            for (std::size_t b = 0; b < blocks_; ++b) step(cells_[b], places[b], carry);
        }
        ops_.merge(cells_, static_cast<std::int16_t>(static_cast<Value>(words.size()) - price), row_.data());
    }

  private:
    const rows::RowOps& ops_ = rows::row_ops();
    std::size_t blocks_;
    std::vector<std::uint32_t> row_of_; // per word, where its places begin
    std::vector<std::uint64_t> places_;
    std::vector<Rises> cells_;
    std::vector<std::int16_t> row_; // to the end of the last block
    std::size_t size_;
};

} // namespace

bool fits_bits(const Half& half) {
    const Instance& instance = half.instance;
    const auto is_long = [](const std::vector<Token>& words) { return words.size() > longest; };
    for (int n = 0; n < instance.utterance_count(); ++n) { // else the first cell would change, and with it all others
        if (half.price[n] < 0 || half.price[n] > static_cast<Value>(instance.utterances[n].size())) return false;
    }
    return half.scale == 1 && instance.steps.is_unit() && !instance.timed() &&
           std::none_of(instance.streams.begin(), instance.streams.end(), is_long) &&
           std::none_of(instance.utterances.begin(), instance.utterances.end(), is_long) &&
           std::all_of(half.alive.mays.begin(), half.alive.mays.end(), [](May may) { return may == May::either; });
}

void first_pass_in_bits(Half& half, const Watch& watch) {
    const Instance& instance = half.instance;
    half.rows.begin(instance.utterance_count() + 1, instance.stream_count());
    half.rows.expect(static_cast<std::size_t>(half.alive.cells()));
    for (int j = 0; j < instance.stream_count(); ++j) {
        BitRow row(instance.streams[j], instance.vocabulary);
        half.rows.keep(0, j, row.row());
        for (int n = 0; n < instance.utterance_count(); ++n) {
            if (n % 64 == 0) watch.check();
            row.push(instance.utterances[n], half.price[n]);
            half.rows.keep(n + 1, j, row.row());
        }
    }
}

} // namespace hubbub::orc
