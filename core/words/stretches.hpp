// Several alignments of one session, each with fewer constraints than the one before it, word by word, and the session
// cut into the smallest stretches over which each of them has no more errors than the one before.
#pragma once

#include "corpus/session.hpp"
#include "words/selection.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace hubbub {

// The partner of every word on the other side, or -1. A pair of equal words is correct, any other one a substitution.
struct Partners {
    std::vector<std::int32_t> of_reference, of_hypothesis;
};

Partners partners(const Session& session, const Solution& solution);
// The words of the reference in their order, then the insertions.
std::vector<Step> steps(const Session& session, const Partners& partners);

struct ErrorStretches {
    std::vector<Partners> chain;                   // as given, except as described below
    Selection words;                               // the stretch of every word
    std::vector<std::vector<std::int64_t>> errors; // per alignment and stretch
};

// `routed` is the side whose segments were routed, one by one and in order. A cut is made after one of its segments if
// a position in each speaker of the other side separates the partners of earlier segments from those of later ones,
// under all alignments. Between two cuts the pairs of one alignment could replace those of the next: so the next, if it
// is optimal, has no more errors there. If it has as many, or was not proven optimal and has more, its pairs are
// replaced by those of the one before, so that mere ties are not shown as differences. Words of the other side that no
// alignment pairs, between two cuts, form a stretch of their own.
ErrorStretches error_stretches(const Session& session, std::vector<Partners> chain, SideName routed);

// The group of every word by speaker (index among the speakers of the reference): a hypothesis word belongs to the
// speaker who is paired with its stream, or to an additional last group.
Selection by_speaker(const Session& session, const Solution& solution);

// The number of correct words of a speaker in a stream. Both are numbers in the columns.
struct SpeakerStreamWords {
    std::int32_t speaker, stream;
    std::int64_t words;
};

std::vector<SpeakerStreamWords> speaker_stream_words(const Session& session, const Partners& partners);

// The delay of each correct word relative to its partner in the reference, by the midpoints of their times (seconds).
std::vector<double> offsets(const Session& session, const Partners& partners);

} // namespace hubbub
