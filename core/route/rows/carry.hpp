// Carries rows of a stream through an utterance, word by word, under the time rule where words have times.
//
// Words that may not pair can only be deleted and inserted. So a word that may pair with the stream's words first ..
// end - 1 changes the row there as ever; to one side of them every cell pays the deletion, and to the other side it
// pays that or takes the value that leaves the stretch, whichever is less. What an utterance can do lies within the
// stretch of all its words, and a row is touched but once outside it.
#pragma once

#include "route/rows/simd.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace hubbub::route::rows {

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

class Carrier {
  public:
    Carrier() = default;
    // The words belong to the caller. `ops` nullptr: the processor's best.
    Carrier(std::vector<TimedWords> utterances, std::vector<TimedWords> streams, const RowOps* ops = nullptr);

    bool timed() const { return !hulls_.empty(); }
    // The stretch of the stream in which an utterance can pair anything at all; timed only.
    const Reach& reach(int stream, int utterance) const { return hulls_[stream][utterance]; }
    bool reaches(int stream, int utterance) const { // or can it pair nothing there?
        return !timed() || reach(stream, utterance).first < reach(stream, utterance).end;
    }
    // The words of an utterance beside those that it has with a stretch of a stream, `width` - 1 from `low` on. Rows of
    // that width are carried by them with WordOps.
    void pair_up(int stream, std::int32_t low, std::int32_t width, int utterance, std::span<Pairs> pairs) const;
    const WordOps* word_ops() const { return ops_->words; }

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
    void carry_timed(Side side, int stream, std::int32_t low, std::span<Value> row, int utterance,
                     const Steps& steps) const;

    std::vector<TimedWords> utterances_, streams_;
    const RowOps* ops_ = nullptr;
    std::vector<std::size_t> first_word_;     // per utterance, among the words of all
    std::vector<std::vector<Reach>> reaches_; // per stream and word
    std::vector<std::vector<Reach>> hulls_;   // per stream and utterance
    mutable std::vector<Value> row_;          // in which ends are found
};

} // namespace hubbub::route::rows
