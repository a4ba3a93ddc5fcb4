// Unit costs: 64 rows of the matrix in one machine word (Myers 1999, Hyyrö 2003).
//
// Rows are reference words, columns hypothesis words. Neighboring cells differ by -1, 0 or +1, so a row or a column of
// the matrix is stored as two bit strings: where it rises and where it falls. Rows are processed in groups of a few
// lanes of 64. A lane runs one column behind the lane above it (column t - lane at time t), so lanes do not wait for
// each other and the processor works on all of them at once.
#pragma once

#include "align/numbering.hpp"
#include "align/sweep.hpp"

#include <array>
#include <memory>

namespace hubbub {

// Hypothesis words by number, padded so that reads past both ends are valid.
class Text {
  public:
    Text(Words words, const Numbering& numbering) : size_(words.size()), numbers_(size_ + before + after) {
        for (std::size_t i = 0; i < size_; ++i) numbers_[before + i] = numbering[words[i]];
    }
    std::size_t size() const { return size_; }
    const std::int32_t* at(std::size_t column) const { return &numbers_[before + column]; }

  private:
    static constexpr std::size_t before = 4, after = 128;
    std::size_t size_;
    std::vector<std::int32_t> numbers_;
};

// Per word, the rows of a lane that have it. All zero between uses, so that many alignments can share one object.
struct Masks {
    static constexpr std::size_t lanes = 4;
    explicit Masks(std::size_t words) : stride(words + 1), bits(lanes * stride) {}

    std::size_t stride;
    std::vector<std::uint64_t> bits;
};

class BitKernel {
  public:
    using Bits = std::uint64_t;
    static constexpr std::size_t lanes = Masks::lanes;
    static constexpr std::size_t tail_blocks = 1;

    // The differences along one row, 64 columns per block.
    struct Edge {
        std::size_t first; // block
        std::vector<Bits> rises, falls;
    };

    struct State {
        std::array<Bits, lanes> rises, falls;       // down the current column of the lane
        std::array<Bits, lanes> out_rise, out_fall; // along the last row of the lane, at the current column
        Bits row_rises, row_falls;                  // along the last row of the last lane, for its last 64 columns
    };

    // Per time step: cells that cost one more than their left neighbor, and one more than the cell above.
    class Record {
      public:
        bool inserted(std::size_t time, std::size_t row) const { return bit(from_left_, time, row); }
        bool deleted(std::size_t time, std::size_t row) const { return bit(from_above_, time, row); }

      private:
        friend class BitKernel;
        std::size_t index(std::size_t time, std::size_t lane) const { return (time - begin_) * lanes + lane; }
        bool bit(const std::unique_ptr<Bits[]>& bits, std::size_t time, std::size_t row) const {
            return bits[index(time, row / 64)] >> (row % 64) & 1;
        }
        void reserve(std::size_t size) { // left uninitialized: every value is written before it is read
            if (size <= size_) return;
            from_left_ = std::make_unique_for_overwrite<Bits[]>(size);
            from_above_ = std::make_unique_for_overwrite<Bits[]>(size);
            size_ = size;
        }
        std::size_t begin_ = 0, size_ = 0;
        std::unique_ptr<Bits[]> from_left_, from_above_;
    };

    BitKernel(const std::vector<std::int32_t>& reference, const Text& hypothesis, Masks& masks);
    ~BitKernel() { unload(); }
    BitKernel(const BitKernel&) = delete;
    BitKernel& operator=(const BitKernel&) = delete;

    // Computes an upper bound on the cost, so that cells outside every alignment within it are pruned.
    void tighten();

    std::size_t groups() const { return (reference_.size() + padding_ + group_rows - 1) / group_rows; }
    std::size_t first_row(std::size_t group) const {
        return group == 0 ? 0 : std::min(group * group_rows - padding_, reference_.size());
    }
    std::size_t row_in_group(std::size_t row) const { return (row - 1 + padding_) % group_rows; }
    static std::size_t lag(std::size_t row_in_group) { return row_in_group / 64; }
    std::size_t bytes_per_block() const { return 2 * sizeof(Bits) + sizeof(State) / tile_blocks; }

    Edge top() const;
    Edge part(const Edge& edge, const Band& band) const;
    Band first_band(const Edge& edge) const { return narrow({0, blocks(), 0}, edge, 0); }
    Band below(std::size_t group, Band band, Edge& edge) const;
    std::int64_t cost(const Band& band, const Edge& edge) const;

    void load(std::size_t group);
    State start() const;
    void open(Record& record, std::size_t from, std::size_t to) const;
    void run(State& state, std::size_t from, std::size_t to, std::size_t first, Edge& edge, Record* record) const;
    void finish(State& state, const Band& band, Edge& edge, Record* record) const;

  private:
    static constexpr std::size_t group_rows = 64 * lanes;

    std::size_t blocks() const { return (text_.size() + 63) / 64; }
    void unload();
    void store(const State& state, std::size_t block, Edge& edge) const;
    Band narrow(const Band& band, const Edge& edge, std::size_t group) const;
    std::int64_t promising(const Band& band, const Edge& edge, std::size_t row) const;
    std::int64_t off_diagonal(std::size_t row, std::size_t column) const;
    void advance(State& state, std::size_t block, std::size_t begin, std::size_t end, const Edge& edge,
                 Record* record) const;
    template <std::size_t count, bool recording>
    void advance_lanes(State& state, std::size_t time, std::size_t end, Bits rises, Bits falls, Record* record) const;

    const std::vector<std::int32_t>& reference_;
    const Text& text_;
    Masks& masks_;
    std::size_t padding_;    // empty rows above the first, so that the last row is the last bit of its lane
    std::size_t loaded_ = 0; // group
    std::size_t lanes_loaded_ = 0;
    std::int64_t limit_; // cells that only more expensive alignments pass may have wrong values
    bool beam_ = false;  // whether the limit follows the best cost so far (beam search)
};

} // namespace hubbub
