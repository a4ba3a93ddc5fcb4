// Random small routings improved by local search and by neighborhoods, with one queue and with several, with times and
// without: costs fall by the reported gain, queues keep their order, and no single move gains anything at the end.
// Usage: primal_random [problems] [seed]
#include "align/timed.hpp"
#include "draws.hpp"
#include "route/primal/primal.hpp"
#include "route/primal/strip.hpp"
#include "route/router.hpp"

#include <cstdio>
#include <cstdlib>

using namespace hubbub;
using namespace hubbub::route;

namespace {

class Maker : public Draws {
  public:
    using Draws::Draws;

    RouteProblem problem(std::vector<Spoken>& reference, std::vector<Spoken>& hypothesis) {
        const int streams = 1 + upto(3), queues = chance(2) ? 1 : 3, vocabulary = chance(2) ? 3 : 12;
        const bool timed = chance(3);
        reference.assign(1 + upto(11), {});
        hypothesis.assign(streams, {});
        std::int64_t clock = 0;
        for (Spoken& one : reference) {
            Spoken& stream = hypothesis[upto(streams - 1)];
            for (int words = 1 + upto(4); words > 0; --words, clock += 4) {
                one.words.push_back(upto(vocabulary - 1));
                one.spans.push_back({clock, clock + 4});
                if (chance(5)) continue;
                stream.words.push_back(chance(5) ? upto(vocabulary - 1) : one.words.back());
                stream.spans.push_back({clock - 10, clock + 14});
            }
        }
        for (Spoken& one : hypothesis) {
            if (one.words.empty()) one = {{0}, {{0, 9}}};
        }
        const auto words = [&](const Spoken& one) {
            return timed ? TimedWords(one.words, one.spans) : TimedWords(Words(one.words));
        };
        RouteProblem made;
        for (const Spoken& one : reference) {
            made.utterances.push_back(words(one));
            made.queue_of.push_back(upto(queues - 1));
        }
        for (const Spoken& one : hypothesis) made.streams.push_back(words(one));
        if (chance(3)) made.costs = {upto(1), 1 + upto(4), 1 + upto(3), 1 + upto(3)};
        return made;
    }
};

int failures = 0;
void check(bool holds, const char* what, int problem) {
    if (holds) return;
    std::printf("problem %d: %s\n", problem, what);
    ++failures;
}

bool in_order(const Problem& problem, const std::vector<Move>& moves) {
    std::vector<std::size_t> place(moves.size());
    for (std::size_t p = 0; p < moves.size(); ++p) place[moves[p].utterance] = p;
    for (std::size_t n = 0; n < moves.size(); ++n) {
        const std::int32_t after = problem.neighbour(static_cast<std::int32_t>(n), false);
        if (after >= 0 && place[n] > place[after]) return false;
    }
    return true;
}

// Every utterance inserted on every stream at every position.
std::int64_t best_neighbour(const Problem& problem, const std::vector<Move>& moves) {
    std::int64_t least = cost_of(problem, moves);
    for (std::size_t p = 0; p < moves.size(); ++p) {
        for (std::size_t q = 0; q < moves.size(); ++q) {
            for (std::int32_t j = 0; j < problem.stream_count(); ++j) {
                std::vector<Move> other = moves;
                other.erase(other.begin() + static_cast<std::ptrdiff_t>(p));
                other.insert(other.begin() + static_cast<std::ptrdiff_t>(q), {moves[p].utterance, j});
                if (in_order(problem, other)) least = std::min(least, cost_of(problem, other));
            }
        }
    }
    return least;
}

// The parts between the gaps of the alignment cost together as much as the whole.
std::int64_t cost_in_parts(const Problem& problem, const std::vector<Move>& moves) {
    const primal::Alignment alignment = primal::align(problem, moves);
    std::int64_t cost = 0;
    for (std::int32_t j = 0; j < problem.stream_count(); ++j) {
        std::int32_t from = 0;
        for (const Move& move : moves) {
            if (move.stream != j) continue;
            const std::int32_t to = alignment.after[move.utterance].low;
            const TimedWords part = problem.stream[j].part(from, to - from);
            cost += distance(problem.utterances[move.utterance].words, part, problem.costs());
            from = to;
        }
        cost += std::int64_t{problem.insertion} * (problem.words_in(j) - from);
    }
    return cost;
}

} // namespace

int main(int argc, char** argv) {
    const int problems = argc > 1 ? std::atoi(argv[1]) : 300;
    Maker maker(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
    const Budget budget;
    const Watch watch(budget);
    int moved = 0, rerouted = 0;
    for (int k = 0; k < problems; ++k) {
        std::vector<Spoken> reference, hypothesis;
        const RouteProblem given = maker.problem(reference, hypothesis);
        const Problem problem = ready(make_problem(given));
        std::vector<Move> moves;
        for (std::size_t n = 0; n < reference.size(); ++n)
            moves.push_back({static_cast<std::int32_t>(n), maker.upto(problem.stream_count() - 1)});
        if (maker.chance(3)) moves = primal::by_speakers(problem, given.queue_of);
        std::int64_t cost = cost_of(problem, moves);
        check(cost_in_parts(problem, moves) == cost, "the parts of the alignment do not add up", k);

        primal::descend(problem, moves, 100, watch);
        const std::int64_t lower = cost_of(problem, moves);
        check(lower <= cost, "a descent raised the cost", k);
        check(in_order(problem, moves), "a descent broke the order of a queue", k);
        check(best_neighbour(problem, moves) == lower, "a descent ended where a move still gains", k);
        moved += lower < cost;

        primal::Neighborhoods neighborhoods(
            problem, 3, [&](const RouteProblem& part, const std::vector<Move>& start, int, bool merging) {
                Settings settings;
                settings.as_several = true;
                settings.merging = merging;
                settings.start = &start;
                return route_with(part, budget, settings);
            });
        cost = lower;
        while (!neighborhoods.exhausted()) {
            const std::int64_t gained = neighborhoods.improve(moves, watch);
            const std::int64_t now = cost_of(problem, moves);
            check(now <= cost - gained && gained >= 0, "neighborhoods gained less than they returned", k);
            check(in_order(problem, moves), "neighborhoods broke the order of a queue", k);
            rerouted += now < cost;
            cost = now;
        }
    }
    std::printf("%d problems; descents gained in %d, neighborhoods %d times\n", problems, moved, rerouted);
    return failures > 0 || moved == 0 || rerouted == 0;
}
