// The solution of a session under one metric: how its words are aligned, the counts, and the proven bound.
#pragma once

#include "base/progress.hpp"
#include "corpus/side.hpp"

#include <string>
#include <utility>
#include <vector>

namespace hubbub {

// Words of an utterance in a lane: all of them, consecutive ones, or some that are listed.
struct Piece {
    std::int32_t utterance;
    std::int32_t offset; // where they begin among the words of the utterance that are taken
    std::int32_t first, count;
    std::int32_t listed = -1; // where their places begin in Part::listed, where they are not consecutive; else -1
};

// One side of a lane.
struct Part {
    enum Kind {
        all,
        speaker,
        some
    } kind = some; // all utterances of the side, those of the lane's speaker, or `pieces`
    std::vector<Piece> pieces;
    std::vector<std::int32_t> listed; // places of words in their utterances
};

// Utterances of both sides that are aligned with each other, and the steps of the alignment.
struct Lane {
    std::int32_t speaker = -1, stream = -1; // speakers; -1 where it takes utterances of many, or of none
    Part reference, hypothesis;
    std::string steps;
};

struct Counts {
    std::int64_t insertions = 0, deletions = 0, substitutions = 0, correct = 0;

    void add(char kind, std::int64_t number);
    void add(std::string_view steps);
    std::int64_t errors() const { return insertions + deletions + substitutions; }
    std::int64_t cost(const Costs& costs) const {
        return correct * costs.correct + substitutions * costs.substitution + insertions * costs.insertion +
               deletions * costs.deletion;
    }
};

// Where one utterance, or word, went: the speaker and number of the utterance, and the speaker that it went to.
struct Routed {
    std::int32_t speaker, number, goal;
};

// While a session is solved, speakers and streams are places in PreparedSide::speakers, with -1 for none. A kept
// Solution has their numbers in the columns instead: -1 (`unnamed`) is the empty name, and no_speaker stands for none.
inline constexpr std::int32_t no_speaker = -2;

struct Solution {
    std::vector<Lane> lanes;
    Counts counts; // of the lanes
    std::int64_t cost = 0, lower_bound = 0;
    bool exact = true;
    Ended ended = Ended::proven; // what ended the search
    bool paired = false, routed = false, swapped = false;
    std::vector<std::pair<std::int32_t, std::int32_t>> pairing; // speakers; -1 for unnamed
    std::vector<Routed> routing;
    std::vector<LeftOut> left_out;
    std::vector<Stage> stages;
};

namespace step {
inline constexpr char optional_deletion = 'O'; // an optional word that is missing, where that counts as correct
}

} // namespace hubbub
