// The room `table`: everything that is open, looked at in one go where that is little enough. The doors are
// route_board() for one queue and route_by_prices() for several.
//
// The textbook programme over all streams at once, where few cells are open.
//
// A table belongs to a set of utterances that have been laid down, and holds the least cost of every combination of
// cells, one per stream. One more utterance changes it along one of its axes: every line of cells along that axis is a
// row, carried through the words as ever, and the least over the axes is the next table. The values of a table differ
// by at most `slide` per cell, so they are kept in 16 bits, counted from the last one, which is the least; sixteen
// lines are carried at a time.
//
// It looks at everything, so what it finds is the optimum among the ways through the cells that are open.
#pragma once

#include "route/bound/prices.hpp"

namespace hubbub::route::table {

using bound::Rows;
using rows::Reach;

// An utterance laid down: leads from one table to a later one.
struct Lay {
    std::int32_t from, to, utterance;
};

// The problem with what is open in it: the cells that times leave, or those that proofs have left.
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

struct TableSize {
    double cells = 0;  // of all tables
    double widest = 0; // of one with the cells that come and go
    double work = 0;   // cells times words, over all axes

    double bytes() const { return 2 * cells + 12 * widest; }
};

// What route_board would need; endless where it cannot be used.
TableSize table_size(const Board& board);

// The best routing through the open cells. No moves where no way is open, or none that costs less than `known`.
// `plain`: without vectors. May throw Over.
Routed route_board(const Board& board, std::int64_t known, bool plain, const Watch& watch);

// A table for every place in several queues that is worth one, and in it only the cells from which a bound for the rest
// leaves any hope.
//
// Each utterance is laid along each stream by itself, so that only one axis grows, and what comes of it is cut down
// before it is put together with the rest. Cells that no routing within the limit visits are dropped, so what is found
// is the best routing if it is within the limit, and nothing otherwise. Cells of a table that nothing leads to are
// given more than any cell can cost, since a word more left costs at most `slide`.

struct TableResult {
    std::int64_t proven = 0; // no routing costs less, in units
    Routed found{};          // the best there is; no moves where none was found
    double work = 0;
};

// Looks for the best routing that costs at least `proven` and at most `most`, in units; first for one in the lower half
// of what lies between, which is far less work. Gives up at so much work per utterance, or
// when time is over.
TableResult route_by_prices(const Problem& problem, const bound::Prices& prices, std::int64_t proven, std::int64_t most,
                            double work, const Watch& watch);

} // namespace hubbub::route::table
