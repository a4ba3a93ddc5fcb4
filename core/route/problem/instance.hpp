// The room `problem`: what is to be routed, in one measure for all that follows. The door is make_instance() for one
// queue and make_model() for several. Its names, and those of the room `run` (how long to go on, random numbers, what
// tests ask for), are the words of all rooms and stand in hubbub::route itself.
//
// The problem as the stages of the ORC router see it.
//
// Costs are in the shifted measure of steps.hpp. Empty utterances cost nothing anywhere, and an empty stream offers
// only deletions, which every other stream offers too: both are left out here and put back when the routing is written.
// Costs are divided by their greatest common divisor, and a pair never costs more than the deletion and the insertion
// that do the same. Words have numbers from 0 on.
#pragma once

#include "route.hpp"
#include "route/rows/steps.hpp"

#include <cstdint>
#include <vector>

namespace hubbub::route {

using rows::far;
using rows::Steps;
using rows::Value;

struct Instance {
    std::vector<std::vector<Token>> utterances;                   // none is empty
    std::vector<std::vector<Token>> streams;                      // none is empty
    std::vector<std::vector<Span>> utterance_spans, stream_spans; // none at all where time does not matter
    Token vocabulary = 0;                                         // words are 0 .. vocabulary - 1
    Steps steps;

    // The true cost to go from word h of a stream, in the shifted measure, never rises with fewer words used and
    // never falls by more than `slide` for one more word left (see search.hpp). For unit costs it is 2.
    Value slide = 2;
    Value insertion = 1;

    std::int64_t unit = 1;        // what one step is worth in the costs of the caller
    std::int64_t base = 0;        // every word of every stream inserted, in steps
    Value scale = 32, fine = 256; // prices are in units of 1 / scale in banded rows, 1 / fine in graphs

    std::vector<std::int32_t> utterance_source; // numbers in the RouteProblem
    std::vector<std::int32_t> stream_source;

    bool timed() const { return !stream_spans.empty(); }
    TimedWords utterance(int n) const {
        return {utterances[n], timed() ? std::span<const Span>(utterance_spans[n]) : std::span<const Span>()};
    }
    TimedWords stream(int j) const {
        return {streams[j], timed() ? std::span<const Span>(stream_spans[j]) : std::span<const Span>()};
    }
    int utterance_count() const { return static_cast<int>(utterances.size()); }
    int stream_count() const { return static_cast<int>(streams.size()); }
    int length(int stream) const { return static_cast<int>(streams[stream].size()); }
};

struct Band {
    std::int32_t low = 0, high = -1; // cells low .. high may be used
    bool empty() const { return low > high; }
    std::int32_t size() const { return high - low + 1; }
};

// Throws std::overflow_error where costs are so large that sums of them do not fit.
Instance make_instance(const RouteProblem& problem);

// The same problem read from the end: every sequence reversed.
Instance mirrored(const Instance& instance);

} // namespace hubbub::route
