// The words of one side of a session for the page: utterance by utterance, each word once.
#pragma once

#include "base/match.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hubbub::page {

using Time = std::int64_t;           // in hundredths of a second: finer than visible
using Times = std::pair<Time, Time>; // start and end
inline constexpr double hundredths = 100;
inline constexpr std::int32_t none = -1; // no name, no word

Time in_hundredths(double seconds);

// Words of an utterance, or of a part of one, in the order of an alignment.
struct Piece {
    std::int32_t speaker;   // the number of a name
    std::int32_t number;    // of the utterance, among those of its speaker
    std::int32_t offset;    // index of the first word in the utterance
    std::size_t begin, end; // in Pieces::words
    std::size_t seconds;    // index of its words' first time in Pieces::seconds, or untimed
    double start, finish;   // of the utterance in seconds, NaN where unknown

    static constexpr std::size_t untimed = ~std::size_t{0};
};

struct Pieces {
    std::vector<Piece> all;
    std::vector<Token> words;
    std::vector<std::uint32_t> letters; // of each word
    std::vector<double> seconds;        // start and end, alternating
};

// Lanes may have parts of utterances, or the same words twice; here the utterances are complete again. They are sorted
// by speaker, in the order of first appearance, and by number.
class Side {
  public:
    Side() = default;
    explicit Side(const Pieces& pieces); // throws std::invalid_argument if a part is outside its utterance

    std::vector<Token> words;
    // Of each utterance: its speaker, its number, its number of words, and its start (seconds).
    std::vector<std::int32_t> speakers, numbers, counts;
    std::vector<double> starts;
    // Of each word; empty if any utterance has no time. However the scoring timed the words, the page shows their own
    // times, or else their share of the segment by characters.
    std::vector<Times> times;
    bool timed = true;
    std::vector<std::int32_t> own; // the utterances whose words have times of their own
    // Utterances whose word times follow from those of the segment, so that the page need not store them.
    struct Shared {
        std::int32_t utterance;
        std::int64_t from, to; // milliseconds
    };
    std::vector<Shared> shared;

    bool operator==(const Side& other) const;

    // The indices in this side of the words of each piece.
    std::vector<std::int32_t> places(const Pieces& pieces, std::size_t begin, std::size_t end) const;
    // The same for some words of an utterance; empty if they do not exist.
    std::vector<std::int32_t> places(std::int32_t speaker, std::int32_t number, std::int32_t offset,
                                     std::int32_t count) const;
    // The index of an utterance; none if it does not exist.
    std::int32_t utterance(std::int32_t speaker, std::int32_t number) const;
    // The index of an utterance's first word.
    std::size_t first(std::size_t utterance) const { return begin_[utterance]; }
    // The time from each segment's start to its first word; empty if it is always zero.
    std::vector<Time> leads() const;

  private:
    friend class SideBuilder;
    void append_places(std::size_t utterance, std::int64_t offset, std::size_t count,
                       std::vector<std::int32_t>& into) const;

    std::vector<std::size_t> begin_{0};      // the first word of each utterance, and the end
    std::vector<std::int32_t> rank_;         // by the number of a name: the index of a speaker, or none
    std::vector<std::int32_t> utterance_of_; // by piece
    // Utterances with gaps: the indices of their words in the complete utterance.
    std::vector<std::pair<std::size_t, std::vector<std::int32_t>>> gapped_; // by utterance, in ascending order
};

} // namespace hubbub::page
