// One session of the page: names, words, and the sides of all its alignments, each stored once.
#pragma once

#include "corpus/score.hpp"
#include "page/alignment.hpp"

#include <memory>

namespace hubbub::page {

struct Sheet {
    Vocabulary words, names;
    std::vector<std::shared_ptr<const Side>> sides; // distinct
    // Of each side: words that need not be stored, since they equal the aligned reference word in a score (by its
    // number on the page); and correct words whose text differs.
    struct Copied {
        std::int32_t score = none;
        std::vector<char> words;
        std::vector<std::int32_t> unlike;
    };
    std::vector<Copied> copied;

    // The index of a side among the distinct ones; several metrics share one.
    std::size_t number(const std::shared_ptr<const Side>& side);

    struct Packed {
        std::string words, names;
        std::vector<std::vector<std::pair<std::string_view, std::string>>> sides; // by key
    };
    // Everything as JSON. Frequent words get small numbers, which compresses best.
    Packed pack() const;
};

// The lanes of a session under one metric. Texts are those of the sources.
Lanes lanes_of(const Outcome& outcome, std::size_t metric, std::size_t session, const Session& looked, Sheet& sheet);

// Like Slices: the group of every word of a session that was prepared again.
std::vector<std::optional<Selection>> selections(const Outcome& outcome, std::size_t metric, std::size_t session,
                                                 const Session& looked);

// One alignment on the page.
struct PageAlignment {
    PageAlignment(std::shared_ptr<Sheet> sheet_, Lanes lanes, std::int32_t score, bool in_time);

    std::shared_ptr<Sheet> sheet;
    Alignment alignment;
    std::size_t reference, hypothesis; // indices of its sides
    Slices slices;
    std::string lanes, bins; // JSON

    // The most frequent errors of each kind, as JSON.
    std::string frequent(std::size_t top) const;

  private:
    void note_copied(std::int32_t score);
};

// Errors of all sessions, added up in their order.
class Totals {
  public:
    void add(std::int32_t session, const PageAlignment& shown);
    // The most frequent errors of each kind, with their sessions, as JSON.
    std::string frequent(std::size_t top) const;

  private:
    Vocabulary words_;
    // Per error, the sessions in order and its count in each.
    std::array<std::map<std::pair<Token, Token>, std::vector<std::pair<std::int32_t, std::int64_t>>>, 3> kinds_;
};

} // namespace hubbub::page
