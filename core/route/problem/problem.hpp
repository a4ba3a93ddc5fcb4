// The room `problem`: what is to be routed, in one measure for all that follows. The doors are make_problem() and, for
// the way back, make_routing(). Its names, and those of the room `run` (how long to go on, random numbers, what tests
// ask for), are the words of all rooms and stand in hubbub::route itself.
//
// Costs are in the shifted measure of rows.hpp: laying an utterance on the words [a, b) of a stream changes the cost
// by its distance to them less (b - a) insertions, and an uncovered word costs nothing. They are divided by their
// greatest common divisor (`unit`), and a pair never costs more than the deletion and the insertion that do the same.
//
// Empty utterances cost nothing anywhere, and an empty stream offers only deletions, which every other stream offers
// too: both are left out here and put back when the routing is written.
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
    std::int32_t speaker; // its queue
    std::int32_t place;   // in the queue
    std::int32_t source;  // its number in the RouteProblem
    TimedWords words;     // never empty
};

struct Problem {
    Problem() = default;
    Problem(Problem&&) = default; // the words stay where they are
    Problem& operator=(Problem&&) = default;
    Problem(const Problem&) = delete; // would point at the words of the other

    std::int32_t speakers = 0; // queues; with one it is ORC
    std::int32_t streams = 0;
    std::vector<Utterance> utterances;            // in the order of the RouteProblem
    std::vector<std::vector<std::int32_t>> queue; // per speaker, its utterances in order
    std::vector<TimedWords> stream;               // none is empty
    std::vector<std::int32_t> stream_source;      // its number in the RouteProblem
    Token vocabulary = 0;                         // words are 0 .. vocabulary - 1

    rows::Carrier carrier; // knows utterances and streams by their numbers here; see ready()
    Steps steps;           // in units
    Value insertion = 1;
    // The true cost to go from a word of a stream never rises with fewer words used and never falls by more than
    // `slide` for one more word left: what was paired with it (at least the cheaper pair) is deleted instead. 2 for
    // unit costs.
    Value slide = 2;

    std::int64_t unit = 1;        // what one step is worth in the costs of the caller
    std::int64_t base = 0;        // every word of every stream inserted, in steps
    Value scale = 64, fine = 256; // prices are in units of 1 / scale in rows, 1 / fine in graphs
    bool too_large = false;       // sums of costs do not fit in rows

    int utterance_count() const { return static_cast<int>(utterances.size()); }
    int stream_count() const { return streams; }
    std::int32_t words_in(std::int32_t j) const { return static_cast<std::int32_t>(stream[j].size()); }
    std::int32_t length(std::int32_t n) const { return static_cast<std::int32_t>(utterances[n].words.size()); }
    std::int32_t turns(std::int32_t i) const { return static_cast<std::int32_t>(queue[i].size()); }
    std::int64_t words_said() const;
    Costs costs() const { // those the steps are made of
        return {steps.match + insertion, steps.mismatch + insertion, insertion, steps.deletion};
    }
    // The utterance before or after one in its queue, or -1.
    std::int32_t neighbour(std::int32_t n, bool before) const {
        const auto& [speaker, place, source, words] = utterances[n];
        if (before) return place == 0 ? -1 : queue[speaker][place - 1];
        return place + 1 == turns(speaker) ? -1 : queue[speaker][place + 1];
    }
    bool timed() const { return !stream.empty() && !stream[0].spans.empty(); }
    // Without words on one of the sides there is nothing to choose.
    bool trivial() const { return utterances.empty() || stream.empty(); }

    // The words and times, one sequence after the other; `utterances` and `stream` look at them.
    std::vector<Token> tokens;
    std::vector<Span> spans;
};

Problem make_problem(const RouteProblem& given); // its rows cannot be carried yet
// With rows to be carried; plain: without vectors. Throws std::overflow_error where the costs are too large.
Problem ready(Problem problem, bool plain = false);

struct Move {
    std::int32_t utterance;
    std::int32_t stream; // -1: deleted
};

// A routing: the utterances in the order in which they are laid down.
struct Routed {
    std::vector<Move> moves;
    std::int64_t cost; // in units, all insertions included
};

// What the moves really cost: the utterances of each stream joined in order and aligned, in units. What is deleted may
// as well stand on the first stream. Never more than a search counted, since an alignment may pair words across the
// limits of intervals.
std::int64_t cost_of(const Problem& problem, const std::vector<Move>& moves);

// The routing of the whole problem: empty utterances follow their predecessors, deleted ones go to the first stream.
Routing make_routing(const RouteProblem& given, const Problem& problem, const Routed& routed);
Routing trivial_routing(const RouteProblem& given); // where the problem is trivial()

} // namespace hubbub::route
