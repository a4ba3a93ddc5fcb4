#include "align.hpp"

#include "bits.hpp"
#include "cells.hpp"

#include <array>

namespace hubbub {
namespace {

std::size_t common_prefix(Words a, Words b) {
    const std::size_t size = std::min(a.size(), b.size());
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.begin() + size, b.begin()).first - a.begin());
}

std::size_t common_suffix(Words a, Words b) {
    const std::size_t size = std::min(a.size(), b.size());
    return static_cast<std::size_t>(std::mismatch(a.rbegin(), a.rbegin() + size, b.rbegin()).first - a.rbegin());
}

std::int64_t without_pairs(Words reference, Words hypothesis, const Costs& costs) {
    return static_cast<std::int64_t>(reference.size()) * costs.deletion +
           static_cast<std::int64_t>(hypothesis.size()) * costs.insertion;
}

// Two sequences made ready for unit costs.
struct Unit {
    Unit(Words reference_, Words hypothesis)
        : numbering(reference_.size()), reference(numbering.add(reference_)), text(hypothesis, numbering),
          masks(numbering.count()), kernel(reference, text, masks) {
        kernel.tighten();
    }

    Numbering numbering;
    std::vector<std::int32_t> reference;
    Text text;
    Masks masks;
    BitKernel kernel;
};

// Unit costs and a reference of at most 64 words: the whole column of the matrix is one machine word (Myers 1999), and
// what every column needs on the way back fits beside it. Ties are broken as everywhere.
class Short {
  public:
    static constexpr std::size_t most_rows = 64, most_columns = 128;
    static bool fits(Words reference, Words hypothesis) {
        return reference.size() <= most_rows && hypothesis.size() <= most_columns;
    }

    Short(Words reference, Words hypothesis) : reference_(reference), hypothesis_(hypothesis) {
        std::uint64_t rises = ~std::uint64_t{0}, falls = 0; // down the column
        const std::uint64_t last = std::uint64_t{1} << (reference.size() - 1);
        distance_ = static_cast<std::int64_t>(reference.size());
        for (std::size_t j = 0; j < hypothesis.size(); ++j) {
            std::uint64_t same = 0;
            for (std::size_t i = 0; i < reference.size(); ++i)
                same |= std::uint64_t{reference[i] == hypothesis[j]} << i;
            const std::uint64_t carried = (((same & rises) + rises) ^ rises) | same;
            const std::uint64_t right = falls | ~(carried | rises), left = rises & carried; // of the column before
            distance_ += (right & last) != 0;
            distance_ -= (left & last) != 0;
            inserted_[j] = right;
            const std::uint64_t shifted = (right << 1) | 1, other = left << 1;
            const std::uint64_t open = same | falls;
            rises = other | ~(open | shifted);
            falls = shifted & open;
            deleted_[j] = rises;
        }
    }

    std::int64_t distance() const { return distance_; }

    void steps_back(std::string& steps) const {
        std::size_t row = reference_.size(), column = hypothesis_.size();
        while (row > 0 && column > 0) {
            const std::uint64_t bit = std::uint64_t{1} << (row - 1);
            if (inserted_[column - 1] & bit) {
                steps.push_back(step::insertion), --column;
            } else if (deleted_[column - 1] & bit) {
                steps.push_back(step::deletion), --row;
            } else {
                --row, --column;
                steps.push_back(reference_[row] == hypothesis_[column] ? step::correct : step::substitution);
            }
        }
        steps.append(row, step::deletion).append(column, step::insertion);
    }

  private:
    Words reference_, hypothesis_;
    std::int64_t distance_;
    std::array<std::uint64_t, most_columns> inserted_, deleted_; // cells that cost one more than their neighbour's
};

template <std::size_t lanes, class Use>
auto with_lanes(Words reference, Words hypothesis, const Costs& costs, Use use) {
    using Small = CellKernel<std::uint8_t, lanes>;
    using Large = CellKernel<std::int32_t, lanes>;
    if (Small::fits(costs)) return use(Small(reference, hypothesis, costs));
    if (Large::fits(costs)) return use(Large(reference, hypothesis, costs));
    return use(CellKernel<std::int64_t, lanes>(reference, hypothesis, costs));
}

template <class Use> auto with_cells(Words reference, Words hypothesis, const Costs& costs, Use use) {
    return reference.size() <= 32 ? with_lanes<32>(reference, hypothesis, costs, use)
                                  : with_lanes<128>(reference, hypothesis, costs, use);
}

} // namespace

std::int64_t distance(Words reference, Words hypothesis, const Costs& costs) {
    if (costs.is_unit()) {
        const std::size_t start = common_prefix(reference, hypothesis);
        reference = reference.subspan(start), hypothesis = hypothesis.subspan(start);
        const std::size_t end = common_suffix(reference, hypothesis);
        reference = reference.first(reference.size() - end), hypothesis = hypothesis.first(hypothesis.size() - end);
    }
    if (reference.empty() || hypothesis.empty()) return without_pairs(reference, hypothesis, costs);
    if (costs.is_unit()) {
        if (Short::fits(reference, hypothesis)) return Short(reference, hypothesis).distance();
        Unit unit(reference, hypothesis);
        return *Sweep(unit.kernel).distance();
    }
    return with_cells(reference, hypothesis, costs, [](auto kernel) { return *Sweep(kernel).distance(); });
}

std::string align(Words reference, Words hypothesis, const Costs& costs) {
    std::string steps;
    // With unit costs, what the two have in common at the start is aligned in the same way with or without the rest.
    const std::size_t start = costs.is_unit() ? common_prefix(reference, hypothesis) : 0;
    const Words said = reference.subspan(start), heard = hypothesis.subspan(start);
    if (said.empty() || heard.empty()) {
        steps.append(heard.size(), step::insertion).append(said.size(), step::deletion);
    } else if (costs.is_unit() && Short::fits(said, heard)) {
        steps.reserve(reference.size() + hypothesis.size());
        Short(said, heard).steps_back(steps);
    } else if (costs.is_unit()) {
        Unit unit(said, heard);
        steps = Sweep(unit.kernel).steps_back(said, heard);
    } else {
        steps = with_cells(said, heard, costs, [&](auto kernel) { return Sweep(kernel).steps_back(said, heard); });
    }
    steps.append(start, step::correct);
    std::reverse(steps.begin(), steps.end());
    return steps;
}

} // namespace hubbub
