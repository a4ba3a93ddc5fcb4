// Runs the schedule's search of limits with a relaxation that settles each limit by itself and reports no stage, as if
// a bound alone were enough: the run must end right after the limit at which a reason to end occurred.
// A line of output is: what ended the run, and after how many limits.
#include <cstdio>
#include <functional>

// The unchanged schedule of router.cpp, with relaxations defined here.
#define relax_one_queue scripted_one
#define relax_several_queues scripted_several
#define solve_by_table scripted_start
#define route_with scripted_route
#include "route/router.cpp"

namespace hubbub::route {
namespace {

constexpr int most_limits = 50;

std::function<void(Incumbent&)> script; // the effect of decide()
int limits;

class Scripted final : public Relaxation {
  public:
    explicit Scripted(Incumbent& run) : Relaxation(run) {}
    bool begin() override {
        run_.take_first_stream();
        return true;
    }
    Rounds rounds() const override { return {0, 0}; }
    void raise_prices(int) override {}
    void try_table(int) override {}
    void improve_routing(int) override {}
    int passes() const override { return 0; }
    std::int64_t next_limit() override { return run_.least(); }
    void decide(std::int64_t) override {
        ++limits;
        script(run_);
    }
};

class AtThree final : public StopSign {
    void check() const override {
        if (limits == 3) throw Stopped();
    }
};

void print_run(const char* what, std::int32_t queues, Budget budget, std::function<void(Incumbent&)> decide) {
    const std::vector<Token> reference[]{{0, 1, 2}, {3, 4}, {5, 6, 7}}, hypothesis[]{{0, 1, 3}, {4, 5, 7}};
    RouteProblem problem;
    for (const auto& words : reference) problem.utterances.emplace_back(words);
    for (const auto& words : hypothesis) problem.streams.emplace_back(words);
    problem.queue_of = {0, queues - 1, 0};
    Settings settings;
    settings.most_limits = most_limits;
    script = std::move(decide);
    limits = 0;
    try {
        const Routing found = scripted_route(problem, budget, settings);
        std::printf("%s, %d: %s after %d\n", what, queues, name_of(found.ended), limits);
    } catch (const Stopped&) {
        std::printf("%s, %d: stopped after %d\n", what, queues, limits);
    }
}

} // namespace

void scripted_start(Incumbent&) {}
std::unique_ptr<Relaxation> scripted_one(Incumbent& run) { return std::make_unique<Scripted>(run); }
std::unique_ptr<Relaxation> scripted_several(Incumbent& run) { return std::make_unique<Scripted>(run); }

} // namespace hubbub::route

int main() {
    using namespace hubbub;
    using namespace hubbub::route;
    const AtThree sign;
    Budget no_time, little_work, watched;
    no_time.seconds = 0;
    little_work.work = 2500;
    watched.stop = &sign;
    for (const std::int32_t queues : {1, 2}) {
        print_run("time", queues, no_time, [](Incumbent&) {});
        print_run("work", queues, little_work, [](Incumbent&) { spend(1000); });
        print_run("stop", queues, watched, [](Incumbent&) {});
        print_run("bound", queues, {}, [](Incumbent& run) { run.exclude_up_to(limits < 4 ? 0 : run.best.cost); });
        print_run("nothing", queues, {}, [](Incumbent&) {});
    }
}
