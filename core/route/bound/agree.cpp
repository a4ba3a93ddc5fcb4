// The chains forget that all streams and all queues move along together. Part of it comes back by comparing alive
// cells: when k utterances of speaker i are laid down, stream j stands at least at low_ij[k]; there, speaker i' has
// laid down at least the first k' with high_i'j[k'] >= low_ij[k]; hence stream j' stands at least at low_i'j'[k']. In
// the same way from above. Every routing within the limit visits alive cells only, so every conclusion is a proof about
// those routings.
#include "route/bound/chains.hpp"

#include <algorithm>

namespace hubbub::route::bound {

namespace {

bool raise_low(Chains& chains, std::int32_t i, std::int32_t j, std::int32_t other) {
    const Chain& seen = chains.at(i, j);
    const Chain& beside = chains.at(other, j);
    bool changed = false;
    std::int32_t k_other = 0;
    for (std::int32_t k = 0; k <= seen.turns; ++k) {
        while (k_other < beside.turns && beside.high[k_other] < seen.low[k]) ++k_other;
        if (k_other == 0) continue;
        for (std::int32_t to = 0; to < chains.model->streams; ++to) {
            if (to == j) continue;
            const std::int32_t low = chains.at(other, to).low[k_other];
            Chain& chain = chains.at(i, to);
            if (low <= chain.low[k]) continue;
            chain.low[k] = low;
            changed = true;
            if (low > chain.high[k]) chains.nothing_left = true;
        }
    }
    return changed;
}

bool lower_high(Chains& chains, std::int32_t i, std::int32_t j, std::int32_t other) {
    const Chain& seen = chains.at(i, j);
    const Chain& beside = chains.at(other, j);
    bool changed = false;
    std::int32_t k_other = beside.turns;
    for (std::int32_t k = seen.turns; k >= 0; --k) {
        while (k_other > 0 && beside.low[k_other] > seen.high[k]) --k_other;
        if (k_other == beside.turns) continue;
        for (std::int32_t to = 0; to < chains.model->streams; ++to) {
            if (to == j) continue;
            const std::int32_t high = chains.at(other, to).high[k_other];
            Chain& chain = chains.at(i, to);
            if (high >= chain.high[k]) continue;
            chain.high[k] = high;
            changed = true;
            if (high < chain.low[k]) chains.nothing_left = true;
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
                    if (raise_low(chains, i, j, other)) changed = true;
                    if (!chains.nothing_left && lower_high(chains, i, j, other)) changed = true;
                }
        any = any || changed;
    }
    return any;
}

} // namespace hubbub::route::bound
