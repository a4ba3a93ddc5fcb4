// The schedule, for one queue and for several:
//
//   solve_by_table   everything at once, if times leave few cells (one queue)
//   begin            a first routing and a first bound
//   settle           rounds of better prices, a table of the cells that are left if it is small, and a search for a
//   better
//                    routing, until a round gains little
//   try_limits       is there a routing within a limit slightly above the bound? While the gap is wide, better routings
//   first at last          if no proof fits into the memory: better routings until the budget is used up
//
// If the search within a limit fails completely, the bound rises above the limit; if it succeeds, the incumbent
// improves. Either way the gap shrinks. A low limit prunes far more cells than the incumbent's cost, so limits near the
// bound are cheap. Stages are balanced by counts; only the end of the run depends on the clock.
#include "route/router.hpp"

#include "route/relaxation.hpp"

#include <utility>

namespace hubbub::route {
namespace {

class Router {
  public:
    // The problem need not be ready.
    Router(const RouteProblem& input, Problem problem, const Budget& budget, const Settings& settings)
        : problem_(std::move(problem)), settings_(settings), one_queue_(problem_.speakers == 1 && !settings.as_several),
          run_(input, problem_, budget, settings, one_queue_ ? one_queue::neighborhood : settings.neighborhood) {}

    Routing run() {
        const Ended ended = ending([&] { solve(); });
        // At any budget the routing is at most as expensive as cpWER's pairing.
        if (ended != Ended::proven && settings_.start == nullptr) run_.take_by_speakers();
        if (ended == Ended::memory && fits_memory_) ending([&] { run_.improve(no_end, all_kinds); });
        return run_.finish(ended);
    }

  private:
    // What ends the work; if nothing else does, the memory is too small to continue.
    template <class Work> Ended ending(Work work) {
        try {
            work();
        } catch (const Over& over) {
            return over.why;
        }
        return Ended::memory;
    }

    void solve() {
        run_.take_start();
        if (one_queue_) solve_by_table(run_);
        problem_ = ready(std::move(problem_), settings_.plain_rows);
        relaxation_ = one_queue_ ? relax_one_queue(run_) : relax_several_queues(run_);
        if (!relaxation_->begin()) return run_.by_parts();
        settle();
        if (!settings_.graphs) return;
        fits_memory_ = true;
        try_limits();
    }

    void settle() {
        const Rounds rounds = relaxation_->rounds();
        for (int round = 0; round < rounds.most; ++round) {
            const double bound = run_.bound();
            const std::int64_t cost = run_.best.cost;
            relaxation_->raise_prices(round);
            relaxation_->try_table(round);
            relaxation_->improve_routing(round);
            const bool gained = run_.best.cost < cost || run_.bound() - bound >= rounds.little * run_.gap();
            if (round > 0 && !gained) return; // the first round is never the last
        }
    }

    void try_limits() {
        for (int attempt = 0; attempt < settings_.most_limits; ++attempt) {
            relaxation_->prepare();
            run_.improve(relaxation_->passes(), relaxation_->kinds());
            relaxation_->decide(std::min(relaxation_->next_limit(), run_.best.cost - 1));
            run_.check(); // a bound alone may settle an attempt, without a stage that reports
        }
        throw Over{Ended::work};
    }

    Problem problem_;
    const Settings& settings_;
    const bool one_queue_;
    Incumbent run_;
    std::unique_ptr<Relaxation> relaxation_;
    bool fits_memory_ = false; // whether the bounds fit into the memory
};

} // namespace

Routing route_with(const RouteProblem& input, const Budget& budget, const Settings& settings) {
    Problem problem = make_problem(input);
    if (problem.trivial()) return trivial_routing(input);
    return Router(input, std::move(problem), budget, settings).run();
}

} // namespace hubbub::route
