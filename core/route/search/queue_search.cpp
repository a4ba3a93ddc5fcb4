// A state is (r; h): how many utterances of each queue are laid down, and the end of the last one on each stream. It is
// valued by f = (cost so far) + (the chains' bound for the rest), which never exceeds the cost of any completion.
// A layer holds the states with the same number of utterances laid down. States with f above the limit go.
//
// Ends. An utterance on stream j after cell h may start anywhere from h on; only ends that are cheaper than all earlier
// ends are tried, since a state with more words left and no higher cost is at least as good (dominance, below).
//
// Dominance. Words passed over cost nothing (shifted costs), so more words left never hurt, and one word less left
// costs at most `reach` (the word that was paired with it is deleted instead). Hence s' makes s needless if both have
// the same r and g(s') + reach * sum_j max(0, h'_j - h_j) <= g(s): whatever completes s completes s', with the same
// moves. With cells and uses closed by proof this stays true: the completion is a routing within the limit, so nothing
// in it was closed.
//
// Commutation. Moves of different speakers on different streams can be exchanged. Only the order that is smallest in
// `rank` is kept: move (n, j) of speaker i is allowed if every move since the last one that shares i or j has a smaller
// rank. Each state holds for every (i, j or deletion) the largest rank since then (`barrier`). It is not part of a
// state's identity: where states merge, or one dominates another, the survivor gets the elementwise minimum, so that
// every completion allowed to either is allowed to it. (A smaller barrier only allows more.) A dominated state's
// completion may lay an utterance on j where the dominating one finds no word left for it: the empty interval on j must
// then be a move too. It leads to the same state as deleting the utterance, so both are one move, allowed if either is.
#include "route/search/queue_search.hpp"

#include "route/search/endings.hpp"
#include "route/search/layer.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace hubbub::route::search {

using bound::Chain;
using bound::Side;
using bound::Use;

namespace {

constexpr std::size_t most_compared = 32; // the cheapest states of a group are the likeliest to dominate

struct Step {
    std::int32_t parent, move;
};

class Search {
  public:
    Search(const Chains& chains, const std::vector<std::int32_t>& rank, const QueueSearchOptions& options,
           const Watch& watch)
        : chains_(chains), model_(*chains.model), rank_(rank), options_(options), watch_(watch),
          endings_(chains, options.window), speakers_(model_.speakers), streams_(model_.streams) {
        for (Layer* layer : {&now_, &next_, &kept_}) {
            layer->key_size = speakers_ + streams_;
            layer->barrier_size = speakers_ * (streams_ + 1);
        }
        child_.resize(now_.key_size);
        child_barrier_.resize(now_.barrier_size);
        rows_.resize(static_cast<std::size_t>(speakers_) * streams_);
        // A layer under construction holds a few times its width; two finished ones stand beside it.
        const std::uint64_t per_state = 4 * static_cast<std::uint64_t>(now_.key_size + now_.barrier_size) + 40;
        const std::uint64_t room = 1 + options.bytes / (24 * per_state);
        width_ = static_cast<std::int64_t>(std::min<std::uint64_t>(options.width, room));
        high_.resize(rows_.size());
    }

    QueueSearchResult run() {
        result_.bound = chains_.limit + 1;
        start();
        const auto layers = static_cast<std::int32_t>(model_.utterances.size());
        for (std::int32_t layer = 0; layer < layers; ++layer) {
            next_.clear();
            index_.clear();
            cut_ = chains_.limit;
            look_again_ = 4 * width_ + 64;
            for (std::int64_t s = 0; s < now_.size(); ++s) {
                if ((s & 63) == 0 && (watch_.late() || bytes() > options_.bytes)) ended_ = true;
                if (ended_) break;
                if (endings_.bytes() > options_.bytes / 4) endings_.clear();
                expand(s);
                spend(300);
                lower_cut();
            }
            if (ended_) {
                result_.stopped = true;
                give_up();
                break;
            }
            result_.states += next_.size();
            spend(150 * static_cast<std::uint64_t>(next_.size()));
            reduce();
            std::swap(now_, kept_);
            history_.emplace_back();
            history_.back().reserve(now_.size());
            history_bytes_ += now_.size() * sizeof(Step);
            for (std::int64_t s = 0; s < now_.size(); ++s) history_.back().push_back({now_.parent[s], now_.move[s]});
            if (now_.size() == 0) break;
        }
        finish(layers);
        return std::move(result_);
    }

  private:
    void start() {
        child_.assign(now_.key_size, 0);
        now_.key = child_;
        now_.barrier.assign(now_.barrier_size, -1);
        now_.cost = {0};
        now_.parent = {-1};
        now_.move = {-1};
        now_.f = {std::min<std::int64_t>(chains_.bound, chains_.limit)};
        std::int64_t f = model_.base * model_.scale;
        for (std::int32_t j = 0; j < streams_; ++j) f -= chains_.before[j].back();
        for (const Value price : chains_.utterance) f += price;
        for (const Chain& chain : chains_.chain) {
            if (!chain.alive(0, 0)) now_.clear();
            if (!chain.alive(0, 0)) return;
            f += chain.row(Side::behind, 0)[0];
        }
        now_.f[0] = f;
        if (f > chains_.limit) now_.clear();
    }

    void expand(std::int64_t s) {
        const std::int32_t* r = now_.key.data() + s * now_.key_size;
        const std::int32_t* h = r + speakers_;
        const std::int32_t* barrier = now_.barrier.data() + s * now_.barrier_size;
        const std::int64_t latest = latest_rank(r);
        gather(r);
        for (std::int32_t i = 0; i < speakers_; ++i) {
            if (r[i] == model_.turns(i)) continue;
            const std::int32_t n = model_.queue[i][r[i]];
            if (rank_[n] > latest) {
                hurried_ = true;
                continue;
            }
            // What the guide changes on the streams where nothing is laid down.
            std::int64_t moved = now_.f[s] - chains_.utterance[n];
            std::int32_t dead = 0, dead_stream = -1;
            for (std::int32_t j = 0; j < streams_; ++j) {
                const Chain& chain = chains_.at(i, j);
                if (!chain.alive(r[i] + 1, h[j])) {
                    ++dead;
                    dead_stream = j;
                    continue;
                }
                moved += chain.row(Side::behind, r[i] + 1)[h[j]] - chain.row(Side::behind, r[i])[h[j]];
            }
            if (dead > 1) continue;
            bool any_allowed = !options_.commutation || barrier[i * (streams_ + 1) + streams_] < rank_[n];
            bool forced = false;
            for (std::int32_t j = 0; j < streams_; ++j) {
                const Use use = chains_.use(n, j);
                forced = forced || use == Use::always;
                const bool allowed = !options_.commutation || barrier[i * (streams_ + 1) + j] < rank_[n];
                if (!allowed || use == Use::never) continue;
                any_allowed = true;
                if (dead == 0 || dead_stream == j) lay_down(s, i, n, j, moved, dead > 0);
            }
            if (any_allowed && dead == 0 && !forced) remove(s, i, n, moved);
        }
    }

    std::int64_t latest_rank(const std::int32_t* r) const {
        std::int64_t first = std::numeric_limits<std::int32_t>::max();
        for (std::int32_t i = 0; i < speakers_; ++i)
            if (r[i] < model_.turns(i)) first = std::min<std::int64_t>(first, rank_[model_.queue[i][r[i]]]);
        return first + options_.lag;
    }

    // The rows of all speakers on all streams at the places of a state, and their last alive cells.
    void gather(const std::int32_t* r) {
        for (std::int32_t j = 0; j < streams_; ++j) {
            for (std::int32_t i = 0; i < speakers_; ++i) {
                const Chain& chain = chains_.at(i, j);
                rows_[j * speakers_ + i] = chain.row(Side::behind, r[i]);
                high_[j * speakers_ + i] = chain.high[r[i]];
            }
        }
    }

    // Every worthwhile end of utterance n on stream j.
    void lay_down(std::int64_t s, std::int32_t i, std::int32_t n, std::int32_t j, std::int64_t moved, bool dead) {
        const std::int32_t* r = now_.key.data() + s * now_.key_size;
        const std::int32_t here = r[speakers_ + j];
        const Chain& own = chains_.at(i, j);
        const Value* next = own.row(Side::behind, r[i] + 1);
        const Value* const* rows = rows_.data() + j * speakers_;
        const Value* before = chains_.before[j].data();
        // The guide without this stream.
        std::int64_t rest = moved - before[here] - (dead ? rows[i][here] : next[here]);
        std::int32_t high = own.high[r[i] + 1];
        std::int64_t others = 0; // what the other speakers' rows hold here; further on they never hold less
        for (std::int32_t other = 0; other < speakers_; ++other) {
            if (other == i) continue;
            others += rows[other][here];
            high = std::min(high, high_[j * speakers_ + other]);
        }
        rest -= others;
        // Cells after the present one are alive for a speaker that stays where it is unless they are too far on.
        const std::int32_t low = own.low[r[i] + 1];
        const auto [begin, end] = endings_.from(n, j, here);
        bool ready = false; // the parts that all ends share
        for (const End* e = begin; e != end && e->cell <= high; ++e) {
            if (e->cell < low) continue;
            std::int64_t f = rest + std::int64_t{e->cost} * model_.scale + before[e->cell] + next[e->cell];
            if (!worth(f + others)) continue;
            for (std::int32_t other = 0; other < speakers_; ++other)
                if (other != i) f += rows[other][e->cell];
            if (!worth(f)) continue;
            if (!ready) {
                std::memcpy(child_.data(), r, sizeof(std::int32_t) * now_.key_size);
                ++child_[i];
                set_barrier(s, i, n, j);
                ready = true;
            }
            child_[speakers_ + j] = e->cell;
            add(s, f, now_.cost[s] + e->cost, i * (streams_ + 1) + j);
        }
    }

    void remove(std::int64_t s, std::int32_t i, std::int32_t n, std::int64_t moved) {
        const std::int32_t cost = model_.steps.deletion * model_.length(n);
        const std::int64_t f = moved + std::int64_t{cost} * model_.scale;
        if (!worth(f)) return;
        std::memcpy(child_.data(), now_.key.data() + s * now_.key_size, sizeof(std::int32_t) * now_.key_size);
        ++child_[i];
        set_barrier(s, i, n, streams_);
        add(s, f, now_.cost[s] + cost, i * (streams_ + 1) + streams_);
    }

    void set_barrier(std::int64_t s, std::int32_t i, std::int32_t n, std::int32_t j) {
        if (!options_.commutation) return;
        const std::int32_t* barrier = now_.barrier.data() + s * now_.barrier_size;
        for (std::int32_t other = 0; other < speakers_; ++other) {
            for (std::int32_t to = 0; to <= streams_; ++to) {
                const std::int32_t at = other * (streams_ + 1) + to;
                // Deleting stands for the empty interval on every stream that is allowed.
                const bool empty = j == streams_ && to < streams_ && allowed_empty(barrier, i, n, to);
                const bool shared = other == i || (to < streams_ && j == to) || empty;
                child_barrier_[at] = shared ? -1 : std::max(barrier[at], rank_[n]);
            }
        }
    }
    bool allowed_empty(const std::int32_t* barrier, std::int32_t i, std::int32_t n, std::int32_t j) const {
        return chains_.use(n, j) != Use::never && barrier[i * (streams_ + 1) + j] < rank_[n];
    }

    // A layer far over its width is cut at once; what is dropped counts for the bound.
    bool worth(std::int64_t f) {
        if (f <= cut_) return true;
        if (f <= chains_.limit) {
            truncated_ = true;
            result_.bound = std::min(result_.bound, f);
        }
        return false;
    }
    void lower_cut() {
        if (next_.size() < look_again_) return;
        values_ = next_.f;
        const auto middle = values_.begin() + std::min<std::int64_t>(2 * width_, next_.size() - 1);
        std::nth_element(values_.begin(), middle, values_.end());
        cut_ = std::min(cut_, *middle);
        look_again_ = 2 * next_.size();
    }

    void add(std::int64_t s, std::int64_t f, std::int32_t cost, std::int32_t move) {
        std::int32_t& at = index_.find(next_, child_.data());
        if (at < 0) {
            at = static_cast<std::int32_t>(next_.size());
            next_.key.insert(next_.key.end(), child_.begin(), child_.end());
            next_.barrier.insert(next_.barrier.end(), child_barrier_.begin(), child_barrier_.end());
            next_.cost.push_back(cost);
            next_.parent.push_back(static_cast<std::int32_t>(s));
            next_.move.push_back(move);
            next_.f.push_back(f);
            return;
        }
        if (cost < next_.cost[at]) {
            next_.cost[at] = cost;
            next_.f[at] = f;
            next_.parent[at] = static_cast<std::int32_t>(s);
            next_.move[at] = move;
        }
        lower_barrier(at, child_barrier_.data());
    }

    void lower_barrier(std::int32_t at, const std::int32_t* barrier) {
        std::int32_t* own = next_.barrier.data() + std::int64_t{at} * next_.barrier_size;
        for (std::int32_t t = 0; t < next_.barrier_size; ++t) own[t] = std::min(own[t], barrier[t]);
    }

    // Dominance, then the width.
    void reduce() {
        order_.resize(next_.size());
        for (std::int32_t s = 0; s < static_cast<std::int32_t>(next_.size()); ++s) order_[s] = s;
        if (options_.dominance) drop_dominated();
        if (static_cast<std::int64_t>(order_.size()) > width_) {
            result_.stopped = result_.stopped || width_ < options_.width;
            const auto smaller = [&](std::int32_t a, std::int32_t b) {
                return next_.f[a] != next_.f[b] ? next_.f[a] < next_.f[b] : a < b;
            };
            std::nth_element(order_.begin(), order_.begin() + width_, order_.end(), smaller);
            truncated_ = true;
            for (auto at = order_.begin() + width_; at != order_.end(); ++at)
                result_.bound = std::min(result_.bound, next_.f[*at]);
            order_.resize(width_);
            std::sort(order_.begin(), order_.end());
        }
        kept_.clear();
        for (const std::int32_t s : order_) kept_.copy_from(next_, s);
    }

    void drop_dominated() {
        const auto before = [&](std::int32_t a, std::int32_t b) {
            const int same = compare_places(a, b);
            if (same != 0) return same < 0;
            return next_.cost[a] != next_.cost[b] ? next_.cost[a] < next_.cost[b] : a < b;
        };
        std::sort(order_.begin(), order_.end(), before);
        std::size_t out = 0, group = 0;
        for (std::size_t at = 0; at < order_.size(); ++at) {
            const std::int32_t s = order_[at];
            if (out > group && compare_places(order_[group], s) != 0) group = out;
            bool dropped = false;
            const std::size_t last = std::min(out, group + most_compared);
            for (std::size_t other = group; other < last && !dropped; ++other) {
                if (!dominates(order_[other], s)) continue;
                dropped = true;
                lower_barrier(order_[other], next_.barrier.data() + std::int64_t{s} * next_.barrier_size);
            }
            if (!dropped) order_[out++] = s;
        }
        order_.resize(out);
    }

    int compare_places(std::int32_t a, std::int32_t b) const {
        const std::int32_t* one = next_.key.data() + std::int64_t{a} * next_.key_size;
        const std::int32_t* two = next_.key.data() + std::int64_t{b} * next_.key_size;
        for (std::int32_t i = 0; i < speakers_; ++i)
            if (one[i] != two[i]) return one[i] < two[i] ? -1 : 1;
        return 0;
    }

    bool dominates(std::int32_t a, std::int32_t b) const {
        const std::int32_t* one = next_.key.data() + std::int64_t{a} * next_.key_size + speakers_;
        const std::int32_t* two = next_.key.data() + std::int64_t{b} * next_.key_size + speakers_;
        std::int64_t cost = next_.cost[a];
        for (std::int32_t j = 0; j < streams_; ++j)
            if (one[j] > two[j]) cost += std::int64_t{model_.reach} * (one[j] - two[j]);
        return cost <= next_.cost[b];
    }

    std::uint64_t bytes() const {
        return now_.bytes() + next_.bytes() + kept_.bytes() + endings_.bytes() + history_bytes_ +
               order_.capacity() * sizeof(order_[0]) + values_.capacity() * sizeof(values_[0]) + index_.bytes();
    }

    void give_up() {
        truncated_ = true;
        for (const std::int64_t f : now_.f) result_.bound = std::min(result_.bound, f);
        now_.clear();
    }

    void finish(std::int32_t layers) {
        if (endings_.shortened() || hurried_) {
            truncated_ = true;
            result_.bound = std::min(result_.bound, chains_.bound);
        }
        result_.complete = !truncated_;
        if (now_.size() == 0 || static_cast<std::int32_t>(history_.size()) < layers) return;
        const auto best = std::min_element(now_.cost.begin(), now_.cost.end()) - now_.cost.begin();
        result_.found = true;
        result_.cost = model_.base + now_.cost[best];
        std::vector<std::int32_t> place(speakers_);
        for (std::int32_t i = 0; i < speakers_; ++i) place[i] = model_.turns(i);
        auto at = static_cast<std::int32_t>(best);
        for (std::int32_t layer = layers; layer-- > 0;) {
            const Step step = history_[layer][at];
            const std::int32_t i = step.move / (streams_ + 1), j = step.move % (streams_ + 1);
            result_.moves.push_back({model_.queue[i][--place[i]], j == streams_ ? -1 : j});
            at = step.parent;
        }
        std::reverse(result_.moves.begin(), result_.moves.end());
    }

    const Chains& chains_;
    const Model& model_;
    const std::vector<std::int32_t>& rank_;
    const QueueSearchOptions& options_;
    const Watch& watch_;
    Endings endings_;
    std::int32_t speakers_, streams_;
    Layer now_, next_, kept_;
    Index index_;
    std::vector<std::int32_t> child_, child_barrier_, order_;
    std::vector<const Value*> rows_; // of the state being expanded
    std::vector<std::int32_t> high_;
    std::vector<std::vector<Step>> history_;
    std::uint64_t history_bytes_ = 0;
    QueueSearchResult result_;
    bool truncated_ = false;
    bool ended_ = false;
    std::int64_t width_ = 0; // as asked for, or as memory allows
    bool hurried_ = false;   // moves were left out because of the lag
    std::int64_t cut_ = 0, look_again_ = 0;
    std::vector<std::int64_t> values_;
};

} // namespace

QueueSearchResult search(const Chains& chains, const std::vector<std::int32_t>& rank, const QueueSearchOptions& options,
                         const Watch& watch) {
    return Search(chains, rank, options, watch).run();
}

} // namespace hubbub::route::search
