// The room `rows`: rows of cells carried through the words of an utterance, which all else is made of, on every level
// of vectors with the same values. The doors are Carrier here, Alive and RowStore (alive.hpp) for what proofs leave of
// rows, and line_ops() (simd.hpp) for tables.
//
// Costs are counted from the state in which every word of every stream is an insertion. In this shifted measure an
// insertion is free, a pair costs its own cost less an insertion, and a deletion costs a deletion. So a row never rises
// in the direction in which it is carried, and insertion is a running minimum.
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

inline constexpr Value far = 1 << 29; // more than any value; sums of two still fit

struct Band {
    std::int32_t low = 0, high = -1; // cells low .. high may be used
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

// The words of a stream that a word may pair with lie in first .. end - 1; `all`: all of these may.
struct Reach {
    std::int32_t first = 0, end = 0;
    bool all = true;
};

// Finds the reach of a word in a stream, however the stream's times are ordered: up to a place all words end too early
// (the running maximum of the ends tells), from a place on all start too late.
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

// Where an utterance may end, and what laying it down up to there costs.
struct End {
    std::int32_t cell;
    Value cost;
};

enum class May : std::uint8_t { never, either, always }; // may this utterance go to this stream?

struct RowOps; // see simd.hpp
struct WordOps;
// A level of vectors by name, or nullptr where this machine does not have it.
const RowOps* row_ops(const char* name);

// A word of an utterance and a stretch of a stream. Bit k: it may pair with the word between cells k and k + 1, and is
// the same as that.
struct Pairs {
    std::uint64_t may = 0, same = 0;
};

// Carries rows of a stream through an utterance, word by word, under the time rule where words have times.
//
// Words that may not pair can only be deleted and inserted. So a word that may pair with the stream's words first ..
// end - 1 changes the row there as ever; to one side of them every cell pays the deletion, and to the other side it
// pays that or takes the value that leaves the stretch, whichever is less. What an utterance can do lies within the
// stretch of all its words, and a row is touched but once outside it.
class Carrier {
  public:
    Carrier() = default;
    // The words belong to the caller. `ops` nullptr: the processor's best.
    Carrier(std::vector<TimedWords> utterances, std::vector<TimedWords> streams, const RowOps* ops = nullptr);

    bool timed() const { return !hulls_.empty(); }
    // The stretch of the stream in which an utterance can pair anything at all.
    Reach reach(int stream, int utterance) const { return timed() ? hulls_[stream][utterance] : whole(stream); }
    bool reaches(int stream, int utterance) const { // or can it pair nothing there?
        return reach(stream, utterance).first < reach(stream, utterance).end;
    }
    // The words of an utterance beside those that it has with a stretch of a stream, `width` - 1 from `low` on. Rows of
    // that width are carried by them with WordOps.
    void pair_up(int stream, std::int32_t low, std::int32_t width, int utterance, std::span<Pairs> pairs) const;
    const WordOps* word_ops() const;

    // row[k] is the cell low + k of the stream. Ahead, the row may not rise; behind, it may not fall.
    void carry(Side side, int stream, std::int32_t low, std::span<Value> row, int utterance, const Steps& steps) const;
    void ahead(int stream, std::int32_t low, std::span<Value> row, int utterance, const Steps& steps) const {
        carry(Side::ahead, stream, low, row, utterance, steps);
    }
    void behind(int stream, std::int32_t low, std::span<Value> row, int utterance, const Steps& steps) const {
        carry(Side::behind, stream, low, row, utterance, steps);
    }

    // The cells that an utterance laid down from one cell of a stream can end in, up to `high`, without those that
    // another makes useless: an end is left out if another costs no more with fewer words used, or costs less by
    // `slide` for each word more. What an end left out could still reach, the other reaches at no more cost.
    void ends(int stream, std::int32_t cell, std::int32_t high, int utterance, const Steps& steps, Value slide,
              std::vector<End>& ends) const;

    // What it takes to carry a row of so many cells from `low` on, in steps of `spend`.
    std::uint64_t work(int stream, std::int32_t low, std::size_t cells, int utterance) const;

  private:
    Reach whole(int stream) const { return {0, static_cast<std::int32_t>(streams_[stream].size())}; }
    Reach reach(int stream, int utterance, std::size_t word) const {
        return timed() ? reaches_[stream][first_word_[utterance] + word] : whole(stream);
    }

    std::vector<TimedWords> utterances_, streams_;
    const RowOps* ops_ = nullptr;
    std::vector<std::size_t> first_word_;     // per utterance, among the words of all
    std::vector<std::vector<Reach>> reaches_; // per stream and word
    std::vector<std::vector<Reach>> hulls_;   // per stream and utterance
    mutable std::vector<Value> row_;          // in which ends are found
};

// What an utterance can do on a stream, kept to the cells where it can do anything: the stretch that it may pair with.
//
// Rows here are read from the end, and costs are counted from all words deleted, so that only pairs change a row.
// To the right of the stretch it stays as it is, and to the left it takes the value of the stretch's first cell where
// that is less.
struct Stretch {
    std::int32_t first = 0, end = 0; // its cells; none where nothing may pair
    std::size_t at = 0;              // its first cell among those of all stretches
    std::ptrdiff_t pairs = -1;       // where its words lie, if rows are carried through all of them at once

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
    // The cells of a stretch through the words of the utterance, by steps of which the deletion is free.
    void carry(std::int32_t n, std::int32_t j, Value* cells, const Steps& steps) const;

    // The stretch of utterance n on stream j, as it is without anything set up.
    static Stretch find(const Problem& model, std::int32_t n, std::int32_t j);

  private:
    void pair_up(std::int32_t n, std::int32_t j, Stretch& stretch);

    const Problem& model_;
    std::int32_t streams_;
    std::size_t cells_ = 0;
    std::vector<Stretch> stretches_; // per utterance and stream
    std::vector<Pairs> pairs_;
};

// Steps less the deletion.
inline Steps free_deletion(const Steps& steps) {
    return {0, steps.match - steps.deletion, steps.mismatch - steps.deletion};
}

// A row of a whole stream. Cells to the left of `low` hold what the cell there holds and are not stored.
struct Line {
    Value* cells;
    std::int32_t low;

    Line(Value* cells_, std::int32_t words) : cells(cells_), low(words) { cells[low] = 0; }
    Value value() const { return cells[low]; } // at the stream's start

    // The cells from `first` on, all stored.
    Value* open(std::int32_t first) {
        for (; low > first; --low) cells[low - 1] = cells[low];
        return cells + first;
    }
    // The cell `first` has been lowered.
    void spread(std::int32_t first) {
        for (std::int32_t h = first; h-- > low && cells[h] > cells[first];) cells[h] = cells[first];
    }
};

} // namespace rows
} // namespace hubbub::route
