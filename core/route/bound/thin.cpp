#include "route/bound/thin.hpp"

#include <algorithm>

namespace hubbub::route::bound {

namespace {

// In 1 / scale. `spoken` is the price of an utterance per word, `heard` that of each word of a stream.
std::int64_t bound_at(const Problem& model, Value spoken, Value heard, const Watch& watch) {
    const Steps steps = model.steps.times(model.scale);
    std::int64_t bound = model.base * model.scale;
    for (const Utterance& utterance : model.utterances)
        bound += std::int64_t{spoken} * static_cast<std::int64_t>(utterance.words.size());
    std::vector<Value> row, used;
    for (std::int32_t j = 0; j < model.streams; ++j) {
        const std::int32_t width = model.words_in(j) + 1;
        bound -= std::int64_t{heard} * (width - 1);
        for (const auto& queue : model.queue) {
            row.assign(width, 0);
            for (const std::int32_t n : queue) {
                if (watch.late()) return 0;
                used = row;
                for (std::int32_t h = 0; h < width; ++h) used[h] -= heard * h;
                model.carrier.ahead(j, 0, used, n, steps);
                const Value price = spoken * model.length(n);
                Value least = far;
                for (std::int32_t h = 0; h < width; ++h) {
                    least = std::min({least, row[h], used[h] + heard * h - price});
                    row[h] = least;
                }
            }
            bound += row.back();
        }
    }
    return bound;
}

} // namespace

std::int64_t thin_bound(const Problem& model, const Watch& watch) {
    std::int64_t best = 0;
    for (const double spoken : {0.25, 0.5, 0.75}) {
        for (const double heard : {0.25, 0.5, 0.75}) {
            const auto price = static_cast<Value>(spoken * model.scale * model.steps.deletion);
            const auto cover = static_cast<Value>(heard * model.scale * model.insertion);
            best = std::max(best, bound_at(model, price, cover, watch));
        }
    }
    return (best + model.scale - 1) / model.scale;
}

} // namespace hubbub::route::bound
