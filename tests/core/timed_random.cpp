// Random small meetings with times, ordered or not, against the full table: one queue and several, with the stages of
// the schedule forced in turn. Usage: timed_random [problems] [seed]
#include "draws.hpp"
#include "route/full_table.hpp"
#include "route/router.hpp"
#include "scored.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace hubbub;

namespace {

class Maker : public Draws {
  public:
    using Draws::Draws;

    // Reference words, and noisy copies of them on the streams. In an untidy meeting words are at random times.
    RouteProblem problem(std::vector<Spoken>& reference, std::vector<Spoken>& hypothesis, bool large = false) {
        const int streams = 1 + upto(large ? 3 : 4), most = large ? 60 : streams <= 2 ? 9 : 5;
        const int queues = large || chance(2) ? 1 : 3;
        const int count = large ? 40 : upto(queues > 1 ? 7 : streams <= 2 ? 12 : streams == 3 ? 8 : 5);
        const int vocabulary = chance(3) ? 1 : chance(2) ? 3 : 20, step = 1 + upto(8), collar = upto(12);
        const bool messy = chance(3);
        reference.assign(count, {});
        hypothesis.assign(streams, {});
        std::int64_t clock = 0;
        for (Spoken& one : reference) {
            Spoken& stream = hypothesis[upto(streams - 1)];
            for (int words = chance(8) ? 0 : 1 + upto(4); words > 0; --words) {
                const Token word = upto(vocabulary - 1);
                const std::int64_t start = messy ? upto(60) : clock;
                clock = start + (chance(4) ? 0 : upto(messy ? 20 : step));
                one.words.push_back(word);
                one.spans.push_back({start, clock});
                if (chance(5) || static_cast<int>(stream.words.size()) >= most) continue;
                const std::int64_t at = messy ? upto(60) : start + upto(3 * step) - step;
                stream.words.push_back(chance(5) ? upto(vocabulary - 1) : word);
                stream.spans.push_back({at - collar, at + (chance(3) ? 0 : upto(step)) + collar});
            }
            if (chance(3)) clock -= upto(10);
        }
        RouteProblem made;
        for (const Spoken& one : reference) {
            made.utterances.push_back({one.words, one.spans});
            made.queue_of.push_back(upto(queues - 1));
        }
        for (const Spoken& one : hypothesis) made.streams.push_back({one.words, one.spans});
        if (chance(3)) made.costs = {chance(3) ? upto(3) : 0, upto(5), upto(4), upto(4)};
        return made;
    }

    Routing orc(const RouteProblem& problem) {
        route::Settings settings;
        settings.table_work = chance(2) ? 0 : chance(2) ? upto(200) : 1e9;
        settings.plain_rows = chance(3);
        settings.primal = !chance(2);
        settings.ascent = !chance(2);
        settings.row_rounds = chance(2) ? 0 : upto(6);
        settings.margin = chance(3) ? 8 : upto(8) / 4.0;
        settings.windows_first = chance(2);
        settings.window_size = 1 + upto(6);
        settings.window_width = 1 + upto(30);
        settings.search_work = 1 + upto(40);
        return route::route_with(problem, Budget{}, settings);
    }

    // Solved by one table from the start, or without tables.
    Routing orc(const RouteProblem& problem, bool table) {
        route::Settings settings;
        settings.table_work = table ? 1e9 : 0;
        settings.plain_rows = table && chance(3);
        return route::route_with(problem, Budget{}, settings);
    }

    Routing mimo(const RouteProblem& problem) {
        route::Settings settings;
        settings.as_several = true;
        settings.table_work = chance(2) ? 0 : chance(2) ? upto(2000) : 1e9;
        settings.first_steps = chance(2) ? 16 : 1;
        settings.all_tables = !chance(3);
        settings.quick = chance(2);
        settings.prices = settings.quick || chance(2);
        settings.closing = !chance(3);
        settings.primal = !chance(2);
        if (chance(2)) settings.first_width = 1 + upto(5);
        if (chance(3)) settings.neighborhood = 2;
        return route::route_with(problem, Budget{}, settings);
    }

    // Tables after poor prices, and usually without a known routing, so that hardly any cell is pruned; or no tables at
    // all.
    Routing mimo(const RouteProblem& problem, bool table) {
        route::Settings settings;
        settings.as_several = true;
        settings.table_work = table ? 1e9 : 0;
        settings.all_tables = table;
        if (table) settings.first_steps = 1 + upto(3);
        if (table) settings.primal = chance(4);
        return route::route_with(problem, Budget{}, settings);
    }

    // Several queues with overlapping and nested utterances, in another order on the streams: cases that tables with
    // few queue positions might get wrong.
    RouteProblem crossed(std::vector<Spoken>& reference, std::vector<Spoken>& hypothesis, int count, int streams,
                         int queues) {
        const int collar = upto(20), pace = 1 + upto(12), length = 1 + upto(30);
        const int vocabulary = chance(3) ? 3 : 50;
        const bool by_words = chance(2), messy = chance(6);
        reference.assign(count, {});
        hypothesis.assign(streams, {});
        std::int64_t clock = 0;
        std::vector<std::pair<std::int64_t, int>> places; // by time on the streams
        for (int n = 0; n < count; ++n) {
            clock = messy ? upto(pace * count) : clock + upto(pace);
            std::int64_t at = clock;
            const int words = chance(8) ? 0 : 1 + upto(3);
            for (int w = 0; w < words; ++w) {
                const std::int64_t end = at + upto(length);
                reference[n].words.push_back(upto(vocabulary - 1));
                reference[n].spans.push_back({at, end});
                if (by_words) at = end;
            }
            places.emplace_back(clock + upto(2 * collar + length) - collar, n);
        }
        std::sort(places.begin(), places.end());
        for (const auto& [at, n] : places) {
            Spoken& stream = hypothesis[upto(streams - 1)];
            for (const Token word : reference[n].words) {
                if (chance(5)) continue;
                const std::int64_t start = chance(8) ? at - upto(collar) : at;
                stream.words.push_back(chance(6) ? upto(vocabulary - 1) : word);
                stream.spans.push_back({start - collar, start + upto(2) + collar});
            }
        }
        RouteProblem made;
        for (const Spoken& one : reference) {
            made.utterances.push_back({one.words, one.spans});
            made.queue_of.push_back(upto(queues - 1));
        }
        for (const Spoken& one : hypothesis) made.streams.push_back({one.words, one.spans});
        if (chance(4)) made.costs = {chance(3) ? upto(3) : 0, upto(5), upto(4), upto(4)};
        return made;
    }
    RouteProblem crossed(std::vector<Spoken>& reference, std::vector<Spoken>& hypothesis, bool large) {
        if (large) return crossed(reference, hypothesis, 10 + upto(25), 1 + upto(2), 1 + upto(4));
        const int streams = 1 + upto(2);
        return crossed(reference, hypothesis, upto(streams < 3 ? 8 : 6), streams, 2 + upto(2));
    }
};

bool one_queue(const RouteProblem& problem) {
    for (const std::int32_t queue : problem.queue_of) {
        if (queue != problem.queue_of[0]) return false;
    }
    return true;
}

} // namespace

int main(int count, char** arguments) {
    const long problems = count > 1 ? std::atol(arguments[1]) : 3000;
    Maker maker(count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
    for (long k = 0; k < problems; ++k) {
        std::vector<Spoken> reference, hypothesis;
        const bool crossed = k % 2 == 1;
        const RouteProblem problem =
            crossed ? maker.crossed(reference, hypothesis, false) : maker.problem(reference, hypothesis);
        const std::int64_t best = route::route_full_table(problem, {}).cost;
        for (const bool orc : {true, false}) {
            if (orc && !one_queue(problem)) continue;
            const Routing found = orc ? maker.orc(problem) : crossed ? maker.mimo(problem, true) : maker.mimo(problem);
            if (optimal(problem, found, best)) continue;
            std::printf("problem %ld by %s: %lld (bound %lld), best is %lld\n", k, orc ? "orc" : "mimo",
                        static_cast<long long>(found.cost), static_cast<long long>(found.lower_bound),
                        static_cast<long long>(best));
            return 1;
        }
    }
    for (long k = 0; k < problems / 20; ++k) { // too large for the full table
        std::vector<Spoken> reference, hypothesis;
        const bool orc = k % 2 == 0;
        const RouteProblem problem =
            orc ? maker.problem(reference, hypothesis, true) : maker.crossed(reference, hypothesis, true);
        const std::int64_t best = orc ? maker.orc(problem, false).cost : maker.mimo(problem, false).cost;
        if (optimal(problem, orc ? maker.orc(problem, true) : maker.mimo(problem, true), best)) continue;
        std::printf("large problem %ld: the table does not find the best, %lld\n", k, static_cast<long long>(best));
        return 1;
    }
    std::printf("%ld problems agree\n", problems);
    return 0;
}
