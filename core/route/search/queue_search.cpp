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
#include "route/search/states.hpp"

#include <algorithm>
#include <numeric>

namespace hubbub::route::search {

using bound::Chain;
using rows::May;
using rows::Side;

namespace {

constexpr std::size_t most_compared = 32; // the cheapest states of a group are the likeliest to dominate

class Search {
  public:
    Search(const Chains& chains, const std::vector<std::int32_t>& rank, const QueueSearchOptions& options,
           const Watch& watch)
        : chains_(chains), model_(*chains.model), rank_(rank), options_(options), watch_(watch),
          endings_(chains, options.window), speakers_(model_.speakers), streams_(model_.streams),
          now_(speakers_ + streams_, speakers_ * (streams_ + 1)), next_(now_), child_(speakers_ + streams_),
          child_barrier_(speakers_ * (streams_ + 1)) {
        rows_.resize(static_cast<std::size_t>(speakers_) * streams_);
        // A layer under construction holds a few times its width; two finished ones stand beside it.
        const std::uint64_t per_state = 4 * static_cast<std::uint64_t>(child_.size() + child_barrier_.size()) + 40;
        const std::uint64_t room = 1 + options.bytes / (24 * per_state);
        width_ = static_cast<std::size_t>(std::min<std::uint64_t>(options.width, room));
        high_.resize(rows_.size());
    }

    QueueSearchResult run() {
        result_.bound = chains_.limit + 1;
        start();
        const std::size_t layers = model_.utterances.size();
        for (std::size_t layer = 0; layer < layers; ++layer) {
            next_.clear();
            cut_ = chains_.limit;
            look_again_ = 4 * width_ + 64;
            for (std::size_t s = 0; s < now_.size(); ++s) {
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
            result_.states += static_cast<std::int64_t>(next_.size());
            spend(150 * static_cast<std::uint64_t>(next_.size()));
            reduce();
            std::swap(now_, next_);
            trail_.add(now_);
            if (now_.size() == 0) break;
        }
        finish(layers);
        return std::move(result_);
    }

  private:
    void start() {
        std::int64_t f = model_.base * model_.scale;
        for (std::int32_t j = 0; j < streams_; ++j) f -= chains_.before[j].back();
        for (const Value price : chains_.utterance) f += price;
        for (const Chain& chain : chains_.chain) {
            if (!chain.alive(0, 0)) return;
            f += chain.row(Side::behind, 0)[0];
        }
        if (f > chains_.limit) return;
        std::fill(child_barrier_.begin(), child_barrier_.end(), -1);
        now_.add(child_.data(), {0, guess(f), -1, -1}, child_barrier_.data());
    }
    static Value guess(std::int64_t f) { return static_cast<Value>(std::min<std::int64_t>(f, far)); }

    void expand(std::size_t s) {
        const std::int32_t* r = now_.key(s);
        const std::int32_t* h = r + speakers_;
        const std::int32_t* barrier = now_.marks(s);
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
            std::int64_t moved = now_.state(s).guess - chains_.utterance[n];
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
                const May may = chains_.may(n, j);
                forced = forced || may == May::always;
                const bool allowed = !options_.commutation || barrier[i * (streams_ + 1) + j] < rank_[n];
                if (!allowed || may == May::never) continue;
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
    void lay_down(std::size_t s, std::int32_t i, std::int32_t n, std::int32_t j, std::int64_t moved, bool dead) {
        const std::int32_t* r = now_.key(s);
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
                std::copy_n(r, child_.size(), child_.begin());
                ++child_[i];
                set_barrier(s, i, n, j);
                ready = true;
            }
            child_[speakers_ + j] = e->cell;
            add(s, f, now_.state(s).cost + e->cost, i * (streams_ + 1) + j);
        }
    }

    void remove(std::size_t s, std::int32_t i, std::int32_t n, std::int64_t moved) {
        const std::int32_t cost = model_.steps.deletion * model_.length(n);
        const std::int64_t f = moved + std::int64_t{cost} * model_.scale;
        if (!worth(f)) return;
        std::copy_n(now_.key(s), child_.size(), child_.begin());
        ++child_[i];
        set_barrier(s, i, n, streams_);
        add(s, f, now_.state(s).cost + cost, i * (streams_ + 1) + streams_);
    }

    void set_barrier(std::size_t s, std::int32_t i, std::int32_t n, std::int32_t j) {
        if (!options_.commutation) return;
        const std::int32_t* barrier = now_.marks(s);
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
        return chains_.may(n, j) != May::never && barrier[i * (streams_ + 1) + j] < rank_[n];
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
        guesses_.clear();
        for (const State& state : next_.all()) guesses_.push_back(state.guess);
        const auto middle = guesses_.begin() + static_cast<std::ptrdiff_t>(std::min(2 * width_, next_.size() - 1));
        std::nth_element(guesses_.begin(), middle, guesses_.end());
        cut_ = std::min<std::int64_t>(cut_, *middle);
        look_again_ = 2 * next_.size();
    }

    void add(std::size_t s, std::int64_t f, std::int32_t cost, std::int32_t move) {
        next_.add(child_.data(), {cost, guess(f), static_cast<std::int32_t>(s), move}, child_barrier_.data());
    }

    // Dominance, then the width.
    void reduce() {
        if (options_.dominance) drop_dominated();
        if (next_.size() <= width_) return;
        truncated_ = true;
        result_.stopped = result_.stopped || static_cast<std::int64_t>(width_) < options_.width;
        result_.bound = std::min<std::int64_t>(result_.bound, next_.narrow(width_));
    }

    // The states with the same places in the queues stand together, the cheapest first.
    void drop_dominated() {
        dead_.assign(next_.size(), 0);
        order_.resize(next_.size());
        std::iota(order_.begin(), order_.end(), 0);
        std::sort(order_.begin(), order_.end(), [&](std::int32_t a, std::int32_t b) {
            const int same = compare_places(a, b);
            if (same != 0) return same < 0;
            const Value one = next_.state(a).cost, other = next_.state(b).cost;
            return one != other ? one < other : a < b;
        });
        std::size_t kept = 0, group = 0; // in order_
        for (const std::int32_t s : order_) {
            if (kept > group && compare_places(order_[group], s) != 0) group = kept;
            const std::size_t last = std::min(kept, group + most_compared);
            for (std::size_t other = group; other < last && !dead_[s]; ++other) {
                if (!dominates(order_[other], s)) continue;
                dead_[s] = 1;
                next_.lower_marks(order_[other], next_.marks(s));
            }
            if (!dead_[s]) order_[kept++] = s;
        }
        next_.remove(dead_);
    }

    int compare_places(std::int32_t a, std::int32_t b) const {
        const std::int32_t *one = next_.key(a), *other = next_.key(b);
        for (std::int32_t i = 0; i < speakers_; ++i)
            if (one[i] != other[i]) return one[i] < other[i] ? -1 : 1;
        return 0;
    }

    bool dominates(std::int32_t a, std::int32_t b) const {
        const std::int32_t *one = next_.key(a) + speakers_, *other = next_.key(b) + speakers_;
        std::int64_t cost = next_.state(a).cost;
        for (std::int32_t j = 0; j < streams_; ++j)
            if (one[j] > other[j]) cost += std::int64_t{model_.slide} * (one[j] - other[j]);
        return cost <= next_.state(b).cost;
    }

    std::uint64_t bytes() const {
        return now_.bytes() + next_.bytes() + endings_.bytes() + trail_.bytes() +
               (order_.capacity() + guesses_.capacity()) * sizeof(std::int32_t) + dead_.capacity();
    }

    void give_up() {
        truncated_ = true;
        for (const State& state : now_.all()) result_.bound = std::min<std::int64_t>(result_.bound, state.guess);
        now_.clear();
    }

    void finish(std::size_t layers) {
        if (endings_.shortened() || hurried_) {
            truncated_ = true;
            result_.bound = std::min(result_.bound, chains_.bound);
        }
        result_.complete = !truncated_;
        if (now_.size() == 0 || trail_.layers() < layers) return;
        const std::size_t best = now_.cheapest();
        result_.found = true;
        result_.cost = model_.base + now_.state(best).cost;
        std::vector<std::int32_t> place(speakers_, 0);
        for (const std::int32_t move : trail_.moves_to(best)) {
            const std::int32_t i = move / (streams_ + 1), j = move % (streams_ + 1);
            result_.moves.push_back({model_.queue[i][place[i]++], j == streams_ ? -1 : j});
        }
    }

    const Chains& chains_;
    const Problem& model_;
    const std::vector<std::int32_t>& rank_;
    const QueueSearchOptions& options_;
    const Watch& watch_;
    Endings endings_;
    std::int32_t speakers_, streams_;
    States now_, next_; // keys: places in the queues, then cells of the streams; marks: barriers
    Trail trail_;
    std::vector<std::int32_t> child_, child_barrier_, order_;
    std::vector<char> dead_;
    std::vector<const Value*> rows_; // of the state being expanded
    std::vector<std::int32_t> high_;
    QueueSearchResult result_;
    bool truncated_ = false;
    bool ended_ = false;
    std::size_t width_ = 0; // as asked for, or as memory allows
    bool hurried_ = false;  // moves were left out because of the lag
    std::int64_t cut_ = 0;
    std::size_t look_again_ = 0;
    std::vector<Value> guesses_;
};

} // namespace

QueueSearchResult search(const Chains& chains, const std::vector<std::int32_t>& rank, const QueueSearchOptions& options,
                         const Watch& watch) {
    return Search(chains, rank, options, watch).run();
}

} // namespace hubbub::route::search
