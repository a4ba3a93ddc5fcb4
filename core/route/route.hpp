// Utterances to streams: each utterance goes whole to one stream.
// The cost is the sum over the streams of the distance between the utterances routed there, in order, and the stream.
#pragma once

#include "base/budget.hpp"
#include "base/match.hpp"
#include "base/progress.hpp"

#include <cstdint>
#include <vector>

namespace hubbub {

struct RouteProblem {
    std::vector<TimedWords> utterances;
    // The queue that each utterance stands in. Inside a queue the order of the utterances is kept; between queues
    // it is free. One queue for all is ORC; one per speaker is MIMO.
    std::vector<std::int32_t> queue_of;
    std::vector<TimedWords> streams;
    Costs costs;
    std::vector<std::int32_t> voice_of = {}; // whose each utterance is, where that is known: a hint for a first routing
};

struct Routing {
    std::vector<std::int32_t> order;     // the utterances in the order in which they were laid down
    std::vector<std::int32_t> stream_of; // per utterance (not per place in the order)
    std::int64_t cost = 0;
    std::int64_t lower_bound = 0; // no routing costs less; equal to the cost exactly when the routing is proven
    bool exact = true;
    Ended ended = Ended::proven; // what ended the search
    std::vector<Stage> stages;   // where the work went
};

// The same problem gives the same routing on every machine. Which of several equally cheap ones it is, is left open.
Routing find_routing(const RouteProblem& problem, const Budget& budget);

} // namespace hubbub
