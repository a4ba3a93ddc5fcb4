// Routings, and rows over all cells.
#include "route/one.hpp"

#include "route/bound/blocks.hpp"
#include "route/primal/beam.hpp"
#include "route/primal/descend.hpp"
#include "route/schedule.hpp"
#include "route/table/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hubbub::route {

using bound::Blocks;
using bound::SweepResult;
using table::Board;
using table::TableSize;

using namespace one_queue;
using namespace table_share;

void Solver::note(const char* name, std::int64_t cells, std::int64_t work) {
    const double bound = std::min(bound_, static_cast<double>(best_.cost)) + static_cast<double>(problem_.base);
    log_.note(name, best_.cost + problem_.base, bound, cells, work);
}

std::vector<Move> Solver::moves_of(const std::vector<std::int32_t>& stream_of) const {
    std::vector<Move> moves;
    for (int n = 0; n < problem_.utterance_count(); ++n) moves.push_back({n, stream_of[n]});
    return moves;
}

// The cost of a routing in steps, counted from all insertions.
std::int64_t Solver::rate(const std::vector<std::int32_t>& stream_of) const {
    return cost_of(problem_, moves_of(stream_of)) - problem_.base;
}

bool Solver::improve(const Candidate& candidate) {
    if (candidate.cost >= best_.cost) return false;
    best_ = candidate;
    best_.cost = rate(candidate.stream_of); // its path may have been a detour
    return true;
}

bool Solver::improve(const Routed& found) {
    if (found.moves.empty()) return false;
    Candidate candidate{{}, found.cost - problem_.base};
    for (const Move& move : found.moves) candidate.stream_of.push_back(move.stream);
    return improve(candidate);
}

bool Solver::take(const std::vector<Move>& moves) { return improve({moves, cost_of(problem_, moves)}); }

// Each utterance to its best stream given the rest, until nothing changes.
void Solver::improve_from(std::vector<Move> moves) {
    if (!settings_.primal) return;
    primal::descend(problem_, moves, most_sweeps, watch_);
    take(moves);
    note("descent", rows_.alive.cells());
    watch_.check();
}

// Where a stream holds what one speaker said. Elsewhere the beam's routing is better from the start.
bool Solver::take_voices() {
    if (given_.voice_of.empty() || !settings_.primal) return false;
    std::vector<std::int32_t> voice_of;
    for (const Utterance& one : problem_.utterances) voice_of.push_back(given_.voice_of[one.source]);
    return take(primal::by_voices(problem_, voice_of));
}

void Solver::improve_by_voices() {
    if (take_voices()) improve_from(moves_of(best_.stream_of));
}

// Is the beam's routing so far above the first bound that better ones will be worth their while?
bool Solver::is_poor() const {
    const std::int64_t words = problem_.words_said();
    const double most = settings_.large_rows == 0 ? 0 : poor_gap * static_cast<double>(words) * problem_.steps.deletion;
    return settings_.primal && static_cast<double>(best_.cost) - bound_ > most;
}

// The same before there is a bound: of a meeting that was understood well, the first routing is good.
bool Solver::has_many_errors() const {
    return static_cast<double>(best_.cost + problem_.base) >
           many_errors * static_cast<double>(problem_.words_said()) * problem_.steps.deletion;
}

// All on one stream: a routing, whatever it costs.
void Solver::improve_by_nothing() {
    best_.stream_of.assign(problem_.utterance_count(), 0);
    best_.cost = rate(best_.stream_of);
}

// The first passes are to be quick.
Routing Solver::solve_stretch(const RouteProblem& stretch, const std::vector<Move>& start, int effort) const {
    Settings settings = settings_;
    settings.most_limits = effort;
    settings.wide_gap = 1e9; // a stretch has no stretches of its own
    settings.large_rows = std::numeric_limits<std::int64_t>::max();
    settings.start = &start;
    settings.certificates = nullptr;
    const Budget rest = watch_.rest(4);
    return route_with(stretch, rest, settings);
}

void Solver::improve_stretches() {
    if (!settings_.primal) return;
    if (stretched_ != best_.stream_of) stretches_.changed();
    if (stretches_.exhausted()) return;
    std::vector<Move> moves = moves_of(best_.stream_of);
    stretches_.improve(moves, watch_);
    take(moves);
    stretched_ = best_.stream_of;
    note("stretches", rows_.alive.cells());
    watch_.check();
}

// Until so many kinds of stretches change nothing.
void Solver::improve_stretches(std::size_t kinds) {
    do improve_stretches();
    while (settings_.primal && !stretches_.exhausted(kinds));
}

void Solver::raise(std::int64_t bound, Value scale) { bound_ = std::max(bound_, static_cast<double>(bound) / scale); }

// Sweeps alternate: each needs the opposite rows for the prices that the sweep before it left.
bool Solver::sweep_rows(const SweepOptions& options) {
    const Side side = next_sweep_;
    next_sweep_ = side == Side::ahead ? Side::behind : Side::ahead;
    const SweepResult swept = sweep(rows_, side, options, watch_);
    if (swept.closed) {
        bound_ = static_cast<double>(best_.cost);
    } else {
        row_bound_ = swept.bound;
        raise(swept.bound, rows_.scale);
    }
    note("rows", rows_.alive.cells());
    certify(swept.closed ? "closing rows" : "rows", rows_.scale, rows_.price, swept.bound);
    return proven();
}

// The routing that is given.
void Solver::begin() {
    std::vector<std::int32_t> number(given_.streams.size(), 0); // on an empty stream, all is deleted as on any other
    for (int j = 0; j < problem_.stream_count(); ++j) number[problem_.stream_source[j]] = j;
    std::vector<std::int32_t> goal(given_.utterances.size(), 0);
    for (const Move& move : *settings_.start) goal[move.utterance] = number[std::max(move.stream, 0)];
    for (const Utterance& one : problem_.utterances) best_.stream_of.push_back(goal[one.source]);
    best_.cost = rate(best_.stream_of);
}

// One pass over full rows, with whole prices, so that they fit into 16 bits; a first routing along them; then banded
// rows with prices in fractions.
bool Solver::by_rows() {
    // A small problem is swept in less time than a wide beam takes, and mostly needs no better first routing. Of an
    // hour a good one is wanted before anything else.
    const bool large = rows_.alive.cells() >= settings_.large_rows;
    const bool very_large = rows_.alive.cells() / an_hour >= settings_.large_rows;
    for (const auto& [queue, place, source, words] : problem_.utterances) {
        rows_.price.push_back(static_cast<Value>(first_price * static_cast<double>(words.size())) *
                              problem_.steps.deletion);
    }
    first_pass(rows_, watch_);
    note("first pass", rows_.alive.cells());
    SweepOptions options;
    next_sweep_ = Side::ahead;
    Candidate first;
    if (settings_.primal && settings_.start == nullptr)
        improve(first = primal::beam(rows_, large ? beam_width : narrow_width, watch_));
    if (best_.stream_of.empty()) improve_by_nothing();
    note("beam", rows_.alive.cells());
    if (very_large) {
        improve_by_voices();
        if (has_many_errors()) improve_stretches();
    }
    refine(rows_, problem_.scale);
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
        if (settings_.primal && next_sweep_ == Side::ahead) improve(primal::beam(rows_, beam_width, watch_));
        if (static_cast<double>(best_.cost) - bound_ > settings_.margin) improve_from(moves_of(best_.stream_of));
        note("beam", rows_.alive.cells());
        if (proven()) return true;
    }
    return settle_rows(before_graph);
}

// Everything that is left, if it is little enough. What it finds is the best there is, or the best routing known is.
bool Solver::by_table(double share) {
    if (!settings_.closing) return false;
    const Board board = table::board_of(rows_);
    const TableSize size = table_size(board);
    if (size.work > share * settings_.table_work * problem_.utterance_count() ||
        size.bytes() > static_cast<double>(watch_.bytes) / 4)
        return false;
    improve(route_board(board, best_.cost + problem_.base, settings_.plain_rows, watch_));
    bound_ = static_cast<double>(best_.cost);
    note("table", static_cast<std::int64_t>(size.cells), static_cast<std::int64_t>(size.work));
    return true;
}

// Not all rows fit: a good routing and a bound, seldom a proof.
void Solver::by_blocks() {
    if (!settings_.primal) return;
    improve(primal::greedy(rows_));
    if (best_.stream_of.empty()) improve_by_nothing();
    Blocks found = bound::route_blocks(given_, problem_, best_.stream_of, watch_);
    const std::int64_t cost = rate(found.stream_of);
    improve({std::move(found.stream_of), cost});
    note("blocks", 0);
    raise(bound::bound_of(problem_, found.price, 0, watch_), problem_.scale);
    if (!proven()) raise(bound::bound_of(problem_, bound::usual_prices(problem_), 0, watch_), problem_.scale);
}

// No proof fits into the memory, but there is time left for a better routing.
void Solver::improve_at_last() {
    if (proven() || row_bytes() > static_cast<double>(watch_.bytes) / 2) return;
    try {
        improve_stretches(all_kinds);
    } catch (const UsedUp&) { // the time too, or the memory did not suffice all the same
    }
}

void Solver::solve() {
    // Until there is a routing: all deleted, which none exceeds.
    for (const auto& [queue, place, source, words] : problem_.utterances) {
        best_.cost += static_cast<std::int64_t>(words.size()) * problem_.steps.deletion;
    }
    if (settings_.start != nullptr) begin();
    if (!settings_.primal || problem_.stream_count() == 1) improve_by_nothing();
    bound_ = -static_cast<double>(problem_.base);
    try {
        if (problem_.stream_count() == 1) {
            bound_ = static_cast<double>(best_.cost);
        } else if (row_bytes() > static_cast<double>(watch_.bytes) / 2) {
            by_blocks();
        } else if (!by_rows() && settings_.graphs) {
            by_graph();
        }
        ended_ = Ended::memory; // unless it is proven
    } catch (const UsedUp& used) {
        ended_ = used.why;
        if (settings_.start == nullptr) take_voices(); // however little was asked for, no worse than cpWER's
        if (best_.stream_of.empty()) improve(primal::greedy(rows_));
        if (best_.stream_of.empty()) improve_by_nothing();
    }
    if (ended_ == Ended::memory && settings_.graphs && settings_.start == nullptr) improve_at_last();
}

Routing Solver::result() {
    const Routed best{moves_of(best_.stream_of), best_.cost + problem_.base};
    return log_.finish(best, static_cast<std::int64_t>(std::ceil(bound_)) + problem_.base, ended_);
}

Routing Solver::run() {
    solve();
    return result();
}

} // namespace hubbub::route
