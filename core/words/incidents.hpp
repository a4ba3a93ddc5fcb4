// Several alignments of one session, each allowed more than the one before it, word by word, and the session cut into
// the smallest stretches over which each of them has no more errors than the one before.
#pragma once

#include "corpus/session.hpp"
#include "words/selection.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace hubbub {

// The partner of every word on the other side, or -1. A pair of equal words is correct, another one a substitution.
struct Partners {
    std::vector<std::int32_t> of_reference, of_hypothesis;
};

Partners partners(const Session& session, const Solution& solution);
// The words of the reference in their order, then the insertions.
std::vector<Step> steps(const Session& session, const Partners& partners);

struct Incidents {
    std::vector<Partners> chain;                   // as given, but see below
    Selection words;                               // the incident of every word
    std::vector<std::vector<std::int64_t>> errors; // under each alignment, of each incident
};

// `routed` is the side whose segments were routed, one by one and in order. A cut is made after one of its segments
// wherever a position in each speaker of the other side parts the partners of earlier segments from those of later
// ones, under all alignments. Between two cuts the pairs of one alignment could stand in place of those of the next: so
// the next, if it is the best of its kind, has no more errors there. Where it has as many, or was not proven and has
// more, its pairs are replaced by those of the one before: what differs only by ties is not shown as a difference.
// Words of the other side that no alignment pairs, between two cuts, are an incident of their own.
Incidents incidents(const Session& session, std::vector<Partners> chain, SideName routed);

// Every word by its speaker, a place among the speakers of the reference: a word that was heard by the speaker who is
// paired with its stream, or by one after the last where nobody is.
Selection by_speaker(const Session& session, const Solution& solution);

// How many words of a speaker were rightly heard on a stream. Both are numbers in the columns.
struct SpeakerStreamWords {
    std::int32_t speaker, stream;
    std::int64_t words;
};

std::vector<SpeakerStreamWords> speaker_stream_words(const Session& session, const Partners& partners);

// How much later than its partner of the reference each correct word was heard, by the middles of their times
// (seconds).
std::vector<double> offsets(const Session& session, const Partners& partners);

} // namespace hubbub
