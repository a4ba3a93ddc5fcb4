// Errors in a session's input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace hubbub {

enum class SideName { reference, hypothesis };

// Details for the message. The comment at each kind lists those that it sets.
struct FaultDetails {
    double needed = 0, allowed = 0; // bytes
    std::int64_t pieces = 0, streams = 0;
    double speakers = -1, start = 0, end = 0;    // of a group or segment (milliseconds); -1 speakers without a group
    double region_start = 0, region_end = 0;     // of the UEM (milliseconds)
    std::vector<std::int64_t> sizes{};           // words of each graph
    std::int64_t segments = 0, untimed = 0;      // all, and those of them without a start time
    std::int64_t words = 0, times = 0, most = 0; // of a segment or side; the most words that are possible
    std::int64_t utterances = 0, turns = 0;      // of the reference, and of the stream
    std::string stream{};
    std::int64_t cost = 0, claim = 0; // of the alignment, and as reported by the solver
};

// Python composes the message.
struct Fault : std::runtime_error, FaultDetails {
    enum class Kind {
        some_untimed,      // segment; segments, untimed
        not_in_order,      // segment, a word of which starts before an earlier word
        no_times,          // segment
        no_word_times,     // segment; words
        times_of_words,    // segment; words, times
        out_of_range,      // segment
        uem_untimed,       // segment
        choices,           // segment
        too_large_route,   // needed, allowed, pieces, streams
        too_large_lattice, // needed, allowed, sizes; speakers, start, end
        turns,             // stream, utterances, turns
        half_timed,
        across_uem, // start, end, region_start, region_end
        memory,
        too_many,     // segment; words, most
        disagreement, // cost, claim
        broken,       // segment: Python knows the error
    };

    Fault(Kind kind_, FaultDetails details = {})
        : std::runtime_error("fault"), FaultDetails(std::move(details)), kind(kind_) {}
    Fault(Kind kind_, SideName side_, std::int32_t segment_, FaultDetails details = {})
        : Fault(kind_, std::move(details)) {
        side = side_;
        segment = segment_;
    }

    Kind kind;
    SideName side = SideName::reference;
    std::int32_t segment = -1;
    std::size_t session = 0;
    std::int32_t metric = -1; // if the error belongs to a metric
};

inline const char* name_of(Fault::Kind kind) {
    constexpr const char* names[] = {
        "some_untimed", "not_in_order", "no_times",        "no_word_times",     "times_of_words", "out_of_range",
        "uem_untimed",  "choices",      "too_large_route", "too_large_lattice", "turns",          "half_timed",
        "across_uem",   "memory",       "too_many",        "disagreement",      "broken"};
    static_assert(std::size(names) == static_cast<std::size_t>(Fault::Kind::broken) + 1);
    return names[static_cast<std::size_t>(kind)];
}

} // namespace hubbub
