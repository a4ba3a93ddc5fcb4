#include "align.hpp"

#include <algorithm>
#include <vector>

namespace hubbub {
namespace {

// One row per reference word, one column per hypothesis word, each with one more for "nothing yet".
std::vector<std::int64_t> matrix(Words reference, Words hypothesis, const Costs& costs) {
    const std::size_t width = hypothesis.size() + 1;
    std::vector<std::int64_t> cell((reference.size() + 1) * width);
    for (std::size_t j = 1; j < width; ++j) cell[j] = cell[j - 1] + costs.insertion;
    for (std::size_t i = 1; i <= reference.size(); ++i) {
        const std::int64_t* above = &cell[(i - 1) * width];
        std::int64_t* row = &cell[i * width];
        row[0] = above[0] + costs.deletion;
        for (std::size_t j = 1; j < width; ++j) {
            row[j] = std::min({row[j - 1] + costs.insertion, above[j] + costs.deletion,
                               above[j - 1] + pair_cost(reference[i - 1], hypothesis[j - 1], costs)});
        }
    }
    return cell;
}

} // namespace

std::int64_t distance(Words reference, Words hypothesis, const Costs& costs) {
    return matrix(reference, hypothesis, costs).back();
}

std::string align(Words reference, Words hypothesis, const Costs& costs) {
    const auto cell = matrix(reference, hypothesis, costs);
    const std::size_t width = hypothesis.size() + 1;
    std::size_t i = reference.size(), j = hypothesis.size();
    std::string steps;
    while (i > 0 || j > 0) {
        const std::int64_t here = cell[i * width + j];
        if (j > 0 && cell[i * width + j - 1] + costs.insertion == here) {
            steps.push_back(step::insertion), --j;
        } else if (i > 0 && cell[(i - 1) * width + j] + costs.deletion == here) {
            steps.push_back(step::deletion), --i;
        } else {
            --i, --j;
            steps.push_back(reference[i] == hypothesis[j] ? step::correct : step::substitution);
        }
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

} // namespace hubbub
