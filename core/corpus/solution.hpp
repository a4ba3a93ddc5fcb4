// The solution of a session under one metric: the alignment, the counts, and the proven bound.
#pragma once

#include "base/progress.hpp"
#include "corpus/side.hpp"

#include <string>
#include <utility>
#include <vector>

namespace hubbub {

// Words of an utterance in a lane: all of them, consecutive ones, or selected ones.
struct Piece {
    std::int32_t utterance;
    std::int32_t offset; // index of the first one among the words of the utterance
    std::int32_t first, count;
    std::int32_t listed = -1; // index in Part::listed of the first one, if they are not consecutive; otherwise -1
};

// One side of a lane.
struct Part {
    enum Kind {
        all,
        speaker,
        some
    } kind = some; // all utterances of the side, those of the lane's speaker, or `pieces`
    std::vector<Piece> pieces;
    std::vector<std::int32_t> listed; // indices of words in their utterances
};

// Utterances of both sides that are aligned with each other, and the steps of the alignment.
struct Lane {
    std::int32_t speaker = -1, stream = -1; // -1 if its utterances have several or none
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

// The routing of one utterance or word: speaker and number of the utterance, the stream (or speaker) that it went to,
// and its segment: the index in the columns during a search, that in the session's input in a finished Solution.
struct Routed {
    std::int32_t speaker, number, goal, segment;
};

// During a search, speakers and streams are indices in PreparedSide::speakers, with -1 for none. In a finished Solution
// they are numbers in the columns: -1 (`unnamed`) is the empty name, and no_speaker stands for none.
inline constexpr std::int32_t no_speaker = -2;

struct Solution {
    std::vector<Lane> lanes;
    Counts counts; // of the lanes
    std::int64_t cost = 0, lower_bound = 0;
    bool exact = true;
    Ended ended = Ended::proven; // what ended the search
    bool paired = false, routed = false, swapped = false;
    std::vector<std::pair<std::int32_t, std::int32_t>> pairing; // speaker and stream; -1 for none
    std::vector<Routed> routing;
    std::vector<LeftOut> left_out;
    std::vector<Stage> stages;
};

namespace step {
inline constexpr char optional_deletion = 'O'; // an optional word that is missing, if that counts as correct
}

} // namespace hubbub
