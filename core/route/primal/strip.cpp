#include "route/primal/strip.hpp"

#include "align/align.hpp"
#include "align/timed.hpp"
#include "base/budget.hpp"
#include "base/row.hpp"
#include "route/schedule.hpp"

namespace hubbub::route::primal {
namespace {

// The cells that both strips have.
Band common(const Strip& ahead, const Strip& behind) {
    return {std::max(ahead.low, behind.low), std::min(ahead.high(), behind.high())};
}

} // namespace

Value least_cost(const Strip& ahead, const Strip& behind) {
    const Band both = common(ahead, behind);
    if (both.empty()) return ahead.low > behind.high() ? rows::far : ahead.cells.back() + behind.cells.front();
    const Value *a = &ahead.cells[both.low - ahead.low], *b = &behind.cells[both.low - behind.low];
    const std::int32_t count = both.size();
    Value least = rows::far;
    for (std::int32_t k = 0; k < count; ++k) least = std::min(least, a[k] + b[k]);
    spend(step_cost::strip_cell * static_cast<std::uint64_t>(count));
    return least;
}

Band meeting(const Strip& ahead, const Strip& behind) {
    const Value cost = least_cost(ahead, behind);
    Band cells = common(ahead, behind);
    if (cells.empty()) return {cells.high, cells.low}; // every cell between the two is optimal
    const auto is_least = [&](std::int32_t h) {
        return ahead.cells[h - ahead.low] + behind.cells[h - behind.low] == cost;
    };
    while (!is_least(cells.low)) ++cells.low;
    while (!is_least(cells.high)) --cells.high;
    return cells;
}

namespace {

// The utterances of one stream.
struct Lane {
    Row row;
    std::vector<std::int32_t> utterances;
};

std::vector<Lane> lanes(const Problem& problem, const std::vector<Move>& moves) {
    std::vector<Lane> made(problem.stream.size());
    for (const Move& move : moves) {
        made[move.stream].row.append(problem.utterances[move.utterance].words);
        made[move.stream].utterances.push_back(move.utterance);
    }
    return made;
}

// One more gap than there are utterances.
std::vector<Band> gaps(const Lane& lane, const TimedWords& stream, const Costs& costs) {
    const auto words = static_cast<std::int32_t>(stream.size());
    spend(step_cost::align_cells * lane.row.words.size() * stream.size() / 64);
    const std::size_t count = lane.utterances.size();
    std::vector<Band> found(count + 1, Band{0, words});
    std::size_t reference_words = 0, k = 0;
    std::int32_t stream_words = 0;
    for (const char one : align(TimedWords(lane.row), stream, costs)) {
        if (one != step::insertion && reference_words++ == lane.row.ends[k]) ++k;
        if (one == step::correct || one == step::substitution) {
            found[k].high = std::min(found[k].high, stream_words); // before the first pair
            found[k + 1].low = stream_words + 1;                   // after the last pair
        }
        stream_words += one != step::deletion;
    }
    for (std::size_t g = 0; g < count; ++g) found[g + 1].low = std::max(found[g + 1].low, found[g].low);
    for (std::size_t g = count; g-- > 0;) found[g].high = std::min(found[g].high, found[g + 1].high);
    return found;
}

} // namespace

Alignment align(const Problem& problem, const std::vector<Move>& moves) {
    Alignment alignment{{}, std::vector<Band>(moves.size())};
    const std::vector<Lane> all = lanes(problem, moves);
    for (std::size_t j = 0; j < all.size(); ++j) {
        const std::vector<Band> found = gaps(all[j], problem.stream[j], problem.costs());
        alignment.first.push_back(found[0]);
        for (std::size_t k = 0; k < all[j].utterances.size(); ++k) alignment.after[all[j].utterances[k]] = found[k + 1];
    }
    return alignment;
}

} // namespace hubbub::route::primal
