#include "route/bound/chains.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::route::bound {

using namespace several_queues;

namespace {

void set_dense(Chain& chain) {
    const std::ptrdiff_t width = chain.words + 1;
    chain.low.assign(chain.turns + 1, 0);
    chain.high.assign(chain.turns + 1, chain.words);
    chain.at.resize(chain.turns + 1);
    for (std::int32_t k = 0; k <= chain.turns; ++k) chain.at[k] = width * k;
    spend(step_cost::chain_memory * static_cast<std::uint64_t>(width) * (chain.turns + 1));
    chain.ahead.assign(static_cast<std::size_t>(width) * (chain.turns + 1), 0);
    chain.behind.assign(static_cast<std::size_t>(width) * (chain.turns + 1), 0);
}

} // namespace

Prices::Prices(const Problem& model) {
    double stream_words = 0;
    for (const TimedWords& stream : model.stream) stream_words += static_cast<double>(stream.size());
    const double surplus = 1 - stream_words / static_cast<double>(model.reference_words());
    const double share = model.scale * std::clamp(first_share + (1 - first_share) * surplus, least_share, 1.0);
    for (std::int32_t n = 0; n < model.utterance_count(); ++n)
        utterance.push_back(static_cast<Value>(share * model.steps.deletion * model.length(n)));
    for (const TimedWords& stream : model.stream) {
        word.emplace_back(stream.size(), model.speakers == 1 ? 0 : static_cast<Value>(share * model.slide));
        before.emplace_back(stream.size() + 1, 0);
    }
    sum_words();
}

void Prices::sum_words() {
    for (std::size_t j = 0; j < word.size(); ++j)
        std::partial_sum(word[j].begin(), word[j].end(), before[j].begin() + 1);
}

std::int64_t Prices::total() const {
    std::int64_t total = std::accumulate(utterance.begin(), utterance.end(), std::int64_t{0});
    for (const auto& sums : before) total -= sums.back();
    return total;
}

Prices mixed(Prices prices, const Prices& others, double share) {
    const auto mix = [&](std::vector<Value>& of, const std::vector<Value>& other) {
        for (std::size_t k = 0; k < of.size(); ++k) of[k] = other[k] + static_cast<Value>(share * (of[k] - other[k]));
    };
    mix(prices.utterance, others.utterance);
    for (std::size_t j = 0; j < prices.word.size(); ++j) mix(prices.word[j], others.word[j]);
    prices.sum_words();
    return prices;
}

Chains::Chains(const Problem& model_) : model(&model_), price(model_) {
    const Problem& m = *model;
    mays.assign(m.utterances.size() * m.streams, May::either);
    chain.resize(static_cast<std::size_t>(m.speakers) * m.streams);
    for (std::int32_t i = 0; i < m.speakers; ++i) {
        for (std::int32_t j = 0; j < m.streams; ++j) {
            Chain& c = at(i, j);
            c.speaker = i;
            c.stream = j;
            c.turns = m.turns(i);
            c.words = m.words_in(j);
            set_dense(c);
        }
    }
}

std::uint64_t chain_bytes(const Problem& model) {
    std::uint64_t cells = 0;
    for (std::int32_t i = 0; i < model.speakers; ++i)
        for (std::int32_t j = 0; j < model.streams; ++j)
            cells += (static_cast<std::uint64_t>(model.turns(i)) + 1) * (model.words_in(j) + 1);
    return cells * 2 * sizeof(Value);
}

std::int64_t Chains::alive_cells() const {
    std::int64_t cells = 0;
    for (const Chain& c : chain)
        for (std::int32_t k = 0; k <= c.turns; ++k) cells += std::max(0, c.high[k] - c.low[k] + 1);
    return cells;
}

void Chains::compact() {
    for (Chain& c : chain) {
        std::ptrdiff_t size = 0;
        std::vector<std::ptrdiff_t> at_new(c.at.size());
        for (std::int32_t k = 0; k <= c.turns; ++k) {
            at_new[k] = size - c.low[k];
            size += std::max(0, c.high[k] - c.low[k] + 1);
        }
        if (static_cast<std::size_t>(size) * 2 > c.ahead.size()) continue;
        for (auto* rows : {&c.ahead, &c.behind}) {
            std::vector<Value> kept(static_cast<std::size_t>(size));
            for (std::int32_t k = 0; k <= c.turns; ++k)
                for (std::int32_t h = c.low[k]; h <= c.high[k]; ++h) kept[at_new[k] + h] = (*rows)[c.at[k] + h];
            rows->swap(kept);
        }
        c.at.swap(at_new);
    }
}

Closed closed_in(const Chains& chains) {
    Closed closed;
    for (const Chain& chain : chains.chain) {
        closed.low.push_back(chain.low);
        closed.high.push_back(chain.high);
    }
    closed.mays = chains.mays;
    return closed;
}

void restore(Chains& chains, const Closed& closed) {
    for (std::size_t c = 0; c < chains.chain.size(); ++c) {
        chains.chain[c].low = closed.low[c];
        chains.chain[c].high = closed.high[c];
    }
    chains.mays = closed.mays;
    chains.nothing_left = false;
}

const Value* use_row(const Chains& chains, const Chain& chain, Side side, std::int32_t k, std::vector<Value>& row) {
    const Problem& model = *chains.model;
    const std::int32_t n = model.queue[chain.speaker][k];
    const auto& before = chains.price.before[chain.stream];
    const std::int32_t from = chain.low[k], to = chain.high[k + 1];
    const std::int32_t width = to - from + 1;
    spend(step_cost::use_cell * static_cast<std::uint64_t>(std::max(0, width)));
    row.resize(width);
    Value* cells = row.data();
    const Steps steps = model.steps.times(model.scale);
    if (side == Side::ahead) {
        const Value* start = chain.row(Side::ahead, k);
        const std::int32_t filled = std::min(chain.high[k], to);
        for (std::int32_t h = from; h <= filled; ++h) cells[h - from] = start[h] - before[h];
        // Pruned starts: an earlier start whose leading words are inserted. It is a valid path, and the row keeps
        // falling.
        for (std::int32_t h = filled + 1; h <= to; ++h) cells[h - from] = cells[filled - from];
        model.carrier.ahead(chain.stream, from, row, n, steps);
        for (std::int32_t h = from; h <= to; ++h) cells[h - from] += before[h];
    } else {
        const Value* start = chain.row(Side::behind, k + 1);
        const std::int32_t filled = std::max(chain.low[k + 1], from);
        for (std::int32_t h = filled; h <= to; ++h) cells[h - from] = start[h] + before[h];
        for (std::int32_t h = from; h < filled; ++h) cells[h - from] = cells[filled - from];
        model.carrier.behind(chain.stream, from, row, n, steps);
        for (std::int32_t h = from; h <= to; ++h) cells[h - from] -= before[h];
    }
    return cells - from;
}

void start_row(Chain& chain, Side side) {
    const std::int32_t first = side == Side::ahead ? 0 : chain.turns;
    std::fill(chain.row(side, first) + chain.low[first], chain.row(side, first) + chain.high[first] + 1, 0);
}

void next_row(const Chains& chains, Chain& chain, Side side, std::int32_t k, const Value* used) {
    const std::int32_t from = side == Side::ahead ? k : k + 1, to = side == Side::ahead ? k + 1 : k;
    const std::int32_t n = chains.model->queue[chain.speaker][k];
    const bool skips = chains.may(n, chain.stream) != May::always;
    const Value price = chains.price.utterance[n];
    const Value* source = chain.row(side, from);
    Value* target = chain.row(side, to);
    const std::int32_t low = chain.low[to], high = chain.high[to];
    spend(step_cost::chain_cell * static_cast<std::uint64_t>(std::max(0, high - low + 1)));
    if (used != nullptr)
        for (std::int32_t h = low; h <= high; ++h) target[h] = used[h] - price;
    else
        std::fill(target + low, target + std::max(low, high + 1), far);
    const std::int32_t last = skips ? std::min(high, chain.high[from]) : low - 1;
    for (std::int32_t h = std::max(low, chain.low[from]); h <= last; ++h) target[h] = std::min(target[h], source[h]);
    Value best = far; // passing over words is free
    if (side == Side::ahead) {
        for (std::int32_t h = low; h <= high; ++h) target[h] = best = std::min(best, target[h]);
    } else {
        for (std::int32_t h = high; h >= low; --h) target[h] = best = std::min(best, target[h]);
    }
}

void pass(Chains& chains, Side side) {
    std::vector<Value> row;
    const Problem& model = *chains.model;
    std::int64_t bound = model.base * model.scale + chains.price.total();
    for (Chain& chain : chains.chain) {
        start_row(chain, side);
        for (std::int32_t step = 0; step < chain.turns; ++step) {
            const std::int32_t k = side == Side::ahead ? step : chain.turns - 1 - step;
            const bool usable = chains.may(model.queue[chain.speaker][k], chain.stream) != May::never;
            next_row(chains, chain, side, k, usable ? use_row(chains, chain, side, k, row) : nullptr);
        }
        const std::int32_t last = side == Side::ahead ? chain.turns : 0;
        const bool open = chain.low[last] <= chain.high[last];
        chain.value = !open ? far
                            : (side == Side::ahead ? chain.row(side, last)[chain.high[last]]
                                                   : chain.row(side, last)[chain.low[last]]);
        bound += chain.value;
    }
    chains.bound = bound;
    if (bound > chains.limit) chains.nothing_left = true;
}

std::int64_t bound_of(const Problem& model, const Prices& prices, const Watch& watch) {
    const Steps steps = model.steps.times(model.scale);
    std::int64_t bound = model.base * model.scale + prices.total();
    std::vector<Value> row, used;
    for (std::int32_t j = 0; j < model.streams; ++j) {
        const std::vector<Value>& before = prices.before[j];
        for (const auto& queue : model.queue) {
            row.assign(before.size(), 0);
            for (const std::int32_t n : queue) {
                watch.check();
                spend(step_cost::chain_cell * row.size());
                used = row;
                for (std::size_t h = 0; h < row.size(); ++h) used[h] -= before[h];
                model.carrier.ahead(j, 0, used, n, steps);
                Value least = far;
                for (std::size_t h = 0; h < row.size(); ++h)
                    row[h] = least = std::min({least, row[h], used[h] + before[h] - prices.utterance[n]});
            }
            bound += row.back();
        }
    }
    return bound;
}

namespace {

// The chains are independent in the relaxation, although in a routing all streams and queues advance together.
// Comparing cells restores part of this: after k utterances of speaker i, stream j is at least at low_ij[k]; there,
// speaker i' has at least the first k' utterances with high_i'j[k'] >= low_ij[k]; hence stream j' is at least at
// low_i'j'[k']. The same from above. Every routing within the limit uses only cells that are not pruned, so every
// conclusion is valid for these routings.
//
// Raises the low ends of speaker i's rows (Side::ahead), or lowers the high ones, by comparison with speaker `other` on
// stream j.
bool follow(Chains& chains, Side side, std::int32_t i, std::int32_t j, std::int32_t other) {
    const bool ahead = side == Side::ahead;
    const auto ends = [&](Chain& chain, bool near) -> auto& { return near == ahead ? chain.low : chain.high; };
    const auto beyond = [&](std::int32_t a, std::int32_t b) { return ahead ? a > b : a < b; };
    Chain &seen = chains.at(i, j), &beside = chains.at(other, j);
    const std::int32_t start = ahead ? 0 : beside.turns, end = beside.turns - start, step = ahead ? 1 : -1;
    bool changed = false;
    std::int32_t k_other = start;
    for (std::int32_t turn = 0; turn <= seen.turns; ++turn) {
        const std::int32_t k = ahead ? turn : seen.turns - turn;
        while (k_other != end && beyond(ends(seen, true)[k], ends(beside, false)[k_other])) k_other += step;
        if (k_other == start) continue;
        for (std::int32_t to = 0; to < chains.model->streams; ++to) {
            const std::int32_t reached = ends(chains.at(other, to), true)[k_other];
            Chain& chain = chains.at(i, to);
            if (to == j || !beyond(reached, ends(chain, true)[k])) continue;
            ends(chain, true)[k] = reached;
            changed = true;
            if (beyond(reached, ends(chain, false)[k])) chains.nothing_left = true;
        }
    }
    return changed;
}

} // namespace

bool agree(Chains& chains) {
    bool any = false, changed = true;
    for (std::int32_t round = 0; changed && round < 4 && !chains.nothing_left; ++round) {
        changed = false;
        for (std::int32_t i = 0; i < chains.model->speakers; ++i)
            for (std::int32_t j = 0; j < chains.model->streams; ++j)
                for (std::int32_t other = 0; other < chains.model->speakers && !chains.nothing_left; ++other) {
                    if (other == i) continue;
                    changed |= follow(chains, Side::ahead, i, j, other);
                    if (!chains.nothing_left) changed |= follow(chains, Side::behind, i, j, other);
                }
        any = any || changed;
    }
    return any;
}

} // namespace hubbub::route::bound
