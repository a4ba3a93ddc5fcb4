// From texts to what the solvers take: words as numbers, in a row, with their times.
#pragma once

#include "match.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hubbub {

// Every distinct word of a session has a number, the same on both sides.
class Vocabulary {
  public:
    Token number(std::string_view word); // a new one where the word is new
    std::size_t size() const { return ends_.size() - 1; }

  private:
    std::string_view word(Token number) const {
        return std::string_view(letters_).substr(ends_[number], ends_[number + 1] - ends_[number]);
    }
    void grow();

    struct Slot {
        std::uint32_t hash = 0;
        Token number = -1;
    };
    std::string letters_;              // of all words, one after the other
    std::vector<std::size_t> ends_{0}; // of each word; the first is where the first begins
    // Open addressing, a power of two; enough for a minute of speech without growing.
    std::vector<Slot> slots_ = std::vector<Slot>(512);
};

// How a segment's time is dealt out to its words.
struct Share {
    enum By { letters, equal, whole } by = letters; // whole: each word has all of it
    bool points = false;                            // only the middle of a word's part
};

// Start and end in turn of each word of a segment; a word counts as many letters as told.
void share(double start, double end, const std::vector<std::uint32_t>& letters, Share how, std::vector<double>& into);

// Utterances one after the other, as a solver takes them.
struct Row {
    std::vector<Token> words;
    std::vector<Span> spans;       // of each word; none where time does not matter
    std::vector<std::size_t> ends; // where each utterance ends

    operator TimedWords() const { return {words, spans}; }
    std::vector<TimedWords> parts() const;
};

// The utterances of one side of a session.
class Speech {
  public:
    explicit Speech(Vocabulary& vocabulary) : vocabulary_(&vocabulary) {}

    // The words of the next utterance: all at once, split at white space, or one by one.
    void text(std::string_view utf8);
    void word(std::string_view utf8);
    // Its end: without times, with its words' own (start and end in turn), or with those of a segment to share.
    void close();
    void close(std::span<const double> seconds);
    void close(double start, double end, Share how);

    std::size_t size() const { return ends_.size() - 1; }
    std::size_t length(std::size_t place) const { return ends_[place + 1] - ends_[place]; }
    bool timed(std::size_t place) const { return times_at_[place] != untimed; }
    std::span<const double> seconds(std::size_t place) const;
    std::optional<std::size_t> out_of_range() const; // the first with a time that nanoseconds cannot hold

    // These utterances in a row, with their times in nanoseconds, widened on both sides, where that is asked for.
    Row pick(const std::vector<std::size_t>& places, bool timed, std::int64_t widened) const;

  private:
    static constexpr std::size_t untimed = ~std::size_t{0};

    Vocabulary* vocabulary_;
    std::vector<Token> words_;
    std::vector<std::size_t> ends_{0};   // of each utterance in words_; the first is where the first begins
    std::vector<double> seconds_;        // start and end in turn of the words of those that have times
    std::vector<std::size_t> times_at_;  // where those of each utterance begin
    std::vector<std::uint32_t> letters_; // of the words of the utterance that is being made
};

// How much speakers speak over themselves.
struct SelfOverlap {
    double seconds = 0; // each segment's overlap with those before it, added up
    double total = 0;   // seconds in which there is speech of each, added up
    std::vector<std::pair<std::int32_t, std::int32_t>> segments; // voices that do, and how many of their segments
};
SelfOverlap self_overlap(const std::vector<std::int32_t>& voices, const std::vector<double>& starts,
                         const std::vector<double>& ends);

} // namespace hubbub
