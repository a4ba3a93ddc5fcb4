// Coordinate ascent on the utterance prices. With everything else fixed, the bound as a function of one price is
// concave, and
//
//     d_j = (best value of chain (i, j) that uses the utterance) - (best value that does not), without the price,
//
// are its breakpoints, together with the cost of deleting the utterance. Every price between the smallest and the
// second smallest breakpoint is optimal. Going through a speaker's queue in order keeps the rows before the utterance
// current, and the rows after it are those of the last sweep in the other direction, so each price is set with exact
// values.
//
// Reduced-cost fixing. At that moment F before and B after the utterance belong to the same prices, and so does the
// bound. For any set of routings, (best value of the chain within the set) + (bound - value of the chain) is a lower
// bound; if it exceeds the limit the set can be pruned: a cell (k, h), the use of the utterance in j, or its not being
// used in j. Pruning is valid for all routings within the limit, so it remains valid under later prices and lower
// limits.
#include "route/bound/chains.hpp"

#include <algorithm>

namespace hubbub::route::bound {

namespace {

struct Step {
    Value with = far;    // best value that uses the utterance, without its price
    Value without = far; // best value that does not
};

// Prunes row k to an interval. In a chain both k and h only grow, so low and high are monotone in k.
void close_cells(Chains& chains, Chain& chain, std::int32_t k, std::int64_t rest) {
    const std::int64_t allowed = std::min<std::int64_t>(chains.limit - rest, far / 2);
    const Value* ahead = chain.row(Side::ahead, k);
    const Value* behind = chain.row(Side::behind, k);
    std::int32_t low = chain.low[k], high = chain.high[k];
    if (k > 0) low = std::max(low, chain.low[k - 1]);
    if (k < chain.turns) high = std::min(high, chain.high[k + 1]);
    while (low <= high && std::int64_t{ahead[low]} + behind[low] > allowed) ++low;
    while (low <= high && std::int64_t{ahead[high]} + behind[high] > allowed) --high;
    chain.low[k] = low;
    chain.high[k] = high;
    for (std::int32_t later = k + 1; later <= chain.turns && chain.low[later] < low; ++later) {
        chain.low[later] = low;
        if (low > chain.high[later]) chains.nothing_left = true;
    }
    for (std::int32_t earlier = k - 1; earlier >= 0 && chain.high[earlier] > high; --earlier) {
        chain.high[earlier] = high;
        if (high < chain.low[earlier]) chains.nothing_left = true;
    }
    if (low > high) chains.nothing_left = true;
}

class Sweep {
  public:
    Sweep(Chains& chains, Side side, Placing placing, Random& random)
        : chains_(chains), model_(*chains.model), side_(side), placing_(placing), random_(random),
          rows_(model_.streams), used_(model_.streams), steps_(model_.streams) {}

    void speaker(std::int32_t i) {
        for (std::int32_t j = 0; j < model_.streams; ++j) start_row(chains_.at(i, j), side_);
        const std::int32_t turns = model_.turns(i);
        for (std::int32_t step = 0; step < turns && !chains_.nothing_left; ++step)
            utterance(i, side_ == Side::ahead ? step : turns - 1 - step);
    }

  private:
    void utterance(std::int32_t i, std::int32_t k) {
        const std::int32_t n = model_.queue[i][k];
        for (std::int32_t j = 0; j < model_.streams; ++j) evaluate(chains_.at(i, j), n, k);
        if (!placing_.keep) set_price(n);
        for (std::int32_t j = 0; j < model_.streams; ++j) {
            Chain& chain = chains_.at(i, j);
            const Value value = std::min({steps_[j].without, steps_[j].with - chains_.price.utterance[n], far});
            chains_.bound += value - chain.value;
            chain.value = value;
        }
        if (chains_.bound > chains_.limit) chains_.nothing_left = true;
        if (chains_.nothing_left) return;
        for (std::int32_t j = 0; j < model_.streams; ++j) fix(chains_.at(i, j), n);
        for (std::int32_t j = 0; j < model_.streams; ++j) {
            Chain& chain = chains_.at(i, j);
            next_row(chains_, chain, side_, k, used_[j]);
            close_cells(chains_, chain, side_ == Side::ahead ? k + 1 : k, chains_.bound - chain.value);
        }
    }

    void evaluate(Chain& chain, std::int32_t n, std::int32_t k) {
        const std::int32_t j = chain.stream;
        Step& step = steps_[j];
        step = {};
        const May may = chains_.may(n, j);
        const Value* ahead = chain.row(Side::ahead, k);
        const Value* behind = chain.row(Side::behind, k + 1);
        if (may != May::always) {
            const std::int32_t last = std::min(chain.high[k], chain.high[k + 1]);
            for (std::int32_t h = std::max(chain.low[k], chain.low[k + 1]); h <= last; ++h)
                step.without = std::min(step.without, ahead[h] + behind[h]);
        }
        used_[j] = nullptr;
        if (may == May::never) return;
        used_[j] = use_row(chains_, chain, side_, k, rows_[j]);
        const Value* used = used_[j];
        const Value* other = side_ == Side::ahead ? behind : ahead;
        const std::int32_t end = side_ == Side::ahead ? k + 1 : k;
        for (std::int32_t h = chain.low[end]; h <= chain.high[end]; ++h)
            step.with = std::min(step.with, used[h] + other[h]);
    }

    void set_price(std::int32_t n) {
        const Value deleted = model_.scale * model_.steps.deletion * model_.length(n);
        const Value floor = -model_.scale * (model_.insertion + model_.slide) * model_.length(n);
        TwoLeast corners;
        corners.add(deleted);
        for (const Step& step : steps_) {
            if (step.with < far / 2) corners.add(step.without < far / 2 ? step.with - step.without : -far);
        }
        corners.clamp(floor, deleted);
        const Value price = corners.at(placing_.share(random_));
        chains_.bound += price - chains_.price.utterance[n];
        chains_.price.utterance[n] = price;
    }

    void fix(Chain& chain, std::int32_t n) {
        const std::int32_t j = chain.stream;
        const std::int64_t rest = chains_.bound - chain.value;
        May& may = chains_.may(n, j);
        if (may == May::either && steps_[j].with - chains_.price.utterance[n] + rest > chains_.limit) {
            may = May::never;
            used_[j] = nullptr;
        } else if (may == May::either && steps_[j].without + rest > chains_.limit) {
            may = May::always;
            for (std::int32_t other = 0; other < model_.streams; ++other) {
                if (other == j) continue;
                chains_.may(n, other) = May::never;
                used_[other] = nullptr;
            }
        }
    }

    Chains& chains_;
    const Problem& model_;
    Side side_;
    Placing placing_;
    Random& random_;
    std::vector<std::vector<Value>> rows_; // per stream, the memory of used_
    std::vector<const Value*> used_;
    std::vector<Step> steps_;
};

} // namespace

void sweep_utterances(Chains& chains, Side side, Placing placing, Random& random) {
    Sweep sweep(chains, side, placing, random);
    for (std::int32_t i = 0; i < chains.model->speakers && !chains.nothing_left; ++i) sweep.speaker(i);
}

} // namespace hubbub::route::bound
