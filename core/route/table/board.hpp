// The problem with what is open in it: the cells that times leave, or those that proofs have left.
#pragma once

#include "route/bound/prices.hpp"

namespace hubbub::route::table {

using bound::Rows;
using rows::Reach;

// An utterance laid down: leads from one table to a later one.
struct Lay {
    std::int32_t from, to, utterance;
};

struct Board {
    const Problem& problem;
    std::vector<Span> times;    // per utterance, from its first word on, whichever that is; none without times
    std::vector<Reach> reaches; // per utterance and stream: what it may pair with, nothing where it is not worth a look
    std::vector<Lay> lays;      // by where they lead to; in the end to the last table
    std::vector<Band> bands;    // per table and stream, never moving back along a lay; table 0 has one cell

    int utterances() const { return problem.utterance_count(); }
    int streams() const { return problem.streams; }
    int tables() const { return static_cast<int>(bands.size()) / problem.streams; }
    const TimedWords& said(int n) const { return problem.utterances[n].words; }
    const Reach& reach(int n, int j) const { return reaches[static_cast<std::size_t>(n) * problem.streams + j]; }
    bool allows(int n, int j) const { return reach(n, j).first < reach(n, j).end; }
    std::span<const Band> bands_of(int table) const { return {&band(table, 0), static_cast<std::size_t>(streams())}; }
    Band& band(int table, int j) { return bands[static_cast<std::size_t>(table) * problem.streams + j]; }
    const Band& band(int table, int j) const { return bands[static_cast<std::size_t>(table) * problem.streams + j]; }
};

// Without tables: what each utterance may pair with by its times. The problem need not be ready.
Board reach_board(const Problem& problem);
// One queue, one table after each utterance, with the cells that times leave open.
Board timed_board(const Problem& problem);
// The same with what the proofs have left.
Board board_of(const Rows& rows);

} // namespace hubbub::route::table
