// One queue: every utterance goes whole to one stream, the order is given. The exact router.
#pragma once

#include "../route.hpp"

namespace hubbub {

// Runs until the routing is proven optimal, or until the budget is used up: then it is the best one found, and
// lower_bound says how far it can be from the best.
Routing route_orc(const RouteProblem& problem, const Budget& budget);

namespace orc {

// For tests, which must reach the late stages on problems that the early ones would close.
struct Settings {
    bool plain_rows = false;     // never bit-parallel
    bool skip_beams = false;     // no upper bounds from beams
    bool worst_start = false;    // start from a bad routing and keep it until a proof improves on it
    bool no_bound = false;       // leave proving to the graphs and what follows
    bool force_windows = false;  // bound windows even where the gap is closed by a search
    bool force_merge = false;    // merge streams at once
};

Routing route_with(const RouteProblem& problem, const Budget& budget, const Settings& settings);

} // namespace orc
} // namespace hubbub
