// A table for every place in several queues that is worth one, and in it only the cells from which a bound for the rest
// leaves any hope.
//
// Each utterance is laid along each stream by itself, so that only one axis grows, and what comes of it is cut down
// before it is put together with the rest. Cells that no routing within the limit visits are dropped, so what is found
// is the best routing if it is within the limit, and nothing otherwise. Cells of a table that nothing leads to are
// given more than any cell can cost, since a word more left costs at most `slide`.
#pragma once

#include "route/table/places.hpp"

namespace hubbub::route::table {

// The least that the rest may cost, in 1 / scale: `to_come` of every queue and `row` of every queue and stream for the
// utterances that it has left, and `left` of every stream.
struct Guide {
    Value scale = 1;
    std::int64_t limit = 0; // what a routing may cost, in 1 / scale, counted from all insertions
    std::vector<std::vector<std::int64_t>> to_come; // per queue and turn
    std::vector<std::vector<Value>> left;           // per stream and cell
    std::vector<std::vector<Value>> rows;           // per queue and stream: the cells of each turn

    const Value* row(std::size_t queue, std::int32_t turn, int j) const {
        return rows[queue * left.size() + j].data() + turn * left[j].size();
    }
};

struct Guided {
    bool complete = false; // everything within the limit has been looked at
    BoardRouting found;    // no order if nothing is within the limit
    double work = 0;
};

// The board has no lays and no bands yet. Gives up at `most` work or bytes. May throw UsedUp.
Guided route_guided(Board& board, QueuePlaces& places, const Reaches& reaches, const Guide& guide, double most,
                    double bytes, bool plain, const Watch& watch);

} // namespace hubbub::route::table
