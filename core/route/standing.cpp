#include "route/standing.hpp"

#include "route/router.hpp"

#include <limits>

namespace hubbub::route {

Standing::Standing(const RouteProblem& given, const Problem& problem, const Budget& budget, const Settings& settings,
                   std::int32_t stretch)
    : given_(given), problem_(problem), settings_(settings), watch_(budget), spare_bytes_(watch_.bytes / 4),
      log_(given, problem, watch_, settings.certificates),
      stretches_(problem, stretch, [this](const auto&... of_stretch) { return solve_stretch(of_stretch...); }),
      best_{{}, problem.base + problem.words_said() * problem.steps.deletion} {}

bool Standing::take(const Routed& found) {
    if (found.moves.empty() || found.cost >= best_.cost) return false;
    best_ = found;
    return true;
}

bool Standing::take_path(const Routed& found) {
    if (!take(found)) return false;
    best_.cost = cost_of(problem_, best_.moves);
    return true;
}

void Standing::take_start() {
    std::vector<std::int32_t> utterance(given_.utterances.size(), -1);
    std::vector<std::int32_t> stream(given_.streams.size(), 0); // on an empty one all is deleted, as on any other
    for (int n = 0; n < problem_.utterance_count(); ++n) utterance[problem_.utterances[n].source] = n;
    for (int j = 0; j < problem_.stream_count(); ++j) stream[problem_.stream_source[j]] = j;
    std::vector<Move> moves;
    for (const Move& move : *settings_.start)
        if (utterance[move.utterance] >= 0)
            moves.push_back({utterance[move.utterance], stream[std::max(move.stream, 0)]});
    take(moves);
}

void Standing::take_nothing() {
    best_.moves.clear();
    for (int n = 0; n < problem_.utterance_count(); ++n) best_.moves.push_back({n, 0});
    best_.cost = cost_of(problem_, best_.moves);
}

bool Standing::descend(std::vector<Move> moves, int sweeps) {
    if (!settings_.primal) return take(moves);
    for (Move& move : moves) move.stream = std::max(move.stream, 0);
    primal::descend(problem_, moves, sweeps, watch_);
    return take(moves);
}

std::vector<Move> Standing::by_voices() const {
    std::vector<std::int32_t> voice_of;
    for (const Utterance& one : problem_.utterances)
        voice_of.push_back(given_.voice_of.empty() ? one.speaker : given_.voice_of[one.source]);
    return primal::by_voices(problem_, voice_of);
}

bool Standing::improve_stretches(int sweeps) {
    if (!settings_.primal || settings_.window == 0) return false;
    if (best_.cost < stretched_) stretches_.changed();
    if (stretches_.exhausted()) return false;
    std::vector<Move> moves = best_.moves;
    for (Move& move : moves) move.stream = std::max(move.stream, 0);
    stretches_.improve(moves, watch_);
    stretched_ = cost_of(problem_, moves);
    descend(std::move(moves), sweeps);
    return true;
}

// The first passes are to be quick, and a stretch has no stretches of its own.
Routing Standing::solve_stretch(const RouteProblem& stretch, const std::vector<Move>& start, int effort) const {
    Settings settings = settings_;
    settings.start = &start;
    settings.certificates = nullptr;
    settings.window = 0;
    settings.most_limits = effort;
    settings.most_width = 128 * ((effort + 2) / 3);
    settings.wide_gap = std::numeric_limits<double>::max();
    settings.large_rows = std::numeric_limits<std::int64_t>::max();
    settings.as_several |= problem_.speakers > 1;
    Budget budget = watch_.rest();
    budget.bytes = spare_bytes_;
    return route_with(stretch, budget, settings);
}

} // namespace hubbub::route
