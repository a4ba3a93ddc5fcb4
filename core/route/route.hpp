// Routing of utterances to streams: each utterance goes as a whole to one stream. The cost is the sum over the streams
// of the edit distance between the stream and its utterances, concatenated in order.
#pragma once

#include "base/budget.hpp"
#include "base/match.hpp"
#include "base/progress.hpp"

#include <cstdint>
#include <vector>

namespace hubbub {

struct RouteProblem {
    std::vector<TimedWords> utterances;
    // The queue of each utterance. The order of utterances is fixed within a queue and free between queues: one queue
    // for all is ORC-WER, one per speaker is MIMO-WER.
    std::vector<std::int32_t> queue_of;
    std::vector<TimedWords> streams;
    Costs costs;
    std::vector<std::int32_t> speaker_of =
        {}; // the speaker of each utterance, if known: only used to find a first routing
    // A routing to begin with, as in Routing; empty: none is known. The result is not worse.
    std::vector<std::int32_t> start_order = {}, start_streams = {};
};

struct Routing {
    std::vector<std::int32_t> order;     // the utterances in the order in which they were appended to streams
    std::vector<std::int32_t> stream_of; // per utterance (not per position in the order)
    std::int64_t cost = 0;
    std::int64_t lower_bound = 0; // no routing costs less; equal to the cost exactly if the routing is proven optimal
    bool exact = true;
    Ended ended = Ended::proven; // what ended the search
    std::vector<Stage> stages;   // progress after each stage
};

// Deterministic: the same problem gives the same routing on every machine. Which of several optimal routings is
// returned is unspecified.
Routing find_routing(const RouteProblem& problem, const Budget& budget);

// The true cost of a routing: the streams are aligned again.
std::int64_t cost_of(const RouteProblem& problem, const Routing& routing);

} // namespace hubbub
