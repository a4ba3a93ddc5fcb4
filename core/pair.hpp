// Speakers to streams, one to one, at the least total cost.
#pragma once

#include "match.hpp"

#include <cstdint>
#include <vector>

namespace hubbub {

struct Pairing {
    std::vector<std::int32_t> stream_of; // per speaker; -1 where no stream is left for it
    std::int64_t cost = 0;               // of all pairs, unpaired speakers (deleted) and streams (inserted)
};

// Among equally cheap pairings: the first speaker takes the earliest stream it can, then the second, and so on;
// any stream comes before none.
Pairing pair(const std::vector<TimedWords>& speakers, const std::vector<TimedWords>& streams, const Costs& costs);

// The same from the costs of all pairs, row by row. The matrix is square: empty entries fill up the smaller side.
Pairing pair(std::vector<std::int64_t> costs, std::size_t speakers, std::size_t streams);

// Rows to columns, one to one, at the greatest total weight, which is never negative: the column of each row, -1 for
// none. Pairs without weight are left out. Among equally heavy ones: as the rows come, each takes the leftmost column
// that is nearest on its augmenting path.
std::vector<std::int32_t> heaviest(const std::vector<std::int64_t>& weights, std::size_t rows, std::size_t columns);

} // namespace hubbub
