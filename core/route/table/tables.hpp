// The tables themselves, one after the other; see table.hpp.
#pragma once

#include "route/rows/abreast.hpp"
#include "route/table/table.hpp"

#include <limits>

namespace hubbub::route::table {

using rows::Small;

inline constexpr Small none = std::numeric_limits<Small>::max();
inline constexpr Small beyond = none / 2; // more than any cell that can be reached costs above the last one

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
    Table(const Board& board, bool plain);

    // All of them. See route_board.
    BoardRouting run(std::int64_t known, const Watch& watch);

    // What comes of a table by one utterance that goes to stream j, or nowhere if that is -1: in the cells `next`,
    // which begin no earlier than the table's; counted as that table counts.
    void lay_along(const Lay& lay, int j, std::span<const Band> next, std::vector<Small>& to);
    // A table from elsewhere, counted from its last cell, whose cost it is.
    void add(const std::vector<Small>& cells, std::int64_t cost);
    std::int64_t cost(int table) const { return cost_[table]; } // of its last cell
    std::size_t bytes() const { return layers_.capacity() * sizeof(Small); }
    // The way to the last cell of all. Its order is empty if there is none.
    void trace(BoardRouting& found);

  private:
    void step(const Lay& lay);
    void set_axes(const Lay& lay, std::span<const Band> next);
    void delete_words(const Lay& lay);
    void widen(std::size_t axis, const Small* from, Small* to) const;
    Small* keep(std::size_t axis, const Small* from, Small* to, Small base) const;
    std::size_t cells(std::size_t axis) const { // of the wide table, along this axis and those after it
        return axis == axes_.size() ? 1 : static_cast<std::size_t>(axes_[axis].wide) * axes_[axis].stride;
    }
    void push(int n, std::size_t axis);
    void find_runs(std::size_t axis);
    void fill_pairs(int n, std::size_t word, int j, std::int32_t low, std::int32_t count, Small* to);
    std::size_t place(int n, const std::vector<std::int32_t>& cells) const;
    bool trace_stream(const Lay& lay, int j, std::int32_t end, std::int64_t value, std::vector<std::int32_t>& cells);
    bool trace_lay(const Lay& lay, const std::vector<std::int32_t>& after, std::vector<std::int32_t>& before,
                   int& stream);

    const Board& board_;
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
    std::vector<std::int32_t> runs_; // of lines along an axis: where they begin in the wide table
    std::int32_t run_ = 1;           // lines in each
    std::vector<Value> row_;
};

} // namespace hubbub::route::table
