// The schedule, for one queue and for several:
//
//   table    everything at once, where times leave few cells open (one queue)
//   begin    a first routing and a first bound
//   settle   rounds: better prices, a table of what they leave if that is little, a look for a better routing; until a
//            round gains little
//   guesses  is there a routing within a limit a little above the bound? While the gap is wide, better routings first
//   at last  where no proof fits into the memory: better routings while there is time
//
// A guess that fails completely is a proof that the best routing costs more; one that succeeds is a better routing;
// either way the two ends approach each other. A low limit closes far more cells than the true one, so that guesses
// near the bound are cheap. Nothing here depends on the clock but the end: stages are balanced by counts.
#include "route/router.hpp"

#include "route/relaxation.hpp"

#include <utility>

namespace hubbub::route {
namespace {

class Router {
  public:
    // The problem need not be ready.
    Router(const RouteProblem& given, Problem problem, const Budget& budget, const Settings& settings)
        : problem_(std::move(problem)), settings_(settings), one_queue_(problem_.speakers == 1 && !settings.as_several),
          run_(given, problem_, budget, settings, one_queue_ ? one_queue::stretch : settings.window) {}

    Routing run() {
        const Ended ended = ending([&] { solve(); });
        // However little was asked for, it is no worse than what cpWER does.
        if (ended != Ended::proven && settings_.start == nullptr) run_.take_voices();
        if (ended == Ended::memory && whole_) ending([&] { run_.improve(no_end, all_kinds); });
        return run_.finish(ended);
    }

  private:
    // What ends the work: if nothing else does, the memory has no room for more.
    template <class Work> Ended ending(Work work) {
        try {
            work();
        } catch (const Over& over) {
            return over.why;
        }
        return Ended::memory;
    }

    void solve() {
        if (settings_.start != nullptr) run_.take_start();
        if (one_queue_) without_prices(run_);
        problem_ = ready(std::move(problem_), settings_.plain_rows);
        relaxation_ = one_queue_ ? relax_one(run_) : relax_several(run_);
        if (!relaxation_->begin()) return run_.by_stretches();
        settle();
        if (!settings_.graphs) return;
        whole_ = true;
        guesses();
    }

    void settle() {
        const Rounds rounds = relaxation_->rounds();
        for (int round = 0; round < rounds.most; ++round) {
            const double bound = run_.bound();
            const std::int64_t cost = run_.best.cost;
            relaxation_->raise_prices(round);
            relaxation_->table(round);
            relaxation_->look(round);
            const bool gained = run_.best.cost < cost || run_.bound() - bound >= rounds.little * run_.gap();
            if (round > 0 && !gained) return; // after the first there is always more to gain
        }
    }

    void guesses() {
        for (int guess = 0; guess < settings_.most_limits; ++guess) {
            relaxation_->prepare();
            run_.improve(relaxation_->passes(), few_kinds);
            relaxation_->decide(std::min(relaxation_->next_guess(), run_.best.cost - 1));
            run_.check(); // a guess may be settled by a bound alone, without a stage to report
        }
        throw Over{Ended::work};
    }

    Problem problem_;
    const Settings& settings_;
    const bool one_queue_;
    Standing run_;
    std::unique_ptr<Relaxation> relaxation_;
    bool whole_ = false; // the memory has room for the bounds
};

} // namespace

Routing route_with(const RouteProblem& given, const Budget& budget, const Settings& settings) {
    Problem problem = make_problem(given);
    if (problem.trivial()) return trivial_routing(given);
    return Router(given, std::move(problem), budget, settings).run();
}

} // namespace hubbub::route
