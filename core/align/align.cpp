#include "align/align.hpp"

#include "align/bits.hpp"
#include "align/cells.hpp"

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

// Two sequences prepared for the bit-parallel kernel (unit costs).
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

// Myers' bit-parallel edit distance (1999) for unit costs and at most 64 reference words: a column of the matrix is one
// machine word. All columns are stored for the traceback. Ties are broken as in align.hpp.
class ShortMyers {
  public:
    static constexpr std::size_t most_rows = 64, most_columns = 128;
    static bool fits(Words reference, Words hypothesis) {
        return reference.size() <= most_rows && hypothesis.size() <= most_columns;
    }

    ShortMyers(Words reference, Words hypothesis) : reference_(reference), hypothesis_(hypothesis) {
        std::uint64_t rises = ~std::uint64_t{0}, falls = 0; // from a row to the next, down the column
        const std::uint64_t last = std::uint64_t{1} << (reference.size() - 1);
        distance_ = static_cast<std::int64_t>(reference.size());
        for (std::size_t j = 0; j < hypothesis.size(); ++j) {
            std::uint64_t equal = 0;
            for (std::size_t i = 0; i < reference.size(); ++i)
                equal |= std::uint64_t{reference[i] == hypothesis[j]} << i;
            const std::uint64_t carried = (((equal & rises) + rises) ^ rises) | equal;
            // Rows whose cost is one more, or one less, than in the previous column.
            const std::uint64_t right = falls | ~(carried | rises), left = rises & carried;
            distance_ += (right & last) != 0;
            distance_ -= (left & last) != 0;
            inserted_[j] = right;
            const std::uint64_t shifted = (right << 1) | 1, other = left << 1;
            const std::uint64_t open = equal | falls;
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
    // Per column: rows whose cost is one more than their left neighbor's, and one more than the row above.
    std::array<std::uint64_t, most_columns> inserted_, deleted_;
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
        if (ShortMyers::fits(reference, hypothesis)) return ShortMyers(reference, hypothesis).distance();
        Unit unit(reference, hypothesis);
        return *Sweep(unit.kernel).distance();
    }
    return with_cells(reference, hypothesis, costs, [](auto kernel) { return *Sweep(kernel).distance(); });
}

std::string align(Words reference, Words hypothesis, const Costs& costs) {
    std::string steps;
    // With unit costs, a common prefix is aligned in the same way whatever follows.
    const std::size_t start = costs.is_unit() ? common_prefix(reference, hypothesis) : 0;
    const Words reference_rest = reference.subspan(start), hypothesis_rest = hypothesis.subspan(start);
    if (reference_rest.empty() || hypothesis_rest.empty()) {
        steps.append(hypothesis_rest.size(), step::insertion).append(reference_rest.size(), step::deletion);
    } else if (costs.is_unit() && ShortMyers::fits(reference_rest, hypothesis_rest)) {
        steps.reserve(reference.size() + hypothesis.size());
        ShortMyers(reference_rest, hypothesis_rest).steps_back(steps);
    } else if (costs.is_unit()) {
        Unit unit(reference_rest, hypothesis_rest);
        steps = Sweep(unit.kernel).steps_back(reference_rest, hypothesis_rest);
    } else {
        steps = with_cells(reference_rest, hypothesis_rest, costs,
                           [&](auto kernel) { return Sweep(kernel).steps_back(reference_rest, hypothesis_rest); });
    }
    steps.append(start, step::correct);
    std::reverse(steps.begin(), steps.end());
    return steps;
}

} // namespace hubbub
