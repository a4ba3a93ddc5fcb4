// The room `table`: everything that is open, looked at in one go where that is little enough. The doors are
// route_board() for one queue and route_by_prices() (guided.hpp) for several.
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

#include "route/rows/abreast.hpp"
#include "route/table/board.hpp"

#include <limits>

namespace hubbub::route::table {

struct TableSize {
    double cells = 0;  // of all tables
    double widest = 0; // of one with the cells that come and go
    double work = 0;   // cells times words, over all axes

    double bytes() const { return 2 * cells + 12 * widest; }
};

// What route_board would need; endless where it cannot be used.
TableSize table_size(const Board& board);

// The best routing through the open cells. No moves where no way is open, or none that costs less than `known`.
// `plain`: without vectors. May throw UsedUp.
Routed route_board(const Board& board, std::int64_t known, bool plain, const Watch& watch);

using rows::Small;

inline constexpr Small none = std::numeric_limits<Small>::max();
inline constexpr Small beyond = none / 2; // more than any cell that can be reached costs above the last one

// Can a table of so many cells, with so many along all its axes together, be had for utterance n in 16 bits?
bool fits(const Problem& problem, double cells, double along, int n);

// One stream on the way from one table to the next. The wide table between them has the cells of both: what lies beyond
// the first is reached by insertions, and what lies before the second is cut off when all is done.
struct Axis {
    int stream = 0;
    std::int32_t low = 0;    // the first cell of the old and of the wide table
    std::int32_t size = 1;   // cells of the old table
    std::int32_t wide = 1;   // cells of the wide one
    std::int32_t cut = 0;    // those of the wide one that the new one leaves out, at its start
    std::int32_t stride = 1; // in the wide table
    std::int32_t from = 1;   // the stride in the old one
};

// Finds the tables of a board in turn, and the way back through them.
class Table {
  public:
    Table(const Board& board, bool plain, double cells = 0); // about so many in all

    // What comes of a table by one utterance, wherever it may go or to this stream only: in the cells `next`, which
    // begin no earlier than the table's; counted as that table counts.
    void lay_down(const Lay& lay, int only, std::span<const Band> next, std::vector<Small>& to);
    // The next table, with what its cells cost beyond `base`. It counts from its last cell, which is the least.
    void add(const std::vector<Small>& cells, std::int64_t base);
    std::int64_t cost(int table) const { return cost_[table]; } // of its last cell, counted from all insertions
    std::size_t bytes() const { return layers_.capacity() * sizeof(Small); }
    // The way to the last cell of all; none if it cannot be found.
    std::vector<Move> trace();

  private:
    void set_axes(const Lay& lay, std::span<const Band> next);
    void delete_words(const Lay& lay);
    void widen(std::size_t axis, const Small* from, Small* to) const;
    Small* keep(std::size_t axis, const Small* from, Small* to) const;
    std::size_t cells(std::size_t axis) const { // of the wide table, along this axis and those after it
        return axis == axes_.size() ? 1 : static_cast<std::size_t>(axes_[axis].wide) * axes_[axis].stride;
    }
    void push(int n, std::size_t axis);
    void find_lines(std::size_t axis);
    void fill_pairs(int n, std::size_t word, int j, std::int32_t low, std::int32_t count, Small* to);
    std::size_t place(int n, const std::vector<std::int32_t>& cells) const;
    bool trace_stream(const Lay& lay, int j, std::int32_t end, std::int64_t value, std::vector<std::int32_t>& cells);
    bool trace_lay(const Lay& lay, const std::vector<std::int32_t>& after, std::vector<std::int32_t>& before,
                   int& stream);

    const Board& board_;
    const Steps& steps_;
    const rows::LineOps& ops_;
    const int streams_;
    std::vector<char> ordered_;            // per stream: do its words stand in the order of their times?
    std::vector<Small> layers_;            // all tables, one after the other
    std::vector<std::size_t> layer_first_; // where each begins
    std::vector<std::int64_t> cost_;       // that of the last cell of each, from which the others are counted

    // Of the step at hand:
    std::vector<Axis> axes_; // those with more than one cell
    std::int32_t wide_ = 1;  // cells of the wide table
    std::size_t same_ = 0;   // the axes from here on have as many cells in the wide table as in the old one
    std::size_t uncut_ = 0;  // the axes from here on lose no cells to the new one
    std::vector<Small> old_, best_, pairs_, buffer_;
    std::vector<std::int32_t> lines_; // along an axis: where they begin in the wide table
    std::vector<Value> row_;
};

} // namespace hubbub::route::table
