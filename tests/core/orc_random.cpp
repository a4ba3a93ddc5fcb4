// Random small problems against every routing there is, with each stage of the schedule forced in turn.
// Usage: orc_random [problems] [seed]
#include "route/orc.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

using namespace hubbub;

namespace {

struct Problem {
    std::vector<std::vector<Token>> utterances, streams;
    Costs costs;
};

using Row = std::vector<std::int64_t>;

Row push(const Row& row, const std::vector<Token>& words, const std::vector<Token>& stream, const Costs& costs) {
    Row now = row;
    for (const Token word : words) {
        Row next(now.size());
        for (std::size_t h = 0; h < now.size(); ++h) {
            next[h] = now[h] + costs.deletion;
            if (h > 0) {
                next[h] = std::min(
                    {next[h], next[h - 1] + costs.insertion, now[h - 1] + pair_cost(word, stream[h - 1], costs)});
            }
        }
        now = next;
    }
    return now;
}

Row first_row(const std::vector<Token>& stream, const Costs& costs) {
    Row row;
    for (std::size_t h = 0; h <= stream.size(); ++h) row.push_back(static_cast<std::int64_t>(h) * costs.insertion);
    return row;
}

std::int64_t rows_cost(const std::vector<Row>& rows) {
    std::int64_t total = 0;
    for (const Row& row : rows) total += row.back();
    return total;
}

std::int64_t best_from(const Problem& problem, std::size_t n, std::vector<Row>& rows) {
    if (n == problem.utterances.size()) return rows_cost(rows);
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

std::vector<Row> first_rows(const Problem& problem) {
    std::vector<Row> rows;
    for (const auto& stream : problem.streams) rows.push_back(first_row(stream, problem.costs));
    return rows;
}

std::int64_t cost_of(const Problem& problem, const std::vector<std::int32_t>& stream_of) {
    std::vector<Row> rows = first_rows(problem);
    for (std::size_t n = 0; n < problem.utterances.size(); ++n) {
        Row& row = rows[stream_of[n]];
        row = push(row, problem.utterances[n], problem.streams[stream_of[n]], problem.costs);
    }
    return rows_cost(rows);
}

class Maker {
  public:
    explicit Maker(std::uint64_t seed) : random_(seed) {}

    int upto(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }
    bool chance(int in) { return upto(in - 1) == 0; }

    // Half of the problems are meetings with errors, half are noise.
    Problem problem() {
        Problem made;
        const int streams = 1 + upto(5);
        const int most = streams <= 2 ? 10 : streams == 3 ? 8 : streams == 4 ? 6 : 5;
        const int vocabulary = chance(4) ? 1 : chance(2) ? 3 : 50;
        made.streams.resize(streams);
        const int utterances = upto(most);
        const bool noise = chance(2);
        for (int n = 0; n < utterances; ++n) {
            std::vector<Token> words(chance(8) ? 0 : 1 + upto(chance(5) ? 12 : 4));
            for (Token& word : words) word = upto(vocabulary - 1);
            auto& stream = made.streams[chance(2) ? n % streams : upto(streams - 1)];
            for (const Token word : words) {
                if (noise || chance(5)) continue;
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
        return made;
    }

    orc::Settings settings() {
        orc::Settings made;
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
        return made;
    }

  private:
    std::mt19937_64 random_;
};

void print(const Problem& problem) {
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

bool agree(const Problem& problem, const Routing& routing, std::int64_t best) {
    return routing.exact && routing.cost == best && routing.lower_bound == best &&
           cost_of(problem, routing.stream_of) == best;
}

// Whatever the budget, the answer must be honest.
bool honest(const Problem& problem, const Routing& routing, std::int64_t best) {
    return routing.lower_bound <= best && best <= routing.cost && routing.cost == cost_of(problem, routing.stream_of) &&
           routing.exact == (routing.lower_bound == routing.cost);
}

} // namespace

int main(int count, char** arguments) {
    const long problems = count > 1 ? std::atol(arguments[1]) : 2000;
    Maker maker(count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
    for (long k = 0; k < problems; ++k) {
        const Problem problem = maker.problem();
        RouteProblem given;
        for (const auto& words : problem.utterances) given.utterances.push_back(Words(words));
        for (const auto& words : problem.streams) given.streams.push_back(Words(words));
        given.queue_of.assign(problem.utterances.size(), 0);
        given.costs = problem.costs;
        std::vector<Row> rows = first_rows(problem);
        const std::int64_t best = best_from(problem, 0, rows);
        for (const Budget& budget : {Budget{2000, 1e9, nullptr}, Budget{20000, 1e9, nullptr},
                                     Budget{std::uint64_t{1} << 40, 0.0, nullptr}, Budget{}}) {
            orc::Settings settings = maker.settings();
            if (budget.bytes > std::uint64_t{1} << 40) settings.most_limits = maker.upto(3);
            if (honest(problem, orc::route_with(given, budget, settings), best)) continue;
            std::printf("problem %ld: dishonest within a budget\n", k);
            print(problem);
            return 1;
        }
        for (int variant = 0; variant < 4; ++variant) {
            const orc::Settings settings = variant == 0 ? orc::Settings{} : maker.settings();
            const Routing routing = orc::route_with(given, Budget{}, settings);
            if (agree(problem, routing, best)) continue;
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
    return 0;
}
