// Routings, and rows over all cells.
#include "route/one.hpp"

#include "route/primal/primal.hpp"
#include "route/table/table.hpp"

namespace hubbub::route {

using bound::Blocks;
using bound::SweepResult;
using table::Board;
using table::TableSize;

using namespace one_queue;
using namespace table_share;

void Solver::improve_from(const std::vector<Move>& moves) {
    if (!settings_.primal) return;
    descend(moves, most_sweeps);
    note("descent", rows_.alive.cells());
    watch_.check();
}

// Where a stream holds what one speaker said. Elsewhere the beam's routing is better from the start.
bool Solver::take_voices() { return settings_.primal && !given_.voice_of.empty() && take(by_voices()); }

void Solver::improve_by_voices() {
    if (take_voices()) improve_from(best_.moves);
}

// Until so many kinds of stretches change nothing; one pass at least.
void Solver::stretches(std::size_t kinds) {
    do {
        if (!improve_stretches(0)) return;
        note("stretches", rows_.alive.cells());
        watch_.check();
    } while (!stretches_.exhausted(kinds));
}

// Is the beam's routing so far above the first bound that better ones will be worth their while?
bool Solver::is_poor() const {
    const std::int64_t words = problem_.words_said();
    const double most = settings_.large_rows == 0 ? 0 : poor_gap * static_cast<double>(words) * problem_.steps.deletion;
    return settings_.primal && gap() > most;
}

// The same before there is a bound: of a meeting that was understood well, the first routing is good.
bool Solver::has_many_errors() const {
    return static_cast<double>(best_.cost) >
           many_errors * static_cast<double>(problem_.words_said()) * problem_.steps.deletion;
}

// Sweeps alternate: each needs the opposite rows for the prices that the sweep before it left.
bool Solver::sweep_rows(const SweepOptions& options) {
    const Side side = next_sweep_;
    next_sweep_ = side == Side::ahead ? Side::behind : Side::ahead;
    const SweepResult swept = sweep(rows_, side, options, watch_);
    if (swept.closed) {
        close();
    } else {
        row_bound_ = swept.bound;
        raise(swept.bound, rows_.scale);
    }
    note("rows", rows_.alive.cells());
    certify(swept.closed ? "closing rows" : "rows", rows_.scale, rows_.price, swept.bound);
    return proven();
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
    row_bound_ = first_pass(rows_, watch_);
    raise(row_bound_, rows_.scale);
    note("first pass", rows_.alive.cells());
    certify("rows", rows_.scale, rows_.price, row_bound_);
    SweepOptions options;
    next_sweep_ = Side::ahead;
    Routed first{{}, 0};
    if (settings_.primal && settings_.start == nullptr) {
        first = primal::beam(rows_, large ? beam_width : narrow_width, watch_);
        large ? take_path(first) : take(first); // what little a detour costs, a small problem's sweep soon finds
    }
    if (best_.moves.empty()) take_nothing();
    note("beam", rows_.alive.cells());
    if (very_large) {
        improve_by_voices();
        if (has_many_errors()) stretches(one_pass);
    }
    refine(rows_, problem_.scale);
    for (int round = 0; round < settings_.row_rounds; ++round) {
        options.limit = row_limit();
        if (sweep_rows(options)) return true;
        const bool last = round + 1 == settings_.row_rounds;
        if (by_table(last ? before_beam : before_sweep)) return true;
        if (round == 0 && large && is_poor()) {
            if (!very_large) improve_by_voices();
            if (!first.moves.empty()) improve_from(first.moves);
            stretches(one_pass);
        }
        if (!last) continue;
        if (settings_.primal && next_sweep_ == Side::ahead) take_path(primal::beam(rows_, beam_width, watch_));
        if (gap() > settings_.margin) improve_from(best_.moves);
        note("beam", rows_.alive.cells());
        if (proven()) return true;
    }
    return settle_rows(before_graph);
}

// Ends with backward rows for the prices at hand, as a graph is compiled from, unless a table is better.
bool Solver::settle_rows(double share) {
    SweepOptions options;
    options.limit = row_limit();
    if (next_sweep_ == Side::ahead && sweep_rows(options)) return true;
    options.ascend = false;
    return sweep_rows(options) || by_table(share);
}

// Everything that is left, if it is little enough. What it finds is the best there is, or the best routing known is.
bool Solver::by_table(double share) {
    if (!settings_.closing) return false;
    const Board board = table::board_of(rows_);
    const TableSize size = table_size(board);
    if (size.work > share * settings_.table_work * problem_.utterance_count() ||
        size.bytes() > static_cast<double>(watch_.bytes) / 4)
        return false;
    take(route_board(board, best_.cost, settings_.plain_rows, watch_));
    close();
    note("table", static_cast<std::int64_t>(size.cells), static_cast<std::int64_t>(size.work));
    return true;
}

// Not all rows fit: a good routing and a bound, seldom a proof.
void Solver::by_blocks() {
    if (!settings_.primal) return;
    take_path(primal::greedy(rows_));
    if (best_.moves.empty()) take_nothing();
    const Blocks found = bound::route_blocks(given_, problem_, best_.moves, watch_);
    take(found.moves);
    note("blocks", 0);
    raise(bound::bound_of(problem_, found.price, 0, watch_), problem_.scale);
    if (!proven()) raise(bound::bound_of(problem_, bound::usual_prices(problem_), 0, watch_), problem_.scale);
}

void Solver::solve() {
    if (problem_.stream_count() == 1) {
        close();
    } else if (!rows_fit()) {
        by_blocks();
    } else if (!by_rows() && settings_.graphs) {
        by_graph();
    }
}

Routing Solver::run() {
    if (settings_.start != nullptr) take_start();
    if (best_.moves.empty() && (!settings_.primal || problem_.stream_count() == 1)) take_nothing();
    Ended ended = Ended::memory; // unless it is proven
    try {
        solve();
    } catch (const UsedUp& used) {
        ended = used.why;
        if (settings_.start == nullptr) take_voices(); // however little was asked for, no worse than cpWER's
        if (best_.moves.empty()) take_path(primal::greedy(rows_));
        if (best_.moves.empty()) take_nothing();
    }
    // No proof fits into the memory, but there may be time left for a better routing.
    const bool whole = settings_.graphs && settings_.start == nullptr && rows_fit();
    try {
        if (ended == Ended::memory && !proven() && whole) stretches(all_kinds);
    } catch (const UsedUp&) { // the time too, or the memory did not suffice all the same
    }
    if (!proven()) best_.cost = cost_of(problem_, best_.moves);
    return log_.finish(best_, least(), ended);
}

} // namespace hubbub::route
