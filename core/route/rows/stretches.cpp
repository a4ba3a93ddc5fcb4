#include "route/rows/stretches.hpp"

#include <span>

namespace hubbub::route::rows {

Stretch Stretches::find(const Problem& model, std::int32_t n, std::int32_t j) {
    rows::Reach reach{0, model.words_in(j)};
    if (model.carrier.timed()) reach = model.carrier.reach(j, n);
    if (reach.first == reach.end) return {};
    return {reach.first, reach.end + 1};
}

Stretches::Stretches(const Problem& model) : model_(model), streams_(model.streams) {
    stretches_.reserve(model.utterances.size() * streams_);
    for (std::int32_t n = 0; n < static_cast<std::int32_t>(model.utterances.size()); ++n) {
        for (std::int32_t j = 0; j < streams_; ++j) {
            Stretch& stretch = stretches_.emplace_back(find(model, n, j));
            stretch.at = cells_;
            cells_ += static_cast<std::size_t>(stretch.width());
            if (!stretch.empty()) pair_up(n, j, stretch);
        }
    }
}

void Stretches::pair_up(std::int32_t n, std::int32_t j, Stretch& stretch) {
    if (model_.carrier.word_ops() == nullptr || stretch.width() > 64) return;
    stretch.pairs = static_cast<std::ptrdiff_t>(pairs_.size());
    pairs_.resize(pairs_.size() + model_.utterances[n].words.size());
    model_.carrier.pair_up(j, stretch.first, stretch.width(), n, std::span(pairs_).subspan(stretch.pairs));
}

void Stretches::carry(std::int32_t n, std::int32_t j, Value* cells, const Steps& steps) const {
    const Stretch& own = of(n, j);
    if (own.pairs >= 0) {
        spend(model_.carrier.work(j, own.first, own.width(), n));
        model_.carrier.word_ops()->behind(cells, own.width(), {&pairs_[own.pairs], model_.utterances[n].words.size()},
                                          steps);
    } else {
        model_.carrier.behind(j, own.first, {cells, static_cast<std::size_t>(own.width())}, n, steps);
    }
}

} // namespace hubbub::route::rows
