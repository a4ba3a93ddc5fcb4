// Several queues: a chain for each queue and stream. Short meetings, and longer ones under the time rule, are usually
// proven by the quick steps before the chains are set up.
#include "route/bound/chains.hpp"
#include "route/bound/prices.hpp"
#include "route/bound/quick.hpp"
#include "route/relaxation.hpp"
#include "route/search/search.hpp"
#include "route/table/table.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

namespace hubbub::route {
namespace {

using bound::Ascent;
using bound::Chains;
using bound::Closed;
using bound::Placing;
using bound::Quick;
using rows::Side;
using search::SearchOptions;
using search::SearchResult;

using namespace several_queues;
using namespace table_share;

// Whether the utterances are in order of time rather than speaker by speaker.
bool follows_time(const Problem& problem) {
    std::size_t changes = 0;
    for (std::size_t n = 1; n < problem.utterances.size(); ++n)
        changes += problem.utterances[n].speaker != problem.utterances[n - 1].speaker;
    return problem.speakers == 1 || changes * 4 >= problem.utterances.size();
}

// As in MD-WER.
bool single_words(const Problem& problem) { return problem.reference_words() < 2 * problem.utterance_count(); }

// The rank of each utterance in the given order, and in that of a routing.
std::vector<std::int32_t> in_order(const Problem& problem) {
    std::vector<std::int32_t> rank(problem.utterances.size());
    std::iota(rank.begin(), rank.end(), 0);
    return rank;
}
std::vector<std::int32_t> order_of(const std::vector<Move>& moves) {
    std::vector<std::int32_t> rank(moves.size());
    for (std::size_t t = 0; t < rank.size(); ++t) rank[moves[t].utterance] = static_cast<std::int32_t>(t);
    return rank;
}

// Searches all routings within the limit in a table, if this is cheaper than the next stage: finds the best one or
// proves that there is none. Without times, or for single words, too many queue positions are open.
void by_table(Incumbent& run, const bound::Prices& prices, double share) {
    const Problem& problem = run.problem;
    const double work = share * run.settings.table_work;
    const bool worth_it = run.settings.all_tables || (problem.carrier.timed() && !single_words(problem));
    if (work <= 0 || !worth_it || bound::chain_bytes(problem) > run.watch.bytes / 4) return;
    const table::TableResult result =
        table::route_by_prices(problem, prices, run.least(), run.best.cost - 1, work, run.watch);
    run.take(result.found);
    run.raise(static_cast<double>(result.proven));
    run.report("table", static_cast<std::int64_t>(result.work));
}

// Subgradient steps that are quick if rows are short. They solve most short meetings; for the others the prices are
// kept.
class QuickSteps : public Quick {
  public:
    explicit QuickSteps(Incumbent& run) : Quick(run.problem), run_(run) {}

    static bool wanted(const Incumbent& run) {
        return run.settings.quick && run.settings.prices && fits(run.problem, run.watch.bytes);
    }

    void solve() {
        climb(run_.settings.first_steps);
        if (run_.settings.all_tables || nearly_done()) table(before_descent);
        if (run_.settings.primal) {
            run_.descend(run_.best.moves, most_sweeps);
            run_.report("descent");
        }
        climb(more_steps * lightness());
        table(nearly_done() ? before_search : before_chains);
    }

  private:
    void climb(std::int32_t steps) {
        std::int32_t done = 0;
        for (; done < steps && !run_.over(); ++done) {
            step(run_.best.cost, run_.random);
            run_.raise(static_cast<double>(bound()) / run_.problem.scale);
            if (run_.settings.primal && !run_.over()) run_.take(routing(run_.best.moves));
        }
        if (done > 0 && run_.settings.certificates != nullptr) {
            const bound::Prices found = prices();
            run_.certify("quick prices", run_.problem.scale, bound(), found.utterance, found.word);
        }
        run_.report("quick prices", done);
    }
    void table(double share) { by_table(run_, prices(), share); }

    // Whether a table may be enough. In short meetings a few more steps cost less than a table.
    bool nearly_done() const {
        return run_.best.cost - run_.least() <= small_gap * run_.problem.stride &&
               run_.problem.utterance_count() >= not_short;
    }
    // The cost of a step of the chains divided by that of a quick step, at most `most_lightness`.
    std::int32_t lightness() const {
        const std::uint64_t dense = bound::chain_bytes(run_.problem) / (2 * sizeof(Value));
        return static_cast<std::int32_t>(std::clamp<std::uint64_t>(dense / (cells() + 1), 1, most_lightness));
    }

    Incumbent& run_;
};

class SeveralQueues : public Relaxation {
  public:
    explicit SeveralQueues(Incumbent& run) : Relaxation(run), width_(settings_.first_width) {}

    bool begin() override {
        if (QuickSteps::wanted(run_)) quick_.emplace(run_);
        first_routing();
        if (quick_) quick_->solve();
        const std::uint64_t needed = bound::chain_bytes(problem_);
        if (needed >= run_.watch.bytes) return false;
        run_.spare_bytes = run_.watch.bytes - needed;
        large_ = needed > settings_.large_chains;
        set_up_chains();
        if (!settings_.prices) return true;
        if (!quick_) climb(first_climb);
        if (settings_.primal && settings_.start == nullptr) search_in_given_order();
        first_sweeps();
        return true;
    }

    Rounds rounds() const override { return {settings_.prices ? most_rounds : 0, settings_.little}; }
    void raise_prices(int round) override {
        set_limit(run_.best.cost - 1);
        if (round > 0) ascent_->hurry(wide());
        price(how(round));
    }
    void try_table(int round) override { by_table(run_, chains_->price, before_search * round); }
    void improve_routing(int round) override {
        chains_->compact();
        if (settings_.primal) search(how(round).search, order_of(run_.best.moves));
        if (round > 0) return;
        run_.improve(few_passes, all_kinds);
        if (settings_.neighborhood > 0) prepare();
    }

    void prepare() override {
        if (settings_.merging && settings_.primal && problem_.speakers > 2 && merge_fits()) merge_queues();
    }

    // While the gap is wide, limits near the bound do not help yet, and a better routing is worth more: one pass before
    // each limit, and all that gain before searches with more states.
    int passes() const override {
        if (guessed_) return !poor() ? 0 : width_ > settings_.first_width ? no_end : 1;
        return wide() ? many_passes : few_passes;
    }
    std::size_t kinds() const override { return guessed_ ? all_kinds : few_kinds; }
    std::int64_t next_limit() override { return run_.least() + problem_.stride - 1 + above_; }

    // Cells pruned for a limit are restored afterwards, unless it was one less than the incumbent's cost.
    void decide(std::int64_t most) override {
        guessed_ = true;
        const Closed closed = closed_in(*chains_);
        const std::int64_t best = run_.best.cost;
        set_limit(most);
        pass(*chains_, Side::behind);
        note_bound(chains_->bound);
        if (settings_.prices) price(guessing);
        const bool settled = chains_->nothing_left || search({width_, any, any}, order_of(run_.best.moves));
        const bool better = run_.best.cost < best, last = most == best - 1;
        if (!last || better) restore(*chains_, closed);
        if (!settled && !better) widen(last);
    }

  private:
    void first_routing() {
        if (settings_.primal && settings_.start == nullptr) {
            if (quick_)
                run_.take(quick_->first_routing());
            else if (follows_time(problem_) && run_.take_by_speakers())
                run_.descend(run_.best.moves, most_sweeps);
        }
        if (run_.best.moves.empty()) run_.take_first_stream();
    }

    void set_up_chains() {
        chains_.emplace(problem_);
        if (quick_) chains_->price = quick_->prices();
        if (settings_.start_prices != nullptr) chains_->price = *settings_.start_prices;
        ascent_.emplace(*chains_);
        set_limit(run_.best.cost - 1);
        pass(*chains_, Side::behind);
        report("first pass");
    }

    // Only routings that cost at most `most` are searched for: one less than the incumbent, or a lower limit.
    void set_limit(std::int64_t most) {
        most_ = most;
        chains_->limit = (settings_.closing ? most : std::int64_t{1} << 40) * problem_.scale;
    }

    // The bound is valid for routings within the limit only; all others cost more than the limit.
    void note_bound(std::int64_t bound) {
        const auto beyond = static_cast<double>(most_ + 1);
        run_.raise(chains_->nothing_left ? beyond : std::min(static_cast<double>(bound) / problem_.scale, beyond));
    }

    bool over() const { return chains_->nothing_left || run_.over(); }

    bool poor() const {
        const auto best = static_cast<double>(run_.best.cost);
        return best - static_cast<double>(chains_->bound) / problem_.scale > wide_share * best;
    }
    // A long meeting with a wide gap: fewer and longer stages are faster.
    bool wide() const { return large_ && poor(); }

    bool merge_fits() const { return bound::chain_bytes(problem_) < run_.spare_bytes / 2; }
    // The whole order: all queues merged, whenever the incumbent has changed. A neighborhood: once, also with each
    // queue free.
    void merge_queues() {
        const bool whole = settings_.neighborhood > 0;
        if (run_.best.cost >= merged_cost_ || (whole ? !poor() : guessed_)) return;
        run_.merge(-1, chains_->price, none_free_work);
        for (std::int32_t i = 0; i < problem_.speakers && !whole; ++i) run_.merge(i, chains_->price, one_free_work);
        merged_cost_ = run_.best.cost;
    }
    const Round& how(int round) const {
        if (round == 0) return beginning;
        return wide() ? settling_wide : single_words(problem_) ? settling_words : settling;
    }

    // Improves prices, unless nothing within the limit is left.
    void price(const Round& round) {
        if (!over()) climb(round.steps);
        if (!over()) sweep(round.sweeps);
    }

    // Until a good routing is known, steps aim slightly above the bound.
    void climb(std::int32_t steps) {
        const double near_bound = static_cast<double>(chains_->bound) * target_share +
                                  target_units * static_cast<double>(problem_.stride * problem_.scale);
        const double target = std::min(near_bound, static_cast<double>(most_ + 1) * problem_.scale);
        ascent_->run(*chains_, steps, target, run_.random, run_.watch);
        report("subgradient", steps);
    }

    // A forward and a backward sweep.
    void sweep_both(const Placing& placing) {
        sweep_utterances(*chains_, Side::ahead, placing, run_.random);
        if (!over()) sweep_utterances(*chains_, Side::behind, placing, run_.random);
        note_bound(chains_->bound);
    }

    // The first round prunes cells under the prices of the steps; the others set prices one at a time.
    void sweep(std::int32_t rounds) {
        for (std::int32_t round = 0; round < rounds && !over(); ++round, ++swept_) {
            Placing placing = swept_ < shifted_after ? Placing{} : Placing{shifted_to, shifted_by};
            placing.keep = round == 0;
            sweep_both(placing);
        }
        if (!over() && settings_.closing) agree(*chains_);
        report("price sweep", rounds);
    }

    // From poor prices two sweeps gain as much as many steps. Later the steps must not restart from swept prices, where
    // they stall.
    void first_sweeps() {
        set_limit(run_.best.cost - 1);
        for (std::int32_t round = 0; round < 2 && !over(); ++round) sweep_both({});
        ascent_->restart(*chains_);
        report("first sweeps");
    }

    // The first search: along an order, as with one queue. Without a limit, since the local search may improve what it
    // finds.
    void search_in_given_order() {
        if (!quick_) set_limit(any);
        search(in_given_order, quick_ ? order_of(run_.best.moves) : in_order(problem_));
        if (!follows_time(problem_)) search(in_given_order, path_ranks(*chains_));
    }

    // Returns whether the search was complete.
    bool search(const BeamLimits& how, const std::vector<std::int32_t>& rank) {
        const SearchOptions options{.width = static_cast<std::uint64_t>(how.width),
                                    .bytes = run_.spare_bytes / 2,
                                    .dominance = settings_.dominance,
                                    .end_margin = how.end_margin,
                                    .lag = how.lag,
                                    .commutation = settings_.commutation};
        const SearchResult result = search::search(*chains_, rank, options, run_.watch);
        if (!result.found.moves.empty()) run_.descend(result.found.moves, most_sweeps);
        // All routings of cost at most `most_` were searched. The search may also find one that costs more, since the
        // bound ignores the words after the last utterance; this proves nothing about others.
        if (result.complete)
            run_.exclude_up_to(most_);
        else
            note_bound(result.bound);
        stopped_ = result.stopped;
        run_.report("search", static_cast<std::int64_t>(result.states));
        return result.complete;
    }

    // Doubles the distance above the bound while searches are cut short; at the incumbent's cost, the width grows
    // instead.
    void widen(bool last) {
        above_ = std::max(problem_.stride, 2 * above_);
        if (!last) return;
        if (width_ >= settings_.most_width) throw Over{Ended::work};
        if (stopped_) throw Over{Ended::memory};
        above_ = 0;
        width_ *= wider;
    }

    // After a change of prices.
    void report(const char* stage, std::int64_t work = 0) {
        note_bound(chains_->bound);
        run_.certify(stage, problem_.scale, chains_->bound, chains_->price.utterance, chains_->price.word);
        run_.report(stage, work, chains_->alive_cells());
    }

    std::optional<QuickSteps> quick_;
    std::optional<Chains> chains_;
    std::optional<Ascent> ascent_;
    bool large_ = false;                                                  // a pass takes 10 ms or more
    std::int64_t most_ = 0;                                               // the current limit, in units
    std::int32_t swept_ = 0;                                              // rounds of sweeps so far
    std::int64_t width_;                                                  // of the search within the next limit
    std::int64_t above_ = 0;                                              // the bound, in units
    bool guessed_ = false;                                                // at least once
    std::int64_t merged_cost_ = std::numeric_limits<std::int64_t>::max(); // of the incumbent when queues were merged
    bool stopped_ = false;                                                // the last search ran out of memory
};

} // namespace

std::unique_ptr<Relaxation> relax_several_queues(Incumbent& run) { return std::make_unique<SeveralQueues>(run); }

} // namespace hubbub::route
