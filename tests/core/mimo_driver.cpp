// Runs the MIMO router on cases from standard input, for tests/core/test_route_mimo.py; stages can be disabled. A line
// of output is: cost lower_bound exact, the order, the stream of each utterance.
#include "cases.hpp"
#include "route/router.hpp"

#include <iostream>

using namespace hubbub;

namespace {

// Utterances in the given order, assigned to the streams in turn: a poor routing.
std::vector<route::Move> dealt(const RouteProblem& problem) {
    std::vector<route::Move> moves;
    const auto streams = static_cast<std::int32_t>(problem.streams.size());
    for (std::int32_t n = 0; n < static_cast<std::int32_t>(problem.utterances.size()); ++n) {
        moves.push_back({n, streams == 0 ? -1 : (7 * n + 3) % streams});
    }
    return moves;
}

bool set_option(const Option& option, route::Settings& settings, Budget& budget, bool& start) {
    const auto& [name, value] = option;
    if (name == "quick")
        settings.quick = value != 0;
    else if (name == "table")
        settings.table_work = value;
    else if (name == "all_tables")
        settings.all_tables = value != 0;
    else if (name == "first_steps")
        settings.first_steps = static_cast<std::int32_t>(value);
    else if (name == "prices")
        settings.prices = value != 0;
    else if (name == "fixing")
        settings.closing = value != 0;
    else if (name == "primal")
        settings.primal = value != 0;
    else if (name == "dominance")
        settings.dominance = value != 0;
    else if (name == "commutation")
        settings.commutation = value != 0;
    else if (name == "width")
        settings.first_width = static_cast<std::int64_t>(value);
    else if (name == "neighborhood")
        settings.neighborhood = static_cast<std::int32_t>(value);
    else if (name == "start")
        start = value != 0;
    else if (name == "large")
        settings.large_chains = static_cast<std::uint64_t>(value);
    else if (name == "little")
        settings.little = value;
    else if (name == "seconds")
        budget.seconds = value;
    else if (name == "bytes")
        budget.bytes = static_cast<std::uint64_t>(value);
    else
        return false;
    return true;
}

} // namespace

int main(int argc, char** argv) {
    route::Settings settings;
    settings.as_several = true;
    Budget budget;
    bool start = false;
    for (int a = 1; a < argc; ++a) {
        if (set_option(Option(argv[a]), settings, budget, start)) continue;
        std::cerr << "unknown option " << argv[a] << '\n';
        return 2;
    }
    for (Case one; read_case(std::cin, one);) {
        const RouteProblem problem = one.problem();
        const std::vector<route::Move> moves = dealt(problem);
        if (start) settings.start = &moves;
        const Routing routing = route::route_with(problem, budget, settings);
        std::cout << routing.cost << ' ' << routing.lower_bound << ' ' << routing.exact;
        for (const std::int32_t n : routing.order) std::cout << ' ' << n;
        for (const std::int32_t j : routing.stream_of) std::cout << ' ' << j;
        std::cout << '\n';
    }
    return 0;
}
