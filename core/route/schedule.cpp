// Routings, and rows over all cells.
#include "schedule.hpp"

#include "beam.hpp"
#include "blocks.hpp"
#include "board.hpp"
#include "first_pass.hpp"
#include "rework.hpp"

#include "../row.hpp"
#include "../timed.hpp"

#include <algorithm>
#include <cmath>

namespace hubbub::orc {
namespace {

constexpr int beam_width = 16;  // of the beams over rows
constexpr int narrow_width = 2; // of the first one, where sweeps are cheap
constexpr std::int64_t cheap_cells = 1000000;
constexpr double first_price = 0.6; // per word: what the ascent would find for most utterances

} // namespace

void Solver::note(const char* name, std::int64_t cells, std::int64_t work) {
    const double bound = std::min(bound_, static_cast<double>(best_.cost)) + static_cast<double>(instance_.base);
    stages_.push_back({name, (best_.cost + instance_.base) * instance_.unit,
                       bound * static_cast<double>(instance_.unit), cells, work, watch_.seconds()});
    watch_.show(stages_.back());
}

// The cost of a routing in steps, counted from all insertions.
std::int64_t Solver::rate(const std::vector<std::int32_t>& stream_of) const {
    std::vector<Row> routed(instance_.stream_count());
    for (int n = 0; n < instance_.utterance_count(); ++n) routed[stream_of[n]].append(instance_.utterance(n));
    std::int64_t cost = 0;
    for (int j = 0; j < instance_.stream_count(); ++j)
        cost += distance(TimedWords(routed[j]), instance_.stream(j), problem_.costs);
    return cost / instance_.unit - instance_.base;
}

bool Solver::improve(const Candidate& candidate) {
    if (candidate.cost >= best_.cost) return false;
    best_ = candidate;
    best_.cost = rate(candidate.stream_of); // its path may have been a detour
    return true;
}

void Solver::improve_from(std::vector<std::int32_t> stream_of) {
    if (!settings_.primal) return;
    for (int pass = 0; pass < 2; ++pass) {
        const Candidate better = descend(forward_, backward_, stream_of, watch_);
        const bool same = better.stream_of == stream_of;
        improve(better);
        if (same) return;
        stream_of = better.stream_of;
    }
}

// All on one stream: a routing, whatever it costs.
void Solver::improve_by_nothing() {
    best_.stream_of.assign(instance_.utterance_count(), 0);
    best_.cost = rate(best_.stream_of);
}

// Against the direction of the last sweep, whose rows say what is still to come.
void Solver::improve_by_beam() {
    if (!settings_.primal) return;
    // A small problem is swept in less time than a wide beam takes, and mostly needs no better first routing.
    const bool narrow = best_.stream_of.empty() && forward_.alive.cells() < cheap_cells;
    const int width = narrow ? narrow_width : beam_width;
    if (forward_next_) return void(improve(beam(forward_, backward_, width, watch_)));
    Candidate found = beam(backward_, forward_, width, watch_);
    std::reverse(found.stream_of.begin(), found.stream_of.end());
    improve(found);
}

// Passes with stretches of two lengths and two beginnings, until four in turn change nothing.
void Solver::improve_by_rework() {
    if (!settings_.primal || reworked_ == best_.stream_of) return;
    const SolveStretch solve = [&](const RouteProblem& stretch) {
        Settings settings = settings_;
        settings.most_limits = 3;
        settings.wide_gap = 1e9;
        return route_with(stretch, watch_.rest(4), settings).stream_of;
    };
    for (int pass = 0, idle = 0; pass < 16 && idle < 4; ++pass) {
        const int size = pass % 4 < 2 ? 60 : 100;
        const int first = pass % 2 == 0 ? size : size / 2;
        Candidate made = rework(forward_, backward_, problem_.costs, best_.stream_of, first, size, solve, watch_);
        made.cost = rate(made.stream_of);
        idle = improve(made) ? 0 : idle + 1;
        note("rework", forward_.alive.cells(), pass);
    }
    reworked_ = best_.stream_of;
}

void Solver::raise(std::int64_t bound, Value scale) { bound_ = std::max(bound_, static_cast<double>(bound) / scale); }

// Sweeps alternate: each needs the opposite rows for the prices that the sweep before it left.
bool Solver::sweep_rows(const SweepOptions& options) {
    const bool forward = forward_next_;
    forward_next_ = !forward_next_;
    Half &own = forward ? forward_ : backward_, &opposite = forward ? backward_ : forward_;
    const SweepResult swept = sweep(own, opposite, options, random_, watch_);
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

// One pass over full rows, with whole prices; a first routing along them; then banded rows with prices in fractions.
bool Solver::by_rows() {
    for (const auto& words : instance_.utterances) {
        forward_.price.push_back(static_cast<Value>(first_price * static_cast<double>(words.size())) *
                                 instance_.steps.deletion);
    }
    backward_.price.assign(forward_.price.rbegin(), forward_.price.rend());
    fits_bits(backward_) ? first_pass_in_bits(backward_, watch_) : first_pass(backward_, watch_);
    note("first pass", forward_.alive.cells());
    SweepOptions options;
    forward_next_ = true;
    improve_by_beam();
    if (best_.stream_of.empty()) improve_by_nothing();
    note("beam", forward_.alive.cells());
    refine(forward_, instance_.scale);
    refine(backward_, instance_.scale);
    for (int round = 0; round < settings_.row_rounds; ++round) {
        options.limit = row_limit();
        if (sweep_rows(options)) return true;
        const bool last = round + 1 == settings_.row_rounds;
        if (by_table(last ? before_beam : before_sweep)) return true;
        if (!last) continue;
        improve_by_beam();
        note("beam", forward_.alive.cells());
        if (proven()) return true;
    }
    return settle_rows(before_graph);
}

// Everything that is left, if it is little enough. What it finds is the best there is, or the best routing known is.
bool Solver::by_table(double share) {
    if (!settings_.deleting) return false;
    const Board board = board_of(forward_);
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
    improve(greedy(forward_));
    if (best_.stream_of.empty()) improve_by_nothing();
    Blocks found = route_blocks(problem_, instance_, best_.stream_of, watch_);
    const std::int64_t cost = rate(found.stream_of);
    improve({std::move(found.stream_of), cost});
    note("blocks", 0);
    raise(bound_of(forward_, found.price, watch_), instance_.scale);
    if (!proven()) raise(bound_of(forward_, usual_prices(instance_), watch_), instance_.scale);
}

void Solver::solve() {
    // Until there is a routing: all deleted, which none exceeds.
    for (const auto& words : instance_.utterances) {
        best_.cost += static_cast<std::int64_t>(words.size()) * instance_.steps.deletion;
    }
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
    } catch (const UsedUp&) { // the last row says so
        if (best_.stream_of.empty()) improve(greedy(forward_));
        if (best_.stream_of.empty()) improve_by_nothing();
    }
    std::int64_t work = 0;
    for (const Stage& stage : stages_) work += stage.work;
    note(proven() ? "proven" : "not proven", stages_.empty() ? 0 : stages_.back().cells, work);
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
    routing.stages = stages_;
    return routing;
}

Routing Solver::run() {
    solve();
    return result();
}

} // namespace hubbub::orc
