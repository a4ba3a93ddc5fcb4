// Where the routing stands between two utterances of its order, each stream is split at the word where an optimal
// alignment of the whole stream passes from the utterances before to those after. Among the optimal alignments the
// leftmost one is taken at every boundary (the leftmost points of all optimal alignments lie on one of them), so the
// windows' costs add up to the cost of the whole. The utterances of a window and the words between its two splits are a
// smaller problem of the same kind; whatever is cheaper there is cheaper in the whole, whether or not it was proven
// best.
#include "route/primal/queue_windows.hpp"

#include "route/mimo_settings.hpp"
#include "route/primal/routed.hpp"

#include <algorithm>

namespace hubbub::route::primal {

namespace {

using Rows = std::vector<std::vector<Value>>; // per stream

Rows empty_rows(const Model& model) {
    Rows rows;
    for (const TimedWords& stream : model.stream) rows.emplace_back(stream.size() + 1, 0);
    return rows;
}

// Per boundary, the cell of each stream at which it is split.
std::vector<std::vector<std::int32_t>> split(const Model& model, const std::vector<Move>& moves,
                                             const std::vector<std::int32_t>& boundaries) {
    std::vector<Rows> before;
    Rows rows = empty_rows(model);
    std::int32_t p = 0;
    for (const std::int32_t boundary : boundaries) {
        for (; p < boundary; ++p) {
            const Move& move = moves[p];
            model.carrier.ahead(move.stream, 0, rows[move.stream], move.utterance, model.steps);
        }
        before.push_back(rows);
    }
    rows = empty_rows(model);
    p = static_cast<std::int32_t>(moves.size());
    std::vector<std::vector<std::int32_t>> cells(boundaries.size(), std::vector<std::int32_t>(model.streams));
    for (std::size_t b = boundaries.size(); b-- > 0;) {
        for (; p > boundaries[b]; --p) {
            const Move& move = moves[p - 1];
            model.carrier.behind(move.stream, 0, rows[move.stream], move.utterance, model.steps);
        }
        for (std::int32_t j = 0; j < model.streams; ++j) {
            Value best = far;
            for (std::int32_t h = 0; h <= model.words_in(j); ++h) {
                const Value sum = before[b][j][h] + rows[j][h];
                if (sum >= best) continue;
                best = sum;
                cells[b][j] = h;
            }
        }
    }
    return cells;
}

Costs costs_of(const Model& model) {
    const Steps& steps = model.steps;
    return {steps.match + model.insertion, steps.mismatch + model.insertion, model.insertion, steps.deletion};
}

// Solves one window; replaces its moves if that is cheaper.
std::int64_t solve_window(const Model& model, std::vector<Move>& moves, std::int32_t first, std::int32_t end,
                          const std::vector<std::int32_t>& from, const std::vector<std::int32_t>& to,
                          const Watch& watch) {
    RouteProblem problem;
    problem.costs = costs_of(model);
    std::vector<std::int32_t> members;
    for (std::int32_t p = first; p < end; ++p) members.push_back(moves[p].utterance);
    std::vector<Move> start;
    for (std::int32_t p = first; p < end; ++p) {
        start.push_back({p - first, moves[p].stream});
        problem.utterances.push_back(model.utterances[moves[p].utterance].words);
        problem.queue_of.push_back(model.utterances[moves[p].utterance].speaker);
    }
    for (std::int32_t j = 0; j < model.streams; ++j)
        problem.streams.push_back(model.stream[j].part(from[j], std::max(0, to[j] - from[j])));
    mimo::Settings settings;
    settings.window = 0;
    settings.most_width = 128;
    settings.start = &start;
    const Budget budget = watch.rest();
    const Routing routing = mimo::route(problem, budget, settings);
    std::vector<Move> found;
    for (const std::int32_t n : routing.order) found.push_back({members[n], routing.stream_of[n]});
    std::int64_t now = 0;
    {
        const Model small = make_model(problem);
        std::vector<std::int32_t> number(model.streams, -1);
        for (std::int32_t j = 0; j < small.streams; ++j) number[small.stream_source[j]] = j;
        for (Move& move : start) move.stream = number[move.stream];
        now = cost_of(small, start) * small.unit;
    }
    if (routing.cost >= now) return 0;
    std::copy(found.begin(), found.end(), moves.begin() + first);
    return now - routing.cost;
}

} // namespace

std::int64_t improve_windows(const Model& model, std::vector<Move>& moves, std::int32_t size, std::int32_t shift,
                             const Watch& watch) {
    const auto count = static_cast<std::int32_t>(moves.size());
    std::vector<std::int32_t> boundaries{0};
    for (std::int32_t p = size - shift; p < count - size / 3; p += size) boundaries.push_back(p);
    boundaries.push_back(count);
    for (Move& move : moves) move.stream = std::max(move.stream, 0);
    const auto cells = split(model, moves, boundaries);
    std::int64_t gained = 0;
    for (std::size_t b = 0; b + 1 < boundaries.size(); ++b) {
        if (watch.late()) break;
        if (boundaries[b] == boundaries[b + 1]) continue;
        auto from = cells[b], to = cells[b + 1];
        if (b == 0) std::fill(from.begin(), from.end(), 0);
        if (b + 2 == boundaries.size())
            for (std::int32_t j = 0; j < model.streams; ++j) to[j] = model.words_in(j);
        gained += solve_window(model, moves, boundaries[b], boundaries[b + 1], from, to, watch);
    }
    return gained;
}

} // namespace hubbub::route::primal
