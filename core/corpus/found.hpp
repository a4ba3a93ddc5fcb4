// What was found in a session under one metric: the match of its words, the count, and the proof.
#pragma once

#include "../progress.hpp"
#include "side.hpp"

#include <string>
#include <utility>
#include <vector>

namespace hubbub {

// Words of an utterance that stand in a lane: all of them, some in a row, or some that are listed.
struct Piece {
    std::int32_t utterance;
    std::int32_t offset; // where they begin among the words that are said of the utterance
    std::int32_t first, count;
    std::int32_t listed = -1; // where their places begin in Part::listed, where they are no row
};

// One side of a lane.
struct Part {
    enum Kind { all, voice, some } kind = some; // all utterances of the side, those of the lane's voice, or `pieces`
    std::vector<Piece> pieces;
    std::vector<std::int32_t> listed; // places of words in their utterances
};

// The utterances that were matched with one stretch of a stream, step by step.
struct Lane {
    std::int32_t speaker = -1, stream = -1; // voices; -1 where it takes utterances of many, or of none
    Part reference, hypothesis;
    std::string steps;
};

struct Counts {
    std::int64_t insertions = 0, deletions = 0, substitutions = 0, correct = 0;

    void add(std::string_view steps);
    std::int64_t cost(const Costs& costs) const {
        return correct * costs.correct + substitutions * costs.substitution + insertions * costs.insertion +
               deletions * costs.deletion;
    }
};

// Where one utterance, or word, went: the voice and number of the utterance, and the voice that it went to.
struct Routed {
    std::int32_t voice, number, goal;
};

// While a session is solved, speakers and streams are places in PreparedSide::voices, -1 for none. What is kept has
// their numbers in the columns instead: -1 (nobody) for the empty name, this for none.
inline constexpr std::int32_t no_voice = -2;

struct Found {
    std::vector<Lane> lanes;
    Counts counts; // of the lanes
    std::int64_t cost = 0, lower_bound = 0;
    bool exact = true;
    bool paired = false, routed = false, swapped = false;
    std::vector<std::pair<std::int32_t, std::int32_t>> pairing; // voices; -1 for nobody
    std::vector<Routed> routing;
    std::vector<LeftOut> left_out;
    std::vector<Stage> stages;
};

namespace step {
inline constexpr char spared = 'O'; // an optional word that is missing, where that counts as correct
}

} // namespace hubbub
