// The schedule's guesses with a relaxation that settles each by itself and reports no stage, as where a bound alone
// tells: whatever ends the run must end it after the guess at which it came true.
// A line of output is: what ended the run, and after how many guesses.
#include <cstdio>
#include <functional>

// The schedule of router.cpp as it is, around relaxations of ours.
#define relax_one_queue scripted_one
#define relax_several_queues scripted_several
#define solve_by_table scripted_start
#define route_with scripted_route
#include "route/router.cpp"

namespace hubbub::route {
namespace {

constexpr int most_guesses = 50;

std::function<void(Incumbent&)> script; // what a guess does
int guesses;

class Scripted final : public Relaxation {
  public:
    explicit Scripted(Incumbent& run) : Relaxation(run) {}
    bool begin() override {
        run_.take_first_stream();
        return true;
    }
    Rounds rounds() const override { return {0, 0}; }
    void raise_prices(int) override {}
    void table(int) override {}
    void look(int) override {}
    int passes() const override { return 0; }
    std::int64_t next_limit() override { return run_.least(); }
    void decide(std::int64_t) override {
        ++guesses;
        script(run_);
    }
};

class AtThree final : public StopSign {
    void check() const override {
        if (guesses == 3) throw Stopped();
    }
};

void tell(const char* what, std::int32_t queues, Budget budget, std::function<void(Incumbent&)> guess) {
    const std::vector<Token> said[]{{0, 1, 2}, {3, 4}, {5, 6, 7}}, heard[]{{0, 1, 3}, {4, 5, 7}};
    RouteProblem problem;
    for (const auto& words : said) problem.utterances.emplace_back(words);
    for (const auto& words : heard) problem.streams.emplace_back(words);
    problem.queue_of = {0, queues - 1, 0};
    Settings settings;
    settings.most_limits = most_guesses;
    script = std::move(guess);
    guesses = 0;
    try {
        const Routing found = scripted_route(problem, budget, settings);
        std::printf("%s, %d: %s after %d\n", what, queues, name_of(found.ended), guesses);
    } catch (const Stopped&) {
        std::printf("%s, %d: stopped after %d\n", what, queues, guesses);
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
        tell("time", queues, no_time, [](Incumbent&) {});
        tell("work", queues, little_work, [](Incumbent&) { spend(1000); });
        tell("stop", queues, watched, [](Incumbent&) {});
        tell("bound", queues, {}, [](Incumbent& run) { run.exclude_up_to(guesses < 4 ? 0 : run.best.cost); });
        tell("nothing", queues, {}, [](Incumbent&) {});
    }
}
