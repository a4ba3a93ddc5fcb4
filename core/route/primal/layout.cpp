#include "route/primal/layout.hpp"

#include <algorithm>

namespace hubbub::route::primal {

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
