// The routing problem in the units that all stages use. Built by make_problem(); make_routing() translates the result
// back.
//
// Costs are in the shifted measure of rows.hpp: aligning an utterance with the words [a, b) of a stream changes the
// cost by their distance minus (b - a) insertions, and an uncovered word costs nothing. They are divided by their
// greatest common divisor (`unit`), and a pair never costs more than a deletion plus an insertion.
//
// Empty utterances cost nothing anywhere, and an empty stream offers only deletions, which every other stream offers
// too: both are dropped here and restored in the result.
#pragma once

#include "route/route.hpp"
#include "route/rows/rows.hpp"

#include <cstdint>
#include <vector>

namespace hubbub::route {

using rows::Band;
using rows::far;
using rows::Steps;
using rows::Value;

struct Utterance {
    std::int32_t speaker;  // its queue
    std::int32_t position; // in the queue
    std::int32_t source;   // its number in the RouteProblem
    TimedWords words;      // never empty
};

struct Problem {
    Problem() = default;
    Problem(Problem&&) = default; // the words keep their addresses
    Problem& operator=(Problem&&) = default;
    Problem(const Problem&) = delete; // would refer to the words of the original

    std::int32_t speakers = 0; // queues; with one it is ORC
    std::int32_t streams = 0;
    std::vector<Utterance> utterances;            // in the order of the RouteProblem
    std::vector<std::vector<std::int32_t>> queue; // per speaker, its utterances in order
    std::vector<TimedWords> stream;               // none is empty
    std::vector<std::int32_t> stream_source;      // its number in the RouteProblem
    Token vocabulary = 0;                         // words are 0 .. vocabulary - 1

    rows::Carrier carrier; // numbers utterances and streams as here; see ready()
    Steps steps;           // in units
    Value insertion = 1;
    // With fewer words used, the true cost to go is never higher; with one more word used it rises by at most `slide`:
    // the word that was paired with it (at least the cheaper pair) is deleted instead. 2 for unit costs.
    Value slide = 2;

    std::int64_t stride = 1;      // the least distance between limits: with large costs, a small share of a word's cost
    std::int64_t unit = 1;        // the value of one step in the caller's costs
    std::int64_t base = 0;        // cost of inserting every word of every stream, in steps
    Value scale = 64, fine = 256; // prices are in units of 1 / scale in rows, 1 / fine in graphs
    bool too_large = false;       // sums of costs overflow the rows

    int utterance_count() const { return static_cast<int>(utterances.size()); }
    int stream_count() const { return streams; }
    std::int32_t words_in(std::int32_t j) const { return static_cast<std::int32_t>(stream[j].size()); }
    std::int32_t length(std::int32_t n) const { return static_cast<std::int32_t>(utterances[n].words.size()); }
    std::int32_t turns(std::int32_t i) const { return static_cast<std::int32_t>(queue[i].size()); }
    std::int64_t reference_words() const;
    Costs costs() const { // those that the steps are derived from
        return {steps.match + insertion, steps.mismatch + insertion, insertion, steps.deletion};
    }
    // The previous or next utterance in the queue, or -1.
    std::int32_t neighbour(std::int32_t n, bool before) const {
        const auto& [speaker, position, source, words] = utterances[n];
        if (before) return position == 0 ? -1 : queue[speaker][position - 1];
        return position + 1 == turns(speaker) ? -1 : queue[speaker][position + 1];
    }
    bool timed() const { return !stream.empty() && !stream[0].spans.empty(); }
    // Without words on one side there is nothing to choose.
    bool trivial() const { return utterances.empty() || stream.empty(); }

    // All words and times; `utterances` and `stream` refer to them.
    std::vector<Token> tokens;
    std::vector<Span> spans;
};

Problem make_problem(const RouteProblem& input); // without the carrier
// Adds the carrier; plain: without SIMD. Throws std::overflow_error if the costs are too large.
Problem ready(Problem problem, bool plain = false);

struct Move {
    std::int32_t utterance;
    std::int32_t stream; // -1: deleted
};

// A routing: the utterances in the order in which they are appended to streams.
struct Routed {
    std::vector<Move> moves;
    std::int64_t cost; // in units, all insertions included
};

// The true cost of the moves, in units: the utterances of each stream are concatenated in order and aligned. Deleted
// utterances are put on the first stream. Never more than the cost in a search, since an alignment may pair words
// across utterance boundaries.
std::int64_t cost_of(const Problem& problem, const std::vector<Move>& moves);

// The result for the caller: empty utterances follow their predecessors, deleted ones go to the first stream.
Routing make_routing(const RouteProblem& input, const Problem& problem, const Routed& routed);
Routing trivial_routing(const RouteProblem& input); // requires problem.trivial()

} // namespace hubbub::route
