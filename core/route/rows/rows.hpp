// Rows of dynamic programming tables and their update by the words of an utterance (Carrier), with the same values at
// every SIMD level. Alive and RowStore (alive.hpp) keep what is not pruned; line_ops() (simd.hpp) updates tables.
//
// Costs are counted from the state in which every word of every stream is inserted. In this shifted measure an
// insertion is free, a pair costs its own cost minus an insertion, and a deletion costs a deletion. So a row never
// rises in the direction in which it is carried, and insertion is a running minimum.
#pragma once

#include "base/match.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace hubbub::route {

struct Problem;

namespace rows {

using Value = std::int32_t; // a cost, in units of 1 / scale

inline constexpr Value far = 1 << 29; // more than any value; the sum of two still fits

struct Band {
    std::int32_t low = 0, high = -1; // the cells low .. high are not pruned
    bool empty() const { return low > high; }
    std::int32_t size() const { return high - low + 1; }
};

enum class Side { ahead, behind }; // rows from the start of a stream, and from its end

struct Steps {
    Value deletion = 1;
    Value match = -1;
    Value mismatch = 0;

    Steps times(Value scale) const { return {deletion * scale, match * scale, mismatch * scale}; }
    Value pair(Token reference, Token hypothesis) const { return reference == hypothesis ? match : mismatch; }
};

// The words first .. end - 1 of a stream include all that a word may be paired with; `all`: it may be paired with each
// of them.
struct Reach {
    std::int32_t first = 0, end = 0;
    bool all = true;
};

// Finds the reach of a word in a stream whose times may be in any order: before some word all end too early (by the
// running maximum of the ends), from some word on all start too late.
class Times {
  public:
    explicit Times(std::span<const Span> spans)
        : ends_so_far_(spans.size()), starts_so_far_(spans.size()), ends_from_(spans.size()),
          starts_from_(spans.size()) {
        auto end = std::numeric_limits<std::int64_t>::min(), start = end;
        for (std::size_t k = 0; k < spans.size(); ++k) {
            ends_so_far_[k] = end = std::max(end, spans[k].end);
            starts_so_far_[k] = start = std::max(start, spans[k].start);
        }
        end = start = std::numeric_limits<std::int64_t>::max();
        for (std::size_t k = spans.size(); k-- > 0;) {
            ends_from_[k] = end = std::min(end, spans[k].end);
            starts_from_[k] = start = std::min(start, spans[k].start);
        }
    }

    Reach of(const Span& word) const {
        const auto first = std::upper_bound(ends_so_far_.begin(), ends_so_far_.end(), word.start);
        const auto end = std::lower_bound(starts_from_.begin(), starts_from_.end(), word.end);
        Reach reach;
        reach.first = static_cast<std::int32_t>(first - ends_so_far_.begin());
        reach.end = std::max(reach.first, static_cast<std::int32_t>(end - starts_from_.begin()));
        if (reach.first < reach.end)
            reach.all = ends_from_[reach.first] > word.start && starts_so_far_[reach.end - 1] < word.end;
        return reach;
    }

  private:
    std::vector<std::int64_t> ends_so_far_, starts_so_far_, ends_from_, starts_from_;
};

// A cell where an utterance may end, and the cost of aligning it up to there.
struct End {
    std::int32_t cell;
    Value cost;
};

enum class May : std::uint8_t { never, either, always }; // whether the utterance may go to the stream

struct RowOps; // see simd.hpp
struct WordOps;
// A SIMD level by name, or nullptr if this machine does not support it.
const RowOps* row_ops(const char* name);

// A word of an utterance against a stretch of a stream. Bit k: whether it may be paired with the word between cells k
// and k + 1, and whether it equals that word.
struct Pairs {
    std::uint64_t may = 0, same = 0;
};

// Carries rows of a stream through an utterance, word by word, under the time rule if words have times.
//
// A forbidden pair is a deletion plus an insertion. So a word that may be paired with the stream's words first .. end -
// 1 changes the row only there as usual; on one side of them every cell pays the deletion, and on the other side it
// pays the deletion or takes over the value at the end of the stretch, whichever is less. An utterance acts only within
// the union of its words' stretches, and the row outside is updated once.
class Carrier {
  public:
    Carrier() = default;
    // The caller owns the words. `ops` nullptr: the best level of the processor.
    Carrier(std::vector<TimedWords> utterances, std::vector<TimedWords> streams, const RowOps* ops = nullptr);

    bool timed() const { return !hulls_.empty(); }
    // The stretch of the stream that includes all words with which the utterance may be paired.
    Reach reach(int stream, int utterance) const { return timed() ? hulls_[stream][utterance] : whole(stream); }
    bool reaches(int stream, int utterance) const { // whether the utterance may be paired with any word
        return reach(stream, utterance).first < reach(stream, utterance).end;
    }
    // Fills in the pairs of the utterance's words with a stretch of the stream: `width` - 1 words from `low` on.
    // WordOps carries rows of that width by them.
    void pair_up(int stream, std::int32_t low, std::int32_t width, int utterance, std::span<Pairs> pairs) const;
    const WordOps* word_ops() const;

    // row[k] is cell low + k of the stream. A forward row must not rise, a backward row must not fall.
    void carry(Side side, int stream, std::int32_t low, std::span<Value> row, int utterance, const Steps& steps) const;
    void ahead(int stream, std::int32_t low, std::span<Value> row, int utterance, const Steps& steps) const {
        carry(Side::ahead, stream, low, row, utterance, steps);
    }
    void behind(int stream, std::int32_t low, std::span<Value> row, int utterance, const Steps& steps) const {
        carry(Side::behind, stream, low, row, utterance, steps);
    }

    // The cells, up to `high`, in which an utterance that starts at `cell` can end, without dominated ones: an end is
    // dropped if another costs no more with fewer words used, or is cheaper by `slide` for each additional word used.
    // Whatever the dropped end can still reach, the other reaches at no more cost.
    void ends(int stream, std::int32_t cell, std::int32_t high, int utterance, const Steps& steps, Value slide,
              std::vector<End>& ends) const;

    // Counts the work of carrying a row of this many cells from `low` on.
    void count(int stream, std::int32_t low, std::size_t cells, int utterance) const;

  private:
    Reach whole(int stream) const { return {0, static_cast<std::int32_t>(streams_[stream].size())}; }
    Reach reach(int stream, int utterance, std::size_t word) const {
        return timed() ? reaches_[stream][first_word_[utterance] + word] : whole(stream);
    }

    std::vector<TimedWords> utterances_, streams_;
    const RowOps* ops_ = nullptr;
    std::vector<std::size_t> first_word_;     // per utterance, in the concatenation of all words
    std::vector<std::vector<Reach>> reaches_; // per stream and word
    std::vector<std::vector<Reach>> hulls_;   // per stream and utterance
    mutable std::vector<Value> row_;          // buffer of ends()
};

// The effect of an utterance on a stream, restricted to the cells that it can change: the stretch with which it may be
// paired.
//
// Rows here are backward, and costs are counted from all words deleted, so only pairs change a row. Right of the
// stretch it stays as it is; left of it every cell takes the value of the stretch's first cell if that is less.
struct Stretch {
    std::int32_t first = 0, end = 0; // its cells; empty if no pair is allowed
    std::size_t at = 0;              // its first cell in the concatenation of all stretches
    std::ptrdiff_t pairs = -1; // index of its words' pairs, if rows are carried through all words at once; else -1

    bool empty() const { return first == end; }
    std::int32_t width() const { return end - first; }
};

class Stretches {
  public:
    explicit Stretches(const Problem& model);

    const Stretch& of(std::int32_t n, std::int32_t j) const {
        return stretches_[static_cast<std::size_t>(n) * streams_ + j];
    }
    std::size_t cells() const { return cells_; }
    // Carries the cells of a stretch through the words of the utterance; `steps` must have free deletions.
    void carry(std::int32_t n, std::int32_t j, Value* cells, const Steps& steps) const;

    // The stretch of utterance n on stream j, without `at` and `pairs`.
    static Stretch find(const Problem& model, std::int32_t n, std::int32_t j);

  private:
    void pair_up(std::int32_t n, std::int32_t j, Stretch& stretch);

    const Problem& model_;
    std::int32_t streams_;
    std::size_t cells_ = 0;
    std::vector<Stretch> stretches_; // per utterance and stream
    std::vector<Pairs> pairs_;
};

// The steps with the cost of a deletion subtracted.
inline Steps free_deletion(const Steps& steps) {
    return {0, steps.match - steps.deletion, steps.mismatch - steps.deletion};
}

// A row of a whole stream. Cells left of `low` have the value of cell `low` and are not stored.
struct Line {
    Value* cells;
    std::int32_t low;

    Line(Value* cells_, std::int32_t words) : cells(cells_), low(words) { cells[low] = 0; }
    Value value() const { return cells[low]; } // at the stream's start

    // Stores the cells from `first` on, and returns them.
    Value* open(std::int32_t first) {
        for (; low > first; --low) cells[low - 1] = cells[low];
        return cells + first;
    }
    // Restores the invariant after cell `first` was lowered.
    void spread(std::int32_t first) {
        for (std::int32_t h = first; h-- > low && cells[h] > cells[first];) cells[h] = cells[first];
    }
};

} // namespace rows
} // namespace hubbub::route
