// Internals of the tables: the tables one after the other, and the queue positions that need one.
#pragma once

#include "route/rows/simd.hpp"
#include "route/search/states.hpp"
#include "route/table/table.hpp"

#include <limits>

namespace hubbub::route::table {

using rows::Small;

inline constexpr Small none = std::numeric_limits<Small>::max();
inline constexpr Small beyond = none / 2; // more than any reachable cell costs above the last one

// Whether 16 bits are enough for utterance n in a table of so many cells, with so many along all its axes together.
bool fits(const Problem& problem, double cells, double along, int n);

// One stream in the transition from one table to the next. The wide table between them has the cells of both: those
// after the old table's are reached by insertions, and those before the new table's are cut off at the end.
struct Axis {
    int stream = 0;
    std::int32_t low = 0;    // the first cell of the old and of the wide table
    std::int32_t size = 1;   // cells of the old table
    std::int32_t wide = 1;   // cells of the wide one
    std::int32_t cut = 0;    // cells of the wide one that the new one drops, at its start
    std::int32_t stride = 1; // in the wide table
    std::int32_t from = 1;   // the stride in the old one
};

// Computes the tables of a layout in order, and the traceback.
class Table {
  public:
    Table(const TableLayout& layout, bool plain, double cells = 0); // the approximate number of all cells

    // The result of one utterance, wherever it may go or on one stream only: the cells `next`, which begin no earlier
    // than the table's; counted as that table is.
    void lay_down(const Transition& transition, int only, std::span<const Band> next, std::vector<Small>& to);
    // Adds the next table, whose cells are counted from `base`. It is counted from its last cell, which is the lowest.
    void add(const std::vector<Small>& cells, std::int64_t base);
    std::int64_t cost(int table) const { return cost_[table]; } // of its last cell, counted from all insertions
    std::size_t bytes() const { return layers_.capacity() * sizeof(Small); }
    // The path to the last cell of the last table; empty if there is none.
    std::vector<Move> trace();

  private:
    void set_axes(const Transition& transition, std::span<const Band> next);
    void delete_words(const Transition& transition);
    void widen(std::size_t axis, const Small* from, Small* to) const;
    Small* keep(std::size_t axis, const Small* from, Small* to) const;
    std::size_t cells(std::size_t axis) const { // of the wide table, along this axis and those after it
        return axis == axes_.size() ? 1 : static_cast<std::size_t>(axes_[axis].wide) * axes_[axis].stride;
    }
    void push(int n, std::size_t axis);
    void find_lines(std::size_t axis);
    void fill_pairs(int n, std::size_t word, int j, std::int32_t low, std::int32_t count, Small* to);
    std::size_t index_of(int n, const std::vector<std::int32_t>& cells) const;
    bool trace_stream(const Transition& transition, int j, std::int32_t end, std::int64_t value,
                      std::vector<std::int32_t>& cells);
    bool trace_transition(const Transition& transition, const std::vector<std::int32_t>& after,
                          std::vector<std::int32_t>& before, int& stream);

    const TableLayout& layout_;
    const Steps& steps_;
    const rows::LineOps& ops_;
    const int streams_;
    std::vector<char> ordered_;            // per stream: whether its words are in order of time
    std::vector<Small> layers_;            // all tables, concatenated
    std::vector<std::size_t> layer_first_; // where each begins
    std::vector<std::int64_t> cost_;       // the cost of each one's last cell, from which the others are counted

    // Of the current transition:
    std::vector<Axis> axes_; // those with more than one cell
    std::int32_t wide_ = 1;  // cells of the wide table
    std::size_t same_ = 0;   // the axes from here on have as many cells in the wide table as in the old one
    std::size_t uncut_ = 0;  // the axes from here on lose no cells to the new one
    std::vector<Small> old_, best_, pairs_, buffer_;
    std::vector<std::int32_t> lines_; // along an axis: the starts of its lines in the wide table
    std::vector<Value> row_;
};

// Several queues: the sets of utterances that need a table.
//
// A routing assigns utterances to streams and pairs words. It leaves most of the order free: within a queue the order
// is fixed, and of two utterances that both have pairs on a stream, the one with the earlier pairs comes first. All
// orders that satisfy this cost the same, so one of them is enough: always append, among the utterances that need not
// wait for another, the one that is first by time.
//
// So an utterance u is appended only if every other queue's next utterance h that is earlier by time waits for one that
// is still to come and has pairs before it. Take the first of these on h's stream. It does not wait for another there,
// so it is either the next of its queue and not earlier than u, or it comes after the next one of its queue. In both
// cases times must allow such a pair, and in the second case that next one, if it is earlier than u, must be waiting
// itself. No utterance waits for itself, so the chain ends at one that is not earlier.

using QueuePosition = std::span<const std::int32_t>; // the number of utterances routed from each queue

// The positions that need a table, layer by layer: after no utterance, after one, and so on.
class QueuePositions {
  public:
    explicit QueuePositions(const TableLayout& layout);

    bool over() const { return layer_ == layout_.utterances(); }
    // The next layer: positions reached from the tables of this one, except those with an empty band.
    void advance();
    // The positions of the layer, and the transitions to each.
    std::size_t count() const { return positions_.size(); }
    QueuePosition at(std::size_t p) const { return {positions_.key(p), queues_.size()}; }
    const std::vector<Transition>& transitions(std::size_t p) const { return transitions_[p]; }
    // A path through a stream may be assumed to be at the first word that a later utterance may be paired with (the
    // words passed over are inserted anyway), or after the last word that it has paired, whichever is later.
    Band open_cells(QueuePosition position, int j) const;

  private:
    std::size_t at(std::size_t queue, std::int32_t turn, int j) const {
        return (first_[queue] + turn) * layout_.streams() + j;
    }
    bool is_over(std::size_t queue, QueuePosition position) const {
        return position[queue] == static_cast<std::int32_t>(queues_[queue].size());
    }
    void find_ends();
    bool waits(std::size_t queue, QueuePosition position, std::size_t other, std::int32_t turn) const;
    bool comes_next(QueuePosition position, std::size_t queue);
    bool earlier(std::int32_t a, std::int32_t b) const;

    const TableLayout& layout_;
    const std::vector<std::vector<std::int32_t>>& queues_;
    std::vector<std::size_t> first_; // of each queue in the two below, one more than it has utterances
    // On each stream: the first word that any utterance from this one on may be paired with, and the end of those for
    // any utterance before it.
    std::vector<std::int32_t> soonest_, behind_;
    std::vector<char> waiting_;

    int layer_ = 0;
    std::int32_t first_table_ = 0;
    search::States positions_, next_; // only the keys are used
    std::vector<std::vector<Transition>> transitions_, next_transitions_;
    std::vector<std::int32_t> after_; // after one more utterance
};

} // namespace hubbub::route::table
