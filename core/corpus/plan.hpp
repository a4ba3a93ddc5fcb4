// The input of a scoring run: the metrics, the preparation of words, and the limits of time and memory.
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

// The definition of a word error metric; see Metric in Python.
struct Metric {
    enum class Solver { align, each, pair_named, pair_best, route, asclite } solver = Solver::align;
    bool queue_per_speaker = false;
    bool by_word = false; // words are routed one by one
    bool swapped = false; // hypothesis segments are routed to speakers
    bool timed = false;
    bool takes_choices = true;
    bool by_channel = false; // the channels of a session are scored one by one
};

enum class Order { segment, word, none, strict };

// The preparation of one side.
struct Recipe {
    Order order = Order::segment;
    bool timed = false; // words get times even if the file has none
    Share share;
    bool only_own = false;        // a segment of several words must have word times
    std::optional<double> collar; // of the timed metrics, if there are any
    bool whole = false;           // nothing is cut or skipped
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
    std::size_t searches = 1;                                         // that run at the same time
    double seconds = std::numeric_limits<double>::infinity();
    double work = std::numeric_limits<double>::infinity(); // limit of a search, see budget.hpp
    std::size_t threads = 0;                               // 0: as many as there are processors
};

// A time interval of a recording.
struct Region {
    double start, end;
    std::optional<std::string> channel;
};

// One side: its columns, and the texts that Python normalized.
struct Source {
    std::shared_ptr<const Columns> columns;
    std::shared_ptr<const Texts> texts; // normalized, units separated by spaces; null: those of the columns
    std::shared_ptr<const Texts> keys;  // words with equal keys count as equal; null: the texts
    std::shared_ptr<const Columns::BySession> sessions;
    // Some segments have times of units, which replace the times of words.
    std::vector<std::int32_t> unit_segments;   // in ascending order
    std::vector<char> unit_times_known;        // false: the times of the units do not follow from those of the words
    std::vector<std::size_t> unit_times_at{0}; // start of each segment's times in unit_seconds, and the end
    std::vector<double> unit_seconds;          // start and end, alternating
    // Segments with alternatives, in ascending order, and their shapes.
    std::vector<std::int32_t> chosen_segments;
    std::vector<std::string> shapes;

    std::string_view text(std::size_t i) const { return texts == nullptr ? columns->words[i] : (*texts)[i]; }
    std::string_view key(std::size_t i) const { return keys == nullptr ? text(i) : (*keys)[i]; }
};

// Words and segments are counted in 32 bits, and the words of both sides share one numbering.
inline constexpr std::size_t most_words = std::numeric_limits<std::int32_t>::max() / 2;

// One session: its segments on both sides, and the regions to exclude.
struct SessionInput {
    std::span<const std::int32_t> reference, hypothesis;
    std::vector<Region> reference_ignored, hypothesis_ignored;
    std::optional<std::vector<Region>> reference_uem, hypothesis_uem;
};

} // namespace hubbub
