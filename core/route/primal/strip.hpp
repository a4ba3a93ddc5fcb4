// A part of a row of a stream: its cells from `low` on.
//
// Of what lies before a place (ahead) a row never rises; beyond its end it costs what its end costs, and before its
// start it is not known. Of what lies after a place (behind) it is the other way round. What is not known is left out,
// so that all costs are those of true alignments, and exact as long as the best one keeps to the strips.
#pragma once

#include "route/problem/problem.hpp"

#include <algorithm>

namespace hubbub::route::primal {

using rows::Band;
using rows::Side;

struct Strip {
    std::int32_t low = 0;
    std::vector<Value> cells;

    static Strip empty(const Band& range) {
        return {range.low, std::vector<Value>(static_cast<std::size_t>(range.size()), 0)};
    }
    std::int32_t high() const { return low + static_cast<std::int32_t>(cells.size()) - 1; }
    Band range() const { return {low, high()}; }

    void extend_ahead(std::int32_t to) {
        if (to > high()) cells.resize(static_cast<std::size_t>(to - low + 1), Value{cells.back()});
    }
    void extend_behind(std::int32_t to) {
        if (to >= low) return;
        cells.insert(cells.begin(), static_cast<std::size_t>(low - to), Value{cells.front()});
        low = to;
    }
    // Leaves out what lies outside; at least one cell stays.
    void cut(const Band& range) {
        if (range.high < high())
            cells.resize(static_cast<std::size_t>(std::max(range.high - low + 1, std::int32_t{1})));
        const std::int32_t drop = std::min(range.low, high()) - low;
        if (drop <= 0) return;
        cells.erase(cells.begin(), cells.begin() + drop);
        low += drop;
    }
};

// The least cost of a way that leaves the one strip for the other, and the cells where it can.
Value least_cost(const Strip& ahead, const Strip& behind);
Band meeting(const Strip& ahead, const Strip& behind);

// Where the best alignment of a routing stands on the streams, between any two utterances of a stream.
// Gaps between pairs of words. The low ends of all of them lie on the alignment, and so does any cell in between.
struct Alignment {
    std::vector<Band> first; // per stream, before its first utterance
    std::vector<Band> after; // per utterance, between it and the next on its stream
};

Alignment align(const Problem& problem, const std::vector<Move>& moves);

} // namespace hubbub::route::primal
