// The problem as the stages of the MIMO router see it.
//
// Costs are in the shifted measure of steps.hpp: laying an utterance on the words [a, b) of a stream changes the cost
// by its distance to them less (b - a) insertions, and an uncovered word costs nothing.
//
// Empty utterances and empty streams are left out here and put back when the routing is written.
// Costs are divided by their greatest common divisor (`unit`), and a pair never costs more than a deletion and an
// insertion, which do the same.
#pragma once

#include "route.hpp"
#include "route/rows/carry.hpp"

#include <cstdint>
#include <vector>

namespace hubbub::route {

using rows::far;
using rows::Steps;
using rows::Value;

struct Utterance {
    std::int32_t speaker;
    std::int32_t place;  // in the speaker's queue
    std::int32_t source; // its number in the RouteProblem
    TimedWords words;
};

struct Model {
    std::int32_t speakers = 0;
    std::int32_t streams = 0;
    std::vector<Utterance> utterances;            // in the order of the RouteProblem
    std::vector<std::vector<std::int32_t>> queue; // per speaker, its utterances in order
    std::vector<TimedWords> stream;
    std::vector<std::int32_t> stream_source; // its number in the RouteProblem

    rows::Carrier carrier; // knows utterances and streams by their numbers here
    Steps steps;           // in units

    std::int64_t unit = 1; // what one step of the costs is worth
    std::int64_t base = 0; // every word of every stream inserted
    std::int32_t insertion = 1;
    std::int32_t reach = 2; // the most that one more free word of a stream can save
    Value scale = 64;       // prices are in units of 1 / scale

    std::int32_t words_in(std::int32_t j) const { return static_cast<std::int32_t>(stream[j].size()); }
    std::int32_t length(std::int32_t n) const { return static_cast<std::int32_t>(utterances[n].words.size()); }
    std::int32_t turns(std::int32_t i) const { return static_cast<std::int32_t>(queue[i].size()); }
};

// Throws std::overflow_error where the costs are so large that the sums do not fit.
Model make_model(const RouteProblem& problem);

} // namespace hubbub::route
