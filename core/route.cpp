#include "route.hpp"

#include "route/mimo.hpp"
#include "route/orc.hpp"
#include "route/plain.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>

namespace hubbub {
namespace {

bool one_queue(const RouteProblem& problem) {
    const auto& queues = problem.queue_of;
    return std::adjacent_find(queues.begin(), queues.end(), std::not_equal_to<>()) == queues.end();
}

// Do times keep any two words apart? Not if the collar is wide enough, and then the quicker ways without times do.
bool times_matter(const RouteProblem& problem) {
    constexpr auto never = std::numeric_limits<std::int64_t>::min(), ever = std::numeric_limits<std::int64_t>::max();
    const auto around = [](const std::vector<TimedWords>& sequences) { // the latest start and the earliest end
        Span span{never, ever};
        for (const TimedWords& words : sequences) {
            for (const Span& word : words.spans)
                span = {std::max(span.start, word.start), std::min(span.end, word.end)};
        }
        return span;
    };
    const Span utterances = around(problem.utterances), streams = around(problem.streams);
    return apart(streams.end, utterances.start) || apart(utterances.end, streams.start);
}

RouteProblem without_times(RouteProblem problem) {
    for (auto* sequences : {&problem.utterances, &problem.streams}) {
        for (TimedWords& words : *sequences) words.spans = {};
    }
    return problem;
}

} // namespace

Routing route(const RouteProblem& given, const Budget& budget) {
    budget.check_stop();
    const RouteProblem problem = times_matter(given) ? given : without_times(given);
    try {
        return one_queue(problem) ? route_orc(problem, budget) : route_mimo(problem, budget);
    } catch (const std::overflow_error&) { // costs beyond the routers' 32 bits
        return route_plain(problem, budget);
    }
}

} // namespace hubbub
