#include "align.hpp"

#include "bits.hpp"
#include "cells.hpp"

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
