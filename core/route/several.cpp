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

#include "route/bound/ascent.hpp"
#include "route/bound/blocks.hpp"
#include "route/bound/quick.hpp"
#include "route/bound/sweep.hpp"
#include "route/schedule.hpp"
#include "route/search/search.hpp"
#include "route/standing.hpp"
#include "route/table/guided.hpp"

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

class Router : Standing {
  public:
    // The problem is ready.
    Router(const RouteProblem& given, const Problem& problem, const Budget& budget, const Settings& settings)
        : Standing(given, problem, budget, settings, std::max(settings.window, 1)) {}

    Routing run() {
        if (settings_.quick && settings_.prices && Quick::fits(problem_, watch_.bytes)) quick_.emplace(problem_);
        first();
        proven_ = least_possible();
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
        return log_.finish(best_, proven_, late ? watch_.ended() : Ended::memory);
    }

  private:
    // ---- routings -------------------------------------------------------------------------------------------------

    std::vector<std::int32_t> in_order() const {
        std::vector<std::int32_t> rank(problem_.utterances.size());
        std::iota(rank.begin(), rank.end(), 0);
        return rank;
    }
    std::vector<std::int32_t> best_order() const {
        std::vector<std::int32_t> rank(best_.moves.size());
        for (std::size_t t = 0; t < rank.size(); ++t) rank[best_.moves[t].utterance] = static_cast<std::int32_t>(t);
        return rank;
    }

    void first() {
        if (settings_.start != nullptr) {
            take_start();
        } else if (settings_.primal && quick_) {
            take(quick_->first_routing());
        } else if (settings_.primal && follows_time()) {
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
        proven_ = std::max(proven_, bound::bound_by_equal_prices(problem_, watch_));
    }

    // Where the gap stays wide, guesses lead nowhere yet and a better routing is worth more.
    void improve_more() {
        for (std::int32_t round = 0; round < (wide() ? 10 : 2) && !over() && !stretches_.exhausted(3); ++round)
            improve();
    }

    // No proof fits into the memory, but there may be time left.
    void improve_at_last() {
        while (!done() && !stretches_.exhausted() && settings_.window != 0 && settings_.primal) improve();
    }

    // ---- limits and bounds ----------------------------------------------------------------------------------------

    // Whatever is paired: the side with more words has the rest of them inserted or deleted.
    std::int64_t least_possible() const {
        std::int64_t words = 0;
        for (const TimedWords& stream : problem_.stream) words += static_cast<std::int64_t>(stream.size());
        for (const Utterance& utterance : problem_.utterances)
            words -= static_cast<std::int64_t>(utterance.words.size());
        return words > 0 ? words * problem_.insertion : -words * problem_.steps.deletion;
    }

    // Only routings that cost at most `most` are looked for; one less than the best known, or a guess below that.
    void set_limit(std::int64_t most) {
        most_ = most;
        chains_->limit = (settings_.closing ? most : std::int64_t{1} << 40) * problem_.scale;
    }

    // The bound speaks of routings within the limit only; others cost more than the limit.
    void note_bound(std::int64_t bound) {
        const std::int64_t whole = chains_->nothing_left ? most_ + 1 : (bound + problem_.scale - 1) / problem_.scale;
        proven_ = std::max(proven_, std::min(whole, most_ + 1));
    }

    bool done() const { return proven_ >= best_.cost || watch_.late(); }
    bool over() const { return chains_->nothing_left || done(); }
    double gap() const { return static_cast<double>(best_.cost * problem_.scale - chains_->bound); }

    // A long meeting that is far from closed: fewer and longer stages get on faster.
    bool wide() const { return large_ && gap() > 0.02 * static_cast<double>(best_.cost * problem_.scale); }

    // Until a good routing is known the steps aim a little above the bound.
    double target() const {
        const double near_bound = static_cast<double>(chains_->bound) * 1.2 + 4.0 * problem_.scale;
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

    bool look(std::int64_t width, std::int32_t window, std::int32_t lag) {
        return look(width, window, lag, best_order());
    }
    // Returns whether the search left nothing out.
    bool look(std::int64_t width, std::int32_t window, std::int32_t lag, const std::vector<std::int32_t>& rank) {
        SearchOptions options;
        options.width = width;
        options.window = window;
        options.lag = lag;
        options.bytes = spare_bytes_ / 2;
        options.dominance = settings_.dominance;
        options.commutation = settings_.commutation;
        const SearchResult result = search::search(*chains_, rank, options, watch_);
        // All that cost at most `most_` were looked at. One that costs more may come out too, since the guide sees no
        // cost in the words after the last utterance; nothing is known of others like it.
        if (result.complete)
            proven_ =
                std::max(proven_, result.found.moves.empty() ? most_ + 1 : std::min(result.found.cost, most_ + 1));
        else
            note_bound(result.bound);
        if (!result.found.moves.empty()) descend(result.found.moves, most_sweeps);
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
        if (!done()) climb_quickly(24 * lightness());
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
            chains_ ? table::route_by_prices(problem_, chains_->utterance, chains_->word, proven_, best_.cost - 1, work,
                                             watch_)
                    : table::route_by_prices(problem_, quick_->utterance_prices(), quick_->word_prices(), proven_,
                                             best_.cost - 1, work, watch_);
        take(result.found);
        proven_ = std::max(proven_, result.proven);
        report("table", static_cast<std::int64_t>(result.work));
    }

    // Then a table may be enough; in short meetings a few more steps take less than setting one up.
    bool nearly_done() const {
        return best_.cost - proven_ <= small_gap && static_cast<std::int32_t>(problem_.utterances.size()) >= not_short;
    }

    // Without times, or where every word goes its own way, too many places in the queues are open.
    bool worth_tables() const { return problem_.carrier.timed() && !single_words(); }
    bool single_words() const { return problem_.words_said() < 2 * problem_.utterance_count(); } // as in MD-WER

    // How much cheaper a quick step is than one of the chains; more than a few times need not be told.
    std::int32_t lightness() const {
        const std::uint64_t dense = bound::chain_bytes(problem_) / (2 * sizeof(Value));
        return static_cast<std::int32_t>(std::clamp<std::uint64_t>(dense / (quick_->cells() + 1), 1, 4));
    }

    void climb_quickly(std::int32_t steps) {
        std::int32_t step = 0;
        for (; step < steps && !done(); ++step) {
            quick_->step(best_.cost, random_);
            proven_ = std::max(proven_, (quick_->bound() + problem_.scale - 1) / problem_.scale);
            if (settings_.primal && !done()) take(quick_->routing(best_.moves));
        }
        shown_ = std::max(shown_, static_cast<double>(quick_->bound()) / problem_.scale);
        report("quick", step);
    }

    void begin() {
        if (!quick_) climb(8);
        if (!over() && settings_.primal && settings_.start == nullptr) {
            if (!quick_) set_limit(any); // a descent may better what the search finds
            look(16, close_by, 0, quick_ ? best_order() : in_order());
            if (!done() && !follows_time()) look(16, close_by, 0, places(*chains_));
        }
        set_limit(best_.cost - 1);
        if (!over()) jump();
        if (!over()) climb(40);
        if (!over()) sweep(1);
        if (!over() && settings_.primal) look(16, close_by, 5);
        set_limit(best_.cost - 1);
        for (std::int32_t round = 0; round < 2 && !over(); ++round) improve();
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

    // Or are the utterances given speaker after speaker?
    bool follows_time() const {
        std::size_t changes = 0;
        for (std::size_t n = 1; n < problem_.utterances.size(); ++n)
            changes += problem_.utterances[n].speaker != problem_.utterances[n - 1].speaker;
        return problem_.speakers == 1 || changes * 4 >= problem_.utterances.size();
    }

    void settle() {
        for (std::int32_t round = 0; round < 16 && !over(); ++round) {
            const std::int64_t bound = chains_->bound, best = best_.cost;
            ascent_->hurry(wide());
            climb(wide() ? 80 : single_words() ? steps_of_words : 40);
            if (!over()) sweep(2);
            if (!over()) by_table(before_search * (1 + round));
            if (over()) return;
            chains_->compact();
            if (settings_.primal) look(32, close_by, any);
            set_limit(best_.cost - 1);
            if (best == best_.cost && static_cast<double>(chains_->bound - bound) < settings_.little * gap()) return;
        }
    }

    // Looks for a routing that costs at most `most`. Returns whether there is none, or the best one is found.
    bool guess(std::int64_t most, std::int64_t width) {
        set_limit(most);
        pass(*chains_, Side::behind);
        if (!over()) climb(20);
        if (!over()) sweep(2);
        note_bound(chains_->bound);
        return over() || look(width, any, any);
    }

    void guesses() {
        std::int64_t width = settings_.first_width, above = 0;
        while (!done()) {
            const Closed closed = closed_in(*chains_);
            const std::int64_t most = std::min(proven_ + above, best_.cost - 1), best = best_.cost;
            const bool last = most == best_.cost - 1;
            const bool complete = guess(most, width);
            if (!last || best_.cost < best) restore(*chains_, closed);
            if (complete || best_.cost < best) continue;
            above = std::max<std::int64_t>(1, 2 * above);
            if (!last) continue;
            if (width >= settings_.most_width || stopped_) break; // a better routing may still be found
            above = 0;
            width *= 16;
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
            look(width, any, any);
        }
    }

    // The proven bound with its fraction, where it is the chains' own. As note_bound: beyond the limit they say
    // nothing.
    double shown_bound() {
        if (chains_) {
            const double chains = static_cast<double>(chains_->bound) / problem_.scale;
            shown_ = std::max(shown_, std::min(chains, static_cast<double>(most_ + 1)));
        }
        const auto proven = static_cast<double>(std::min(proven_, best_.cost));
        return proven_ < best_.cost && shown_ > proven - 1 ? std::min(shown_, proven) : proven;
    }

    void report(const char* name, std::int64_t work) {
        log_.note(name, best_.cost, shown_bound(), chains_ ? chains_->alive_cells() : 0, work);
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
    bool large_ = false; // a pass takes 10 ms or more
    std::int64_t proven_ = 0;
    std::int64_t most_ = 0; // what the present limit stands for
    std::int32_t rounds_ = 0;
    bool out_of_memory_ = false;
    bool stopped_ = false; // the last search ran out of memory or time
    double shown_ = 0;     // the highest bound of the chains
};

} // namespace

Routing route_several(const RouteProblem& given, Problem problem, const Budget& budget, const Settings& settings) {
    const Problem made = ready(std::move(problem));
    return Router(given, made, budget, settings).run();
}

} // namespace hubbub::route
