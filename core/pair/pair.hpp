// Pairing of speakers with streams, one to one, at the lowest total cost.
#pragma once

#include "base/match.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hubbub {

struct Pairing {
    std::vector<std::int32_t> stream_of; // per speaker; -1 if unpaired
    std::int64_t cost = 0;               // of all pairs, unpaired speakers (deleted) and unpaired streams (inserted)
    // of speakers whose alignment with their stream was computed already
    std::vector<std::optional<std::string>> steps{};
};

// Calls work for each job. The sizes help to order the jobs or to distribute them over threads.
using Spread = std::function<void(const std::vector<double>& sizes, const std::function<void(std::size_t)>& work)>;
inline void sequentially(const std::vector<double>& sizes, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < sizes.size(); ++i) work(i);
}

// Ties: the first speaker gets the earliest stream possible, then the second, and so on; any stream comes before none.
Pairing pair(const std::vector<TimedWords>& speakers, const std::vector<TimedWords>& streams, const Costs& costs,
             const Spread& spread = sequentially);

// The same from a square cost matrix, row by row; empty entries pad the smaller side.
Pairing pair(std::vector<std::int64_t> costs, std::size_t speakers, std::size_t streams);

} // namespace hubbub
