// How the stages of the MIMO router are balanced. Tests switch stages off or cripple them.
#pragma once

#include "route/mimo.hpp"
#include "route/run/certificate.hpp"
#include "route/search/queue_search.hpp"

#include <cstdint>
#include <vector>

namespace hubbub::route::mimo {

using search::Move;

struct Settings {
    std::int64_t first_width = 128;                  // of the first guesses; it grows
    std::int64_t most_width = std::int64_t{1} << 40; // a search this wide that left something out ends the work
    std::int32_t window = 80;                        // utterances in a window when a long routing is improved; 0: never
    const std::vector<Move>* start = nullptr; // a routing to start from; utterances and streams as in the RouteProblem
    std::uint64_t large = 16'000'000;         // bytes of rows: from half an hour on; stages are then fewer and longer
    double little = 0.05;                     // of the gap: less gained in a round ends the settling
    double table_work = 150000;               // of tables over all streams, per utterance; 0: none
    bool all_tables = false;                  // also without times, for single words, and with poor routings
    std::int32_t first_steps = 16;            // quick ones, before the first table
    bool quick = true;                        // off: short meetings take the way of long ones
    bool prices = true;                       // off: prices stay at their start, the search decides
    bool word_prices = true;
    bool fixing = true; // off: no cell and no use is ever closed
    bool primal = true; // off: no first searches, no descent, no windows; all is deleted at first
    bool dominance = true;
    bool commutation = true;
    Certificates* certificates = nullptr; // where the prices of every stage are kept, if anybody asks
};

Routing route(const RouteProblem& problem, const Budget& budget, const Settings& settings);

} // namespace hubbub::route::mimo
