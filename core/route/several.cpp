// The schedule for several queues: the loop that ties the stages together.
//
//   quick    for short meetings: steps of the prices that meet a simple routing; most of them end here
//   table    among the quick steps and when the prices have settled: everything that they leave, if that is little
//   begin    a few steps of the prices, a first routing by a narrow search in the given order, better prices, windows
//   settle   prices, closed cells and narrow searches under the true limit, until they gain little
//   guesses  the same and a wider search, for a routing that costs at most the proven bound, or a little more
//
// A guess that fails completely is a proof that the best routing costs more; one that succeeds is a better routing;
// either way the two ends approach each other. A low limit closes far more cells than the true one, so that guesses
// near the bound are cheap. What a guess closes is forgotten after it, unless it was the true limit. Nothing here
// depends on the clock but the end: stages are balanced by counts of steps, rounds and states.
#include "route/router.hpp"

#include "route/bound/chains.hpp"
#include "route/bound/prices.hpp"
#include "route/bound/quick.hpp"
#include "route/schedule.hpp"
#include "route/search/search.hpp"
#include "route/standing.hpp"
#include "route/table/table.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace hubbub::route {

using bound::Ascent;
using bound::Chains;
using bound::Closed;
using bound::Placing;
using bound::Quick;
using rows::Side;
using search::SearchOptions;
using search::SearchResult;
using table::TableResult;

namespace {

using namespace several_queues;
using namespace table_share;

// Whatever is paired: the side with more words has the rest of them inserted or deleted.
std::int64_t least_possible(const Problem& problem) {
    std::int64_t words = -problem.words_said();
    for (const TimedWords& stream : problem.stream) words += static_cast<std::int64_t>(stream.size());
    return words > 0 ? words * problem.insertion : -words * problem.steps.deletion;
}

// Or are the utterances given speaker after speaker?
bool follows_time(const Problem& problem) {
    std::size_t changes = 0;
    for (std::size_t n = 1; n < problem.utterances.size(); ++n)
        changes += problem.utterances[n].speaker != problem.utterances[n - 1].speaker;
    return problem.speakers == 1 || changes * 4 >= problem.utterances.size();
}

// As in MD-WER.
bool single_words(const Problem& problem) { return problem.words_said() < 2 * problem.utterance_count(); }

// The place of each utterance in the order as it is given, and in that of a routing.
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

class Router : Standing {
  public:
    // The problem is ready.
    Router(const RouteProblem& given, const Problem& problem, const Budget& budget, const Settings& settings)
        : Standing(given, problem, budget, settings, std::max(settings.window, 1)) {}

    Routing run() {
        if (settings_.quick && settings_.prices && Quick::fits(problem_, watch_.bytes)) quick_.emplace(problem_);
        first();
        raise(static_cast<double>(least_possible(problem_)));
        if (quick_ && quick()) {
        } else if (const std::uint64_t needed = bound::chain_bytes(problem_); needed < watch_.bytes) {
            spare_bytes_ = watch_.bytes - needed;
            chains_.emplace(problem_);
            if (quick_) take_prices();
            large_ = needed > settings_.large_chains;
            ascent_.emplace(*chains_);
            set_limit(best_.cost - 1);
            solve();
        } else {
            without_chains();
        }
        const bool late = watch_.late() && !out_of_memory_;
        if (late && settings_.start == nullptr && settings_.primal) take(by_voices()); // however little was asked for
        return log_.finish(best_, least(), late ? watch_.ended() : Ended::memory);
    }

  private:
    // ---- routings -------------------------------------------------------------------------------------------------

    void first() {
        if (settings_.start != nullptr) {
            take_start();
        } else if (settings_.primal && quick_) {
            take(quick_->first_routing());
        } else if (settings_.primal && follows_time(problem_)) {
            descend(by_voices(), most_sweeps);
        }
        if (best_.moves.empty()) take_nothing();
    }

    // A long routing is improved in stretches.
    void improve() {
        if (!improve_stretches(few_sweeps)) return;
        report("stretches", 0);
        set_limit(best_.cost - 1);
    }

    // Not enough memory for the chains: the routing of the order as it is given, and a bound from plain prices.
    void without_chains() {
        RouteProblem in_order = given_;
        in_order.queue_of.assign(given_.queue_of.size(), 0);
        const Routing found = route_with(in_order, watch_.rest(), {});
        std::vector<Move> moves;
        for (std::size_t n = 0; n < problem_.utterances.size(); ++n) {
            const std::int32_t goal = found.stream_of[problem_.utterances[n].source];
            const auto stream = std::find(problem_.stream_source.begin(), problem_.stream_source.end(), goal);
            const bool heard = stream != problem_.stream_source.end();
            moves.push_back({static_cast<std::int32_t>(n),
                             heard ? static_cast<std::int32_t>(stream - problem_.stream_source.begin()) : -1});
        }
        take(moves);
        report("in order", 0);
        raise(static_cast<double>(bound::bound_by_equal_prices(problem_, watch_)));
    }

    // Where the gap stays wide, guesses lead nowhere yet and a better routing is worth more.
    void improve_more() {
        const std::int32_t passes = wide() ? many_passes : few_passes;
        for (std::int32_t pass = 0; pass < passes && !over() && !stretches_.exhausted(few_kinds); ++pass) improve();
    }

    // No proof fits into the memory, but there may be time left.
    void improve_at_last() {
        while (!done() && !stretches_.exhausted() && settings_.window != 0 && settings_.primal) improve();
    }

    // ---- limits and bounds ----------------------------------------------------------------------------------------

    // Only routings that cost at most `most` are looked for; one less than the best known, or a guess below that.
    void set_limit(std::int64_t most) {
        most_ = most;
        chains_->limit = (settings_.closing ? most : std::int64_t{1} << 40) * problem_.scale;
    }

    // The bound speaks of routings within the limit only; others cost more than the limit.
    void note_bound(std::int64_t bound) {
        const auto beyond = static_cast<double>(most_ + 1);
        raise(chains_->nothing_left ? beyond : std::min(static_cast<double>(bound) / problem_.scale, beyond));
    }

    bool done() const { return proven() || watch_.late(); }
    bool over() const { return chains_->nothing_left || done(); }
    // What the chains themselves leave open.
    double open() const {
        return static_cast<double>(best_.cost) - static_cast<double>(chains_->bound) / problem_.scale;
    }

    // A long meeting that is far from closed: fewer and longer stages get on faster.
    bool wide() const { return large_ && open() > wide_share * static_cast<double>(best_.cost); }

    // Until a good routing is known the steps aim a little above the bound.
    double target() const {
        const double near_bound = static_cast<double>(chains_->bound) * target_share + target_units * problem_.scale;
        return std::min(near_bound, static_cast<double>(most_ + 1) * problem_.scale);
    }

    // ---- stages ---------------------------------------------------------------------------------------------------

    void climb(std::int32_t steps) {
        ascent_->run(*chains_, steps, target(), random_, watch_);
        note_bound(chains_->bound);
        report("climb", steps);
    }

    // The first round closes cells under the prices that the steps found; the others set prices one at a time.
    void sweep(std::int32_t rounds) {
        Chains& chains = *chains_;
        for (std::int32_t round = 0; round < rounds && !over(); ++round, ++rounds_) {
            Placing placing{0.5, 0};
            if (rounds_ >= 4) placing = rounds_ % 2 == 1 ? Placing{0.05, 0.1} : Placing{0.85, 0.1};
            if (round == 0) placing.keep = true;
            sweep_utterances(chains, Side::ahead, placing, random_);
            if (!over()) sweep_utterances(chains, Side::behind, placing, random_);
            note_bound(chains.bound);
        }
        if (!over() && settings_.closing) agree(chains);
        note_bound(chains.bound);
        report("sweep", rounds);
    }

    void take_prices() {
        chains_->utterance = quick_->utterance_prices();
        chains_->word = quick_->word_prices();
        for (std::int32_t j = 0; j < problem_.streams; ++j) chains_->sum_word_prices(j);
    }

    // Prices, unless it is over before; whether it is.
    bool price(const Round& round) {
        if (!over()) climb(round.steps);
        if (!over()) sweep(round.sweeps);
        return over();
    }

    bool look(const Look& how) { return look(how, order_of(best_.moves)); }
    // Returns whether the search left nothing out.
    bool look(const Look& how, const std::vector<std::int32_t>& rank) {
        SearchOptions options;
        options.width = how.width;
        options.window = how.window;
        options.lag = how.lag;
        options.bytes = spare_bytes_ / 2;
        options.dominance = settings_.dominance;
        options.commutation = settings_.commutation;
        const SearchResult result = search::search(*chains_, rank, options, watch_);
        const bool found = !result.found.moves.empty();
        // All that cost at most `most_` were looked at. One that costs more may come out too, since the guide sees no
        // cost in the words after the last utterance; nothing is known of others like it.
        if (result.complete)
            raise(static_cast<double>(found ? std::min(result.found.cost, most_ + 1) : most_ + 1));
        else
            note_bound(result.bound);
        if (found) descend(result.found.moves, most_sweeps);
        stopped_ = result.stopped;
        report("search", static_cast<std::int64_t>(result.states));
        return result.complete;
    }

    // Returns whether that was all. If not, the prices remain.
    bool quick() {
        climb_quickly(settings_.first_steps);
        if (!done() && (settings_.all_tables || nearly_done())) by_table(before_descent);
        if (!done() && settings_.primal) {
            descend(best_.moves, most_sweeps);
            report("descent", 0);
        }
        if (!done()) climb_quickly(more_steps * lightness());
        if (!done()) by_table(nearly_done() ? before_search : before_chains);
        return done();
    }

    // Everything within the limit, where that is less than what comes next would take: then the best one is found, or
    // known already. The prices are those of the quick steps, or of the chains.
    void by_table(double share) {
        if (share * settings_.table_work <= 0 || bound::chain_bytes(problem_) > watch_.bytes / 4) return;
        if (!settings_.all_tables && !worth_tables()) return;
        const double work = share * settings_.table_work;
        const TableResult result =
            chains_ ? table::route_by_prices(problem_, chains_->utterance, chains_->word, least(), best_.cost - 1, work,
                                             watch_)
                    : table::route_by_prices(problem_, quick_->utterance_prices(), quick_->word_prices(), least(),
                                             best_.cost - 1, work, watch_);
        take(result.found);
        raise(static_cast<double>(result.proven));
        report("table", static_cast<std::int64_t>(result.work));
    }

    // Then a table may be enough; in short meetings a few more steps take less than setting one up.
    bool nearly_done() const {
        return best_.cost - least() <= small_gap && static_cast<std::int32_t>(problem_.utterances.size()) >= not_short;
    }

    // Without times, or where every word goes its own way, too many places in the queues are open.
    bool worth_tables() const { return problem_.carrier.timed() && !single_words(problem_); }

    // How much cheaper a quick step is than one of the chains; more than a few times need not be told.
    std::int32_t lightness() const {
        const std::uint64_t dense = bound::chain_bytes(problem_) / (2 * sizeof(Value));
        return static_cast<std::int32_t>(std::clamp<std::uint64_t>(dense / (quick_->cells() + 1), 1, most_lightness));
    }

    void climb_quickly(std::int32_t steps) {
        std::int32_t step = 0;
        for (; step < steps && !done(); ++step) {
            quick_->step(best_.cost, random_);
            raise(static_cast<double>(quick_->bound()) / problem_.scale);
            if (settings_.primal && !done()) take(quick_->routing(best_.moves));
        }
        report("quick", step);
    }

    void begin() {
        if (!quick_) climb(first_climb);
        if (!over() && settings_.primal && settings_.start == nullptr) {
            if (!quick_) set_limit(any); // a descent may better what the search finds
            look(in_turn, quick_ ? order_of(best_.moves) : in_order(problem_));
            if (!done() && !follows_time(problem_)) look(in_turn, places(*chains_));
        }
        set_limit(best_.cost - 1);
        if (!over()) jump();
        if (!price(beginning) && settings_.primal) look(beginning.look);
        set_limit(best_.cost - 1);
        for (std::int32_t pass = 0; pass < few_passes && !over(); ++pass) improve();
    }

    // From poor prices two sweeps gain as much as many steps. Later the steps must not start from swept prices: they
    // stall.
    void jump() {
        for (std::int32_t round = 0; round < 2 && !over(); ++round) {
            sweep_utterances(*chains_, Side::ahead, {}, random_);
            if (!over()) sweep_utterances(*chains_, Side::behind, {}, random_);
        }
        note_bound(chains_->bound);
        ascent_->restart(*chains_);
        report("jump", 0);
    }

    void settle() {
        for (std::int32_t round = 0; round < most_rounds && !over(); ++round) {
            const std::int64_t bound = chains_->bound, best = best_.cost;
            ascent_->hurry(wide());
            const Round& next = wide() ? settling_wide : single_words(problem_) ? settling_words : settling;
            if (!price(next)) by_table(before_search * (1 + round));
            if (over()) return;
            chains_->compact();
            if (settings_.primal) look(next.look);
            set_limit(best_.cost - 1);
            if (best == best_.cost &&
                static_cast<double>(chains_->bound - bound) < settings_.little * open() * problem_.scale)
                return;
        }
    }

    // Looks for a routing that costs at most `most`. Returns whether there is none, or the best one is found.
    bool guess(std::int64_t most, std::int64_t width) {
        set_limit(most);
        pass(*chains_, Side::behind);
        price(guessing);
        note_bound(chains_->bound);
        return over() || look({width, any, any});
    }

    void guesses() {
        std::int64_t width = settings_.first_width, above = 0;
        while (!done()) {
            const Closed closed = closed_in(*chains_);
            const std::int64_t most = std::min(least() + above, best_.cost - 1), best = best_.cost;
            const bool last = most == best_.cost - 1;
            const bool complete = guess(most, width);
            if (!last || best_.cost < best) restore(*chains_, closed);
            if (complete || best_.cost < best) continue;
            above = std::max<std::int64_t>(1, 2 * above);
            if (!last) continue;
            if (width >= settings_.most_width || stopped_) break; // a better routing may still be found
            above = 0;
            width *= wider;
        }
    }

    void solve() {
        pass(*chains_, Side::behind);
        note_bound(chains_->bound);
        if (settings_.prices) {
            if (!over()) begin();
            if (!over()) settle();
            if (!over()) improve_more();
            if (!over()) guesses();
            if (stopped_ && !done()) {
                out_of_memory_ = true;
                improve_at_last();
            }
            return;
        }
        for (std::int64_t width = settings_.first_width; !done() && !stopped_; width *= 2) {
            set_limit(best_.cost - 1);
            look({width, any, any});
        }
    }

    void report(const char* name, std::int64_t work) {
        note(name, chains_ ? chains_->alive_cells() : 0, work);
        certify(name);
    }

    void certify(const char* stage) const {
        if (!log_.certifies()) return;
        if (chains_)
            log_.certify(stage, problem_.scale, chains_->bound, chains_->utterance, chains_->word);
        else if (quick_ && !quick_->utterance_prices().empty()) // a step has been made
            log_.certify(stage, problem_.scale, quick_->bound(), quick_->utterance_prices(), quick_->word_prices());
    }

    std::optional<Quick> quick_;
    std::optional<Chains> chains_;
    std::optional<Ascent> ascent_;
    bool large_ = false;    // a pass takes 10 ms or more
    std::int64_t most_ = 0; // what the present limit stands for
    std::int32_t rounds_ = 0;
    bool out_of_memory_ = false;
    bool stopped_ = false; // the last search ran out of memory or time
};

} // namespace

Routing route_several(const RouteProblem& given, Problem problem, const Budget& budget, const Settings& settings) {
    const Problem made = ready(std::move(problem));
    return Router(given, made, budget, settings).run();
}

} // namespace hubbub::route
