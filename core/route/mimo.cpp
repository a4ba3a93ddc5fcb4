#include "mimo.hpp"

#include "mimo_ascent.hpp"
#include "mimo_descent.hpp"
#include "mimo_order.hpp"
#include "mimo_primal.hpp"
#include "mimo_settings.hpp"
#include "mimo_windows.hpp"
#include "mimo_words.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace hubbub::mimo {

namespace {

class Router {
public:
    Router(const RouteProblem& problem, const Budget& budget, const Settings& settings)
        : problem_(problem), budget_(budget), settings_(settings), model_(make_model(problem)), chains_(model_), ascent_(chains_) {}

    Routing run() {
        start();
        if (model_.streams == 0 || model_.utterances.empty()) {
            proven_ = best_cost_;
        } else {
            solve();
        }
        Routing routing = make_routing(problem_, model_, best_);
        routing.lower_bound = std::min(proven_, best_cost_) * model_.unit;
        routing.exact = routing.lower_bound == routing.cost;
        return routing;
    }

private:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    }
    bool late() const { return seconds() > budget_.seconds; }

    void start() {
        rank_.resize(model_.utterances.size());
        for (std::size_t n = 0; n < rank_.size(); ++n) {
            rank_[n] = static_cast<std::int32_t>(n);
            best_.push_back({static_cast<std::int32_t>(n), -1});
        }
        best_cost_ = cost_of(model_, best_);
        if (settings_.start != nullptr) take_start();
        set_limit(best_cost_ - 1);
    }

    void take_start() {
        std::vector<std::int32_t> utterance(problem_.utterances.size(), -1), stream(problem_.streams.size(), -1);
        for (std::size_t n = 0; n < model_.utterances.size(); ++n)
            utterance[model_.utterances[n].source] = static_cast<std::int32_t>(n);
        for (std::size_t j = 0; j < model_.stream_source.size(); ++j)
            stream[model_.stream_source[j]] = static_cast<std::int32_t>(j);
        std::vector<Move> moves;
        for (const Move& move : *settings_.start)
            if (utterance[move.utterance] >= 0)
                moves.push_back({utterance[move.utterance], move.stream < 0 ? -1 : stream[move.stream]});
        take(moves, cost_of(model_, moves));
    }

    // Only routings that cost at most `most` are looked for; one less than the best known, or a guess below that.
    void set_limit(std::int64_t most) {
        most_ = most;
        chains_.limit = (settings_.fixing ? most : std::int64_t{1} << 40) * model_.scale;
    }

    // The bound speaks of routings within the limit only; others cost more than the limit.
    void note_bound(std::int64_t bound) {
        const std::int64_t whole = chains_.nothing_left ? most_ + 1 : (bound + model_.scale - 1) / model_.scale;
        proven_ = std::max(proven_, std::min(whole, most_ + 1));
    }

    // The limit is left as it is.
    void offer(std::vector<Move> moves) {
        const std::int64_t found = cost_of(model_, moves);
        const std::int64_t cost = descend(model_, moves, 4, budget_);
        if (settings_.trace)
            std::fprintf(stderr, "  descent  %lld -> %lld %.3fs\n", (long long)found, (long long)cost, seconds());
        take(moves, cost);
    }

    void take(const std::vector<Move>& moves, std::int64_t cost) {
        if (cost >= best_cost_) return;
        best_cost_ = cost;
        best_ = moves;
        for (std::size_t t = 0; t < best_.size(); ++t) rank_[best_[t].utterance] = static_cast<std::int32_t>(t);
    }

    // A long routing is improved in windows, cut at other places each time, until that gains nothing.
    void improve() {
        const std::int32_t size = settings_.window;
        if (size == 0 || static_cast<std::int32_t>(best_.size()) < 2 * size) return;
        for (std::int32_t round = 0; round < 4 && !late(); ++round) {
            std::vector<Move> moves = best_;
            const Budget rest{budget_.bytes, budget_.seconds - seconds(), budget_.stop};
            improve_windows(model_, moves, size, round % 2 == 0 ? 0 : size / 2, rest);
            const std::int64_t cost = descend(model_, moves, 2, budget_);
            if (settings_.trace)
                std::fprintf(stderr, "  windows  %lld -> %lld %.3fs\n", (long long)best_cost_, (long long)cost, seconds());
            const std::int64_t gain = best_cost_ - cost;
            take(moves, cost);
            if (gain < 2 && round > 0) break;
        }
        set_limit(best_cost_ - 1);
    }

    void report(const char* stage) const {
        if (!settings_.trace) return;
        std::fprintf(stderr, "  %-8s bound %.3f best %lld alive %lld rate %.3f  %.3fs\n", stage,
                     double(chains_.bound) / model_.scale, static_cast<long long>(best_cost_),
                     static_cast<long long>(chains_.alive_cells()), ascent_.rate(), seconds());
    }

    // Until a routing is known the steps aim a little above the bound.
    double target() const {
        const double guess = double(chains_.bound) * 1.2 + 4.0 * model_.scale;
        return std::min(guess, double(most_ + 1) * model_.scale);
    }

    void climb(std::int32_t steps) {
        ascent_.run(chains_, steps, target(), random_);
        note_bound(chains_.bound);
        report("ascent");
    }

    void sweep(std::int32_t rounds, bool words) {
        for (std::int32_t round = 0; round < rounds && !chains_.nothing_left; ++round, ++rounds_) {
            budget_.check_stop();
            if (late()) break;
            Placing utterances{0.5, 0}, word{0.1, 0};
            if (rounds_ % 2 == 1) word = {0, 1};
            if (rounds_ >= 4) utterances = rounds_ % 2 == 1 ? Placing{0.05, 0.1} : Placing{0.85, 0.1};
            if (round == 0) utterances = {0, 0, true};
            sweep_utterances(chains_, Side::ahead, utterances, random_);
            if (!chains_.nothing_left) sweep_utterances(chains_, Side::behind, utterances, random_);
            if (!chains_.nothing_left && words && settings_.word_prices) sweep_words(chains_, 1, word, random_);
            note_bound(chains_.bound);
        }
        report("sweep");
        if (!chains_.nothing_left && agree(chains_)) {
            note_bound(chains_.bound);
            report("agree");
        }
    }

    bool done() const { return proven_ >= best_cost_; }

    // Returns whether the search left nothing out.
    bool look(std::int64_t width, std::int32_t window, std::int32_t lag) {
        SearchOptions options;
        options.width = width;
        options.window = window;
        options.lag = lag;
        options.dominance = settings_.dominance;
        options.commutation = settings_.commutation;
        const SearchResult result = search(chains_, rank_, options, budget_);
        if (result.complete) proven_ = std::max(proven_, result.found ? result.cost : most_ + 1);
        else note_bound(result.bound);
        if (result.found) offer(result.moves);
        if (settings_.trace)
            std::fprintf(stderr, "  search   most %lld width %lld lag %d complete %d found %d cost %lld bound %.3f states %lld best %lld %.3fs\n",
                         (long long)most_, (long long)width, lag, result.complete, result.found, (long long)result.cost,
                         double(result.bound) / model_.scale, (long long)result.states, (long long)best_cost_, seconds());
        return result.complete;
    }

    static constexpr std::int32_t any = 1 << 29;

    // With poor prices: a first routing, and steps that aim at its cost.
    void begin() {
        climb(8);
        if (!done() && settings_.start == nullptr) look(16, 60, 0);
        set_limit(best_cost_ - 1);
        if (!done()) climb(40);
        if (!done()) sweep(1, false);
        if (!done()) look(16, 60, 5);
        set_limit(best_cost_ - 1);
        if (!done()) improve();
    }

    // Prices and closed cells under the true limit, until the prices gain little.
    void settle() {
        for (std::int32_t round = 0; round < 8 && !done() && !late(); ++round) {
            const std::int64_t before = chains_.bound;
            climb(40);
            if (done()) return;
            sweep(2, true);
            if (done()) return;
            const std::int64_t best = best_cost_;
            look(32, 60, any);
            set_limit(best_cost_ - 1);
            const double gap = double(best_cost_) * model_.scale - double(chains_.bound);
            if (best == best_cost_ && double(chains_.bound - before) < 0.1 * gap) return;
        }
    }

    // Looks for a routing that costs at most `most`, which may be less than the best can be: then everything closes soon.
    bool guess(std::int64_t most, std::int64_t width) {
        set_limit(most);
        pass(chains_, Side::behind);
        if (!chains_.nothing_left) climb(20);
        if (!chains_.nothing_left) sweep(2, true);
        note_bound(chains_.bound);
        return chains_.nothing_left || look(width, any, any);
    }

    void solve() {
        pass(chains_, Side::behind);
        note_bound(chains_.bound);
        std::int64_t width = settings_.first_width;
        if (!settings_.prices) {
            for (; !done() && !late(); width *= 2) {
                set_limit(best_cost_ - 1);
                look(width, any, any);
            }
            return;
        }
        begin();
        settle();
        width = std::max<std::int64_t>(width, 64);
        std::int64_t above = 0;
        while (!done() && !late()) {
            budget_.check_stop();
            const Closed closed = closed_in(chains_);
            const std::int64_t most = std::min(proven_ + above, best_cost_ - 1);
            const bool last = most == best_cost_ - 1;
            const std::int64_t best = best_cost_;
            const bool complete = guess(most, width);
            if (!last || best_cost_ < best) restore(chains_, closed);
            if (complete || best_cost_ < best) continue;
            above = std::max<std::int64_t>(1, 2 * above);
            if (!last) continue;
            if (width >= settings_.most_width) break;
            above = 0;
            width *= 4;
        }
    }

    const RouteProblem& problem_;
    const Budget& budget_;
    const Settings& settings_;
    Model model_;
    Chains chains_;
    Ascent ascent_;
    Random random_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    std::vector<std::int32_t> rank_;
    std::vector<Move> best_;
    std::int64_t best_cost_ = 0;
    std::int64_t proven_ = 0;
    std::int64_t most_ = 0; // what the present limit stands for
    std::int32_t rounds_ = 0;
};

} // namespace

Routing route(const RouteProblem& problem, const Budget& budget, const Settings& settings) {
    return Router(problem, budget, settings).run();
}

} // namespace hubbub::mimo

namespace hubbub {

Routing route_mimo(const RouteProblem& problem, const Budget& budget) {
    return mimo::route(problem, budget, mimo::Settings{});
}

} // namespace hubbub
