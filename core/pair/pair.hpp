// Speakers to streams, one to one, at the least total cost.
#pragma once

#include "base/match.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hubbub {

struct Pairing {
    std::vector<std::int32_t> stream_of;             // per speaker; -1 where no stream is left for it
    std::int64_t cost = 0;                           // of all pairs, unpaired speakers (deleted) and streams (inserted)
    std::vector<std::optional<std::string>> steps{}; // of speakers that were aligned with their streams on the way
};

// Calls work for each of some jobs, whose sizes help to order them or to spread them over threads.
using Spread = std::function<void(const std::vector<double>& sizes, const std::function<void(std::size_t)>& work)>;
inline void one_by_one(const std::vector<double>& sizes, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < sizes.size(); ++i) work(i);
}

// Among equally cheap pairings: the first speaker takes the earliest stream it can, then the second, and so on;
// any stream comes before none.
Pairing pair(const std::vector<TimedWords>& speakers, const std::vector<TimedWords>& streams, const Costs& costs,
             const Spread& spread = one_by_one);

// The same from the costs of all pairs, row by row. The matrix is square: empty entries fill up the smaller side.
Pairing pair(std::vector<std::int64_t> costs, std::size_t speakers, std::size_t streams);

} // namespace hubbub
