// A transcript as columns: readers fill them, the scoring reads them, without a copy in between.
#pragma once

#include "corpus/record.hpp"
#include "corpus/vocabulary.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hubbub {

// One text per segment.
struct Texts {
    std::string letters;
    std::vector<std::size_t> ends{0}; // text i is ends[i] to ends[i + 1]

    void add(std::string_view text) {
        letters += text;
        ends.push_back(letters.size());
    }
    void clear() { // keeps the memory
        letters.clear();
        ends.resize(1);
    }
    std::size_t size() const { return ends.size() - 1; }
    std::string_view operator[](std::size_t i) const {
        return std::string_view(letters).substr(ends[i], ends[i + 1] - ends[i]);
    }
};

inline constexpr std::int32_t unnamed = -1; // the number of the empty name

// Segments in the order of their file, of one or many sessions.
struct Columns {
    Texts words;
    std::vector<std::int32_t> session, speaker, channel; // indices into the name tables
    std::vector<double> start, end;                      // seconds; NaN if unknown
    Vocabulary sessions, speakers, channels;
    // Start and end of each word, alternating, for segments with word times. times_at and has_times are empty if no
    // segment has any.
    std::vector<std::size_t> times_at{}; // of segment i: times_at[i] to times_at[i + 1]
    std::vector<char> has_times;
    std::vector<double> times;

    std::size_t size() const { return words.size(); }
    void add(const Record& record, std::span<const double> word_times = {}, bool has_word_times = false);
    void add_all(const Columns& other) { add_all(other, 0, other.size()); }
    void add_all(const Columns& other, std::size_t first, std::size_t last); // segments first to last - 1
    void clear();                                                            // keeps the memory for the next segments
    void reserve(double growth); // reserves memory for this multiple of the present size

    std::span<const double> word_times(std::size_t i) const {
        return times_at.empty() ? std::span<const double>{}
                                : std::span(times).subspan(times_at[i], times_at[i + 1] - times_at[i]);
    }
    bool has_word_times(std::size_t i) const { return !has_times.empty() && has_times[i] != 0; }
    Record record(std::size_t i) const;

    // Segments by session, both in the order of the file. A segment without a session belongs to the empty name.
    struct BySession {
        std::vector<std::int32_t> names;    // numbers of the sessions' names; `unnamed` for the empty one
        std::vector<std::size_t> first;     // start of each session in `segments`, and the end
        std::vector<std::int32_t> segments; // segment numbers
        std::span<const std::int32_t> operator[](std::size_t i) const {
            return std::span(segments).subspan(first[i], first[i + 1] - first[i]);
        }
    };
    std::shared_ptr<BySession> by_session() const;
    void group(); // computes the groups now, for later use by several threads
    std::shared_ptr<BySession> grouped;
    // A copy of these segments, in this order.
    Columns taken(std::span<const std::int32_t> segments) const;
    // A 128-bit hash of everything in these segments.
    std::pair<std::uint64_t, std::uint64_t> digest(std::span<const std::int32_t> segments) const;

    // The number of a name, with `unnamed` for the empty one.
    static std::int32_t name_number(const Vocabulary& names, std::int32_t number) {
        return number >= 0 && names[number].empty() ? unnamed : number;
    }
};

} // namespace hubbub
