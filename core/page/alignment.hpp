// One alignment of a session as the page shows it, and its counts.
#pragma once

#include "page/words.hpp"
#include "words/selection.hpp"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hubbub::page {

struct Lane {
    std::int32_t speaker, stream;      // names, or none
    std::size_t reference, hypothesis; // end of its pieces; they begin where those of the previous lane end
    std::string steps;
};

// The pieces of all lanes, concatenated.
struct Lanes {
    std::vector<Lane> all;
    Pieces reference, hypothesis;
};

// Consecutive words with many errors. It begins and ends with an error, and has no two correct words in a row.
struct Stretch {
    Times span; // without times: of positions in its row, the end exclusive
    std::int64_t errors, reference, hypothesis;
};

// The frequency of substitutions, deletions (no hypothesis word) and insertions (no reference word), by words.
using Mistakes = std::array<std::map<std::pair<Token, Token>, std::int64_t>, 3>;

// A partition of a session. Every reference word and every insertion belongs to one part.
struct Slice {
    std::vector<std::int32_t> parts; // those with at least one word, in ascending order
    std::vector<Counts> errors;      // of each of them
    bool by_segment = false;
    std::string kinds;    // a letter for the part of each reference word, or of each segment
    std::string inserted; // the same for each insertion
    // The part of every word. A hypothesis word belongs to the part of its own time, else to that of the word that it
    // is aligned with, or that its insertion follows.
    Selection words;
};

// By number of simultaneous speakers, by length of the segment, and by backchannel: see Speech. The first and the last
// need times.
using Slices = std::vector<std::optional<Slice>>;

// Correct, substituted, deleted and inserted words over time: counts per bin.
using Bins = std::array<std::vector<std::int64_t>, 4>;

class Alignment {
  public:
    // `in_time`: steps are time spans, which count by their duration.
    Alignment(Lanes lanes, bool in_time);

    std::shared_ptr<const Side> reference_side, hypothesis_side;
    const Side &reference, &hypothesis;
    bool timed;              // whether both sides have times
    Time start = 0, end = 0; // of the session; in steps if there are no times
    std::vector<Step> steps;
    Mistakes mistakes; // of all steps

    // The row of every step: that of its lane's speaker, else of its reference word's, else of its stream. Rows are in
    // order of appearance.
    struct Speakers {
        std::vector<std::pair<std::int32_t, std::int32_t>> rows; // speaker and stream; none if there are several
        std::vector<std::int32_t> groups;
    };
    const std::vector<Lane>& lanes() const { return lanes_.all; }
    std::vector<std::int32_t> places(std::size_t lane, bool of_hypothesis) const;
    Bins bins() const;
    Speakers speakers() const;
    // The groups of the words; a hypothesis word belongs to the group of its last step.
    Selection selection(std::span<const std::int32_t> groups) const;
    std::vector<Counts> counts(std::span<const std::int32_t> groups, std::size_t number) const;
    std::vector<Mistakes> mistakes_by(std::span<const std::int32_t> groups, std::size_t number) const;
    // The times of errors: of the reference word, or of an insertion; distinct and sorted. Empty without times.
    std::vector<Times> error_times() const;
    // The stretches with most errors, the worst first: over all speakers in order of time; without times, in each lane.
    // None of time spans. None is longer than two minutes or 300 positions, unless a single word is.
    std::vector<Stretch> worst(std::size_t most) const;

    Slices slices() const;
    // A slice by the kind (one of `number`) of each reference segment. An insertion belongs to the word before it in
    // its lane, or after it if there is none before; with neither it has a kind of its own.
    Slice by_segment(std::span<const std::int32_t> kinds, std::int32_t number) const;

  private:
    void take_steps();
    void find_extent();
    Times span(const Step& step) const; // of the reference word, else of the hypothesis word
    std::int64_t weight(const Step& step) const;
    std::vector<std::size_t> in_time() const; // the steps in order of time, or lane by lane
    void find_near_words();
    Slice counted(const std::vector<std::int32_t>& words, const std::vector<std::int32_t>& inserted) const;

    Lanes lanes_;
    bool in_time_;
    std::vector<Time> moments_;      // of each step, without times: its index in its row
    std::vector<std::int32_t> near_; // of each insertion: the word before it in its lane, else after it, or none
};

} // namespace hubbub::page
