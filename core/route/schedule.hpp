// The numbers of the schedule, each with its reason. What tests change too stands in run/run.hpp. Stages are
// balanced by counts alone, never by the clock, so that runs repeat.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hubbub::route {

// Sweeps of a descent: it mostly ends by itself. After stretches there is little left for it.
inline constexpr int most_sweeps = 20, few_sweeps = 4;

// Kinds of stretches to go through: the longer ones take longer than a guess, and come where there is nothing else to
// do.
inline constexpr std::size_t few_kinds = 3, all_kinds = 99;
inline constexpr int no_end = 1 << 30; // passes over them: until nothing changes

// Of settling: so many at most, and a gain of less than this share of the gap ends them.
struct Rounds {
    int most;
    double little;
};

// How much work a table may be, as shares of Settings::table_work, by what it spares.
namespace table_share {

// One queue: a sweep takes little, the wide beam and the graphs after it much more, another round of graphs most.
inline constexpr double before_sweep = 0.02, before_beam = 0.4, before_graph = 0.1, after_graph = 0.6;
// Several queues: a descent takes little, setting the chains up much; a round of settling still more, and each more.
// Where the quick steps are within `small_gap`, the table before the chains may take as much as one before a search:
// the chains' prices seldom come nearer.
inline constexpr double before_descent = 0.05, before_chains = 1, before_search = 4;

} // namespace table_share

namespace in_tables {

inline constexpr double most_cells = 1 << 24; // of one table: they are numbered in 32 bits, and copied for every word
inline constexpr std::int32_t short_run = 6;  // lines side by side: fewer are better taken one by one
inline constexpr double early_share = 0.3;    // of the work may be done at once, the rest as the utterances come:
                                              // where much more is needed than there is, that is seen early
inline constexpr double small_table = 100;    // cells: what a small table takes is not in its cells

} // namespace in_tables

namespace in_searches {

inline constexpr std::size_t most_killers = 192; // states that all others are compared with: the likeliest to dominate
inline constexpr std::size_t together = 32;      // of them at a time, as a few vectors
inline constexpr std::uint64_t widths_held = 24; // by a layer in the making and the two that stand beside it
// A layer that is larger than this many widths and states is cut before it is whole, to so many widths: some of these
// will be dominated.
inline constexpr std::uint64_t cut_at = 4, small_layer = 64, cut_to = 2;

} // namespace in_searches

// How all prices are raised at once (bound/climb.hpp).
struct Pace {
    double rate;           // of the first steps, as a share of the way to the target
    double slower;         // by this factor it falls
    double smoothing;      // the share of the past in the direction
    std::int32_t patience; // steps without gain before the rate falls
};

namespace paces {

// Chains. Where a pass takes long and the target is far, the rate starts high, falls soon and is hardly raised again:
// most of the way is done in half the steps. The rest is for the patient walk, which gets nearer to the relaxation's
// limit.
inline constexpr Pace patient{1.5, 0.7, 0.8, 12}, hurried{3, 0.7, 0.8, 4};
inline constexpr double renewed_patient = 1, renewed_hurried = 0.1; // the rate at least, when the target has moved much
inline constexpr Pace quick{1.5, 0.7, 0.6, 12}; // a few dozen steps in all: the past counts for less
inline constexpr Pace graph{1, 0.6, 0.8, 11};   // from prices that are good already

} // namespace paces

// Where rows do not fit into the memory: what a stretch takes for each cell, rows of both directions and those of a
// descent or a beam.
inline constexpr double bytes_per_cell = 16;

namespace one_queue {

inline constexpr int beam_width = 16;       // of the beams over rows: wider ones seldom find more
inline constexpr int narrow_width = 2;      // of the first one, where sweeps are cheap and need no good routing
inline constexpr int an_hour = 8;           // times Settings::large_rows: then a routing comes before the first pass
inline constexpr double many_errors = 0.4;  // per word
inline constexpr std::int32_t stretch = 60; // utterances: a graph or a table of so many is small
inline constexpr double poor_gap = 0.03;    // of all words, in deletions: further above the bound, a routing is poor
inline constexpr double first_price = 0.6;  // per word: what the ascent would find for most utterances

// Prices over a graph: subgradient steps, then soft sweeps (in steps; colder ones gain nothing), then exact ones.
inline constexpr int graph_steps = 40;
inline constexpr int prune_every = 10; // of them: a deletion takes as long as some of them
inline constexpr std::array<double, 4> temperatures{0.06, 0.03, 0.015, 0.007};
inline constexpr int graph_sweeps = 4;
inline constexpr std::uint64_t graph_width = 32;    // of a search for a better routing, while the prices rise
inline constexpr std::uint64_t stalled_width = 200; // when they no longer do, it is the best way on
inline constexpr int most_tight = 6;                // guesses whose graphs do not fit, each half as far above the bound

} // namespace one_queue

namespace several_queues {

// The first prices, as a share of what they may be at most, alike for all words. Where more is said than heard, what is
// heard is dear.
inline constexpr double first_share = 0.25, least_share = 0.1;

inline constexpr std::int32_t any = 1 << 29;  // no window, no lag
inline constexpr std::int64_t small_gap = 4;  // in units: a table may be enough
inline constexpr std::int32_t not_short = 64; // utterances; below, steps take less than a table
inline constexpr std::int32_t close_by = 60;  // words: a window for quick searches

// Quick steps after the first table, times what a step of the chains takes of theirs, up to so many times.
inline constexpr std::int32_t more_steps = 24;
inline constexpr std::uint64_t most_lightness = 4;

// Steps aim a little above the bound until a good routing is known: so many times it, and units more.
inline constexpr double target_share = 1.2, target_units = 4;
inline constexpr double wide_share = 0.02; // of the cost: a gap where guesses lead nowhere yet

// A search for a routing: states in a layer, words that an utterance may end beyond the last, ranks it may come early.
struct Look {
    std::int64_t width;
    std::int32_t window, lag;
};
// Steps of all prices, sweeps of one at a time, and the search after them.
struct Round {
    std::int32_t steps, sweeps;
    Look look;
};
inline constexpr std::int32_t first_climb = 8;  // steps: enough to guide the first search
inline constexpr Look in_turn{16, close_by, 0}; // the first search: along an order, as for one queue
inline constexpr Round beginning{40, 1, {16, close_by, 5}};
inline constexpr Round settling{40, 2, {32, close_by, any}};
inline constexpr Round settling_wide{80, 2, settling.look}; // fewer and longer rounds get on faster
// Where every word goes its own way: the guide must be good, as a search has a move for every word, and a pass over
// rows of single words takes little.
inline constexpr Round settling_words{300, 2, settling.look};
inline constexpr Round guessing{20, 2, {0, any, any}}; // the width grows from guess to guess
// After some rounds of sweeps prices are put nearer to the larger corner, by chance: at the middle they stay as they
// are.
inline constexpr std::int32_t shifted_after = 4;
inline constexpr double shifted_to = 0.85, shifted_by = 0.1;
inline constexpr int most_rounds = 17;    // of settling: it mostly ends by itself
inline constexpr std::int64_t wider = 16; // times, after a guess at the true limit that was cut short
inline constexpr std::int32_t few_passes = 2, many_passes = 10; // over stretches, the latter while the gap is wide

} // namespace several_queues
} // namespace hubbub::route
