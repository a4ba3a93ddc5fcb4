#include "words/selection.hpp"

namespace hubbub {

std::vector<std::int32_t> Selection::of(std::span<const Step> steps) const {
    std::vector<std::int32_t> groups;
    groups.reserve(steps.size());
    for (const Step& step : steps)
        groups.push_back(step.reference < 0 ? hypothesis[static_cast<std::size_t>(step.hypothesis)]
                                            : reference[static_cast<std::size_t>(step.reference)]);
    return groups;
}

std::vector<Counts> count(std::span<const Step> steps, std::span<const std::int32_t> groups, std::size_t number,
                          std::span<const std::int64_t> weights) {
    std::vector<Counts> found(number);
    for (std::size_t i = 0; i < steps.size(); ++i)
        found[static_cast<std::size_t>(groups[i])].add(steps[i].kind, weights.empty() ? 1 : weights[i]);
    return found;
}

} // namespace hubbub
