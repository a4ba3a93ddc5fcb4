// Routings, and rows over all cells.
#include "route/schedule.hpp"

#include "route/bound/blocks.hpp"
#include "route/primal/beam.hpp"
#include "route/primal/rework.hpp"
#include "route/table/board.hpp"

#include "row.hpp"
#include "timed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace hubbub::route::orc {

using bound::Blocks;
using bound::SweepResult;
using primal::SolveStretch;
using table::Board;
using table::TableSize;

namespace {

constexpr int beam_width = 16;      // of the beams over rows
constexpr int narrow_width = 2;     // of the first one, where sweeps are cheap
constexpr int most_passes = 10;     // of a descent
constexpr double poor_gap = 0.03;   // of all words, in deletions
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

// Each utterance to its best stream given the rest, until nothing changes.
void Solver::improve_from(std::vector<std::int32_t> stream_of, int passes) {
    if (!settings_.primal) return;
    for (int pass = 0; pass < passes; ++pass) {
        const Candidate better = primal::descend(forward_, backward_, stream_of, watch_);
        const bool same = better.stream_of == stream_of;
        improve(better);
        if (same) return;
        stream_of = better.stream_of;
        note("descent", forward_.alive.cells(), pass);
    }
}

// All that one voice says goes to the stream that it is nearest to.
std::vector<std::int32_t> Solver::by_voices() const {
    std::map<std::int32_t, Row> voices;
    for (int n = 0; n < instance_.utterance_count(); ++n)
        voices[problem_.voice_of[instance_.utterance_source[n]]].append(instance_.utterance(n));
    std::map<std::int32_t, std::int32_t> nearest;
    for (const auto& [voice, words] : voices) {
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (int j = 0; j < instance_.stream_count(); ++j) {
            const std::int64_t way = distance(TimedWords(words), instance_.stream(j), problem_.costs) -
                                     instance_.length(j) * std::int64_t{problem_.costs.insertion};
            if (way >= least) continue;
            least = way;
            nearest[voice] = j;
        }
    }
    std::vector<std::int32_t> stream_of;
    for (const std::int32_t source : instance_.utterance_source)
        stream_of.push_back(nearest[problem_.voice_of[source]]);
    return stream_of;
}

// Is the beam's routing so far above the first bound that better ones will be worth their while?
bool Solver::is_poor() {
    std::size_t words = 0;
    for (const auto& utterance : instance_.utterances) words += utterance.size();
    const double most = settings_.large == 0 ? 0 : poor_gap * static_cast<double>(words) * instance_.steps.deletion;
    return poor_ = settings_.primal && static_cast<double>(best_.cost) - bound_ > most;
}

// From the beam's routing, and from one by voices.
void Solver::improve_by_descent() {
    const std::vector<std::int32_t> start = best_.stream_of;
    if (!problem_.voice_of.empty()) improve_from(by_voices(), most_passes);
    improve_from(start, most_passes);
    rework_once();
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
    const bool narrow = best_.stream_of.empty() && forward_.alive.cells() < settings_.large;
    const int width = narrow ? narrow_width : beam_width;
    if (forward_next_) return void(improve(primal::beam(forward_, backward_, width, watch_)));
    Candidate found = primal::beam(backward_, forward_, width, watch_);
    std::reverse(found.stream_of.begin(), found.stream_of.end());
    improve(found);
}

// A pass over stretches, of two lengths and with two beginnings in turn. The first ones are to be quick.
void Solver::rework_once() {
    if (!settings_.primal) return;
    if (reworked_ != best_.stream_of) idle_reworks_ = 0;
    if (idle_reworks_ == 4) return;
    const int pass = reworks_++;
    const SolveStretch solve = [&](const RouteProblem& stretch) {
        Settings settings = settings_;
        settings.most_limits = pass < 2 ? 1 : 3;
        settings.wide_gap = 1e9; // a stretch has no stretches of its own
        settings.large = std::numeric_limits<std::int64_t>::max();
        return route_with(stretch, watch_.rest(4), settings).stream_of;
    };
    const int size = pass % 4 < 2 ? 60 : 100;
    const int first = pass % 2 == 0 ? size : size / 2;
    Candidate made = primal::rework(forward_, backward_, problem_.costs, best_.stream_of, first, size, solve, watch_);
    made.cost = rate(made.stream_of);
    idle_reworks_ = improve(made) ? 0 : idle_reworks_ + 1;
    reworked_ = best_.stream_of;
    note("rework", forward_.alive.cells(), pass);
}

// Until passes with stretches of all kinds change nothing.
void Solver::improve_by_rework() {
    for (int pass = 0; pass < 16 && (pass == 0 || idle_reworks_ < 4); ++pass) rework_once();
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

// One pass over full rows, with whole prices, so that they fit into 16 bits; a first routing along them; then banded
// rows with prices in fractions.
bool Solver::by_rows() {
    for (const auto& words : instance_.utterances) {
        forward_.price.push_back(static_cast<Value>(first_price * static_cast<double>(words.size())) *
                                 instance_.steps.deletion);
    }
    backward_.price.assign(forward_.price.rbegin(), forward_.price.rend());
    first_pass(backward_, watch_);
    note("first pass", forward_.alive.cells());
    SweepOptions options;
    forward_next_ = true;
    improve_by_beam();
    if (best_.stream_of.empty()) improve_by_nothing();
    note("beam", forward_.alive.cells());
    const bool large = forward_.alive.cells() >= settings_.large;
    refine(forward_, instance_.scale);
    refine(backward_, instance_.scale);
    for (int round = 0; round < settings_.row_rounds; ++round) {
        options.limit = row_limit();
        if (sweep_rows(options)) return true;
        const bool last = round + 1 == settings_.row_rounds;
        if (by_table(last ? before_beam : before_sweep)) return true;
        if (round == 0 && large && is_poor()) improve_by_descent();
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
        improve_by_rework();
    } catch (const UsedUp&) { // the memory did not suffice all the same
    }
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
