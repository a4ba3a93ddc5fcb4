// What is to be done: the metrics, how words are made ready, and the limits of time and memory.
#pragma once

#include "base/budget.hpp"
#include "base/match.hpp"
#include "corpus/columns.hpp"
#include "corpus/fault.hpp"
#include "corpus/share.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hubbub {

// The rule of one word error rate; see Metric in Python.
struct Metric {
    enum class Solver { align, each, pair_named, pair_best, route, asclite } solver = Solver::align;
    bool queue_per_speaker = false;
    bool by_word = false; // words are routed one by one
    bool swapped = false; // hypothesis segments go to speakers
    bool timed = false;
    bool takes_choices = true;
};

enum class Order { segment, word, none, strict };

// How one side is made ready.
struct Recipe {
    Order order = Order::segment;
    bool timed = false; // words get times even where the file has none
    Share share;
    bool only_own = false;        // a segment of several words must have word times
    std::optional<double> collar; // of the timed metrics, where there are any
    bool whole = false;           // nothing is cut or left out
};

struct Asclite {
    std::int32_t overlap_limit = 0; // 0 for none
    bool gaps = true;
};

struct Plan {
    std::vector<Metric> metrics;
    Recipe reference, hypothesis;
    Costs costs;
    bool optional_words = false, fragments = false;
    Asclite asclite;
    std::uint64_t memory = std::numeric_limits<std::uint64_t>::max(); // of one search
    std::size_t searches = 1;                                         // that run at once
    double seconds = std::numeric_limits<double>::infinity();
    double work = std::numeric_limits<double>::infinity(); // of a search, see budget.hpp
    std::size_t threads = 0;                               // 0 for as many as there are processors
};

// A stretch of a recording.
struct Region {
    double start, end;
    std::optional<std::string> channel;
};

// One side: its columns, and what Python made of their texts where it had to.
struct Source {
    std::shared_ptr<const Columns> columns;
    std::shared_ptr<const Texts> texts; // normalised, units parted by blanks; those of the columns where it is null
    std::shared_ptr<const Texts> keys;  // words with equal keys count as the same; the texts where it is null
    std::shared_ptr<const Columns::BySession> sessions;
    // Some segments have times of units, which replace the times of words.
    std::vector<std::int32_t> unit_segments;   // in ascending order
    std::vector<char> unit_times_known;        // else the times of the units do not follow from those of the words
    std::vector<std::size_t> unit_times_at{0}; // where those of each segment begin in unit_seconds, and the end
    std::vector<double> unit_seconds;          // start and end in turn
    // Segments with choices, in ascending order, and the shapes of these.
    std::vector<std::int32_t> chosen_segments;
    std::vector<std::string> shapes;

    std::string_view text(std::size_t i) const { return texts == nullptr ? columns->words[i] : (*texts)[i]; }
    std::string_view key(std::size_t i) const { return keys == nullptr ? text(i) : (*keys)[i]; }
};

// Words and segments are counted in 32 bits, and the words of both sides are numbered together.
inline constexpr std::size_t most_words = std::numeric_limits<std::int32_t>::max() / 2;

// One session: its segments on both sides, and what is to be left out.
struct SessionInput {
    std::span<const std::int32_t> reference, hypothesis;
    std::vector<Region> reference_ignored, hypothesis_ignored;
    std::optional<std::vector<Region>> reference_uem, hypothesis_uem;
};

} // namespace hubbub
