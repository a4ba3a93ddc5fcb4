// Routings, and rows over all cells.
#include "route/schedule.hpp"

#include "route/bound/blocks.hpp"
#include "route/primal/beam.hpp"
#include "route/primal/descend.hpp"
#include "route/table/board.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hubbub::route::orc {

using bound::Blocks;
using bound::SweepResult;
using table::Board;
using table::TableSize;

namespace {

constexpr int beam_width = 16;      // of the beams over rows
constexpr int narrow_width = 2;     // of the first one, where sweeps are cheap
constexpr int most_sweeps = 20;     // of a descent
constexpr int an_hour = 8;          // times what is large
constexpr double poor_gap = 0.03;   // of all words, in deletions
constexpr double first_price = 0.6; // per word: what the ascent would find for most utterances

} // namespace

void Solver::note(const char* name, std::int64_t cells, std::int64_t work) {
    const double bound = std::min(bound_, static_cast<double>(best_.cost)) + static_cast<double>(instance_.base);
    stages_.push_back({name, (best_.cost + instance_.base) * instance_.unit,
                       bound * static_cast<double>(instance_.unit), cells, work, watch_.seconds()});
    watch_.show(stages_.back());
}

primal::Sides Solver::sides() const {
    std::vector<TimedWords> utterances, streams;
    for (int n = 0; n < instance_.utterance_count(); ++n) utterances.push_back(instance_.utterance(n));
    for (int j = 0; j < instance_.stream_count(); ++j) streams.push_back(instance_.stream(j));
    std::vector<std::int32_t> queue_of(utterances.size(), 0);
    return primal::make_sides(forward_.kernel.carrier(), instance_.steps, problem_.costs, std::move(utterances),
                              std::move(streams), std::move(queue_of));
}

std::vector<primal::Move> Solver::moves_of(const std::vector<std::int32_t>& stream_of) const {
    std::vector<primal::Move> moves;
    for (int n = 0; n < instance_.utterance_count(); ++n) moves.push_back({n, stream_of[n]});
    return moves;
}

// The cost of a routing in steps, counted from all insertions.
std::int64_t Solver::rate(const std::vector<std::int32_t>& stream_of) const {
    return cost_of(sides_, moves_of(stream_of)) / instance_.unit - instance_.base;
}

bool Solver::improve(const Candidate& candidate) {
    if (candidate.cost >= best_.cost) return false;
    best_ = candidate;
    best_.cost = rate(candidate.stream_of); // its path may have been a detour
    return true;
}

bool Solver::take(const std::vector<primal::Move>& moves) {
    Candidate candidate;
    for (const primal::Move& move : moves) candidate.stream_of.push_back(move.stream);
    candidate.cost = rate(candidate.stream_of);
    return improve(candidate);
}

// Each utterance to its best stream given the rest, until nothing changes.
void Solver::improve_from(std::vector<primal::Move> moves) {
    if (!settings_.primal) return;
    primal::descend(sides_, moves, most_sweeps, watch_);
    take(moves);
    note("descent", forward_.alive.cells());
    watch_.check();
}

void Solver::improve_by_voices() {
    if (problem_.voice_of.empty()) return;
    std::vector<std::int32_t> voice_of;
    for (const std::int32_t source : instance_.utterance_source) voice_of.push_back(problem_.voice_of[source]);
    improve_from(primal::by_voices(sides_, voice_of));
}

// Is the beam's routing so far above the first bound that better ones will be worth their while?
bool Solver::is_poor() {
    std::size_t words = 0;
    for (const auto& utterance : instance_.utterances) words += utterance.size();
    const double most = settings_.large == 0 ? 0 : poor_gap * static_cast<double>(words) * instance_.steps.deletion;
    return poor_ = settings_.primal && static_cast<double>(best_.cost) - bound_ > most;
}

// All on one stream: a routing, whatever it costs.
void Solver::improve_by_nothing() {
    best_.stream_of.assign(instance_.utterance_count(), 0);
    best_.cost = rate(best_.stream_of);
}

// Against the direction of the last sweep, whose rows say what is still to come.
Candidate Solver::by_beam(bool narrow) {
    const int width = narrow ? narrow_width : beam_width;
    if (forward_next_) return primal::beam(forward_, backward_, width, watch_);
    Candidate found = primal::beam(backward_, forward_, width, watch_);
    std::reverse(found.stream_of.begin(), found.stream_of.end());
    return found;
}

// The first passes are to be quick.
Routing Solver::solve_stretch(const RouteProblem& stretch, const std::vector<primal::Move>& start, int effort) const {
    std::vector<std::int32_t> stream_of;
    for (const primal::Move& move : start) stream_of.push_back(move.stream);
    Settings settings = settings_;
    settings.most_limits = effort;
    settings.wide_gap = 1e9; // a stretch has no stretches of its own
    settings.large = std::numeric_limits<std::int64_t>::max();
    settings.start = &stream_of;
    settings.certificates = nullptr;
    const Budget rest = watch_.rest(4);
    return route_with(stretch, rest, settings);
}

// A pass over stretches, of two lengths and with two beginnings in turn.
void Solver::improve_stretches() {
    if (!settings_.primal) return;
    if (stretched_ != best_.stream_of) idle_passes_ = 0;
    if (idle_passes_ == 4) return;
    const int pass = passes_++;
    const int size = pass % 4 < 2 ? 60 : 100;
    const int first = pass % 2 == 0 ? size : size / 2;
    std::vector<primal::Move> moves = moves_of(best_.stream_of);
    stretches_.improve(moves, first, size, pass < 2 ? 1 : 3, watch_);
    idle_passes_ = take(moves) ? 0 : idle_passes_ + 1;
    stretched_ = best_.stream_of;
    note("stretches", forward_.alive.cells(), pass);
    watch_.check();
}

// Until passes with stretches of all kinds change nothing.
void Solver::improve_all_stretches() {
    for (int pass = 0; pass < 16 && (pass == 0 || idle_passes_ < 4); ++pass) improve_stretches();
}

void Solver::raise(std::int64_t bound, Value scale) { bound_ = std::max(bound_, static_cast<double>(bound) / scale); }

// Sweeps alternate: each needs the opposite rows for the prices that the sweep before it left.
bool Solver::sweep_rows(const SweepOptions& options) {
    const bool forward = forward_next_;
    forward_next_ = !forward_next_;
    Half &own = forward ? forward_ : backward_, &opposite = forward ? backward_ : forward_;
    const SweepResult swept = sweep(own, opposite, options, watch_);
    if (swept.closed) {
        bound_ = static_cast<double>(best_.cost);
    } else {
        row_bound_ = swept.bound;
        raise(swept.bound, own.scale);
    }
    note("rows", forward_.alive.cells());
    certify(swept.closed ? "closing rows" : "rows", own.scale, forward_.price, swept.bound);
    return proven();
}

void Solver::certify(const char* stage, Value scale, const std::vector<Value>& price, std::int64_t bound) const {
    if (settings_.certificates == nullptr) return;
    Certificate made{stage, scale, (bound + instance_.base * scale) * instance_.unit, {}, {}};
    made.utterance.assign(problem_.utterances.size(), 0);
    for (int n = 0; n < instance_.utterance_count(); ++n) {
        made.utterance[instance_.utterance_source[n]] = price[n] * instance_.unit;
    }
    settings_.certificates->push_back(std::move(made));
}

// The routing that is given.
void Solver::begin() {
    std::vector<std::int32_t> number(problem_.streams.size(), 0); // on an empty stream, all is deleted as on any other
    for (int j = 0; j < instance_.stream_count(); ++j) number[instance_.stream_source[j]] = j;
    for (const std::int32_t source : instance_.utterance_source)
        best_.stream_of.push_back(number[(*settings_.start)[source]]);
    best_.cost = rate(best_.stream_of);
}

// One pass over full rows, with whole prices, so that they fit into 16 bits; a first routing along them; then banded
// rows with prices in fractions.
bool Solver::by_rows() {
    // A small problem is swept in less time than a wide beam takes, and mostly needs no better first routing. Of an
    // hour a good one is wanted before anything else.
    const bool large = forward_.alive.cells() >= settings_.large;
    const bool very_large = forward_.alive.cells() / an_hour >= settings_.large;
    if (very_large) improve_by_voices();
    for (const auto& words : instance_.utterances) {
        forward_.price.push_back(static_cast<Value>(first_price * static_cast<double>(words.size())) *
                                 instance_.steps.deletion);
    }
    backward_.price.assign(forward_.price.rbegin(), forward_.price.rend());
    first_pass(backward_, watch_);
    note("first pass", forward_.alive.cells());
    SweepOptions options;
    forward_next_ = true;
    Candidate first;
    if (settings_.primal && settings_.start == nullptr) improve(first = by_beam(!large));
    if (best_.stream_of.empty()) improve_by_nothing();
    note("beam", forward_.alive.cells());
    refine(forward_, instance_.scale);
    refine(backward_, instance_.scale);
    for (int round = 0; round < settings_.row_rounds; ++round) {
        options.limit = row_limit();
        if (sweep_rows(options)) return true;
        const bool last = round + 1 == settings_.row_rounds;
        if (by_table(last ? before_beam : before_sweep)) return true;
        if (round == 0 && large && is_poor()) {
            if (!very_large) improve_by_voices();
            if (!first.stream_of.empty()) improve_from(moves_of(first.stream_of));
            improve_stretches();
        }
        if (!last) continue;
        if (settings_.primal) improve(by_beam(false));
        note("beam", forward_.alive.cells());
        if (proven()) return true;
    }
    return settle_rows(before_graph);
}

// Everything that is left, if it is little enough. What it finds is the best there is, or the best routing known is.
bool Solver::by_table(double share) {
    if (!settings_.deleting) return false;
    const Board board = table::board_of(forward_);
    const TableSize size = table_size(board);
    if (size.work > share * settings_.table_work * instance_.utterance_count() ||
        size.bytes() > static_cast<double>(watch_.bytes) / 4)
        return false;
    improve(route_board(board, best_.cost, settings_.plain_rows, watch_).candidate);
    bound_ = static_cast<double>(best_.cost);
    note("table", static_cast<std::int64_t>(size.cells), static_cast<std::int64_t>(size.work));
    return true;
}

// Not all rows fit: a good routing and a bound, seldom a proof.
void Solver::by_blocks() {
    if (!settings_.primal) return;
    improve(primal::greedy(forward_));
    if (best_.stream_of.empty()) improve_by_nothing();
    Blocks found = bound::route_blocks(problem_, instance_, best_.stream_of, watch_);
    const std::int64_t cost = rate(found.stream_of);
    improve({std::move(found.stream_of), cost});
    note("blocks", 0);
    raise(bound_of(forward_, found.price, watch_), instance_.scale);
    if (!proven()) raise(bound_of(forward_, bound::usual_prices(instance_), watch_), instance_.scale);
}

// No proof fits into the memory, but there is time left for a better routing.
void Solver::improve_at_last() {
    if (proven() || row_bytes() > static_cast<double>(watch_.bytes) / 2) return;
    try {
        improve_all_stretches();
    } catch (const UsedUp&) { // the memory did not suffice all the same
    }
}

void Solver::solve() {
    // Until there is a routing: all deleted, which none exceeds.
    for (const auto& words : instance_.utterances) {
        best_.cost += static_cast<std::int64_t>(words.size()) * instance_.steps.deletion;
    }
    if (settings_.start != nullptr) begin();
    if (!settings_.primal || instance_.stream_count() == 1) improve_by_nothing();
    bound_ = -static_cast<double>(instance_.base);
    try {
        if (instance_.stream_count() == 1) {
            bound_ = static_cast<double>(best_.cost);
        } else if (row_bytes() > static_cast<double>(watch_.bytes) / 2) {
            by_blocks();
        } else if (!by_rows() && settings_.graphs) {
            by_graph();
        }
        ended_ = Ended::memory; // unless it is proven
    } catch (const UsedUp& used) {
        ended_ = used.why;
        if (best_.stream_of.empty()) improve(primal::greedy(forward_));
        if (best_.stream_of.empty()) improve_by_nothing();
    }
    if (ended_ == Ended::memory && settings_.graphs) improve_at_last();
    if (proven()) ended_ = Ended::proven;
    std::int64_t work = 0;
    for (const Stage& stage : stages_) work += stage.work;
    note(name_of(ended_), stages_.empty() ? 0 : stages_.back().cells, work);
}

Routing Solver::result() const {
    Routing routing;
    routing.stream_of.assign(problem_.utterances.size(), instance_.stream_source[0]);
    for (std::size_t n = 0; n < problem_.utterances.size(); ++n) routing.order.push_back(static_cast<std::int32_t>(n));
    for (int n = 0; n < instance_.utterance_count(); ++n) {
        routing.stream_of[instance_.utterance_source[n]] = instance_.stream_source[best_.stream_of[n]];
    }
    routing.cost = (best_.cost + instance_.base) * instance_.unit;
    const auto bound = std::min(best_.cost, static_cast<std::int64_t>(std::ceil(bound_)));
    routing.lower_bound = (bound + instance_.base) * instance_.unit;
    routing.exact = routing.lower_bound == routing.cost;
    routing.ended = routing.exact ? Ended::proven : ended_;
    routing.stages = stages_;
    return routing;
}

Routing Solver::run() {
    solve();
    return result();
}

} // namespace hubbub::route::orc
