// A part of a stream's row: its cells from `low` on.
//
// A forward row never rises; beyond its end it has the value of its end, and before its start it is unknown. A backward
// row is the mirror image. Unknown cells are ignored, so all costs are those of valid alignments, and exact as long as
// the best alignment stays inside the strips.
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
    // Drops the cells outside; at least one cell stays.
    void cut(const Band& range) {
        if (range.high < high())
            cells.resize(static_cast<std::size_t>(std::max(range.high - low + 1, std::int32_t{1})));
        const std::int32_t drop = std::min(range.low, high()) - low;
        if (drop <= 0) return;
        cells.erase(cells.begin(), cells.begin() + drop);
        low += drop;
    }
};

// The lowest cost of a path from the one strip to the other, and the cells where it can change over.
Value least_cost(const Strip& ahead, const Strip& behind);
Band meeting(const Strip& ahead, const Strip& behind);

// The best alignment of a routing: the gaps between pairs of words where one utterance of a stream ends and the next
// begins. The low ends of all gaps are on the alignment, and so is any cell inside a gap.
struct Alignment {
    std::vector<Band> first; // per stream, before its first utterance
    std::vector<Band> after; // per utterance, between it and the next one on its stream
};

Alignment align(const Problem& problem, const std::vector<Move>& moves);

} // namespace hubbub::route::primal
