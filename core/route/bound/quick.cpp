#include "route/bound/quick.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hubbub::route::bound {

namespace {

struct Size {
    std::uint64_t cells = 0;
    std::int32_t widest = 0;
};

Size size_of(const Problem& model) {
    Size size;
    for (std::int32_t n = 0; n < static_cast<std::int32_t>(model.utterances.size()); ++n) {
        for (std::int32_t j = 0; j < model.streams; ++j) {
            const std::int32_t width = Stretches::find(model, n, j).width();
            size.cells += static_cast<std::uint64_t>(width);
            size.widest = std::max(size.widest, width);
        }
    }
    return size;
}

int bits_for(std::int32_t width) { return std::bit_width(static_cast<std::uint32_t>(width)); }

} // namespace

bool Quick::fits(const Problem& model, std::uint64_t bytes) {
    std::uint64_t reference_words = 1, stream_words = 1;
    for (const Utterance& utterance : model.utterances) reference_words += utterance.words.size();
    for (const TimedWords& stream : model.stream) stream_words += stream.size() + 1;
    const Size size = size_of(model);
    const std::uint64_t prices = 10 * (reference_words + stream_words),
                        pairs = reference_words * model.streams * sizeof(rows::Pairs);
    if ((3 * size.cells + prices) * sizeof(Value) + pairs > bytes / 2) return false;
    // Every value is below this, whatever the prices. With the end in its lowest bits it must stay below `far`, and a
    // float must represent it exactly: an utterance's price never exceeds the cost of deleting it.
    const std::int64_t per_word = std::int64_t{model.steps.deletion} + model.insertion + model.slide + 1;
    const std::int64_t most = 2 * per_word * static_cast<std::int64_t>(reference_words + stream_words) * model.scale;
    return most < std::min(far >> bits_for(size.widest), 1 << 24);
}

Quick::Quick(const Problem& model)
    : model_(model), stretches_(model), end_bits_(bits_for(size_of(model).widest)),
      steps_(free_deletion(model.steps).times(model.scale << end_bits_)), prices_(model),
      climb_(model, prices_, paces::quick) {
    std::size_t longest = 0;
    for (const TimedWords& stream : model.stream) longest = std::max(longest, stream.size());
    for (std::int32_t i = 0; i < model.speakers; ++i)
        for (std::int32_t j = 0; j < model.streams; ++j) chains_.push_back({i, j});
    line_.resize(longest + 1);
    for (auto* cells : {&uses_, &after_, &values_}) cells->resize(stretches_.cells());
}

// Skips the utterance or uses it: `line` has the values after it, and is replaced by those before.
void Quick::use(std::int32_t n, std::int32_t j, Line& line) {
    const Stretch& own = stretches_.of(n, j);
    Value* cells = line.open(own.first);
    Value *uses = &uses_[own.at], *after = &after_[own.at], *values = &values_[own.at];
    const Value* before = &prices_.before[j][own.first];
    const std::int32_t width = own.width();
    spend(step_cost::quick_cell * static_cast<std::uint64_t>(width));
    for (std::int32_t t = 0; t < width; ++t) {
        after[t] = cells[t];
        uses[t] = ((cells[t] + before[t]) << end_bits_) + t;
    }
    stretches_.carry(n, j, uses, steps_);
    const Value price = net_price(n);
    Value best = cells[width - 1];
    for (std::int32_t t = width; t-- > 0;) {
        best = std::min({best, cells[t], (uses[t] >> end_bits_) - before[t] - price});
        cells[t] = values[t] = best;
    }
    line.spread(own.first);
}

std::int64_t Quick::pass() {
    std::int64_t bound = model_.base * model_.scale + prices_.total();
    for (Chain& chain : chains_) {
        const auto& queue = model_.queue[chain.speaker];
        Line line(line_.data(), model_.words_in(chain.stream));
        for (auto n = queue.rbegin(); n != queue.rend(); ++n)
            if (!stretches_.of(*n, chain.stream).empty()) use(*n, chain.stream, line);
        chain.value = line.value();
        bound += chain.value;
    }
    return bound;
}

// Traces a best path of the chain and subtracts its uses from the subgradient.
void Quick::trace(const Chain& chain, Random& random) {
    const Value* before = prices_.before[chain.stream].data();
    std::int32_t h = 0;
    Value value = chain.value; // of the rest of the path
    for (const std::int32_t n : model_.queue[chain.speaker]) {
        const Stretch& own = stretches_.of(n, chain.stream);
        if (own.end <= h) continue;
        std::int32_t t = std::max(h, own.first) - own.first;
        const Value* after = &after_[own.at];
        if (values_[own.at + t] != value || (after[t] == value && random.flip())) continue;
        const Value goal = value + net_price(n);
        const Value* uses = &uses_[own.at];
        while (t < own.width() && (uses[t] >> end_bits_) - before[own.first + t] != goal) ++t;
        if (t == own.width()) continue; // the value comes from skipping the utterance
        const Value end = uses[t] & ((1 << end_bits_) - 1);
        used_.push_back({n, chain.stream, own.first + t});
        h = own.first + end;
        climb_.use(n, chain.stream, own.first + t, h);
        value = after[end];
    }
}

Prices Quick::prices() const {
    Prices best = prices_;
    climb_.write(climb_.best_price, best);
    return best;
}

void Quick::step(std::int64_t best, Random& random) {
    climb_.write(climb_.price, prices_);
    const auto bound = static_cast<double>(pass());
    const bool rises = climb_.rises(bound, paces::enough * model_.scale);
    const auto goal = static_cast<double>(best * model_.scale);
    if (climb_.best > goal - model_.scale) return;
    climb_.unused();
    used_.clear();
    for (const Chain& chain : chains_) trace(chain, random);
    if (rises) climb_.step(goal - bound);
}

} // namespace hubbub::route::bound
