// The room `table`: everything that is open, looked at in one go where that is little enough. The doors are
// route_board() for one queue and route_by_prices() (queue_table.hpp) for several.
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

#include "route/primal/greedy.hpp"

namespace hubbub::route::table {

using primal::Candidate;

// An utterance laid down: leads from one table to a later one.
struct Lay {
    std::int32_t from, to, utterance;
};

// What is routed, and the cells and streams that are open to it. None of the sequences is empty.
struct Board {
    std::vector<TimedWords> utterances, streams; // the words belong to somebody else
    Steps steps;
    Value slide = 2;         // see Problem
    std::vector<Lay> lays;   // by where they lead to; in the end to the last table
    std::vector<Band> bands; // per table and stream, never moving back along a lay; table 0 has one cell
    std::vector<char> may;   // per utterance and stream: is it worth looking at?

    int utterance_count() const { return static_cast<int>(utterances.size()); }
    int stream_count() const { return static_cast<int>(streams.size()); }
    int table_count() const { return static_cast<int>(bands.size() / streams.size()); }
    Band& band(int n, int j) { return bands[static_cast<std::size_t>(n) * streams.size() + j]; }
    const Band& band(int n, int j) const { return bands[static_cast<std::size_t>(n) * streams.size() + j]; }
    bool allows(int n, int j) const { return may[static_cast<std::size_t>(n) * streams.size() + j] != 0; }
};

struct TableSize {
    double cells = 0;  // of all tables
    double widest = 0; // of one with the cells that come and go
    double work = 0;   // cells times words, over all axes

    double bytes() const { return 2 * cells + 12 * widest; }
};

// What route_board would need; endless where it cannot be used.
TableSize table_size(const Board& board);
// One queue: the utterances as they stand, one table after each.
void lay_in_order(Board& board);

struct BoardRouting {
    Candidate candidate;
    std::vector<std::int32_t> order; // of the utterances
};

// The best routing through the open cells, its cost counted from all insertions; cost far if no way is open. One that
// does not cost less than `known` is not worth tracing back. `plain`: without vectors. May throw UsedUp.
BoardRouting route_board(const Board& board, std::int64_t known, bool plain, const Watch& watch);

} // namespace hubbub::route::table
