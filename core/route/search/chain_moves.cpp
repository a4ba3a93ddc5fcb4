// The search over chains: a key is the position in every queue and a cell of every stream.
//
// Ends. An utterance on stream j after cell h may start anywhere from h on. Its possible ends do not depend on prices
// and are computed once per cell; using no word at all is the move that deletes it.
//
// Commutation (symmetry breaking). Moves of different speakers on different streams can be exchanged. Only the order
// that is smallest in `rank` is kept: move (n, j) of speaker i is allowed if every move since the last one that shares
// i or j has a smaller rank. Each state has, for every (i, j or deletion), the largest rank since then (`barrier`). It
// is not part of a state's identity: if states merge, or one dominates another, the survivor gets the elementwise
// minimum, so every completion allowed to either is allowed to it. (A smaller barrier only allows more.) In a
// completion of a dominated state, an utterance may go to j where the dominating state has no word left for it: the
// empty interval on j must then be a move too. It leads to the same state as deleting the utterance, so both are one
// move, allowed if either is.
#include "route/search/states.hpp"

#include <algorithm>

namespace hubbub::route::search {

using bound::Chain;
using rows::End;
using rows::May;
using rows::Side;

namespace {

class ChainMoves : public Moves {
  public:
    ChainMoves(const Chains& chains, const std::vector<std::int32_t>& rank, const SearchOptions& options)
        : Moves(*chains.model, chains.model->speakers, chains.model->speakers * (chains.model->streams + 1), 1,
                chains.model->utterance_count()),
          chains_(chains), rank_(rank), options_(options), child_(queues + streams), child_barrier_(marks),
          gathered_(queues, -1), rows_(static_cast<std::size_t>(queues) * streams), high_(rows_.size()) {
        for (std::int32_t j = 0; j < streams; ++j)
            while (static_cast<std::int32_t>(lost_.size()) <= problem.words_in(j))
                lost_.push_back(static_cast<Value>(lost_.size()) * problem.slide);
    }

    bool left_out() const { return left_out_; } // some ends were beyond end_margin, or some moves beyond the lag
    std::int64_t limit(int) const override { return chains_.limit; }
    const Value* lost(std::size_t) const override { return lost_.data(); }
    std::uint64_t bytes() const override {
        return cached_.bytes() + first_end_.capacity() * sizeof(std::size_t) + ends_.capacity() * sizeof(End);
    }

    void start(Next& first) override {
        std::int64_t f = problem.base * problem.scale + chains_.price.total();
        for (const Chain& chain : chains_.chain) {
            if (!chain.alive(0, 0)) return;
            f += chain.row(Side::behind, 0)[0];
        }
        if (f > chains_.limit) return;
        std::fill(child_barrier_.begin(), child_barrier_.end(), -1);
        first.add(child_.data(), f, 0, 0, 0, child_barrier_.data());
    }

    void expand(int, const States& now, std::size_t s, Next& next) override {
        if (bytes() > options_.bytes / 4) forget_ends();
        spend(step_cost::expand * queues);
        state_ = now.state(s);
        parent_ = s;
        positions_ = now.key(s);
        cells_ = positions_ + queues;
        barrier_ = now.marks(s);
        gather();
        const std::int64_t latest = latest_rank();
        for (std::int32_t i = 0; i < queues; ++i) {
            if (positions_[i] == problem.turns(i)) continue;
            const std::int32_t n = problem.queue[i][positions_[i]];
            if (rank_[n] <= latest)
                lay(i, n, next);
            else
                left_out_ = true;
        }
    }

  private:
    std::int32_t mark(std::int32_t i, std::int32_t j) const { return i * (streams + 1) + j; }
    bool allowed(std::int32_t n, std::int32_t i, std::int32_t j) const { // j == streams: to delete it
        return !options_.commutation || barrier_[mark(i, j)] < rank_[n];
    }

    std::int64_t latest_rank() const {
        std::int64_t first = std::numeric_limits<std::int32_t>::max();
        for (std::int32_t i = 0; i < queues; ++i)
            if (positions_[i] < problem.turns(i))
                first = std::min<std::int64_t>(first, rank_[problem.queue[i][positions_[i]]]);
        return first + options_.lag;
    }

    // The rows of all speakers on all streams at the positions of a state, and their last cells. Consecutive states
    // usually have the same positions.
    void gather() {
        if (std::equal(gathered_.begin(), gathered_.end(), positions_)) return;
        gathered_.assign(positions_, positions_ + queues);
        for (std::int32_t j = 0; j < streams; ++j) {
            for (std::int32_t i = 0; i < queues; ++i) {
                const Chain& chain = chains_.at(i, j);
                rows_[j * queues + i] = chain.row(Side::behind, positions_[i]);
                high_[j * queues + i] = chain.high[positions_[i]];
            }
        }
    }

    // Appends the next utterance of a queue to every stream where it may go.
    void lay(std::int32_t i, std::int32_t n, Next& next) {
        // The change of the bound on the streams that do not take the utterance.
        std::int64_t moved = state_.estimate - chains_.price.utterance[n];
        std::int32_t dead = 0, dead_stream = -1;
        for (std::int32_t j = 0; j < streams; ++j) {
            const Chain& chain = chains_.at(i, j);
            if (!chain.alive(positions_[i] + 1, cells_[j])) {
                ++dead;
                dead_stream = j;
                continue;
            }
            moved += chain.row(Side::behind, positions_[i] + 1)[cells_[j]] - rows_[j * queues + i][cells_[j]];
        }
        if (dead > 1) return;
        bool any_allowed = allowed(n, i, streams), forced = false;
        for (std::int32_t j = 0; j < streams; ++j) {
            const May may = chains_.may(n, j);
            forced = forced || may == May::always;
            if (!allowed(n, i, j) || may == May::never) continue;
            any_allowed = true;
            if (dead == 0 || dead_stream == j) lay_on(i, n, j, moved, dead > 0, next);
        }
        if (!any_allowed || dead > 0 || forced) return;
        const Value cost = problem.steps.deletion * problem.length(n);
        const std::int64_t f = moved + std::int64_t{cost} * problem.scale;
        if (!next.worth(f)) return;
        set_child(i, n, streams);
        next.add(child_.data(), f, state_.cost + cost, parent_, number(n, -1), child_barrier_.data());
    }

    // Every end of utterance n on stream j that may be within the limit.
    void lay_on(std::int32_t i, std::int32_t n, std::int32_t j, std::int64_t moved, bool dead, Next& next) {
        const std::int32_t here = cells_[j];
        const Chain& own = chains_.at(i, j);
        const Value* after = own.row(Side::behind, positions_[i] + 1);
        const Value* const* rows = rows_.data() + j * queues;
        const Value* before = chains_.price.before[j].data();
        // The bound without this stream.
        std::int64_t rest = moved - before[here] - (dead ? rows[i][here] : after[here]);
        // For a speaker who does not move, later cells than the present one are pruned only if they are too far on.
        const std::int32_t low = own.low[positions_[i] + 1];
        std::int32_t high = own.high[positions_[i] + 1];
        std::int64_t others = 0; // the other speakers' rows at this cell; later cells are never lower
        for (std::int32_t other = 0; other < queues; ++other) {
            if (other == i) continue;
            others += rows[other][here];
            high = std::min(high, high_[j * queues + other]);
        }
        rest -= others;
        const std::span<const End> ends = ends_from(n, j, here);
        spend(step_cost::chain_move + step_cost::chain_end * ends.size());
        bool ready = false; // whether the parts of the key that all ends share are set
        for (const End& end : ends) {
            if (end.cell < low) continue;
            if (end.cell > high) break;
            std::int64_t f = rest + std::int64_t{end.cost} * problem.scale + before[end.cell] + after[end.cell];
            if (!next.worth(f + others)) continue;
            for (std::int32_t other = 0; other < queues; ++other)
                if (other != i) f += rows[other][end.cell];
            if (!next.worth(f)) continue;
            if (!ready) set_child(i, n, j);
            ready = true;
            child_[queues + j] = end.cell;
            next.add(child_.data(), f, state_.cost + end.cost, parent_, number(n, j), child_barrier_.data());
        }
    }

    // Sets the key except the cell of stream j, and the barriers.
    void set_child(std::int32_t i, std::int32_t n, std::int32_t j) {
        std::copy_n(positions_, child_.size(), child_.begin());
        ++child_[i];
        if (!options_.commutation) return;
        for (std::int32_t other = 0; other < queues; ++other) {
            for (std::int32_t to = 0; to <= streams; ++to) {
                const std::int32_t at = mark(other, to);
                // Deletion stands for the empty interval on every stream that is allowed.
                const bool empty =
                    j == streams && to < streams && chains_.may(n, to) != May::never && allowed(n, i, to);
                const bool shared = other == i || (to < streams && j == to) || empty;
                child_barrier_[at] = shared ? -1 : std::max(barrier_[at], rank_[n]);
            }
        }
    }

    // The useful ends of utterance n on stream j from cell h on.
    std::span<const End> ends_from(std::int32_t n, std::int32_t j, std::int32_t h) {
        const std::int32_t key[] = {number(n, j), h};
        const std::size_t at = cached_.add(key, {});
        if (at + 1 == first_end_.size()) {
            find_ends(n, j, h);
            ends_.insert(ends_.end(), found_.begin(), found_.end());
            first_end_.push_back(ends_.size());
        }
        return std::span(ends_).subspan(first_end_[at], first_end_[at + 1] - first_end_[at]);
    }

    void find_ends(std::int32_t n, std::int32_t j, std::int32_t h) {
        const Utterance& utterance = problem.utterances[n];
        std::int32_t first = h, last = chains_.at(utterance.speaker, j).high[utterance.position + 1];
        if (problem.carrier.timed()) { // beyond the reach no end is cheaper than an earlier one
            first = std::max(h, std::min(problem.carrier.reach(j, n).first, last));
            last = std::min(last, problem.carrier.reach(j, n).end);
        }
        const std::int64_t farthest = std::int64_t{first} + 2 * problem.length(n) + options_.end_margin;
        if (farthest < last) {
            left_out_ = true;
            last = static_cast<std::int32_t>(farthest);
        }
        found_.clear();
        if (last > h) problem.carrier.ends(j, h, last, n, problem.steps, problem.slide, found_);
        if (!found_.empty() && found_[0].cell == h) found_.erase(found_.begin());
    }

    void forget_ends() { // they are computed again when needed
        cached_ = States(2);
        first_end_ = std::vector<std::size_t>(1);
        ends_ = std::vector<End>();
    }

    const Chains& chains_;
    const std::vector<std::int32_t>& rank_;
    const SearchOptions& options_;
    std::vector<Value> lost_;
    std::vector<std::int32_t> child_, child_barrier_;
    bool left_out_ = false;

    // The state being expanded:
    State state_{};
    std::size_t parent_ = 0;
    const std::int32_t *positions_ = nullptr, *cells_ = nullptr, *barrier_ = nullptr;
    std::vector<std::int32_t> gathered_; // the positions of rows_ and high_
    std::vector<const Value*> rows_;     // per stream and queue
    std::vector<std::int32_t> high_;

    States cached_{2};                      // keys: the moves and cells whose ends are cached
    std::vector<std::size_t> first_end_{0}; // of each entry in ends_
    std::vector<End> ends_, found_;
};

} // namespace

SearchResult search(const Chains& chains, const std::vector<std::int32_t>& rank, const SearchOptions& options,
                    const Watch& watch) {
    ChainMoves moves(chains, rank, options);
    SearchResult result = run(moves, options, watch);
    if (moves.left_out()) {
        result.complete = false;
        result.bound = std::min(result.bound, chains.bound);
    }
    return result;
}

} // namespace hubbub::route::search
