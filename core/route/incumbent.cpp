#include "route/incumbent.hpp"

#include "route/router.hpp"

#include <limits>
#include <utility>

namespace hubbub::route {
namespace {

// A lower bound without any search: the side with more words has the rest inserted or deleted.
std::int64_t least_possible(const Problem& problem) {
    std::int64_t words = -problem.reference_words();
    for (const TimedWords& stream : problem.stream) words += static_cast<std::int64_t>(stream.size());
    return words > 0 ? words * problem.insertion : -words * problem.steps.deletion;
}

// Deleted utterances are put on the first stream, at no higher cost.
std::vector<Move> all_laid(std::vector<Move> moves) {
    for (Move& move : moves) move.stream = std::max(move.stream, 0);
    return moves;
}

// The largest number of utterances whose rows fit.
std::int32_t part_that_fits(const Problem& problem, std::uint64_t bytes) {
    const auto count = static_cast<double>(problem.utterance_count());
    double words = 0;
    for (const TimedWords& stream : problem.stream) words += static_cast<double>(stream.size());
    const double fitting = std::sqrt(static_cast<double>(bytes) / bytes_per_cell * count / words);
    return static_cast<std::int32_t>(std::clamp(fitting, 2.0, std::max(2.0, count / 2)));
}

} // namespace

Incumbent::Incumbent(const RouteProblem& input_, const Problem& problem_, const Budget& budget,
                     const Settings& settings_, std::int32_t part)
    : input(input_), problem(problem_), settings(settings_), watch(budget), spare_bytes(budget.bytes / 4),
      best{{}, problem.base + problem.reference_words() * problem.steps.deletion},
      neighborhoods_(problem, part,
                     [this](const auto& part, const auto& start, int effort, bool merging) {
                         return solve_neighborhood(part, start, for_neighborhood(effort, merging));
                     }),
      bound_(static_cast<double>(least_possible(problem))) {}

bool Incumbent::take(const Routed& found) {
    if (found.moves.empty() || found.cost >= best.cost) return false;
    best = found;
    return true;
}

bool Incumbent::take_path(const Routed& found) {
    if (!take(found)) return false;
    best.cost = cost_of(problem, best.moves);
    return true;
}

void Incumbent::take_start() {
    if (settings.start == nullptr && input.start_order.empty()) return;
    std::vector<std::int32_t> utterance(input.utterances.size(), -1);
    // an utterance on an empty stream is deleted; so it may be on any
    std::vector<std::int32_t> stream(input.streams.size(), 0);
    for (int n = 0; n < problem.utterance_count(); ++n) utterance[problem.utterances[n].source] = n;
    for (int j = 0; j < problem.stream_count(); ++j) stream[problem.stream_source[j]] = j;
    std::vector<Move> moves;
    const auto add = [&](std::int32_t n, std::int32_t j) {
        if (utterance[n] >= 0) moves.push_back({utterance[n], stream[std::max(j, 0)]});
    };
    if (settings.start != nullptr)
        for (const Move& move : *settings.start) add(move.utterance, move.stream);
    else
        for (const std::int32_t n : input.start_order) add(n, input.start_streams[n]);
    take(moves);
}

// Without given speakers, the speakers are those of the queues.
bool Incumbent::take_by_speakers() {
    if (!settings.primal || (input.speaker_of.empty() && problem.speakers == 1)) return false;
    std::vector<std::int32_t> speaker_of;
    for (const Utterance& one : problem.utterances)
        speaker_of.push_back(input.speaker_of.empty() ? one.speaker : input.speaker_of[one.source]);
    return take(primal::by_speakers(problem, speaker_of));
}

void Incumbent::take_first_stream() {
    best.moves.clear();
    for (int n = 0; n < problem.utterance_count(); ++n) best.moves.push_back({n, 0});
    best.cost = cost_of(problem, best.moves);
}

bool Incumbent::descend(std::vector<Move> moves, int sweeps) {
    if (!settings.primal) return take(moves);
    moves = all_laid(std::move(moves));
    primal::descend(problem, moves, sweeps, watch);
    return take(moves);
}

void Incumbent::improve(int passes, std::size_t kinds) {
    for (int pass = 0; pass < passes && !neighborhoods_.exhausted(kinds) && improve_neighborhoods(); ++pass)
        report("neighborhoods");
}

// One pass over neighborhoods, then a local search. Returns false if nothing is left to try.
bool Incumbent::improve_neighborhoods() {
    if (!settings.primal || settings.neighborhood == 0) return false;
    if (best.cost < improved_cost_) neighborhoods_.changed();
    if (neighborhoods_.exhausted()) return false;
    std::vector<Move> moves = all_laid(best.moves);
    neighborhoods_.improve(moves, watch);
    improved_cost_ = cost_of(problem, moves);
    descend(std::move(moves), few_sweeps);
    return true;
}

// The first passes must be quick, and a neighborhood has no neighborhoods of its own.
Settings Incumbent::for_neighborhood(int effort, bool merging) const {
    Settings quickly = settings;
    quickly.certificates = nullptr;
    quickly.neighborhood = 0;
    quickly.merging = merging;
    quickly.as_several |= problem.speakers > 1;
    if (quickly.as_several)
        quickly.most_width = 128 * ((effort + 2) / 3);
    else
        quickly.most_limits = effort;
    quickly.wide_gap = std::numeric_limits<double>::max();
    quickly.large_rows = std::numeric_limits<std::int64_t>::max();
    return quickly;
}

Routing Incumbent::solve_neighborhood(const RouteProblem& part, const std::vector<Move>& start, Settings how) const {
    how.start = &start;
    Budget budget = watch.rest();
    budget.bytes = spare_bytes;
    return route_with(part, budget, how);
}

void Incumbent::merge(std::int32_t free, const bound::Prices& prices, double work) {
    const std::vector<Move> order = all_laid(best.moves);
    RouteProblem merged;
    merged.costs = problem.costs();
    merged.streams = problem.stream;
    bound::Prices known = prices;
    std::vector<Move> start;
    for (const auto& [n, stream] : order) {
        const Utterance& utterance = problem.utterances[n];
        known.utterance[start.size()] = prices.utterance[n];
        start.push_back({static_cast<std::int32_t>(start.size()), stream});
        merged.utterances.push_back(utterance.words);
        merged.queue_of.push_back(utterance.speaker == free);
        merged.speaker_of.push_back(utterance.speaker);
    }
    Settings how = settings;
    how.certificates = nullptr;
    how.start = &start;
    how.start_prices = free < 0 ? nullptr : &known;
    how.merging = false;
    Budget budget = watch.rest();
    budget.bytes = spare_bytes;
    budget.work = std::min(budget.work, work);
    const Routing routing = route_with(merged, budget, how);
    std::vector<Move> moves;
    for (const std::int32_t k : routing.order) moves.push_back({order[k].utterance, routing.stream_of[k]});
    if (take(moves)) descend(best.moves, few_sweeps);
    report("merged queues");
}

// Prices for the whole from the prices of its parts. Parts come in the order of the routing, each with the words that
// follow those of the previous part.
bound::Prices Incumbent::prices_of_parts() {
    bound::Prices prices(problem);
    std::vector<Move> moves = all_laid(best.moves);
    const std::vector<Move> order = moves;
    std::size_t done = 0; // utterances so far
    std::vector<std::size_t> used(problem.stream.size(), 0);
    const auto price = [&](const RouteProblem& part, const std::vector<Move>& start, int effort, bool merging) {
        Certificates found;
        Settings how = for_neighborhood(effort, merging);
        how.certificates = &found;
        how.table_work = 0; // a table has no prices
        how.graphs = how.closing = false;
        Routing routing = solve_neighborhood(part, start, how);
        const auto take_over = [&](Value& price, std::int64_t value) {
            price = static_cast<Value>(value * problem.scale / found.back().scale);
        };
        for (std::size_t k = 0; k < start.size(); ++k, ++done)
            if (!found.empty()) take_over(prices.utterance[order[done].utterance], found.back().utterance[k]);
        for (std::size_t j = 0; j < used.size(); ++j)
            for (std::size_t h = 0; h < part.streams[j].size(); ++h, ++used[j])
                if (!found.empty() && !found.back().word.empty())
                    take_over(prices.word[j][used[j]], found.back().word[j][h]);
        return routing;
    };
    primal::Neighborhoods(problem, part_that_fits(problem, spare_bytes), price).improve(moves, watch);
    take(moves);
    prices.sum_words();
    return prices;
}

void Incumbent::by_parts() {
    if (best.moves.empty()) take_first_stream();
    const bound::Prices plain(problem);
    bound::Prices priced = plain;
    if (settings.primal && settings.neighborhood > 0) { // a part is not divided again
        take_by_speakers();
        descend(best.moves, most_sweeps);
        report("descent");
        improve(no_end, few_kinds);
        priced = prices_of_parts();
    }
    for (const double share : part_shares) {
        const std::int64_t bound = bound_of(problem, mixed(priced, plain, share), watch);
        raise(static_cast<double>(bound) / problem.scale);
    }
    report("part prices");
}

void Incumbent::check() const {
    if (gap() < 1) throw Over{Ended::proven};
    if (none_is_cheaper()) throw Over{Ended::work};
    watch.check();
}

void Incumbent::note(const char* stage, std::int64_t work) {
    const auto unit = static_cast<double>(problem.unit);
    const double bound = std::min(bound_, static_cast<double>(best.cost));
    stages_.push_back({stage, best.cost * problem.unit, bound * unit, cells_, work, watch.seconds()});
    watch.show(stages_.back());
}

void Incumbent::report(const char* stage, std::int64_t work, std::int64_t cells) {
    cells_ = cells;
    note(stage, work);
    check();
}

void Incumbent::certify(const char* stage, Value scale, std::int64_t bound, const std::vector<Value>& utterance,
                        const std::vector<std::vector<Value>>& word) const {
    if (settings.certificates == nullptr) return;
    Certificate made{stage, scale, bound * problem.unit, {}, {}};
    made.utterance.assign(input.utterances.size(), 0);
    for (int n = 0; n < problem.utterance_count(); ++n)
        made.utterance[problem.utterances[n].source] = utterance[n] * problem.unit;
    if (!word.empty()) {
        for (const Words stream : input.streams) made.word.emplace_back(stream.size(), 0);
    }
    for (std::size_t j = 0; j < word.size(); ++j) {
        for (std::size_t h = 0; h < word[j].size(); ++h)
            made.word[problem.stream_source[j]][h] = word[j][h] * problem.unit;
    }
    settings.certificates->push_back(std::move(made));
}

Routing Incumbent::finish(Ended why) {
    if (best.moves.empty()) take_first_stream();
    if (gap() >= 1) best.cost = cost_of(problem, best.moves); // a search path may be suboptimal
    Routing routing = make_routing(input, problem, best);
    routing.lower_bound = std::min(least(), best.cost) * problem.unit;
    routing.exact = routing.lower_bound == routing.cost;
    routing.ended = routing.exact ? Ended::proven : why;
    if (routing.exact) raise(static_cast<double>(best.cost));
    std::int64_t work = 0;
    for (const Stage& stage : stages_) work += stage.work;
    note(name_of(routing.ended), work);
    routing.stages = std::move(stages_);
    return routing;
}

} // namespace hubbub::route
