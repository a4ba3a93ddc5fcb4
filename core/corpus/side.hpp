// One side of a session prepared for the solvers: cut to the UEM, sorted, split into words, numbered and timed.
#pragma once

#include "corpus/choices.hpp"
#include "corpus/plan.hpp"

#include <memory>

namespace hubbub {

// A segment, or a single word of it if words are sorted. The unit of routing.
struct Utterance {
    std::int32_t segment;   // index in the columns
    std::int32_t speaker;   // index in PreparedSide::speakers
    std::int32_t number;    // among the utterances of its speaker
    std::int32_t offset;    // the index of its first word in the whole utterance
    std::size_t begin, end; // of its words
    std::size_t times;      // index of its words' first time in PreparedSide::seconds, or untimed
    std::int32_t choices;   // index in PreparedSide::choices, or -1

    static constexpr std::size_t untimed = ~std::size_t{0};
    std::size_t size() const { return end - begin; }
};

// Something that was not scored: a count, or seconds.
struct LeftOut {
    std::string reason;
    double number;
    bool seconds = false;
};

struct LongSegments {
    std::int64_t segments = 0, words = 0;
    double longest = 0, limit = 0;
};

struct PreparedSide {
    SideName name = SideName::reference;
    const Source* source = nullptr;
    std::vector<Utterance> utterances;
    // Numbers of speakers in the columns, `unnamed` for the empty name, in the order of their first utterances.
    std::vector<std::int32_t> speakers;
    std::vector<Token> words;
    std::vector<std::uint32_t>
        places;                  // of each word in its segment's text, if some words were skipped; otherwise empty
    std::vector<double> seconds; // start and end, alternating, of words in utterances with times
    std::vector<Span> spans;     // of all words in nanoseconds, if a metric is timed
    std::vector<Choices> choices;
    std::vector<LeftOut> left_out;
    std::optional<SelfOverlap> overlap;
    std::optional<LongSegments> long_segments;

    const Columns& columns() const { return *source->columns; }
    double start(const Utterance& utterance) const { return columns().start[utterance.segment]; }
    double end(const Utterance& utterance) const { return columns().end[utterance.segment]; }
    bool has_start_and_end(const Utterance& utterance) const {
        return !std::isnan(start(utterance)) && !std::isnan(end(utterance));
    }
    // Throws Fault if it ends before it starts or is too far away; for metrics that need its times.
    void check_times(const Utterance& utterance) const;
    std::string_view speaker_name(std::int32_t speaker) const {
        return speakers[speaker] < 0 ? std::string_view{} : columns().speakers[speakers[speaker]];
    }
    const Choices* choices_of(const Utterance& utterance) const {
        return utterance.choices < 0 ? nullptr : &choices[utterance.choices];
    }
    std::span<const double> times(const Utterance& utterance) const { // requires times
        return std::span(seconds).subspan(utterance.times, 2 * utterance.size());
    }
    // The midpoint of each word, from its times, or from its share of the segment by characters. Empty without times.
    std::optional<std::vector<double>> midpoints(const Utterance& utterance) const;
};

// Memory reused from session to session.
struct Scratch {
    Scratch() { words.reserve(32); } // the length of a sentence: in a tiny session, growing would take most of the time
    Vocabulary vocabulary;           // of both sides
    std::vector<std::int32_t> order;
    std::vector<std::string_view> words, keys;
    std::vector<std::uint32_t> letters;
    std::vector<std::int32_t> speaker_of; // by number of speaker + 1, so that `unnamed` is the first; -1 between calls
};

// Numbers words in scratch.vocabulary, which the caller clears. Throws Fault.
PreparedSide prepare(SideName name, const Source& source, const Recipe& recipe, const SessionInput& session,
                     const Source& other, Scratch& scratch);

} // namespace hubbub
