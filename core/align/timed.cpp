// Banded edit distance under the time rule: far from the diagonal no words may be paired, so only cells near it are
// stored.
//
// Row i has the costs after i reference words. Of its columns only first(i) to last(i) are stored.
// - Right of last(i), no hypothesis word may be paired with any of the first i reference words: such a cell costs an
// insertion more than its left neighbor.
// - Left of first(i), no hypothesis word may be paired with a later reference word: every path from such a cell inserts
// up to column first(i), and insertions within the row have reached that column already. The limits are valid for
// unsorted and nested times too, since they use the earliest start and the latest end so far.
#include "align/timed.hpp"

#include "align/align.hpp"
#include "base/budget.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace hubbub {
namespace {

struct Limits {
    std::vector<std::size_t> first, last; // of the columns of each row, ends included

    // The number of cells computed in row i: those that the previous row needs too.
    std::size_t row_size(std::size_t i) const { return last[i] - first[i - 1] + 1; }
};

Limits limits(std::span<const Span> reference, std::span<const Span> hypothesis) {
    const std::size_t rows = reference.size(), columns = hypothesis.size();
    std::vector<std::int64_t> latest_end(columns), earliest_start(columns);
    for (std::size_t j = 0; j < columns; ++j)
        latest_end[j] = j == 0 ? hypothesis[j].end : std::max(latest_end[j - 1], hypothesis[j].end);
    for (std::size_t j = columns; j-- > 0;)
        earliest_start[j] =
            j + 1 == columns ? hypothesis[j].start : std::min(earliest_start[j + 1], hypothesis[j].start);

    Limits limits{std::vector<std::size_t>(rows + 1, columns), std::vector<std::size_t>(rows + 1, 0)};
    std::size_t first = columns;
    for (std::size_t i = rows; i-- > 0; limits.first[i] = first)
        while (first > 0 && !apart(latest_end[first - 1], reference[i].start)) --first;
    limits.last[0] = limits.first[0];
    for (std::size_t i = 1; i <= rows; ++i) {
        std::size_t last = limits.last[i - 1];
        while (last < columns && !apart(reference[i - 1].end, earliest_start[last])) ++last;
        limits.last[i] = std::max(last, limits.first[i]);
    }
    return limits;
}

// The last step into each cell of each row. One byte each: packing four into a byte would make every cell depend on the
// one before it.
class LastSteps {
  public:
    enum Step : unsigned char { pair, remove, insert };

    // For the rows after `first`, up to `last`.
    LastSteps(const Limits& limits, std::size_t first, std::size_t last) : first_(first), begin_(last - first) {
        std::size_t size = 0;
        for (std::size_t i = first + 1; i <= last; ++i) {
            begin_[i - first - 1] = size - limits.first[i - 1];
            size += limits.row_size(i);
        }
        steps_.reset(new unsigned char[size]);
    }
    void set(std::size_t i, std::size_t column, Step step) { steps_[position(i, column)] = step; }
    Step at(std::size_t i, std::size_t column) const { return static_cast<Step>(steps_[position(i, column)]); }

  private:
    std::size_t position(std::size_t i, std::size_t column) const { return begin_[i - first_ - 1] + column; }

    std::size_t first_;
    std::vector<std::size_t> begin_;         // start of each row, minus its first column
    std::unique_ptr<unsigned char[]> steps_; // every value is written before it is read
};

class Rows {
  public:
    Rows(const TimedWords& reference, const TimedWords& hypothesis, const Costs& costs)
        : reference_(reference), hypothesis_(hypothesis), costs_(costs),
          limits_(limits(reference.spans, hypothesis.spans)), in_order_(in_order(hypothesis.spans)),
          row_(hypothesis.size() + 1) {}

    std::int64_t distance() {
        begin();
        run(0, reference_.size(), Forget{});
        return row_.back();
    }

    // If the steps of all rows take too much memory, only the costs at the start of each part are stored, and the parts
    // are recomputed from the last to the first.
    std::string align() {
        const std::vector<std::size_t> parts = cut();
        std::vector<std::vector<std::int64_t>> starts;
        begin();
        for (std::size_t k = 0; k + 1 < parts.size(); ++k) {
            const auto from = row_.begin() + static_cast<std::ptrdiff_t>(limits_.first[parts[k]]);
            starts.emplace_back(from, row_.begin() + static_cast<std::ptrdiff_t>(limits_.last[parts[k]]) + 1);
            if (k + 2 < parts.size()) run(parts[k], parts[k + 1], Forget{});
        }
        Position position{reference_.size(), hypothesis_.size(), {}};
        for (std::size_t k = starts.size(); k-- > 0; starts.pop_back()) {
            std::copy(starts[k].begin(), starts[k].end(),
                      row_.begin() + static_cast<std::ptrdiff_t>(limits_.first[parts[k]]));
            LastSteps steps(limits_, parts[k], parts[k + 1]);
            run(parts[k], parts[k + 1], Remember{steps});
            back(steps, parts[k], position);
        }
        position.steps.append(position.column, step::insertion);
        std::reverse(position.steps.begin(), position.steps.end());
        return std::move(position.steps);
    }

  private:
    // The last step into each cell is discarded.
    struct Forget {
        void operator()(std::size_t, std::size_t, LastSteps::Step) const {}
    };
    struct Remember {
        LastSteps& steps;
        void operator()(std::size_t i, std::size_t j, LastSteps::Step step) const { steps.set(i, j, step); }
    };

    static constexpr std::size_t rows_between_checks = 64;

    static constexpr std::size_t part_bytes = std::size_t{1} << 26;

    // The position of the traceback.
    struct Position {
        std::size_t row, column;
        std::string steps; // from the last one to the first
    };

    // The first rows of the parts, and the last row.
    std::vector<std::size_t> cut() const {
        std::vector<std::size_t> parts{0};
        std::size_t size = 0;
        for (std::size_t i = 1; i <= reference_.size(); ++i) {
            size += limits_.row_size(i);
            if (size <= part_bytes || parts.back() == i - 1) continue;
            parts.push_back(i - 1);
            size = limits_.row_size(i);
        }
        parts.push_back(reference_.size());
        return parts;
    }

    void begin() {
        for (std::size_t j = limits_.first[0]; j <= limits_.last[0]; ++j)
            row_[j] = static_cast<std::int64_t>(j) * costs_.insertion;
    }

    // Computes rows `first` to `last`.
    template <class Record> void run(std::size_t first, std::size_t last, Record record) {
        for (std::size_t i = first + 1; i <= last; ++i) {
            if (i % rows_between_checks == 0) check_stop();
            next(i, record);
        }
    }

    // Replaces row i - 1 by row i. The buffer has the cells that either row needs, each at its column.
    template <class Record> void next(std::size_t i, Record record) {
        const std::size_t first = limits_.first[i - 1], last = limits_.last[i];
        const Span span = reference_.spans[i - 1];
        const Token word = reference_.words[i - 1];
        const std::span<const Span> spans = hypothesis_.spans;
        for (std::size_t j = limits_.last[i - 1] + 1; j <= last; ++j) row_[j] = row_[j - 1] + costs_.insertion;
        std::int64_t corner = row_[first], left = row_[first] += costs_.deletion;
        record(i, first, LastSteps::remove);
        std::size_t j = first + 1;
        const auto up_to = [&](std::size_t end, auto pair) {
            for (; j < end; ++j) {
                const std::int64_t above = row_[j];
                auto step = LastSteps::insert;
                std::int64_t best = left + costs_.insertion;
                if (above + costs_.deletion < best) best = above + costs_.deletion, step = LastSteps::remove;
                if (const std::int64_t paired = corner + pair(j - 1); paired < best)
                    best = paired, step = LastSteps::pair;
                record(i, j, step);
                corner = above;
                row_[j] = left = best;
            }
        };
        // a forbidden pair is never better than a deletion plus an insertion
        const std::int64_t never = std::int64_t{costs_.insertion} + costs_.deletion;
        const auto may_not = [=](std::size_t) { return never; };
        const auto by_word = [&](std::size_t k) { return std::int64_t{pair_cost(word, hypothesis_.words[k], costs_)}; };
        const auto by_time = [&](std::size_t k) { return may_pair(span, spans[k]) ? by_word(k) : never; };
        if (!in_order_) {
            up_to(last + 1, by_time);
            return;
        }
        const auto begin = spans.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = spans.begin() + static_cast<std::ptrdiff_t>(last);
        const auto from =
            std::partition_point(begin, end, [&](const Span& other) { return apart(other.end, span.start); });
        const auto to =
            std::partition_point(from, end, [&](const Span& other) { return !apart(span.end, other.start); });
        up_to(static_cast<std::size_t>(from - spans.begin()) + 1, may_not);
        up_to(static_cast<std::size_t>(to - spans.begin()) + 1, by_word);
        up_to(last + 1, may_not);
    }

    // Traces back to this row.
    void back(const LastSteps& taken, std::size_t first, Position& position) const {
        auto& [i, j, steps] = position;
        while (i > first) {
            const auto last = j > limits_.last[i]         ? LastSteps::insert
                              : j <= limits_.first[i - 1] ? LastSteps::remove
                                                          : taken.at(i, j);
            if (last == LastSteps::insert) {
                steps.push_back(step::insertion), --j;
            } else if (last == LastSteps::remove) {
                steps.push_back(step::deletion), --i;
            } else {
                const bool same = reference_.words[--i] == hypothesis_.words[--j];
                steps.push_back(same ? step::correct : step::substitution);
            }
        }
    }

    const TimedWords& reference_;
    const TimedWords& hypothesis_;
    const Costs& costs_;
    const Limits limits_;
    const bool in_order_;
    std::vector<std::int64_t> row_;
};

// If every pair overlaps in time the rule has no effect, and the untimed solver is much faster.
bool all_overlap(std::span<const Span> reference, std::span<const Span> hypothesis) {
    const auto least_end = [](const Span& a, const Span& b) { return a.end < b.end; };
    const auto least_start = [](const Span& a, const Span& b) { return a.start < b.start; };
    const auto covers = [&](std::span<const Span> a, std::span<const Span> b) {
        return !apart(std::min_element(b.begin(), b.end(), least_end)->end,
                      std::max_element(a.begin(), a.end(), least_start)->start);
    };
    return reference.empty() || hypothesis.empty() || (covers(reference, hypothesis) && covers(hypothesis, reference));
}

} // namespace

std::int64_t distance(const TimedWords& reference, const TimedWords& hypothesis, const Costs& costs) {
    if (all_overlap(reference.spans, hypothesis.spans)) return distance(reference.words, hypothesis.words, costs);
    return Rows(reference, hypothesis, costs).distance();
}

std::string align(const TimedWords& reference, const TimedWords& hypothesis, const Costs& costs) {
    if (all_overlap(reference.spans, hypothesis.spans)) return align(reference.words, hypothesis.words, costs);
    return Rows(reference, hypothesis, costs).align();
}

} // namespace hubbub
