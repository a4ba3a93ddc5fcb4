// Random small word graphs against a recursive reference implementation, also for the sanitizers. Usage: lattice_random
// [problems] [seed]. Afterwards graphs in which any word may be skipped must take work that grows with their product, with
// checks for a stop in between.
#include "align/lattice.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

using namespace hubbub;

namespace {

std::mt19937 generator;

std::int32_t below(std::int32_t end) { return static_cast<std::int32_t>(generator() % static_cast<unsigned>(end)); }

Lattice random_graph(bool timed) {
    Lattice graph;
    const std::int32_t words = below(5);
    graph.first.push_back(0);
    for (std::int32_t node = 1; node <= words; ++node) {
        graph.words.push_back(below(3));
        graph.optional.push_back(below(4) == 0);
        for (std::int32_t ways = below(2) + 1; ways > 0; --ways) graph.before.push_back(below(node));
        graph.first.push_back(static_cast<std::int32_t>(graph.before.size()));
        const std::int64_t start = below(10);
        if (timed) graph.spans.push_back({start, start + 1 + below(5)});
    }
    for (std::int32_t ends = below(2) + 1; ends > 0; --ends) graph.last.push_back(below(words + 1));
    graph.check();
    return graph;
}

// A graph of alternations that may be empty. The words that may come before the next one are kept in any order.
Lattice skipping_graph(std::int32_t words) {
    Lattice graph;
    graph.first.push_back(0);
    std::vector<std::int32_t> ends{0};
    for (std::int32_t node = 1; node <= words; ++node) {
        graph.words.push_back(below(9));
        graph.optional.push_back(0);
        graph.before.insert(graph.before.end(), ends.begin(), ends.end());
        graph.first.push_back(static_cast<std::int32_t>(graph.before.size()));
        if (below(4) == 0) continue; // the same words come before the next one: another branch
        ends.insert(below(2) == 0 ? ends.begin() : ends.end(), node);
        if (below(2) == 0 && ++node <= words) {
            graph.words.push_back(below(9));
            graph.optional.push_back(0);
            graph.before.push_back(node - 1); // a branch of two words
            graph.first.push_back(static_cast<std::int32_t>(graph.before.size()));
            *std::find(ends.begin(), ends.end(), node - 1) = node;
        }
    }
    graph.last = ends;
    graph.check();
    return graph;
}

struct Plain {
    std::vector<const Lattice*> graphs;
    std::size_t references;
    const LatticeRules& rules;
    std::map<std::vector<std::int32_t>, std::int64_t> known;

    bool same(Token reference, Token hypothesis) const {
        return reference == hypothesis ||
               std::count(rules.also_same.begin(), rules.also_same.end(), std::pair(reference, hypothesis)) > 0;
    }

    std::int64_t cost(const std::vector<std::int32_t>& at) {
        if (std::all_of(at.begin(), at.end(), [](std::int32_t node) { return node == 0; })) return 0;
        if (const auto found = known.find(at); found != known.end()) return found->second;
        std::int64_t best = INT64_MAX;
        for (std::size_t d = 0; d < at.size(); ++d) {
            if (at[d] == 0) continue;
            const auto i = static_cast<std::size_t>(at[d]) - 1;
            const bool reference = d < references, optional = graphs[d]->optional[i] != 0;
            const std::int64_t alone = reference ? (optional ? rules.optional_deletion : rules.costs.deletion)
                                                 : (optional ? rules.optional_insertion : rules.costs.insertion);
            for (const std::int32_t before : graphs[d]->predecessors(i + 1)) {
                auto from = at;
                from[d] = before;
                best = std::min(best, cost(from) + alone);
                for (std::size_t e = references; reference && e < at.size(); ++e) {
                    if (at[e] == 0) continue;
                    const auto j = static_cast<std::size_t>(at[e]) - 1;
                    const Lattice &one = *graphs[d], &other = *graphs[e];
                    if (!one.spans.empty() && !may_pair(one.spans[i], other.spans[j])) continue;
                    const auto& costs = rules.costs;
                    const auto together = same(one.words[i], other.words[j]) ? costs.correct : costs.substitution;
                    for (const std::int32_t partner : other.predecessors(j + 1)) {
                        auto both = from;
                        both[e] = partner;
                        best = std::min(best, cost(both) + together);
                    }
                }
            }
        }
        return known[at] = best;
    }

    std::int64_t least(std::vector<std::int32_t>& at) {
        if (at.size() == graphs.size()) return cost(at);
        std::int64_t best = INT64_MAX;
        for (const std::int32_t last : graphs[at.size()]->last) {
            at.push_back(last);
            best = std::min(best, least(at));
            at.pop_back();
        }
        return best;
    }
};

bool one_problem() {
    const bool timed = below(2) == 0;
    std::vector<Lattice> graphs;
    const auto references = static_cast<std::size_t>(below(4)), hypotheses = static_cast<std::size_t>(below(3));
    const bool few = references + hypotheses <= 2;
    for (std::size_t d = 0; d < references + hypotheses; ++d)
        graphs.push_back(few && !timed && below(2) == 0 ? skipping_graph(below(12)) : random_graph(timed));
    std::vector<const Lattice*> all;
    for (const Lattice& one : graphs) all.push_back(&one);
    const std::int32_t scale = std::array{1, 1000, 400'000'000}[static_cast<std::size_t>(below(3))];
    const auto some = [&] { return below(5) * scale; };
    const LatticeRules rules{{some(), some(), some(), some()}, some(), some(), below(2) == 0, {{0, 1}}};
    const auto found = align(std::span(all).first(references), std::span(all).subspan(references), rules, Budget{});
    std::vector<std::int32_t> start;
    return Plain{all, references, rules, {}}.least(start) == found.cost;
}

class LongestGap final : public StopSign {
  public:
    void check() const override {
        longest = std::max(longest, work_done - last_);
        last_ = work_done;
    }
    mutable std::uint64_t longest = 0;

  private:
    mutable std::uint64_t last_ = work_done;
};

// Returns whether the work grows with the product of the sizes, and is checked every few million steps.
bool quick(std::size_t references, std::int32_t words) {
    std::vector<Lattice> graphs;
    double cells = 1;
    for (std::size_t d = 0; d <= references; ++d) graphs.push_back(skipping_graph(words)), cells *= words;
    std::vector<const Lattice*> all;
    for (const Lattice& one : graphs) all.push_back(&one);
    const LongestGap gap;
    Budget budget;
    budget.stop = &gap;
    const std::uint64_t before = work_done;
    const LatticeRules rules{{0, 1, 1, 1}, 1, 1, false, {}};
    align(std::span(all).first(references), std::span(all).subspan(references), rules, budget);
    const auto work = static_cast<double>(work_done - before);
    gap.check();
    std::printf("%zu x %d: %.1f steps per cell, at most %.1f million between checks\n", references, words, work / cells,
                static_cast<double>(gap.longest) * 1e-6);
    return gap.longest < 3'000'000 && work > cells && (references > 1 || work < 30 * cells);
}

} // namespace

int main(int count, char** arguments) {
    generator.seed(count > 2 ? static_cast<unsigned>(std::atoi(arguments[2])) : 1u);
    for (int problems = count > 1 ? std::atoi(arguments[1]) : 1000; problems > 0; --problems) {
        if (one_problem()) continue;
        std::printf("a wrong cost, %d problems before the end\n", problems);
        return 1;
    }
    return quick(1, 2000) && quick(2, 60) ? 0 : 1;
}
