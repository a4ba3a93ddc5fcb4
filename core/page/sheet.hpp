// One session of the page: names and words once, the sides of all its alignments, each once.
#pragma once

#include "../corpus/score.hpp"
#include "alignment.hpp"

#include <memory>

namespace hubbub::page {

struct Sheet {
    Vocabulary words, names;
    std::vector<std::shared_ptr<const Side>> sides; // that differ

    // The number of a side among those that differ; several metrics share one.
    std::size_t number(const Side& side);

    struct Packed {
        std::string words, names;
        std::vector<std::vector<std::pair<std::string_view, std::string>>> sides; // by key
    };
    // All as JSON. Frequent words get small numbers, which compresses best.
    Packed pack() const;
};

// The lanes of a session under one metric, as they were scored. Texts are those of the sources.
Lanes lanes_of(const Outcome& outcome, std::size_t metric, std::size_t session, const Session& looked, Sheet& sheet);

// One alignment on the page.
struct Shown {
    Shown(std::shared_ptr<Sheet> sheet_, Lanes lanes, bool in_time);

    std::shared_ptr<Sheet> sheet;
    Alignment alignment;
    std::size_t reference, hypothesis; // numbers of its sides
    Slices slices;
    std::string lanes, bins; // JSON

    // JSON of the most frequent errors of each kind.
    std::string frequent(std::size_t top) const;
};

// Errors of all sessions, added up in their order.
class Totals {
  public:
    void add(std::int32_t session, const Shown& shown);
    // JSON of the most frequent errors of each kind, with the sessions in which they occur.
    std::string frequent(std::size_t top) const;

  private:
    struct Place {
        std::uint32_t mistake;
        std::int32_t session;
        std::int64_t number;
    };
    struct Kind {
        std::unordered_map<std::uint64_t, std::uint32_t> known;
        std::vector<Mistake> mistakes;
        std::vector<Place> places;
    };
    Vocabulary words_;
    std::array<Kind, 3> kinds_;
};

} // namespace hubbub::page
