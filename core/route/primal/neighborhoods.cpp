#include "route/primal/primal.hpp"
#include "route/primal/strip.hpp"

#include "align/timed.hpp"
#include "base/row.hpp"
#include "route/schedule.hpp"

#include <algorithm>
#include <span>

namespace hubbub::route::primal {
namespace {

std::int64_t cost_of(const RouteProblem& problem, const std::vector<Move>& moves) {
    std::vector<Row> routed(problem.streams.size());
    for (const Move& move : moves) routed[move.stream].append(problem.utterances[move.utterance]);
    std::int64_t cost = 0;
    for (std::size_t j = 0; j < routed.size(); ++j)
        cost += distance(TimedWords(routed[j]), problem.streams[j], problem.costs);
    return cost;
}

} // namespace

std::span<const Kind> Neighborhoods::kinds() const {
    if (problem_.speakers > 2) return kinds_of_several;
    return kinds_of_one;
}

struct Neighborhoods::Cut {
    std::int32_t first, last; // positions in the order
    std::vector<std::int32_t> from, to;

    std::uint64_t hash(const std::vector<Move>& moves, const Kind& kind) const {
        std::uint64_t hash = 0x9e3779b97f4a7c15u;
        const auto add = [&](std::int32_t value) {
            hash = (hash ^ static_cast<std::uint32_t>(value)) * 0xd6e8feb86659fd93u;
            hash ^= hash >> 32;
        };
        add(kind.effort + (kind.merging ? 1 << 16 : 0));
        for (std::int32_t p = first; p < last; ++p) add(moves[p].utterance), add(moves[p].stream);
        for (const auto* cells : {&from, &to}) std::for_each(cells->begin(), cells->end(), add);
        return hash;
    }
};

std::int32_t Neighborhoods::size() const { return static_cast<std::int32_t>(kinds()[kind_].length * size_); }

std::vector<Neighborhoods::Cut> Neighborhoods::cut(const std::vector<Move>& moves) const {
    const std::int32_t size = this->size(), first = late_ ? size / 2 : size;
    const auto count = static_cast<std::int32_t>(moves.size());
    const Alignment alignment = align(problem_, moves);
    std::vector<Cut> cuts;
    std::vector<std::int32_t> cells(problem_.stream.size(), 0), begin = cells;
    for (std::int32_t p = 0, from = 0, to = first; p < count; ++p) {
        cells[moves[p].stream] = alignment.after[moves[p].utterance].low;
        if (p + 1 != count && (p + 1 < to || p + 1 + size / 3 > count)) continue;
        if (p + 1 == count)
            for (std::int32_t j = 0; j < problem_.stream_count(); ++j) cells[j] = problem_.words_in(j);
        cuts.push_back({from, p + 1, begin, cells});
        begin = cells;
        from = p + 1;
        to = from + size;
    }
    return cuts;
}

std::int64_t Neighborhoods::solve(std::vector<Move>& moves, const Cut& cut, const Kind& kind) {
    RouteProblem problem;
    problem.costs = problem_.costs();
    std::vector<Move> start;
    for (std::int32_t p = cut.first; p < cut.last; ++p) {
        start.push_back({p - cut.first, moves[p].stream});
        problem.utterances.push_back(problem_.utterances[moves[p].utterance].words);
        problem.queue_of.push_back(problem_.utterances[moves[p].utterance].speaker);
    }
    for (std::int32_t j = 0; j < problem_.stream_count(); ++j)
        problem.streams.push_back(problem_.stream[j].part(cut.from[j], cut.to[j] - cut.from[j]));
    const Routing routing = solve_(problem, start, kind.effort, kind.merging);
    const std::int64_t gained = cost_of(problem, start) - routing.cost;
    if (gained <= 0) return 0;
    const std::vector<Move> old(moves.begin() + cut.first, moves.begin() + cut.last);
    for (std::size_t k = 0; k < old.size(); ++k) {
        const std::int32_t n = routing.order[k];
        moves[cut.first + k] = {old[n].utterance, routing.stream_of[n]};
    }
    return gained;
}

std::int64_t Neighborhoods::improve(std::vector<Move>& moves, const Watch& watch) {
    if (exhausted()) return 0;
    const Kind& kind = kinds()[kind_];
    std::int64_t gained = 0;
    for (const Cut& one : cut(moves)) {
        if (watch.exhausted()) break;
        if (!settled_.insert(one.hash(moves, kind)).second) continue;
        gained += solve(moves, one, kind);
        settled_.insert(one.hash(moves, kind)); // the solved state
    }
    gained_ |= gained > 0;
    late_ = !late_;
    if (late_) return gained;
    ++kind_;
    if (gained_) changed();
    return gained;
}

// After the quick kinds, the passes start again: only neighborhoods that changed are solved again.
void Neighborhoods::changed() {
    gained_ = kind_ < quick_kinds;
    if (!gained_) kind_ = 0;
}

bool Neighborhoods::exhausted(std::size_t most) const {
    return kind_ >= std::min(most, kinds().size()) ||
           static_cast<double>(problem_.utterances.size()) < 1.5 * kinds()[kind_].length * size_;
}

} // namespace hubbub::route::primal
