// One queue: every utterance goes whole to one stream, the order is given. The exact router.
#pragma once

#include "route.hpp"
#include "route/run/certificate.hpp"

namespace hubbub::route {

// Runs until the routing is proven optimal, or until the budget is used up: then it is the best one found, and
// lower_bound says how far it can be from the best.
Routing route_orc(const RouteProblem& problem, const Budget& budget);

namespace orc {

// How the schedule runs. Tests change it to reach the late stages on problems that the early ones would close.
struct Settings {
    double table_work = 150000;   // of a table over all streams, per utterance: where it takes more, there is none
    bool plain_rows = false;      // never SIMD
    bool primal = true;           // look for routings by beams and descents
    std::int64_t large = 1000000; // cells from which on a good routing comes first; below, sweeps are cheaper
    bool ascent = true;           // better the prices over graphs
    bool deleting = true;         // off: rows stay whole, so that their bounds follow from the prices alone
    bool graphs = true;           // off: rows alone, whether that proves it or not
    int row_rounds = 6;           // sweeps over banded rows
    double margin = 6;            // the first guess above the bound, in steps
    bool windows_first = false;   // bound windows before any search
    int window_size = 70;         // utterances; grows from round to round
    std::size_t window_width = 1000;
    std::uint64_t search_work = 100000; // states; grows from round to round
    int most_limits = 1 << 30;          // gives up after so many limits (or rounds of windows for one)
    double wide_gap = 12; // in steps; where bound and routing stay so far apart, stretches are routed anew
    const std::vector<std::int32_t>* start =
        nullptr;                          // a routing to begin with: streams by their numbers in the problem
    Certificates* certificates = nullptr; // where the prices of every sweep over rows are kept, if anybody asks
};

Routing route_with(const RouteProblem& problem, const Budget& budget, const Settings& settings);

} // namespace orc
} // namespace hubbub::route
