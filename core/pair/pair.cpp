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

// Words of each speaker by number; all pairs share the numbers.
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

// Under unit costs two texts cost at least as much as the longer one has words that the other lacks, each word counted
// as often as it occurs, wherever it stands.
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
            const std::size_t spoken = i < speakers.size() ? speakers[i].size() : 0;
            std::size_t common = 0;
            if (spoken > 0 && !stream.empty()) {
                for (const std::int32_t word : words.references[i]) common += left[word]-- > 0;
                for (const std::int32_t word : words.references[i]) ++left[word];
            }
            bounds.at(i, j) = static_cast<std::int64_t>(std::max(spoken, stream.size()) - common);
        }
        for (const Token word : stream) left[words.numbering[word]] = 0;
    }
    return bounds;
}

// The costs of pairs, of which only those are computed that decide the assignment. Before that a pair has a bound: no
// larger than its cost.
class Bounded {
  public:
    // `first`: these are the pairs of the first assignment, one in a row at most.
    using Compute =
        std::function<void(const std::vector<std::size_t>& places, std::vector<std::int64_t>& cells, bool first)>;

    Bounded(Matrix bounds, std::vector<char> known, Compute compute)
        : costs_(std::move(bounds)), known_(std::move(known)), compute_(std::move(compute)) {}

    // What is cheapest by the bounds is cheapest if its pairs and all that could stand in for them cost as much as
    // their bounds say. Pairs that no cheapest assignment has are never computed.
    Assignment solve() {
        for (std::size_t round = 0;; ++round) {
            Assignment assignment = assign(costs_);
            const bool patient = round < 4 * costs_.rows; // after that, it is quicker to compute all of them
            std::vector<std::size_t> open =
                unknown([&](auto row, auto column) { return !patient || assignment.column_of[row] == column; });
            const bool first = round == 0 && !open.empty();
            if (open.empty())
                open = unknown([&](auto row, auto column) { return assignment.tight(costs_, row, column); });
            if (open.empty()) return assignment;
            compute_(open, costs_.cells, first);
            for (const std::size_t place : open) known_[place] = 1;
        }
    }
    const Matrix& costs() const { return costs_; }

  private:
    template <class Wanted> std::vector<std::size_t> unknown(Wanted wanted) const {
        std::vector<std::size_t> places;
        for (std::size_t place = 0; place < known_.size(); ++place)
            if (!known_[place] && wanted(place / costs_.columns, place % costs_.columns)) places.push_back(place);
        return places;
    }

    Matrix costs_;
    std::vector<char> known_;
    Compute compute_;
};

Pairing chosen(const Matrix& costs, Assignment assignment, std::size_t speakers, std::size_t streams) {
    take_first(costs, assignment);
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
    // The pairs that seem cheapest at first mostly are. They will be aligned, and that tells their cost.
    struct Aligned {
        std::size_t column;
        std::string steps;
    };
    std::vector<std::optional<Aligned>> aligned(size);
    const auto compute = [&](const std::vector<std::size_t>& places, std::vector<std::int64_t>& cells, bool first) {
        std::vector<double> sizes;
        for (const std::size_t place : places)
            sizes.push_back(1.0 * at(speakers, place / size).size() * at(streams, place % size).size());
        spread(sizes, [&](std::size_t i) {
            const std::size_t row = places[i] / size, column = places[i] % size;
            if (!first) {
                cells[places[i]] = distance(at(speakers, row), at(streams, column), costs);
                return;
            }
            std::string steps = align(at(speakers, row), at(streams, column), costs);
            cells[places[i]] = static_cast<std::int64_t>(steps.size()) -
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
    std::vector<char> known(bounds.cells.size());
    const bool any_time = untimed(speakers);
    for (std::size_t place = 0; place < known.size(); ++place) {
        const std::size_t spoken = at(speakers, place / size).size(), found = at(streams, place % size).size();
        const bool nothing_common = bounds.cells[place] == static_cast<std::int64_t>(std::max(spoken, found));
        known[place] = spoken == 0 || found == 0 || (any_time && nothing_common);
    }
    Bounded bounded(std::move(bounds), std::move(known), compute);
    Assignment assignment = bounded.solve();
    Pairing pairing = chosen(bounded.costs(), std::move(assignment), speakers.size(), streams.size());
    pairing.steps.resize(speakers.size());
    for (std::size_t i = 0; i < speakers.size(); ++i)
        if (aligned[i] && pairing.stream_of[i] == static_cast<std::int32_t>(aligned[i]->column))
            pairing.steps[i] = std::move(aligned[i]->steps);
    return pairing;
}

Pairing pair(std::vector<std::int64_t> costs, std::size_t speakers, std::size_t streams) {
    const std::size_t size = std::max(speakers, streams);
    const Matrix matrix{size, size, std::move(costs)};
    return chosen(matrix, assign(matrix), speakers, streams);
}

} // namespace hubbub
