// The words of one side of a session as the page shows them: utterance by utterance, each word once.
#pragma once

#include "base/match.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hubbub::page {

using Time = std::int64_t;           // in hundredths of a second: finer than anyone sees
using Times = std::pair<Time, Time>; // start and end
inline constexpr double hundredths = 100;
inline constexpr std::int32_t none = -1; // no name, no word

Time in_hundredths(double seconds);

// Words of an utterance, or of a part of one, in the order of an alignment.
struct Piece {
    std::int32_t speaker;   // the number of a name
    std::int32_t number;    // of the utterance, among those of its speaker
    std::int32_t offset;    // where the words begin in the utterance
    std::size_t begin, end; // in Pieces::words
    std::size_t seconds;    // where the times of its words begin in Pieces::seconds, or untimed
    double start, finish;   // of the utterance in seconds, NaN where unknown

    static constexpr std::size_t untimed = ~std::size_t{0};
};

struct Pieces {
    std::vector<Piece> all;
    std::vector<Token> words;
    std::vector<std::uint32_t> letters; // of each word
    std::vector<double> seconds;        // start and end in turn
};

// Lanes may hold parts of utterances, or the same words twice; here the utterances are put together again. They stand
// by speaker, in the order in which these come, and by number.
class Side {
  public:
    Side() = default;
    explicit Side(const Pieces& pieces); // throws std::invalid_argument where a part lies outside of its utterance

    std::vector<Token> words;
    // Of each utterance: its speaker, its number, how many words it has, and where it begins (seconds).
    std::vector<std::int32_t> speakers, numbers, counts;
    std::vector<double> starts;
    // Of each word, unless any utterance has no time. However the scoring timed its words, they are shown with their
    // own times, else with their share of the segment by letters.
    std::vector<Times> times;
    bool timed = true;
    std::vector<std::int32_t> own; // the utterances whose words have times of their own
    // Utterances whose words' times follow from those of the segment, so that the page need not hold them.
    struct Shared {
        std::int32_t utterance;
        std::int64_t from, to; // milliseconds
    };
    std::vector<Shared> shared;

    bool operator==(const Side& other) const;

    // Where the words of each piece stand in this side.
    std::vector<std::int32_t> places(const Pieces& pieces, std::size_t begin, std::size_t end) const;
    // The same of some words of an utterance; empty where they are not there.
    std::vector<std::int32_t> places(std::int32_t speaker, std::int32_t number, std::int32_t offset,
                                     std::int32_t count) const;
    // The place of an utterance; none where it is not there.
    std::int32_t utterance(std::int32_t speaker, std::int32_t number) const;
    // Where the words of an utterance begin.
    std::size_t first(std::size_t utterance) const { return begin_[utterance]; }
    // How long before its first word each segment begins; empty where none does.
    std::vector<Time> leads() const;

  private:
    friend class SideBuilder;
    void append_places(std::size_t utterance, std::int64_t offset, std::size_t count,
                       std::vector<std::int32_t>& into) const;

    std::vector<std::size_t> begin_{0};      // where the words of each utterance begin, and the end
    std::vector<std::int32_t> rank_;         // by the number of a name: the place of a speaker among all, or none
    std::vector<std::int32_t> utterance_of_; // by piece
    // Where an utterance has gaps: the places of its words in the whole utterance.
    std::vector<std::pair<std::size_t, std::vector<std::int32_t>>> gapped_; // by utterance, in ascending order
};

} // namespace hubbub::page
