// Utterances to streams: each utterance goes whole to one stream.
// The cost is the sum over the streams of the distance between the utterances routed there, in order, and the stream.
#pragma once

#include "budget.hpp"
#include "match.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace hubbub {

struct RouteProblem {
    std::vector<TimedWords> utterances;
    // The queue that each utterance stands in. Inside a queue the order of the utterances is kept; between queues
    // it is free. One queue for all is ORC; one per speaker is MIMO.
    std::vector<std::int32_t> queue_of;
    std::vector<TimedWords> streams;
    Costs costs;
};

// What the work had come to after one stage of it.
struct Stage {
    std::string name;
    std::int64_t best = 0;  // the best cost so far
    double bound = 0;       // the proven bound so far, with the fraction that rounding up makes whole
    std::int64_t cells = 0; // cells (or nodes) still alive
    std::int64_t work = 0;  // states searched, windows bounded, …: whatever the stage counts
    double seconds = 0;     // since the start
};

struct Routing {
    std::vector<std::int32_t> order;     // the utterances in the order in which they were laid down
    std::vector<std::int32_t> stream_of; // per utterance (not per place in the order)
    std::int64_t cost = 0;
    std::int64_t lower_bound = 0; // no routing costs less; equal to the cost exactly when the routing is proven
    bool exact = true;
    std::vector<Stage> stages; // where the work went
};

// The same problem gives the same routing on every machine. Which of several equally cheap ones it is, is left open.
Routing route(const RouteProblem& problem, const Budget& budget);

} // namespace hubbub
