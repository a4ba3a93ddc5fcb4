// One side of a session made ready for the solvers: cut to the UEM, in order, split, numbered and timed.
#pragma once

#include "choices.hpp"
#include "plan.hpp"

#include <memory>

namespace hubbub {

// A segment, or one word of it where words are sorted. It is routed whole.
struct Utterance {
    std::int32_t segment;   // in the columns
    std::int32_t voice;     // in PreparedSide::voices
    std::int32_t number;    // among the utterances of its voice
    std::int32_t offset;    // where its words begin in the whole utterance
    std::size_t begin, end; // of its words
    std::size_t times;      // where those of its words begin in PreparedSide::seconds, or untimed
    std::int32_t choices;   // in PreparedSide::choices, or -1

    static constexpr std::size_t untimed = ~std::size_t{0};
    std::size_t size() const { return end - begin; }
};

// What was not scored: a count, or seconds.
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
    std::vector<std::int32_t>
        voices; // numbers of speakers in the columns, `nobody` for the empty name; the first first
    std::vector<Token> words;
    std::vector<std::uint32_t> places; // of each word in its segment's text, where some were left out; else empty
    std::vector<double> seconds;       // start and end in turn, of the words of utterances that have times
    std::vector<Span> spans;           // the same in nanoseconds of all words, where a metric asks for it
    std::vector<Choices> choices;
    std::vector<LeftOut> left_out;
    std::optional<SelfOverlap> overlap;
    std::optional<LongSegments> long_segments;

    const Columns& columns() const { return *source->columns; }
    double start(const Utterance& one) const { return columns().start[one.segment]; }
    double end(const Utterance& one) const { return columns().end[one.segment]; }
    bool has_start_and_end(const Utterance& one) const { return !std::isnan(start(one)) && !std::isnan(end(one)); }
    std::string_view voice_name(std::int32_t voice) const {
        return voices[voice] < 0 ? std::string_view{} : columns().speakers[voices[voice]];
    }
    const Choices* choices_of(const Utterance& one) const { return one.choices < 0 ? nullptr : &choices[one.choices]; }
    std::span<const double> times(const Utterance& one) const { // of a timed one
        return std::span(seconds).subspan(one.times, 2 * one.size());
    }
    // The middle of each word: from its own times, else its share by letters. Nothing where there are no times.
    std::optional<std::vector<double>> midpoints(const Utterance& one) const;
};

// Memory that serves one session after another.
struct Scratch {
    Vocabulary vocabulary; // of both sides
    std::vector<std::int32_t> order;
    std::vector<std::string_view> words, keys;
    std::vector<std::uint32_t> letters;
    std::vector<std::int32_t> voice_of; // per speaker of the columns, and one for nobody
};

// Words are numbered in scratch.vocabulary, which the caller clears. Throws Fault.
PreparedSide prepare(SideName name, const Source& source, const Recipe& recipe, const SessionInput& session,
                     const Source& other, Scratch& scratch);

} // namespace hubbub
