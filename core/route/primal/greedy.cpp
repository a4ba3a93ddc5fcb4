#include "route/primal/primal.hpp"
#include "route/primal/strip.hpp"

#include "align/timed.hpp"
#include "base/row.hpp"
#include "pair/pair.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace hubbub::route::primal {

Routed greedy(const Rows& rows) {
    const Problem& problem = rows.problem;
    const int count = problem.utterance_count(), streams = problem.stream_count();
    Routed made{{}, problem.base};
    std::vector<Strip> row; // of the utterances of each stream so far, over its open cells
    for (int j = 0; j < streams; ++j) row.push_back(Strip::empty(rows.alive.band(0, j)));
    std::vector<Strip> take = row;
    for (int n = 0; n < count; ++n) {
        Value least = far;
        std::int32_t best = 0;
        for (int j = 0; j < streams; ++j) {
            const Band next = rows.alive.band(n + 1, j);
            row[j].extend_ahead(next.high);
            take[j] = row[j];
            problem.carrier.ahead(j, row[j].low, take[j].cells, n, problem.steps);
            row[j].cut(next);
            take[j].cut(next);
            const Value change = take[j].cells.back() - row[j].cells.back(); // a row is lowest at its end
            if (change >= least) continue;
            least = change;
            best = j;
        }
        std::swap(row[best], take[best]);
        made.moves.push_back({n, best});
    }
    for (const Strip& last : row) made.cost += last.cells.back();
    return made;
}

namespace {

// The row of each stream, from the end.
struct Lines {
    std::vector<std::vector<Value>> cells;
    std::vector<rows::Line> line;

    explicit Lines(const Problem& problem) {
        for (const TimedWords& stream : problem.stream) {
            cells.emplace_back(stream.size() + 1);
            line.emplace_back(cells.back().data(), static_cast<std::int32_t>(stream.size()));
        }
    }
};

std::int64_t all_deleted(const Problem& problem) {
    return problem.base + problem.reference_words() * problem.steps.deletion;
}

std::int64_t cost_by_lines(const Problem& problem, const rows::Stretches& stretches, const std::vector<Move>& moves) {
    const Steps steps = free_deletion(problem.steps);
    Lines lines(problem);
    std::int64_t cost = all_deleted(problem);
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
        const rows::Stretch& own = stretches.of(move->utterance, move->stream);
        if (own.empty()) continue;
        rows::Line& line = lines.line[move->stream];
        const Value before = line.value();
        stretches.carry(move->utterance, move->stream, line.open(own.first), steps);
        line.spread(own.first);
        cost -= before - line.value();
    }
    return cost;
}

} // namespace

Routed greedy(const Problem& problem, const rows::Stretches& stretches) {
    const Steps steps = free_deletion(problem.steps);
    Lines lines(problem);
    std::vector<Value> tried, best;
    Routed routed{{}, all_deleted(problem)};
    for (std::int32_t n = problem.utterance_count(); n-- > 0;) {
        std::int32_t goal = 0;
        Value most = -1;
        for (std::int32_t j = 0; j < problem.streams; ++j) {
            const rows::Stretch& own = stretches.of(n, j);
            if (own.empty()) continue;
            const Value* row = lines.line[j].open(own.first);
            tried.assign(row, row + own.width());
            stretches.carry(n, j, tried.data(), steps);
            const Value gained = std::max(0, lines.line[j].value() - tried[0]);
            if (gained <= most || (gained == 0 && j > 0)) continue; // on the first stream if nothing is gained anywhere
            most = gained;
            goal = j;
            best.swap(tried);
        }
        if (most >= 0) {
            const std::int32_t first = stretches.of(n, goal).first;
            std::copy(best.begin(), best.end(), lines.line[goal].cells + first);
            lines.line[goal].spread(first);
            routed.cost -= most;
        }
        routed.moves.push_back({n, goal});
    }
    std::reverse(routed.moves.begin(), routed.moves.end());
    return routed;
}

std::vector<Move> by_speakers(const Problem& problem, const std::vector<std::int32_t>& speaker_of) {
    std::map<std::int32_t, Row> speakers;
    for (std::size_t n = 0; n < speaker_of.size(); ++n) speakers[speaker_of[n]].append(problem.utterances[n].words);
    const auto streams = static_cast<std::size_t>(problem.stream_count());
    const std::size_t size = std::max(speakers.size(), streams);
    std::vector<std::int64_t> ways(size * size, 0); // from all insertions: an empty speaker costs 0
    std::map<std::int32_t, std::int32_t> nearest, number;
    for (const auto& [speaker, words] : speakers) {
        const std::size_t row = number.size() * size;
        number.emplace(speaker, static_cast<std::int32_t>(number.size()));
        for (std::size_t j = 0; j < streams; ++j)
            ways[row + j] = distance(TimedWords(words), problem.stream[j], problem.costs()) -
                            problem.words_in(static_cast<int>(j)) * std::int64_t{problem.costs().insertion};
        const auto first = ways.begin() + static_cast<std::ptrdiff_t>(row), last = first + problem.stream_count();
        nearest[speaker] = static_cast<std::int32_t>(std::min_element(first, last) - first);
        const auto deleted = static_cast<std::int64_t>(TimedWords(words).size()) * problem.costs().deletion;
        std::fill(last, first + static_cast<std::ptrdiff_t>(size), deleted);
    }
    const Pairing pairing = pair(std::move(ways), speakers.size(), streams);
    std::vector<Move> near, paired;
    for (std::size_t n = 0; n < speaker_of.size(); ++n) {
        const std::int32_t stream = pairing.stream_of[number[speaker_of[n]]];
        near.push_back({static_cast<std::int32_t>(n), nearest[speaker_of[n]]});
        paired.push_back({static_cast<std::int32_t>(n), stream < 0 ? nearest[speaker_of[n]] : stream});
    }
    return cost_of(problem, paired) < cost_of(problem, near) ? paired : near;
}

Routed near(const Problem& problem, const rows::Stretches& stretches, const std::vector<Used>& uses,
            const std::vector<Move>& known) {
    std::vector<std::int32_t> goal(known.size()), rank(known.size()), start(known.size(), -1), head(problem.speakers);
    for (std::size_t t = 0; t < known.size(); ++t) {
        goal[known[t].utterance] = std::max(known[t].stream, 0); // deleted utterances are put there
        rank[known[t].utterance] = static_cast<std::int32_t>(t);
    }
    for (const auto& [n, stream, cell] : uses) {
        if (start[n] >= 0 && goal[n] == known[rank[n]].stream) continue;
        goal[n] = stream;
        start[n] = cell;
    }
    // Among the heads of the queues, the one that starts first on its stream comes next; otherwise the known order
    // decides.
    const auto sooner = [&](std::int32_t one, std::int32_t other) {
        const bool compared = goal[one] == goal[other] && start[one] >= 0 && start[other] >= 0;
        return compared && start[one] != start[other] ? start[one] < start[other] : rank[one] < rank[other];
    };
    std::vector<Move> moves;
    while (moves.size() < known.size()) {
        std::int32_t next = -1;
        for (std::int32_t i = 0; i < problem.speakers; ++i) {
            if (head[i] == problem.turns(i)) continue;
            const std::int32_t n = problem.queue[i][head[i]];
            if (next < 0 || sooner(n, next)) next = n;
        }
        moves.push_back({next, goal[next]});
        ++head[problem.utterances[next].speaker];
    }
    return {moves, cost_by_lines(problem, stretches, moves)};
}

} // namespace hubbub::route::primal
