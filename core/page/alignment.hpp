// One alignment of a session as the page shows it, and what is counted of it.
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
    std::size_t reference, hypothesis; // where its pieces end; they begin where those of the lane before end
    std::string steps;
};

// The pieces of all lanes, one after the other.
struct Lanes {
    std::vector<Lane> all;
    Pieces reference, hypothesis;
};

// How often words are taken for each other, left out (no word was heard) or put in (none was said): substitutions,
// deletions, insertions.
using Mistakes = std::array<std::map<std::pair<Token, Token>, std::int64_t>, 3>;

// A way to cut a session into parts. Every reference word and every insertion belongs to one.
struct Slice {
    std::vector<std::int32_t> parts; // those that hold a word, in ascending order
    std::vector<Counts> errors;      // of each of them
    bool by_segment = false;
    std::string kinds;    // a letter for the part of each reference word, or of each segment
    std::string inserted; // and of each insertion
    // The part of every word. A word that was heard is in that of its own time, else of the word that it is aligned
    // with, or that its insertion goes with.
    Selection words;
};

// By how many speak at once, by the length of the segment, into backchannels and all else: see Speech. The first and
// the last are there only where there are times.
using Slices = std::vector<std::optional<Slice>>;

// Correct, substituted, deleted and inserted words: for each of these, how many there are in every stretch of time.
using Bins = std::array<std::vector<std::int64_t>, 4>;

class Alignment {
  public:
    // Where `in_time` is set, steps are stretches of time: not their number is counted but how long they last.
    Alignment(Lanes lanes, bool in_time);

    std::shared_ptr<const Side> reference_side, hypothesis_side;
    const Side &reference, &hypothesis;
    bool timed;              // do both sides have times?
    Time start = 0, end = 0; // of the session; where there are no times, in steps
    std::vector<Step> steps;
    Mistakes mistakes; // of all steps

    // The row of every step: that of the speaker of its lane, else of its reference word, else of its stream. Rows are
    // in the order in which they come.
    struct Speakers {
        std::vector<std::pair<std::int32_t, std::int32_t>> rows; // speaker and stream, none where it is more than one
        std::vector<std::int32_t> groups;
    };
    const std::vector<Lane>& lanes() const { return lanes_.all; }
    std::vector<std::int32_t> places(std::size_t lane, bool of_hypothesis) const;
    Bins bins() const;
    Speakers speakers() const;
    // The groups of the words; a word that was heard is in that of its last step.
    Selection selection(std::span<const std::int32_t> groups) const;
    std::vector<Counts> counts(std::span<const std::int32_t> groups, std::size_t number) const;
    std::vector<Mistakes> mistakes_by(std::span<const std::int32_t> groups, std::size_t number) const;
    // When errors were said, or heard where nothing was said; each once and in order. Empty without times.
    std::vector<Times> error_times() const;

    Slices slices() const;
    // A slice by a kind that each segment of the reference has, of so many kinds. An insertion goes with the word
    // before it in its lane, or after it where there is none before; it is a kind of its own where there is neither.
    Slice by_segment(std::span<const std::int32_t> kinds, std::int32_t number) const;

  private:
    void take_steps();
    void find_extent();
    Times span(const Step& step) const; // of the reference's word, else of the other
    std::int64_t weight(const Step& step) const;
    void find_near_words();
    Slice counted(const std::vector<std::int32_t>& words, const std::vector<std::int32_t>& inserted) const;

    Lanes lanes_;
    bool in_time_;
    std::vector<Time> moments_;      // of each step, where there are no times: its place in its row
    std::vector<std::int32_t> near_; // of each insertion: the word before it in its lane, else after it, or none
};

} // namespace hubbub::page
