#include "route/bound/chains.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hubbub::route::bound {

namespace {

// Traces a best path of the chain from its start, by the backward rows.
template <class Used> void trace(const Chains& chains, const Chain& chain, Random& random, Used used) {
    const Problem& model = *chains.model;
    const auto& before = chains.price.before[chain.stream];
    const Steps steps = model.steps.times(model.scale);
    std::vector<Value> cells;
    spend(step_cost::trace_step * static_cast<std::uint64_t>(chain.turns + chain.words));
    std::int32_t h = chain.low[0];
    for (std::int32_t k = 0; k < chain.turns;) {
        const Value value = chain.row(Side::behind, k)[h];
        const std::int32_t n = model.queue[chain.speaker][k];
        const May may = chains.may(n, chain.stream);
        const bool skip = may != May::always && chain.alive(k + 1, h) && chain.row(Side::behind, k + 1)[h] == value;
        const bool wait = chain.alive(k, h + 1) && chain.row(Side::behind, k)[h + 1] == value;
        if (skip && (!wait || random.flip())) {
            ++k;
            continue;
        }
        if (wait) {
            ++h;
            continue;
        }
        const Value* next = chain.row(Side::behind, k + 1);
        std::int32_t end = -1;
        for (std::int32_t reach = 2 * model.length(n) + 4; end < 0; reach *= 2) {
            const std::int32_t last = std::min(chain.high[k + 1], h + reach);
            const std::int32_t width = last - h + 1;
            cells.resize(width);
            for (std::int32_t t = 0; t < width; ++t) cells[t] = before[h] - before[h + t];
            model.carrier.ahead(chain.stream, h, cells, n, steps);
            for (std::int32_t b = std::max(h, chain.low[k + 1]); b <= last && end < 0; ++b)
                if (cells[b - h] + before[b] - before[h] - chains.price.utterance[n] + next[b] == value) end = b;
            if (end < 0 && last == chain.high[k + 1]) return; // unreachable while the rows are current
        }
        used(n, h, end);
        h = end;
        ++k;
    }
}

} // namespace

using namespace paces;

void Ascent::hurry(bool on) {
    const Pace& pace = on ? hurried : patient;
    if (pace.patience == climb_.pace.patience) return;
    climb_.pace = pace;
    renewed_rate_ = on ? renewed_hurried : renewed_patient;
    climb_.rate = std::max(climb_.rate, on ? pace.rate : renewed_rate_);
}

void Ascent::restart(const Chains& chains) { climb_ = PriceClimb<double>(*chains.model, chains.price, climb_.pace); }

void Ascent::write(Chains& chains, const std::vector<double>& line) const {
    climb_.write(line, chains.price);
    pass(chains, Side::behind);
}

void Ascent::find_slope(const Chains& chains, Random& random) {
    climb_.unused();
    for (const Chain& chain : chains.chain) {
        trace(chains, chain, random,
              [&](std::int32_t n, std::int32_t first, std::int32_t end) { climb_.use(n, chain.stream, first, end); });
    }
}

void Ascent::run(Chains& chains, std::int32_t count, double target, Random& random, const Watch& watch) {
    if (std::abs(target - target_) > much * std::abs(target_ - climb_.best))
        climb_.rate = std::max(climb_.rate, renewed_rate_);
    target_ = target;
    if (climb_.best > climb_.never) { // cells may have been pruned or restored since
        write(chains, climb_.best_price);
        climb_.best = static_cast<double>(chains.bound);
    }
    for (std::int32_t step = 0; step < count && !chains.nothing_left && !watch.exhausted(); ++step) {
        write(chains, climb_.price);
        if (chains.nothing_left) break;
        const auto bound = static_cast<double>(chains.bound);
        if (!climb_.rises(bound, enough * chains.model->scale)) continue;
        find_slope(chains, random);
        if (!climb_.step(target - bound)) break;
    }
    if (chains.nothing_left) return;
    write(chains, climb_.best_price);
}

std::vector<std::int32_t> path_ranks(const Chains& chains) {
    const Problem& model = *chains.model;
    std::vector<double> when(model.utterances.size(), -1);
    Random random;
    for (const Chain& chain : chains.chain) {
        trace(chains, chain, random, [&](std::int32_t n, std::int32_t first, std::int32_t end) {
            if (end > first) when[n] = std::max(when[n], 0.5 * (first + end) / chain.words);
        });
    }
    for (const auto& queue : model.queue) { // after the predecessor; immediately after it if the utterance has no use
        double last = 0;
        for (const std::int32_t n : queue) last = when[n] = std::max(last + 1e-9, when[n]);
    }
    std::vector<std::int32_t> order(when.size()), rank(when.size());
    for (std::size_t n = 0; n < order.size(); ++n) order[n] = static_cast<std::int32_t>(n);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return when[a] < when[b]; });
    for (std::size_t t = 0; t < order.size(); ++t) rank[order[t]] = static_cast<std::int32_t>(t);
    return rank;
}

} // namespace hubbub::route::bound
