// Random small problems against exhaustive search, with each stage of the schedule forced in turn. Usage: orc_random
// [problems] [seed]
#include "cases.hpp"
#include "route/full_table.hpp"
#include "route/router.hpp"
#include "scored.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

using namespace hubbub;

namespace {

std::int64_t best_from(const RouteProblem& problem, std::size_t n, std::vector<Row>& rows) {
    if (n == problem.utterances.size()) {
        std::int64_t total = 0;
        for (const Row& row : rows) total += row.back();
        return total;
    }
    std::int64_t best = -1;
    for (std::size_t j = 0; j < problem.streams.size(); ++j) {
        Row kept = push(rows[j], problem.utterances[n], problem.streams[j], problem.costs);
        std::swap(kept, rows[j]);
        const std::int64_t cost = best_from(problem, n + 1, rows);
        std::swap(kept, rows[j]);
        if (best < 0 || cost < best) best = cost;
    }
    return best;
}

// The lowest cost over all routings.
std::int64_t best_of(const RouteProblem& problem) {
    std::vector<Row> rows;
    for (const TimedWords& stream : problem.streams) rows.push_back(first_row(stream.size(), problem.costs));
    if (!rows.empty()) return best_from(problem, 0, rows);
    std::int64_t deleted = 0;
    for (const TimedWords& utterance : problem.utterances) deleted += static_cast<std::int64_t>(utterance.size());
    return deleted * problem.costs.deletion;
}

class Maker {
  public:
    explicit Maker(std::uint64_t seed) : random_(seed) {}

    int upto(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }
    bool chance(int in) { return upto(in - 1) == 0; }

    // Half of the problems are meetings with errors, half are noise.
    Case problem() {
        Case made;
        const int streams = upto(6);
        const int most = streams <= 2 ? 10 : streams == 3 ? 8 : streams == 4 ? 6 : 5;
        const int vocabulary = chance(4) ? 1 : chance(2) ? 2 + upto(3) : 2 + upto(48);
        made.streams.resize(streams);
        const int utterances = upto(most);
        const bool noise = chance(2);
        for (int n = 0; n < utterances; ++n) {
            std::vector<Token> words(chance(8) ? 0 : 1 + upto(chance(5) ? 12 : 4));
            for (Token& word : words) word = upto(vocabulary - 1);
            const int at = chance(2) ? n % std::max(1, streams) : upto(std::max(1, streams) - 1);
            for (const Token word : words) {
                if (noise || streams == 0 || chance(5)) continue;
                auto& stream = made.streams[at];
                stream.push_back(chance(5) ? upto(vocabulary - 1) : word);
                if (chance(6)) stream.push_back(upto(vocabulary - 1));
            }
            made.utterances.push_back(words);
        }
        for (auto& stream : made.streams) {
            if (!noise || chance(5)) continue;
            for (int k = upto(12); k > 0; --k) stream.push_back(upto(vocabulary - 1));
        }
        if (chance(3)) made.costs = {chance(3) ? upto(3) : 0, upto(5), upto(4), upto(4)};
        if (chance(20)) made.costs = {0, 3000, 2000, 1001};
        made.queues.assign(made.utterances.size(), 0);
        return made;
    }

    route::Settings settings() {
        route::Settings made;
        if (chance(2)) made.table_work = chance(2) ? 0 : upto(100);
        made.plain_rows = chance(3);
        made.primal = !chance(2);
        made.ascent = !chance(2);
        made.row_rounds = chance(2) ? 0 : upto(6);
        made.margin = chance(3) ? 8 : upto(8) / 4.0;
        made.windows_first = chance(2);
        made.window_size = 1 + upto(6);
        made.window_width = 1 + upto(chance(2) ? 4 : 100);
        made.search_work = chance(2) ? upto(20) + 1 : 100000;
        made.wide_gap = chance(2) ? 0 : 12;
        if (chance(2)) made.large_rows = 0;
        return made;
    }

  private:
    std::mt19937_64 random_;
};

void print(const Case& problem) {
    const auto show = [](const char* name, const std::vector<std::vector<Token>>& all) {
        for (const auto& words : all) {
            std::printf("%s:", name);
            for (const Token word : words) std::printf(" %d", word);
            std::printf("\n");
        }
    };
    std::printf("costs %d %d %d %d\n", problem.costs.correct, problem.costs.substitution, problem.costs.insertion,
                problem.costs.deletion);
    show("utterance", problem.utterances);
    show("stream", problem.streams);
}

} // namespace

int main(int count, char** arguments) {
    const long problems = count > 1 ? std::atol(arguments[1]) : 2000;
    Maker maker(count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
    std::map<std::string, long> stages;
    for (long k = 0; k < problems; ++k) {
        const Case problem = maker.problem();
        RouteProblem given = problem.problem();
        const int speakers = maker.upto(3);
        for (std::size_t n = 0; n < given.utterances.size() && speakers > 0; ++n)
            given.speaker_of.push_back(maker.upto(speakers - 1));
        const std::int64_t best = best_of(given);
        if (const Routing plain = route::route_full_table(given, {}); !optimal(given, plain, best)) {
            std::printf("problem %ld: the plain programme gives %lld, best is %lld\n", k,
                        static_cast<long long>(plain.cost), static_cast<long long>(best));
            print(problem);
            return 1;
        }
        for (const Budget& budget :
             {Budget{2000, 1e9, nullptr}, Budget{20000, 1e9, nullptr}, Budget{std::uint64_t{1} << 40, 0.0, nullptr},
              Budget{std::uint64_t{1} << 40, 1e9, nullptr, nullptr, maker.upto(30) * 1000.0}, Budget{}}) {
            route::Settings settings = maker.settings();
            if (budget.bytes > std::uint64_t{1} << 40) settings.most_limits = maker.upto(3);
            if (honest(given, route::route_with(given, budget, settings), best)) continue;
            std::printf("problem %ld: dishonest within a budget\n", k);
            print(problem);
            return 1;
        }
        for (int variant = 0; variant < 4; ++variant) {
            const route::Settings settings = variant == 0 ? route::Settings{} : maker.settings();
            const Routing routing = route::route_with(given, Budget{}, settings);
            for (const Stage& stage : routing.stages) ++stages[stage.name];
            if (optimal(given, routing, best)) continue;
            std::printf("problem %ld variant %d: got %lld (bound %lld, exact %d), best is %lld\n", k, variant,
                        static_cast<long long>(routing.cost), static_cast<long long>(routing.lower_bound),
                        routing.exact, static_cast<long long>(best));
            std::printf("plain %d primal %d ascent %d rounds %d margin %g windows %d size %d width %zu work %llu\n",
                        settings.plain_rows, settings.primal, settings.ascent, settings.row_rounds, settings.margin,
                        settings.windows_first, settings.window_size, settings.window_width,
                        static_cast<unsigned long long>(settings.search_work));
            print(problem);
            return 1;
        }
    }
    std::printf("%ld problems agree\n", problems);
    for (const auto& [stage, times] : stages) std::printf("%s: %ld\n", stage.c_str(), times);
    return 0;
}
