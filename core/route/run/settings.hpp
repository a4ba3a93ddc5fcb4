// How the schedules run. Tests change it, to reach late stages on problems that the early ones would close, and to see
// each stage without the others.
#pragma once

#include "route/problem/problem.hpp"
#include "route/run/certificate.hpp"

#include <cstdint>
#include <vector>

namespace hubbub::route {

struct Settings {
    double table_work = 150000; // of a table over all streams, per utterance: where it takes more, there is none
    bool primal = true;         // look for good routings; off: bounds and searches alone
    bool closing = true;        // off: no cell is ever closed, so that bounds follow from the prices alone
    const std::vector<Move>* start = nullptr; // a routing to start from; utterances and streams as in the RouteProblem
    bool as_several = false;                  // one queue goes the way of several
    Certificates* certificates = nullptr;     // where the prices of every stage are kept, if anybody asks

    // One queue.
    bool plain_rows = false;            // never SIMD
    std::int64_t large_rows = 1000000;  // cells from which on a good routing comes first; below, sweeps are cheaper
    bool ascent = true;                 // better the prices over graphs
    bool graphs = true;                 // off: rows alone, whether that proves it or not
    int row_rounds = 6;                 // sweeps over banded rows
    double margin = 6;                  // the first guess above the bound, in steps
    bool windows_first = false;         // bound windows before any search
    int window_size = 70;               // utterances; grows from round to round
    std::size_t window_width = 1000;    // states; grows too
    std::uint64_t search_work = 100000; // states; grows from round to round
    int most_limits = 1 << 30;          // gives up after so many limits (or rounds of windows for one)
    double wide_gap = 12; // in steps; where bound and routing stay so far apart, stretches are routed anew

    // Several queues.
    std::int64_t first_width = 128;                  // of the first guesses; it grows
    std::int64_t most_width = std::int64_t{1} << 40; // a search this wide that left something out ends the work
    std::int32_t window = 80;                        // utterances in a window when a long routing is improved; 0: never
    std::uint64_t large_chains = 16'000'000; // bytes of rows: from half an hour on; stages are then fewer and longer
    double little = 0.05;                    // of the gap: less gained in a round ends the settling
    bool all_tables = false;                 // also without times, for single words, and with poor routings
    std::int32_t first_steps = 16;           // quick ones, before the first table
    bool quick = true;                       // off: short meetings take the way of long ones
    bool prices = true;                      // off: prices stay at their start, the search decides
    bool dominance = true;
    bool commutation = true;
};

} // namespace hubbub::route
