// Complete tables over all streams, if few cells are open: route_by_table() for one queue, route_by_prices() for
// several.
//
// This is the textbook dynamic program over all streams at once. A table belongs to a set of utterances that have been
// routed, and has the lowest cost of every combination of cells, one per stream. One more utterance changes it along
// one of its axes: every line of cells along that axis is a row, carried through the words as usual, and the minimum
// over the axes is the next table. Adjacent values differ by at most `slide`, so they fit into 16 bits, counted from
// the last one, which is the lowest; sixteen lines are carried at a time.
//
// Nothing is skipped, so the result is the optimum among the paths through open cells.
#pragma once

#include "route/bound/prices.hpp"

namespace hubbub::route::table {

using bound::Rows;
using rows::Reach;

// An utterance is appended: a transition from one table to a later one.
struct Transition {
    std::int32_t from, to, utterance;
};

// The problem with its open cells: those that times allow, or those that are not pruned.
struct TableLayout {
    const Problem& problem;
    std::vector<Span> times; // per utterance, over all its words; empty without times
    // per utterance and stream: the words that it may be paired with; empty if the stream need not be tried
    std::vector<Reach> reaches;
    std::vector<Transition> transitions; // by target; the last target is the last table
    std::vector<Band> bands; // per table and stream, never moving back along a transition; table 0 has one cell

    int utterances() const { return problem.utterance_count(); }
    int streams() const { return problem.streams; }
    int tables() const { return static_cast<int>(bands.size()) / problem.streams; }
    const TimedWords& words_of(int n) const { return problem.utterances[n].words; }
    const Reach& reach(int n, int j) const { return reaches[static_cast<std::size_t>(n) * problem.streams + j]; }
    bool allows(int n, int j) const { return reach(n, j).first < reach(n, j).end; }
    std::span<const Band> bands_of(int table) const { return {&band(table, 0), static_cast<std::size_t>(streams())}; }
    Band& band(int table, int j) { return bands[static_cast<std::size_t>(table) * problem.streams + j]; }
    const Band& band(int table, int j) const { return bands[static_cast<std::size_t>(table) * problem.streams + j]; }
};

// Without tables: the words that each utterance may be paired with by its times. The problem need not be ready.
TableLayout reach_layout(const Problem& problem);
// One queue, one table after each utterance, with the cells that times leave open.
TableLayout timed_layout(const Problem& problem);
// The same with the cells that are not pruned.
TableLayout layout_of(const Rows& rows);

struct TableSize {
    double cells = 0;  // of all tables
    double widest = 0; // of one table with the cells before and after an utterance
    double work = 0;   // cells times words, over all axes

    double bytes() const { return 2 * cells + 12 * widest; }
};

// The requirements of route_by_table; infinite if it cannot be used.
TableSize table_size(const TableLayout& layout);

// The best routing through the open cells. No moves if there is none, or none that costs less than `known`. `plain`:
// without SIMD. May throw Over.
Routed route_by_table(const TableLayout& layout, std::int64_t known, bool plain, const Watch& watch);

// Several queues: a table for every combination of queue positions that needs one, restricted to the cells whose cost
// so far plus a bound for the rest is within the limit.
//
// Each utterance is tried along each stream separately, so that only one axis grows, and the result is pruned before it
// is merged with the others. Pruned cells are in no routing within the limit, so the result is the best routing if that
// is within the limit, and nothing otherwise. Cells of a table that no transition reaches get more than any cell can
// cost, since an additional word costs at most `slide`.

struct TableResult {
    std::int64_t proven = 0; // no routing costs less, in units
    Routed found{};          // the optimum; no moves if none was found
    double work = 0;
};

// Searches for the best routing that costs at least `proven` and at most `most`, in units; first in the lower half of
// this range, which is far less work. Gives up after so much work per utterance, or when the time is up.
TableResult route_by_prices(const Problem& problem, const bound::Prices& prices, std::int64_t proven, std::int64_t most,
                            double work, const Watch& watch);

} // namespace hubbub::route::table
