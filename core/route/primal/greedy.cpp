#include "route/primal/primal.hpp"

#include "pair.hpp"
#include "row.hpp"
#include "timed.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace hubbub::route::primal {

namespace {

// A row of the utterances routed to a stream so far, over its open cells.
struct OpenRow {
    std::int32_t low;
    std::vector<Value> cells;

    OpenRow(Band band) : low(band.low), cells(band.size(), 0) {}
    void widen(Band next) { cells.resize(next.high - low + 1, Value{cells.back()}); }
    void cut(Band next) {
        cells.erase(cells.begin(), cells.begin() + (next.low - low));
        low = next.low;
    }
};

} // namespace

Routed greedy(const Rows& rows) {
    const Problem& problem = rows.problem;
    const int count = problem.utterance_count(), streams = problem.stream_count();
    Routed made{{}, problem.base};
    std::vector<OpenRow> row;
    for (int j = 0; j < streams; ++j) row.emplace_back(rows.alive.band(0, j));
    std::vector<OpenRow> take = row;
    for (int n = 0; n < count; ++n) {
        Value least = far;
        std::int32_t best = 0;
        for (int j = 0; j < streams; ++j) {
            const Band next = rows.alive.band(n + 1, j);
            row[j].widen(next);
            take[j] = row[j];
            problem.carrier.ahead(j, row[j].low, take[j].cells, n, problem.steps);
            row[j].cut(next);
            take[j].cut(next);
            const Value change = take[j].cells.back() - row[j].cells.back(); // a row is least at its end
            if (change >= least) continue;
            least = change;
            best = j;
        }
        std::swap(row[best], take[best]);
        made.moves.push_back({n, best});
    }
    for (const OpenRow& last : row) made.cost += last.cells.back();
    return made;
}

std::vector<Move> by_voices(const Problem& problem, const std::vector<std::int32_t>& voice_of) {
    std::map<std::int32_t, Row> voices;
    for (std::size_t n = 0; n < voice_of.size(); ++n) voices[voice_of[n]].append(problem.utterances[n].words);
    const auto streams = static_cast<std::size_t>(problem.stream_count());
    const std::size_t size = std::max(voices.size(), streams);
    std::vector<std::int64_t> ways(size * size, 0); // from all insertions: an empty voice costs 0
    std::map<std::int32_t, std::int32_t> nearest, number;
    for (const auto& [voice, said] : voices) {
        const std::size_t row = number.size() * size;
        number.emplace(voice, static_cast<std::int32_t>(number.size()));
        for (std::size_t j = 0; j < streams; ++j)
            ways[row + j] = distance(TimedWords(said), problem.stream[j], problem.costs()) -
                            problem.words_in(static_cast<int>(j)) * std::int64_t{problem.costs().insertion};
        const auto first = ways.begin() + static_cast<std::ptrdiff_t>(row), last = first + problem.stream_count();
        nearest[voice] = static_cast<std::int32_t>(std::min_element(first, last) - first);
        const auto deleted = static_cast<std::int64_t>(TimedWords(said).size()) * problem.costs().deletion;
        std::fill(last, first + static_cast<std::ptrdiff_t>(size), deleted);
    }
    const Pairing pairing = pair(std::move(ways), voices.size(), streams);
    std::vector<Move> near, paired;
    for (std::size_t n = 0; n < voice_of.size(); ++n) {
        const std::int32_t stream = pairing.stream_of[number[voice_of[n]]];
        near.push_back({static_cast<std::int32_t>(n), nearest[voice_of[n]]});
        paired.push_back({static_cast<std::int32_t>(n), stream < 0 ? nearest[voice_of[n]] : stream});
    }
    return cost_of(problem, paired) < cost_of(problem, near) ? paired : near;
}

Layout::Layout(const Problem& model, const rows::Stretches& stretches)
    : model_(model), stretches_(stretches), steps_(free_deletion(model.steps)), deleted_(model.base) {
    std::size_t cells = 0;
    for (const TimedWords& stream : model.stream) cells += stream.size() + 1;
    for (const Utterance& utterance : model.utterances)
        deleted_ += std::int64_t{model.steps.deletion} * static_cast<std::int64_t>(utterance.words.size());
    cells_.resize(cells);
}

void Layout::clear() {
    lines_.clear();
    Value* cells = cells_.data();
    for (const TimedWords& stream : model_.stream) {
        lines_.emplace_back(cells, static_cast<std::int32_t>(stream.size()));
        cells += stream.size() + 1;
    }
}

// Lays an utterance on a stream before what lies there. Returns what is gained.
Value Layout::lay(std::int32_t n, std::int32_t j) {
    const Stretch& own = stretches_.of(n, j);
    if (own.empty()) return 0;
    Line& line = lines_[j];
    const Value before = line.value();
    stretches_.carry(n, j, line.open(own.first), steps_);
    line.spread(own.first);
    return before - line.value();
}

std::int64_t Layout::cost_of(const std::vector<Move>& moves) {
    clear();
    std::int64_t cost = deleted_;
    for (auto move = moves.rbegin(); move != moves.rend(); ++move) cost -= lay(move->utterance, move->stream);
    return cost;
}

Routed Layout::first() {
    Routed routed{{}, deleted_};
    clear();
    for (auto n = static_cast<std::int32_t>(model_.utterances.size()); n-- > 0;) {
        std::int32_t goal = -1;
        Value most = 0;
        for (std::int32_t j = 0; j < model_.streams; ++j) {
            const Stretch& own = stretches_.of(n, j);
            if (own.empty()) continue;
            const Value before = lines_[j].value();
            const Value* cells = lines_[j].open(own.first);
            tried_.assign(cells, cells + own.width());
            stretches_.carry(n, j, tried_.data(), steps_);
            if (before - tried_[0] <= most) continue;
            most = before - tried_[0];
            goal = j;
            best_.swap(tried_);
        }
        if (goal >= 0) {
            const std::int32_t first = stretches_.of(n, goal).first;
            std::copy(best_.begin(), best_.end(), lines_[goal].cells + first);
            lines_[goal].spread(first);
        } else {
            lay(n, goal = 0); // nothing is gained anywhere
        }
        routed.cost -= most;
        routed.moves.push_back({n, goal});
    }
    std::reverse(routed.moves.begin(), routed.moves.end());
    return routed;
}

Routed Layout::near(const std::vector<Used>& uses, const std::vector<Move>& known) {
    goal_.resize(known.size());
    rank_.resize(known.size());
    start_.assign(known.size(), -1);
    for (std::size_t t = 0; t < known.size(); ++t) {
        goal_[known[t].utterance] = std::max(known[t].stream, 0); // what is deleted may as well stand there
        rank_[known[t].utterance] = static_cast<std::int32_t>(t);
    }
    for (const Used& use : uses) {
        const std::int32_t n = use.utterance;
        if (start_[n] >= 0 && goal_[n] == known[rank_[n]].stream) continue;
        goal_[n] = use.stream;
        start_[n] = use.start;
    }
    // Of the utterances whose turn it is, the one that starts first on its stream goes first; else as known.
    const auto sooner = [&](std::int32_t one, std::int32_t other) {
        const bool compared = goal_[one] == goal_[other] && start_[one] >= 0 && start_[other] >= 0;
        return compared && start_[one] != start_[other] ? start_[one] < start_[other] : rank_[one] < rank_[other];
    };
    place_.assign(model_.speakers, 0);
    Routed routed{{}, 0};
    while (routed.moves.size() < known.size()) {
        std::int32_t next = -1;
        for (std::int32_t i = 0; i < model_.speakers; ++i) {
            if (place_[i] == model_.turns(i)) continue;
            const std::int32_t n = model_.queue[i][place_[i]];
            if (next < 0 || sooner(n, next)) next = n;
        }
        routed.moves.push_back({next, goal_[next]});
        ++place_[model_.utterances[next].speaker];
    }
    routed.cost = cost_of(routed.moves);
    return routed;
}

} // namespace hubbub::route::primal
