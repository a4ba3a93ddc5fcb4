// The parameters of the schedule, each with its reason; those that tests change are in run/run.hpp. Stages are balanced
// by counts, never by the clock, so runs are reproducible.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hubbub::route {

// The CPU time of the loops per unit of their work, in the steps of `spend`: tenths of a nanosecond on a common core.
// Fitted to the times of the searches of bench/effort.py. A loop that takes no time worth mentioning is not counted.
namespace step_cost {

// Rows: a call of Carrier::carry, a word of it, and a word over sixteen cells; the search for ends, and each cell of
// it; a cell in a sweep, and one that is stored.
inline constexpr std::uint64_t carry = 100, carry_word = 100, carry_cells = 19;
inline constexpr std::uint64_t ends = 50, end_cell = 7, sweep_cell = 16, store_cell = 6;
// Chains, per cell: the use of an utterance, the next row, fresh memory, a quick step. Per row and column of a traced
// path, and per price in a step.
inline constexpr std::uint64_t use_cell = 4, chain_cell = 13, chain_memory = 27, quick_cell = 80;
inline constexpr std::uint64_t trace_step = 30, price = 50;
// Graphs, per node and edge.
inline constexpr std::uint64_t relax_node = 110, relax_edge = 2, soft_node = 130, soft_edge = 120;
inline constexpr std::uint64_t sweep_node = 50, sweep_edge = 30, compile_edge = 130, compact_edge = 65, turn_edge = 100;
inline constexpr std::uint64_t dominance_edge = 140;
// Searches: a state that is expanded (over chains, per queue); over chains each of its moves and their ends, over
// graphs the same; a state that is made, and each number of its key and marks; a state of a complete layer; a
// comparison of a sort; one with a batch of dominators in one stream.
inline constexpr std::uint64_t expand = 100, chain_move = 700, chain_end = 50, graph_move = 45, graph_end = 20;
inline constexpr std::uint64_t made = 170, key_number = 18, state = 100, sort = 80, sort_along = 60, compare = 120;
// Routings: a cell where two strips meet; a way and an offer of a beam; 64 cells of a plain alignment.
inline constexpr std::uint64_t strip_cell = 13, way = 10, offer = 60, align_cells = 40;
// Tables: sixteen cells carried through a word, also with prices; a cell of the textbook program.
inline constexpr std::uint64_t table_cells = 98, guided_cells = 70, full_cell = 40;

} // namespace step_cost

// Sweeps of a local search, which usually ends by itself. After a pass over neighborhoods little is left for it.
inline constexpr int most_sweeps = 20, few_sweeps = 4;

// Kinds of neighborhoods to go through: the later ones take longer than an attempt at a limit, and run only if nothing
// else is left to do.
inline constexpr std::size_t few_kinds = 3, all_kinds = 99;
inline constexpr int no_end = 1 << 30; // passes over neighborhoods: until nothing changes

// Neighborhoods: their length, times the shortest, and the effort of solving one. By gain per time, best first; after
// the quick ones the passes start again.
struct Kind {
    double length;
    int effort;
    bool merging = false; // also with merged queues
};
inline constexpr std::array<Kind, 7> kinds_of_one{{{1, 1}, {1.67, 3}, {1, 3}, {2.67, 3}, {1.67, 6}, {4.3, 6}, {7, 9}}};
inline constexpr std::array<Kind, 8> kinds_of_several{
    {{1, 1}, {1.67, 3}, {1, 3}, {1, 3, true}, {1.67, 3, true}, {2.67, 3, true}, {4.3, 6, true}, {7, 9, true}}};
inline constexpr std::size_t quick_kinds = 3;

// A local search: the words of a strip on either side of a gap between utterances, and the positions in the order
// within which a change has utterances tried again.
inline constexpr std::int32_t strip_margin = 100, nearby = 16;

// The maximum number of rounds; a gain of less than this share of the gap ends them.
struct Rounds {
    int most;
    double little;
};

// The work allowed for a table, as shares of Settings::table_work, by the work that it saves.
namespace table_share {

// One queue: a sweep is cheap, the wide beam and the graphs after it cost much more, another round of graphs most.
inline constexpr double before_sweep = 0.02, before_beam = 0.4, before_graph = 0.1, after_graph = 0.6;
// Several queues: a local search is cheap, setting up the chains expensive; each round of settling costs more than the
// last. If the quick steps come within `small_gap`, the table before the chains may cost as much as one before a
// search, since the chains' prices seldom come nearer.
inline constexpr double before_descent = 0.05, before_chains = 1, before_search = 4;

} // namespace table_share

namespace in_tables {

inline constexpr double most_cells = 1 << 24; // per table: cells are numbered in 32 bits, and copied for every word
inline constexpr std::int32_t short_run = 6;  // lines side by side: fewer are faster one by one
// of the work may be spent at once, the rest as utterances are added: a table that needs far more than allowed is
// abandoned early
inline constexpr double early_share = 0.3;
inline constexpr double small_table = 100; // cells: below, overhead dominates

} // namespace in_tables

namespace in_searches {

inline constexpr std::size_t most_dominators =
    192;                                    // states that all others are compared with: the most likely to dominate
inline constexpr std::size_t together = 32; // compared at a time, as a few vectors
inline constexpr std::uint64_t widths_held = 24; // in a layer under construction and its two neighbors
// A layer with more states than this many widths is cut to so many widths before it is complete: some of the states
// left will be dominated.
inline constexpr std::uint64_t cut_at = 4, small_layer = 64, cut_to = 2;

} // namespace in_searches

// Parameters of the subgradient method (bound/climb.hpp).
struct Pace {
    double rate;           // of the first steps, as a share of the distance to the target
    double slower;         // factor by which the rate is reduced
    double smoothing;      // the share of past subgradients in the direction
    std::int32_t patience; // steps without gain before the rate is reduced
};

namespace paces {

// Chains. If a pass is slow and the target is far, the rate starts high, falls soon and is hardly raised again: this
// gains most of the bound in half the steps. The rest is left to the patient pace, which comes nearer to the limit of
// the relaxation.
inline constexpr Pace patient{1.5, 0.7, 0.8, 12}, hurried{3, 0.7, 0.8, 4};
inline constexpr double renewed_patient = 1, renewed_hurried = 0.1; // the minimum rate after the target has moved much
inline constexpr Pace quick{1.5, 0.7, 0.6, 12}; // a few dozen steps in all, so the past counts for less
inline constexpr Pace graph{1, 0.6, 0.8, 11};   // from prices that are good already
inline constexpr double much = 0.2;             // of the distance to the target: the target has moved much
inline constexpr double enough = 0.02;          // in units: a smaller gain of the bound counts as none

} // namespace paces

// For rows that exceed the memory: the bytes that a part needs per cell, with rows of both directions and those of a
// local search or a beam.
inline constexpr double bytes_per_cell = 16;
// The shares of the parts' prices that are tried for the whole: with more queues, more of a price is an artifact of the
// ends of its part.
inline constexpr std::array<double, 4> part_shares{1.0, 0.75, 0.5, 0.25};

// Large costs: limits are at least this share of a word's cost apart; and if sums of costs overflow, they are divided
// so that the largest is about this.
inline constexpr std::int64_t strides_per_word = 16;
inline constexpr std::int32_t dearest_wanted = 64;

namespace one_queue {

inline constexpr int beam_width = 16;       // of the beams over rows: wider ones seldom find more
inline constexpr std::size_t beam_ends = 8; // of an utterance on a stream, from a cell
inline constexpr int narrow_width = 2;      // of the first beam, if sweeps are cheap and need no good routing
inline constexpr int an_hour = 8;           // times Settings::large_rows: a routing is improved before the first sweep
inline constexpr double many_errors = 0.4;  // per word
inline constexpr std::int32_t neighborhood = 60; // utterances: a graph or a table of this many is small
inline constexpr double poor_gap = 0.03;   // of all words, in deletions: an incumbent further above the bound is poor
inline constexpr double first_price = 0.6; // per word: close to what the ascent finds for most utterances

// Prices over a graph: subgradient steps, then soft sweeps (temperatures in steps; lower ones gain nothing), then exact
// ones.
inline constexpr int graph_steps = 40;
inline constexpr int prune_every = 10; // of these steps: pruning takes as long as a few of them
inline constexpr std::array<double, 4> temperatures{0.06, 0.03, 0.015, 0.007};
inline constexpr int graph_sweeps = 4;
inline constexpr std::uint64_t graph_width = 32;    // of a search for a better routing, while prices still rise
inline constexpr std::uint64_t stalled_width = 200; // when prices no longer rise, a search is the better choice
inline constexpr int most_tight = 6;                // limits whose graphs do not fit, each half as far above the bound

} // namespace one_queue

namespace several_queues {

// The first prices, as a share of their maximum, the same for all words. If the reference has more words than the
// hypothesis, words of the streams are scarce and get higher prices.
inline constexpr double first_share = 0.25, least_share = 0.1;

inline constexpr std::int32_t any = 1 << 29;  // no limit on ends or on the order
inline constexpr std::int64_t small_gap = 4;  // in units: a table may be enough
inline constexpr std::int32_t not_short = 64; // utterances; below, steps are cheaper than a table
inline constexpr std::int32_t near_ends = 60; // words: a tight limit on ends, for quick searches

// Quick steps after the first table, multiplied by the cost ratio of a step of the chains to a quick step, up to this
// factor.
inline constexpr std::int32_t more_steps = 24;
inline constexpr std::uint64_t most_lightness = 4;

// Until a good routing is known, steps aim slightly above the bound: at this multiple of it, plus so many units.
inline constexpr double target_share = 1.2, target_units = 4;
inline constexpr double wide_share = 0.02; // of the cost: with a wider gap, limits near the bound do not help yet

// A search for a routing: the states in a layer, the words by which an utterance may end beyond twice its length, and
// the ranks by which it may come early.
struct BeamLimits {
    std::int64_t width;
    std::int32_t end_margin, lag;
};
// Subgradient steps on all prices, coordinate sweeps, and the search after them.
struct Round {
    std::int32_t steps, sweeps;
    BeamLimits search;
};
inline constexpr std::int32_t first_climb = 8; // steps: enough to guide the first search
inline constexpr BeamLimits in_given_order{16, near_ends,
                                           0}; // the first search: along a given order, as with one queue
inline constexpr Round beginning{40, 1, {16, near_ends, 5}};
inline constexpr Round settling{40, 2, {32, near_ends, any}};
inline constexpr Round settling_wide{80, 2, settling.search}; // fewer and longer rounds are faster
// Single words are routed: the lower bound must be good, since a search has a move for every word, and a pass over rows
// of single words is cheap.
inline constexpr Round settling_words{300, 2, settling.search};
inline constexpr Round guessing{20, 2, {0, any, any}}; // the width grows from limit to limit
// After some rounds of sweeps, prices are put randomly near the larger breakpoint: put at the middle they no longer
// change.
inline constexpr std::int32_t shifted_after = 4;
inline constexpr double shifted_to = 0.85, shifted_by = 0.1;
inline constexpr int most_rounds = 17;    // rounds of settling; they usually end earlier
inline constexpr std::int64_t wider = 16; // factor, after a search at the incumbent's cost that was cut short
// over neighborhoods; the larger number while the gap is wide
inline constexpr std::int32_t few_passes = 2, many_passes = 10;
// With merged queues: the maximum work of a neighborhood with one free queue, and of the whole order without any. Most
// neighborhoods need a fifth of this, and most meetings a hundredth; an hour with eight streams needs all of it.
inline constexpr double one_free_work = 3e9, none_free_work = 1.2e11;

} // namespace several_queues
} // namespace hubbub::route
