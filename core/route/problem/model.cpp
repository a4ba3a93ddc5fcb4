#include "route/problem/model.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace hubbub::route {

namespace {

void set_costs(Model& model, const Costs& costs) {
    const std::int64_t both = std::int64_t{costs.insertion} + costs.deletion;
    const std::int64_t correct = std::min<std::int64_t>(costs.correct, both);
    const std::int64_t wrong = std::min<std::int64_t>(costs.substitution, both);
    const std::int64_t common =
        std::gcd(std::gcd(correct, wrong), std::gcd(std::int64_t{costs.insertion}, std::int64_t{costs.deletion}));
    model.unit = std::max<std::int64_t>(common, 1);
    const auto scaled = [&](std::int64_t cost) { return static_cast<std::int32_t>(cost / model.unit); };
    model.insertion = scaled(costs.insertion);
    model.steps = {scaled(costs.deletion), scaled(correct) - model.insertion, scaled(wrong) - model.insertion};
    const std::int64_t reach = std::int64_t{model.steps.deletion} - std::min(model.steps.match, model.steps.mismatch);
    model.reach = static_cast<std::int32_t>(std::clamp<std::int64_t>(reach, 0, far)); // more is refused below
}

// Every value met is below (costs of a word) x (words) x 4 x scale, and must stay well under `far`.
void set_scale(Model& model, std::int64_t words) {
    const std::int64_t per_word = std::int64_t{model.steps.deletion} + model.insertion + model.reach + 1;
    const std::int64_t largest = 4 * per_word * (words + 1);
    const std::int64_t room = far / 4;
    if (largest > room)
        throw std::overflow_error("the costs are too large to be summed; divide them by a common factor");
    while (model.scale > 1 && largest * model.scale > room) model.scale /= 2;
}

} // namespace

Model make_model(const RouteProblem& problem) {
    Model model;
    set_costs(model, problem.costs);
    std::int64_t words = 0;
    std::map<std::int32_t, std::int32_t> speaker_of;
    for (std::size_t n = 0; n < problem.utterances.size(); ++n) {
        if (problem.utterances[n].empty()) continue;
        const auto [found, is_new] = speaker_of.try_emplace(problem.queue_of[n], model.speakers);
        if (is_new) {
            ++model.speakers;
            model.queue.emplace_back();
        }
        auto& queue = model.queue[found->second];
        const auto number = static_cast<std::int32_t>(model.utterances.size());
        model.utterances.push_back({found->second, static_cast<std::int32_t>(queue.size()),
                                    static_cast<std::int32_t>(n), problem.utterances[n]});
        queue.push_back(number);
        words += static_cast<std::int64_t>(problem.utterances[n].size());
    }
    for (std::size_t j = 0; j < problem.streams.size(); ++j) {
        if (problem.streams[j].empty()) continue;
        model.stream.push_back(problem.streams[j]);
        model.stream_source.push_back(static_cast<std::int32_t>(j));
        words += static_cast<std::int64_t>(problem.streams[j].size());
        model.base += static_cast<std::int64_t>(problem.streams[j].size()) * model.insertion;
    }
    model.streams = static_cast<std::int32_t>(model.stream.size());
    set_scale(model, words);
    std::vector<TimedWords> said;
    for (const Utterance& utterance : model.utterances) said.push_back(utterance.words);
    model.carrier = rows::Carrier(std::move(said), model.stream);
    return model;
}

} // namespace hubbub::route
