#include "route.hpp"

#include "route/mimo.hpp"
#include "route/orc.hpp"
#include "route/plain.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace hubbub {
namespace {

bool one_queue(const RouteProblem& problem) {
    const auto& queues = problem.queue_of;
    return std::adjacent_find(queues.begin(), queues.end(), std::not_equal_to<>()) == queues.end();
}

} // namespace

Routing route(const RouteProblem& problem, const Budget& budget) {
    budget.check_stop();
    try {
        return one_queue(problem) ? route_orc(problem, budget) : route_mimo(problem, budget);
    } catch (const std::overflow_error&) { // costs beyond the routers' 32 bits
        return route_plain(problem, budget);
    }
}

} // namespace hubbub
