// One session of the page: names and words once, the sides of all its alignments, each once.
#pragma once

#include "corpus/score.hpp"
#include "page/alignment.hpp"

#include <memory>

namespace hubbub::page {

struct Sheet {
    Vocabulary words, names;
    std::vector<std::shared_ptr<const Side>> sides; // that differ
    // Of each side: the words that need not be held, since they are those of the reference which a score, by its number
    // on the page, counts as correct; and correct words that have another text.
    struct Copied {
        std::int32_t score = none;
        std::vector<char> words;
        std::vector<std::int32_t> unlike;
    };
    std::vector<Copied> copied;

    // The number of a side among those that differ; several metrics share one.
    std::size_t number(const std::shared_ptr<const Side>& side);

    struct Packed {
        std::string words, names;
        std::vector<std::vector<std::pair<std::string_view, std::string>>> sides; // by key
    };
    // All as JSON. Frequent words get small numbers, which compresses best.
    Packed pack() const;
};

// The lanes of a session under one metric, as they were scored. Texts are those of the sources.
Lanes lanes_of(const Outcome& outcome, std::size_t metric, std::size_t session, const Session& looked, Sheet& sheet);

// The same as Slices: the group of every word of a session that is made ready again.
std::vector<std::optional<Selection>> selections(const Outcome& outcome, std::size_t metric, std::size_t session,
                                                 const Session& looked);

// One alignment on the page.
struct PageAlignment {
    PageAlignment(std::shared_ptr<Sheet> sheet_, Lanes lanes, std::int32_t score, bool in_time);

    std::shared_ptr<Sheet> sheet;
    Alignment alignment;
    std::size_t reference, hypothesis; // numbers of its sides
    Slices slices;
    std::string lanes, bins; // JSON

    // JSON of the most frequent errors of each kind.
    std::string frequent(std::size_t top) const;

  private:
    void note_copied(std::int32_t score);
};

// Errors of all sessions, added up in their order.
class Totals {
  public:
    void add(std::int32_t session, const PageAlignment& shown);
    // JSON of the most frequent errors of each kind, with the sessions in which they occur.
    std::string frequent(std::size_t top) const;

  private:
    Vocabulary words_;
    // The sessions of each mistake, in their order, and how often it is there.
    std::array<std::map<std::pair<Token, Token>, std::vector<std::pair<std::int32_t, std::int64_t>>>, 3> kinds_;
};

} // namespace hubbub::page
