#include "pair/pair.hpp"

#include "align/align.hpp"
#include "align/bits.hpp"
#include "align/timed.hpp"
#include "base/budget.hpp"
#include "pair/assign.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hubbub {
namespace {

using Side = std::vector<TimedWords>;

// Words of each speaker by number; all pairs share one numbering.
struct Numbered {
    explicit Numbered(const Side& speakers) : numbering(total(speakers)) {
        for (const TimedWords& speaker : speakers) references.push_back(numbering.add(speaker.words));
    }
    static std::size_t total(const Side& side) {
        return std::accumulate(side.begin(), side.end(), std::size_t{0},
                               [](std::size_t sum, const TimedWords& words) { return sum + words.size(); });
    }

    Numbering numbering;
    std::vector<std::vector<std::int32_t>> references;
};

// A lower bound under unit costs: the longer text's number of words minus the words that both have, counted with
// repetition and regardless of order.
Matrix least_costs(const Side& speakers, const Side& streams, const Numbered& words) {
    const std::size_t size = std::max(speakers.size(), streams.size());
    Matrix bounds{size, size, std::vector<std::int64_t>(size * size)};
    std::vector<std::int32_t> left(words.numbering.count() + 1);
    for (std::size_t j = 0; j < size; ++j) {
        check_stop();
        const Words stream = j < streams.size() ? streams[j].words : Words{};
        for (const Token word : stream) ++left[words.numbering[word]];
        left[Numbering::unknown] = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t reference_words = i < speakers.size() ? speakers[i].size() : 0;
            std::size_t common = 0;
            if (reference_words > 0 && !stream.empty()) {
                for (const std::int32_t word : words.references[i]) common += left[word]-- > 0;
                for (const std::int32_t word : words.references[i]) ++left[word];
            }
            bounds.at(i, j) = static_cast<std::int64_t>(std::max(reference_words, stream.size()) - common);
        }
        for (const Token word : stream) left[words.numbering[word]] = 0;
    }
    return bounds;
}

// A cost matrix that is computed lazily: only pairs that can decide the assignment. Until then a cell is a lower bound
// of its cost.
class LazyCosts {
  public:
    // `first`: these are the pairs of the first assignment, at most one per row.
    using Compute =
        std::function<void(const std::vector<std::size_t>& indices, std::vector<std::int64_t>& cells, bool first)>;

    LazyCosts(Matrix bounds, std::vector<char> computed, Compute compute)
        : costs_(std::move(bounds)), computed_(std::move(computed)), compute_(std::move(compute)) {}

    // An assignment that is cheapest for the bounds is cheapest for the costs if all its pairs and all other tight
    // pairs cost as much as their bounds. Pairs outside every cheapest assignment are never computed.
    Assignment solve() {
        for (std::size_t round = 0;; ++round) {
            Assignment assignment = assign(costs_);
            const bool patient = round < 4 * costs_.rows; // after that, computing all of them is faster
            std::vector<std::size_t> open =
                not_computed([&](auto row, auto column) { return !patient || assignment.column_of[row] == column; });
            const bool first = round == 0 && !open.empty();
            if (open.empty())
                open = not_computed([&](auto row, auto column) { return assignment.tight(costs_, row, column); });
            if (open.empty()) return assignment;
            compute_(open, costs_.cells, first);
            for (const std::size_t cell : open) computed_[cell] = 1;
        }
    }
    const Matrix& costs() const { return costs_; }

  private:
    template <class Wanted> std::vector<std::size_t> not_computed(Wanted wanted) const {
        std::vector<std::size_t> indices;
        for (std::size_t cell = 0; cell < computed_.size(); ++cell)
            if (!computed_[cell] && wanted(cell / costs_.columns, cell % costs_.columns)) indices.push_back(cell);
        return indices;
    }

    Matrix costs_;
    std::vector<char> computed_;
    Compute compute_;
};

Pairing to_pairing(const Matrix& costs, Assignment assignment, std::size_t speakers, std::size_t streams) {
    choose_leftmost(costs, assignment);
    Pairing pairing{std::vector<std::int32_t>(speakers, -1), 0};
    for (std::size_t row = 0; row < costs.rows; ++row) {
        const std::size_t column = assignment.column_of[row];
        pairing.cost += costs.at(row, column);
        if (row < speakers && column < streams) pairing.stream_of[row] = static_cast<std::int32_t>(column);
    }
    return pairing;
}

bool untimed(const Side& side) {
    return std::all_of(side.begin(), side.end(), [](const TimedWords& words) { return words.spans.empty(); });
}

} // namespace

Pairing pair(const std::vector<TimedWords>& speakers, const std::vector<TimedWords>& streams, const Costs& costs,
             const Spread& spread) {
    const std::size_t size = std::max(speakers.size(), streams.size());
    const auto at = [](const Side& side, std::size_t i) { return i < side.size() ? side[i] : TimedWords{}; };
    // The pairs of the first assignment are usually those of the last. They will be aligned anyway, and the alignment
    // gives their cost.
    struct Aligned {
        std::size_t column;
        std::string steps;
    };
    std::vector<std::optional<Aligned>> aligned(size);
    const auto compute = [&](const std::vector<std::size_t>& indices, std::vector<std::int64_t>& cells, bool first) {
        std::vector<double> sizes;
        for (const std::size_t cell : indices)
            sizes.push_back(1.0 * at(speakers, cell / size).size() * at(streams, cell % size).size());
        spread(sizes, [&](std::size_t i) {
            const std::size_t row = indices[i] / size, column = indices[i] % size;
            if (!first) {
                cells[indices[i]] = distance(at(speakers, row), at(streams, column), costs);
                return;
            }
            std::string steps = align(at(speakers, row), at(streams, column), costs);
            cells[indices[i]] = static_cast<std::int64_t>(steps.size()) -
                                std::count(steps.begin(), steps.end(), step::correct); // under unit costs
            aligned[row] = Aligned{column, std::move(steps)};
        });
    };
    if (!costs.is_unit()) {
        Matrix matrix{size, size, std::vector<std::int64_t>(size * size)};
        std::vector<std::size_t> all(size * size);
        std::iota(all.begin(), all.end(), std::size_t{0});
        compute(all, matrix.cells, false);
        return pair(std::move(matrix.cells), speakers.size(), streams.size());
    }
    const Numbered words(speakers);
    Matrix bounds = least_costs(speakers, streams, words);
    std::vector<char> computed(bounds.cells.size());
    const bool is_untimed = untimed(speakers);
    for (std::size_t cell = 0; cell < computed.size(); ++cell) {
        const std::size_t reference_words = at(speakers, cell / size).size(),
                          hypothesis_words = at(streams, cell % size).size();
        const bool nothing_common =
            bounds.cells[cell] == static_cast<std::int64_t>(std::max(reference_words, hypothesis_words));
        computed[cell] = reference_words == 0 || hypothesis_words == 0 || (is_untimed && nothing_common);
    }
    LazyCosts lazy_costs(std::move(bounds), std::move(computed), compute);
    Assignment assignment = lazy_costs.solve();
    Pairing pairing = to_pairing(lazy_costs.costs(), std::move(assignment), speakers.size(), streams.size());
    pairing.steps.resize(speakers.size());
    for (std::size_t i = 0; i < speakers.size(); ++i)
        if (aligned[i] && pairing.stream_of[i] == static_cast<std::int32_t>(aligned[i]->column))
            pairing.steps[i] = std::move(aligned[i]->steps);
    return pairing;
}

Pairing pair(std::vector<std::int64_t> costs, std::size_t speakers, std::size_t streams) {
    const std::size_t size = std::max(speakers, streams);
    const Matrix matrix{size, size, std::move(costs)};
    return to_pairing(matrix, assign(matrix), speakers, streams);
}

} // namespace hubbub
