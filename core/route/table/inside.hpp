// Inside the room: tables one after the other, and the places in several queues that are worth one.
#pragma once

#include "route/rows/simd.hpp"
#include "route/search/states.hpp"
#include "route/table/table.hpp"

#include <limits>

namespace hubbub::route::table {

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

// Several queues: which sets of utterances are worth a table.
//
// A routing lays utterances on streams and pairs words. What it says of the order is little: inside a queue the
// utterances keep theirs, and of two on one stream that both have pairs there, the one with the earlier pairs comes
// first. Every order that keeps to this costs the same, so one of them is enough: always lay down, of the utterances
// that wait for none, the one that is first by time.
//
// So an utterance u is laid down only if every other queue's next utterance h that is earlier by time waits for one
// that is yet to come and has pairs before it. Take the first of these on h's stream. It waits for no other there, so
// it is the next of its queue and not earlier than u, or it stands behind the next one of its queue. In both cases
// times must allow such a pair, and in the second that next one, where it is earlier than u, must be waiting itself;
// nothing waits for itself, so this ends at one that is not earlier.

using Place = std::span<const std::int32_t>; // how many utterances of each queue are laid down

// The places worth a table, layer by layer: after no utterance, after one, and so on.
class QueuePlaces {
  public:
    explicit QueuePlaces(const Board& board);

    bool over() const { return layer_ == board_.utterances(); }
    // The next layer: what the tables of this one lead to, but those whose band is empty.
    void advance();
    // The places of the layer, and the ways to each.
    std::size_t count() const { return places_.size(); }
    Place place(std::size_t p) const { return {places_.key(p), queues_.size()}; }
    const std::vector<Lay>& lays(std::size_t p) const { return lays_[p]; }
    // A way through a stream may be taken to stand at the first word that an utterance to come may pair with (what it
    // passes over is inserted anyhow), or behind the last word that it has paired, whichever comes later.
    Band open_cells(Place place, int j) const;

  private:
    std::size_t at(std::size_t queue, std::int32_t turn, int j) const {
        return (first_[queue] + turn) * board_.streams() + j;
    }
    bool is_over(std::size_t queue, Place place) const {
        return place[queue] == static_cast<std::int32_t>(queues_[queue].size());
    }
    void find_ends();
    bool waits(std::size_t queue, Place place, std::size_t other, std::int32_t turn) const;
    bool comes_next(Place place, std::size_t queue);
    bool earlier(std::int32_t a, std::int32_t b) const;

    const Board& board_;
    const std::vector<std::vector<std::int32_t>>& queues_;
    std::vector<std::size_t> first_; // of each queue in the two below, one more than it has utterances
    // On each stream: the first word that any from this one on may pair with, and the end of those that any before it
    // may.
    std::vector<std::int32_t> soonest_, behind_;
    std::vector<char> waiting_;

    int layer_ = 0;
    std::int32_t first_table_ = 0;
    search::States places_, next_; // of which only the keys are used
    std::vector<std::vector<Lay>> lays_, next_lays_;
    std::vector<std::int32_t> after_; // one step on
};

} // namespace hubbub::route::table
