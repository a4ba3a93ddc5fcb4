// The matrix of two sequences, but only near its diagonal: far from it no two words may pair.
//
// Row i holds the costs after i reference words. Of its columns only those from first(i) to last(i) are kept.
// - To the right of last(i), no hypothesis word may pair with any of the first i reference words: such a cell costs
//   an insertion more than its left neighbour.
// - To the left of first(i), no hypothesis word may pair with a later reference word: from such a cell every way leads
//   on by insertions to column first(i), and the row's own insertions have taken it there already.
// The limits hold for unsorted and nested times too: they come from the earliest start and the latest end so far.
#include "timed.hpp"

#include "align.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace hubbub {
namespace {

struct Limits {
    std::vector<std::size_t> first, last; // of the columns of each row, ends included
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
    for (std::size_t i = rows; i-- > 0;) {
        const auto reach = std::upper_bound(latest_end.begin(), latest_end.end(), reference[i].start);
        limits.first[i] = std::min(limits.first[i + 1], static_cast<std::size_t>(reach - latest_end.begin()));
    }
    limits.last[0] = limits.first[0];
    for (std::size_t i = 1; i <= rows; ++i) {
        const auto reach = std::lower_bound(earliest_start.begin(), earliest_start.end(), reference[i - 1].end);
        const auto end = static_cast<std::size_t>(reach - earliest_start.begin());
        limits.last[i] = std::max({limits.last[i - 1], end, limits.first[i]});
    }
    return limits;
}

// The last step into each cell of a row, two bits each.
class Choices {
  public:
    enum Step : unsigned char { pair, remove, insert };

    Choices(std::size_t first, std::size_t last) : first_(first), bits_((last - first) / 4 + 1) {}
    void set(std::size_t column, Step step) {
        const std::size_t at = column - first_;
        bits_[at / 4] = static_cast<unsigned char>(bits_[at / 4] | step << (at % 4 * 2));
    }
    Step at(std::size_t column) const {
        const std::size_t at = column - first_;
        return static_cast<Step>(bits_[at / 4] >> (at % 4 * 2) & 3);
    }

  private:
    std::size_t first_;
    std::vector<unsigned char> bits_;
};

class Rows {
  public:
    Rows(const TimedWords& reference, const TimedWords& hypothesis, const Costs& costs)
        : reference_(reference), hypothesis_(hypothesis), costs_(costs),
          limits_(limits(reference.spans, hypothesis.spans)) {}

    std::int64_t distance() { return run(nullptr); }

    std::string align() {
        std::vector<Choices> choices;
        choices.reserve(reference_.words.size());
        run(&choices);
        return back(choices);
    }

  private:
    std::int64_t run(std::vector<Choices>* choices) {
        std::vector<std::int64_t> row;
        for (std::size_t j = limits_.first[0]; j <= limits_.last[0]; ++j)
            row.push_back(static_cast<std::int64_t>(j) * costs_.insertion);
        for (std::size_t i = 1; i <= reference_.words.size(); ++i) {
            if (choices != nullptr) choices->emplace_back(limits_.first[i - 1], limits_.last[i]);
            next(row, i, choices == nullptr ? nullptr : &choices->back());
        }
        return row.back();
    }

    // Turns row i - 1 into row i.
    void next(std::vector<std::int64_t>& row, std::size_t i, Choices* choices) const {
        const std::size_t first = limits_.first[i - 1], last = limits_.last[i];
        const Span span = reference_.spans[i - 1];
        const Token word = reference_.words[i - 1];
        while (row.size() <= last - first) row.push_back(row.back() + costs_.insertion);
        std::int64_t corner = row[0], left = row[0] + costs_.deletion;
        if (choices != nullptr) choices->set(first, Choices::remove);
        row[0] = left;
        for (std::size_t j = first + 1; j <= last; ++j) {
            const std::int64_t above = row[j - first];
            auto step = Choices::insert;
            std::int64_t best = left + costs_.insertion;
            if (above + costs_.deletion < best) best = above + costs_.deletion, step = Choices::remove;
            if (may_pair(span, hypothesis_.spans[j - 1])) {
                const std::int64_t paired = corner + pair_cost(word, hypothesis_.words[j - 1], costs_);
                if (paired < best) best = paired, step = Choices::pair;
            }
            if (choices != nullptr) choices->set(j, step);
            corner = above;
            row[j - first] = left = best;
        }
        row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(limits_.first[i] - first));
    }

    std::string back(const std::vector<Choices>& choices) const {
        std::string steps;
        std::size_t i = reference_.words.size(), j = hypothesis_.words.size();
        while (i > 0) {
            const auto last = j > limits_.last[i]         ? Choices::insert
                              : j <= limits_.first[i - 1] ? Choices::remove
                                                          : choices[i - 1].at(j);
            if (last == Choices::insert) {
                steps.push_back(step::insertion), --j;
            } else if (last == Choices::remove) {
                steps.push_back(step::deletion), --i;
            } else {
                const bool same = reference_.words[--i] == hypothesis_.words[--j];
                steps.push_back(same ? step::correct : step::substitution);
            }
        }
        steps.append(j, step::insertion);
        std::reverse(steps.begin(), steps.end());
        return steps;
    }

    const TimedWords& reference_;
    const TimedWords& hypothesis_;
    const Costs& costs_;
    Limits limits_;
};

// Where every pair overlaps the rule is void, and the untimed solver is much faster.
bool all_overlap(std::span<const Span> reference, std::span<const Span> hypothesis) {
    const auto least_end = [](const Span& a, const Span& b) { return a.end < b.end; };
    const auto least_start = [](const Span& a, const Span& b) { return a.start < b.start; };
    const auto covers = [&](std::span<const Span> a, std::span<const Span> b) {
        return std::max_element(a.begin(), a.end(), least_start)->start <
               std::min_element(b.begin(), b.end(), least_end)->end;
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
