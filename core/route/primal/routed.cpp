#include "route/primal/routed.hpp"

#include <algorithm>
#include <limits>

namespace hubbub::route::primal {

Sides sides_of(const Model& model) {
    const Steps& steps = model.steps;
    const Costs costs{steps.match + model.insertion, steps.mismatch + model.insertion, model.insertion, steps.deletion};
    std::vector<TimedWords> utterances;
    std::vector<std::int32_t> queue_of;
    for (const Utterance& utterance : model.utterances) {
        utterances.push_back(utterance.words);
        queue_of.push_back(utterance.speaker);
    }
    return make_sides(model.carrier, steps, costs, std::move(utterances), model.stream, std::move(queue_of));
}

Routing make_routing(const RouteProblem& problem, const Model& model, const Routed& routed) {
    Routing routing;
    const auto count = static_cast<std::int32_t>(problem.utterances.size());
    const std::int32_t any = problem.streams.empty() ? -1 : (model.streams > 0 ? model.stream_source[0] : 0);
    routing.stream_of.assign(count, any);
    // The empty utterances that stand before each utterance in its queue, and those at the ends of the queues.
    std::vector<std::vector<std::int32_t>> ahead(count);
    std::vector<std::int32_t> last;
    {
        std::vector<std::pair<std::int32_t, std::int32_t>> waiting; // queue, utterance
        for (std::int32_t n = 0; n < count; ++n) {
            if (problem.utterances[n].empty()) {
                waiting.emplace_back(problem.queue_of[n], n);
                continue;
            }
            const auto mine = [&](const auto& item) { return item.first == problem.queue_of[n]; };
            for (const auto& item : waiting)
                if (mine(item)) ahead[n].push_back(item.second);
            waiting.erase(std::remove_if(waiting.begin(), waiting.end(), mine), waiting.end());
        }
        for (const auto& item : waiting) last.push_back(item.second);
    }
    for (const Move& move : routed.moves) {
        const std::int32_t n = model.utterances[move.utterance].source;
        for (const std::int32_t empty : ahead[n]) routing.order.push_back(empty);
        routing.order.push_back(n);
        if (move.stream >= 0) routing.stream_of[n] = model.stream_source[move.stream];
    }
    routing.order.insert(routing.order.end(), last.begin(), last.end());
    routing.cost = routed.cost * model.unit;
    return routing;
}

} // namespace hubbub::route::primal
