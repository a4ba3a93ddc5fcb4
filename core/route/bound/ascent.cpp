// The bound is concave in all prices together, and a best path of every chain gives a slope of it: for an utterance 1
// less the times it is used, for a word the times it is covered less 1. Setting one price at a time stops at points
// from which only a joint change leads up; steps along a smoothed slope go on. They are not monotone, so the best point
// is kept.
#include "route/bound/ascent.hpp"

#include <algorithm>
#include <cmath>

namespace hubbub::route::bound {

namespace {

constexpr double slower = 0.7, smoothing = 0.8;

// A best path of the chain from its start, by the rows behind.
template <class Used> void trace(const Chains& chains, const Chain& chain, Random& random, Used used) {
    const Model& model = *chains.model;
    const auto& before = chains.before[chain.stream];
    const Steps steps = model.steps.times(model.scale);
    std::vector<Value> cells;
    std::int32_t h = chain.low[0];
    for (std::int32_t k = 0; k < chain.turns;) {
        const Value value = chain.row(Side::behind, k)[h];
        const std::int32_t n = model.queue[chain.speaker][k];
        const Use use = chains.use(n, chain.stream);
        const bool skip = use != Use::always && chain.alive(k + 1, h) && chain.row(Side::behind, k + 1)[h] == value;
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
                if (cells[b - h] + before[b] - before[h] - chains.utterance[n] + next[b] == value) end = b;
            if (end < 0 && last == chain.high[k + 1]) return; // cannot happen while the rows are current
        }
        used(n, h, end);
        h = end;
        ++k;
    }
}

} // namespace

// Where a pass takes long and the target is far, the rate starts high, falls soon and is hardly raised again: most of
// the way is done in half the steps. The rest is for the patient walk, which gets nearer to the relaxation's limit.
constexpr Pace patient{1.5, 1, 12}, hurried{3, 0.1, 4};

Ascent::Ascent(const Chains& chains) : pace_(patient) { restart(chains); }

void Ascent::hurry(bool on) {
    const Pace pace = on ? hurried : patient;
    if (pace.patience == pace_.patience) return;
    pace_ = pace;
    rate_ = std::max(rate_, on ? pace.first_rate : pace.renewed_rate);
}

void Ascent::restart(const Chains& chains) {
    now_.utterance.assign(chains.utterance.begin(), chains.utterance.end());
    now_.word.clear();
    for (const auto& prices : chains.word) now_.word.emplace_back(prices.begin(), prices.end());
    best_ = now_;
    direction_ = now_;
    std::fill(direction_.utterance.begin(), direction_.utterance.end(), 0.0);
    for (auto& prices : direction_.word) std::fill(prices.begin(), prices.end(), 0.0);
    slope_ = direction_;
    best_bound_ = -1e18;
    rate_ = pace_.first_rate;
    stale_ = 0;
    stretch_.clear();
    for (const Utterance& utterance : chains.model->utterances)
        stretch_.push_back(1.5 * std::sqrt(static_cast<double>(utterance.words.size())));
}

void Ascent::write(Chains& chains, const Point& point) const {
    for (std::size_t n = 0; n < point.utterance.size(); ++n)
        chains.utterance[n] = static_cast<Value>(std::lround(point.utterance[n]));
    for (std::size_t j = 0; j < point.word.size(); ++j) {
        for (std::size_t h = 0; h < point.word[j].size(); ++h)
            chains.word[j][h] = static_cast<Value>(std::lround(point.word[j][h]));
        chains.sum_word_prices(static_cast<std::int32_t>(j));
    }
}

void Ascent::run(Chains& chains, std::int32_t count, double target, Random& random, const Watch& watch) {
    const Model& model = *chains.model;
    if (std::abs(target - target_) > 0.2 * std::abs(target_ - best_bound_)) rate_ = std::max(rate_, pace_.renewed_rate);
    target_ = target;
    if (best_bound_ > -1e17) { // cells may have been closed, or opened again, since then
        write(chains, best_);
        pass(chains, Side::behind);
        best_bound_ = static_cast<double>(chains.bound);
    }
    for (std::int32_t step = 0; step < count && !chains.nothing_left && !watch.late(); ++step) {
        write(chains, now_);
        pass(chains, Side::behind);
        if (chains.nothing_left) break;
        const auto bound = static_cast<double>(chains.bound);
        if (bound > best_bound_) {
            if (bound > best_bound_ + 0.02 * model.scale) stale_ = 0;
            best_bound_ = bound;
            best_ = now_;
        } else {
            ++stale_;
        }
        if (stale_ > pace_.patience) {
            stale_ = 0;
            rate_ *= slower;
            now_ = best_;
            continue;
        }
        std::fill(slope_.utterance.begin(), slope_.utterance.end(), 1.0);
        for (auto& slope : slope_.word) std::fill(slope.begin(), slope.end(), -1.0);
        for (const Chain& chain : chains.chain) {
            trace(chains, chain, random, [&](std::int32_t n, std::int32_t first, std::int32_t end) {
                slope_.utterance[n] -= 1;
                for (std::int32_t h = first; h < end; ++h) slope_.word[chain.stream][h] += 1;
            });
        }
        double norm = 0;
        const auto blend = [&](double& direction, double slope) {
            direction = smoothing * direction + (1 - smoothing) * slope;
            norm += slope * slope;
        };
        for (std::size_t n = 0; n < now_.utterance.size(); ++n) {
            const double most = double(model.scale) * model.steps.deletion * model.length(static_cast<std::int32_t>(n));
            if (now_.utterance[n] >= most && slope_.utterance[n] > 0) slope_.utterance[n] = 0;
            blend(direction_.utterance[n], slope_.utterance[n]);
        }
        for (std::size_t j = 0; j < now_.word.size(); ++j)
            for (std::size_t h = 0; h < now_.word[j].size(); ++h) {
                if (now_.word[j][h] <= 0 && slope_.word[j][h] < 0) slope_.word[j][h] = 0;
                blend(direction_.word[j][h], slope_.word[j][h]);
            }
        if (norm == 0) break;
        const double length = rate_ * (target - bound) / norm;
        for (std::size_t n = 0; n < now_.utterance.size(); ++n) {
            const double most = double(model.scale) * model.steps.deletion * model.length(static_cast<std::int32_t>(n));
            const double least =
                -double(model.scale) * (model.insertion + model.reach) * model.length(static_cast<std::int32_t>(n));
            const double price = now_.utterance[n] + length * stretch_[n] * direction_.utterance[n];
            now_.utterance[n] = std::clamp(price, least, most);
        }
        for (std::size_t j = 0; j < now_.word.size(); ++j)
            for (std::size_t h = 0; h < now_.word[j].size(); ++h)
                now_.word[j][h] = std::clamp(now_.word[j][h] + length * direction_.word[j][h], 0.0,
                                             double(model.scale) * model.reach);
    }
    if (chains.nothing_left) return;
    write(chains, best_);
    pass(chains, Side::behind);
}

std::vector<std::int32_t> places(const Chains& chains) {
    const Model& model = *chains.model;
    std::vector<double> when(model.utterances.size(), -1);
    Random random;
    for (const Chain& chain : chains.chain) {
        trace(chains, chain, random, [&](std::int32_t n, std::int32_t first, std::int32_t end) {
            if (end > first) when[n] = std::max(when[n], 0.5 * (first + end) / chain.words);
        });
    }
    for (const auto& queue : model.queue) { // later than the predecessor, and soon after it where nothing is known
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
