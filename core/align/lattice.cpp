#include "align/lattice.hpp"

#include "align/align.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <unordered_map>

namespace hubbub {

std::span<const std::int32_t> Lattice::predecessors(std::size_t node) const {
    const auto from = static_cast<std::size_t>(first[node - 1]), to = static_cast<std::size_t>(first[node]);
    return std::span(before).subspan(from, to - from);
}

void Lattice::check() const {
    const auto is_node = [](std::int32_t node, std::size_t end) {
        return node >= 0 && static_cast<std::size_t>(node) < end;
    };
    bool right = first.size() == nodes() && first.front() == 0 && optional.size() == words.size() && !last.empty() &&
                 static_cast<std::size_t>(first.back()) == before.size() &&
                 std::is_sorted(first.begin(), first.end()) && (spans.empty() || spans.size() == words.size());
    for (std::size_t node = 1; right && node < nodes(); ++node) {
        right = !predecessors(node).empty();
        for (const std::int32_t one : predecessors(node)) right = right && is_node(one, node);
    }
    for (const std::int32_t one : last) right = right && is_node(one, nodes());
    if (!right) throw std::invalid_argument("not a graph of words");
}

namespace {

// Words that count as equal.
class Same {
  public:
    explicit Same(const std::vector<std::pair<Token, Token>>& also) {
        for (const auto& [reference, hypothesis] : also) also_[reference].push_back(hypothesis);
        for (auto& [reference, others] : also_) std::sort(others.begin(), others.end());
    }
    // The words that count as equal to this one, other than itself.
    std::span<const Token> as(Token reference) const {
        const auto found = also_.empty() ? also_.end() : also_.find(reference);
        return found == also_.end() ? std::span<const Token>{} : found->second;
    }
    bool operator()(Token reference, Token hypothesis) const {
        if (reference == hypothesis) return true;
        const auto others = as(reference);
        return std::binary_search(others.begin(), others.end(), hypothesis);
    }

  private:
    std::unordered_map<Token, std::vector<Token>> also_;
};

// How lists of predecessors grow from node to node: after each alternation with an empty branch, {a / @}, one more word
// may come before the next. The cheapest of a long list is that of the previous one, or one of the few added.
class Growth {
  public:
    explicit Growth(const Lattice& lattice) : steps_(lattice.nodes()) {
        std::span<const std::int32_t> previous;
        for (std::size_t node = 1; node < lattice.nodes(); ++node) {
            const auto list = lattice.predecessors(node);
            Step& step = steps_[node];
            step.added[0] = list;
            if (list.size() <= few) continue;
            step.is_long = true;
            const auto old = std::search(list.begin(), list.end(), previous.begin(), previous.end());
            if (!previous.empty() && old != list.end()) {
                const auto ahead = static_cast<std::size_t>(old - list.begin());
                step.grows = true;
                step.added = {list.first(ahead), list.subspan(ahead + previous.size())};
            }
            previous = list;
        }
    }

    bool is_long(std::size_t node) const { return steps_[node].is_long; }
    bool grows(std::size_t node) const { return steps_[node].grows; } // from the previous long list
    // The nodes of the list that are not in the previous long one, or all.
    template <class Take> void each_added(std::size_t node, const Take& take) const {
        for (const auto& nodes : steps_[node].added)
            for (const std::int32_t one : nodes) take(static_cast<std::size_t>(one));
    }
    std::size_t size_added(std::size_t node) const {
        return steps_[node].added[0].size() + steps_[node].added[1].size();
    }

  private:
    static constexpr std::size_t few = 4;
    struct Step {
        bool is_long = false, grows = false;
        std::array<std::span<const std::int32_t>, 2> added; // before and after those of the previous long list
    };
    std::vector<Step> steps_;
};

// Cells are the smallest integers that hold all costs: smaller ones fit more into a vector and into memory. The table
// has a row over the last hypothesis for every combination of nodes of the other graphs.
template <class Cell> class Table {
  public:
    // More than any cost; twice this still fits.
    static constexpr Cell infinity = std::numeric_limits<Cell>::max() / 2;

    Table(std::span<const Lattice* const> references, std::span<const Lattice* const> hypotheses,
          const LatticeRules& rules, const Budget& budget)
        : rules_(rules), budget_(budget), same_(rules.also_same), references_(references.size()) {
        graphs_.assign(references.begin(), references.end());
        graphs_.insert(graphs_.end(), hypotheses.begin(), hypotheses.end());
        strides_.assign(graphs_.size(), 1);
        for (std::size_t d = graphs_.size() - 1; d-- > 0;) strides_[d] = strides_[d + 1] * graphs_[d + 1]->nodes();
        cells_.reset(new Cell[strides_[0] * graphs_[0]->nodes()]); // not initialized: every row is filled once
        node_.assign(graphs_.size(), 0);
        inner_.assign(row_size(), 0);
        const Lattice& inner = *graphs_.back();
        for (const Lattice* graph : graphs_) growth_.emplace_back(*graph);
        row_work_ = row_size();
        for (std::size_t j = 1; j < row_size(); ++j) {
            const auto before = inner.predecessors(j);
            inner_[j] = move_cost(graphs_.size() - 1, j);
            if (before.size() == 1 && static_cast<std::size_t>(before[0]) + 1 == j) continue;
            forks_.push_back(j);
            row_work_ += growth_.back().size_added(j);
        }
        // With only two graphs every row of pair costs is used once, so one buffer is enough.
        each_once_ = graphs_.size() == 2;
        pairs_.resize(references_);
        fork_pairs_.resize(references_);
        for (std::size_t d = 0; d < references_; ++d) {
            const std::size_t rows = each_once_ ? 1 : graphs_[d]->nodes();
            pairs_[d].resize(rows * row_size());
            fork_pairs_[d].resize(rows * forks_.size());
            for (std::size_t node = 1; !each_once_ && node < rows; ++node) look_up_pairs(d, node);
        }
    }

    void fill() {
        const std::size_t outer = graphs_.size() - 1;
        for (std::size_t base = 0;; base += row_size()) {
            fill_row(base);
            std::size_t d = outer;
            while (d > 0 && ++node_[d - 1] == graphs_[d - 1]->nodes()) node_[--d] = 0;
            if (d == 0) return;
            if (each_once_ && references_ == 1) look_up_pairs(0, node_[0]);
        }
    }

    LatticePath back() {
        LatticePath path;
        std::size_t at = to_end();
        path.cost = static_cast<std::int64_t>(cells_[at]);
        while (at != 0) at = step_back(at, path);
        std::reverse(path.kinds.begin(), path.kinds.end());
        std::reverse(path.steps.begin(), path.steps.end());
        return path;
    }

  private:
    // Counts work, and checks every millisecond or so whether it must stop.
    void count(std::size_t cells) {
        spend(cells);
        unchecked_ += cells;
        if (unchecked_ < std::size_t{1} << 20) return;
        unchecked_ = 0;
        budget_.check_stop();
    }

    std::size_t row_size() const { return graphs_.back()->nodes(); }

    // Of a deletion or an insertion.
    Cell move_cost(std::size_t d, std::size_t node) const {
        const bool optional = graphs_[d]->optional[node - 1] != 0, deleted = d < references_;
        return static_cast<Cell>(deleted ? (optional ? rules_.optional_deletion : rules_.costs.deletion)
                                         : (optional ? rules_.optional_insertion : rules_.costs.insertion));
    }

    Cell pair_cost(std::size_t d, std::size_t i, std::size_t e, std::size_t j) const {
        const Lattice &reference = *graphs_[d], &hypothesis = *graphs_[e];
        if (!reference.spans.empty() && !hypothesis.spans.empty() &&
            !may_pair(reference.spans[i - 1], hypothesis.spans[j - 1]))
            return infinity;
        return static_cast<Cell>(same_(reference.words[i - 1], hypothesis.words[j - 1]) ? rules_.costs.correct
                                                                                        : rules_.costs.substitution);
    }

    std::size_t pair_row(std::size_t node) const { return each_once_ ? 0 : node; }

    // The costs of pairing a reference word with each word of the last hypothesis.
    void look_up_pairs(std::size_t d, std::size_t node) {
        const Lattice &reference = *graphs_[d], &hypothesis = *graphs_.back();
        const Token word = reference.words[node - 1];
        Cell* const costs = pairs_[d].data() + pair_row(node) * row_size();
        const auto correct = static_cast<Cell>(rules_.costs.correct);
        const auto substitution = static_cast<Cell>(rules_.costs.substitution);
        for (std::size_t j = 1; j < row_size(); ++j)
            costs[j] = hypothesis.words[j - 1] == word ? correct : substitution;
        if (const auto others = same_.as(word); !others.empty()) {
            for (std::size_t j = 1; j < row_size(); ++j)
                if (std::binary_search(others.begin(), others.end(), hypothesis.words[j - 1])) costs[j] = correct;
        }
        if (!reference.spans.empty() && !hypothesis.spans.empty()) {
            const Span span = reference.spans[node - 1];
            for (std::size_t j = 1; j < row_size(); ++j)
                if (!may_pair(span, hypothesis.spans[j - 1])) costs[j] = infinity;
        }
        // Nodes whose predecessor is not their left neighbor are handled outside the vectorized loop.
        Cell* const kept = fork_pairs_[d].data() + pair_row(node) * forks_.size();
        for (std::size_t k = 0; k < forks_.size(); ++k) kept[k] = std::exchange(costs[forks_[k]], infinity);
    }

    static void lower(Cell* __restrict row, const Cell* __restrict from, Cell cost, std::size_t size) {
        for (std::size_t j = 0; j < size; ++j) {
            const Cell via = static_cast<Cell>(from[j] + cost);
            row[j] = std::min(row[j], via);
        }
    }

    // The lowest cell before a node of the last hypothesis; `running` is that of the previous long list.
    Cell least_before(const Cell* from, std::size_t node, Cell& running) const {
        const Growth& growth = growth_.back();
        Cell least = growth.grows(node) ? running : infinity;
        growth.each_added(node, [&](std::size_t before) { least = std::min(least, from[before]); });
        if (growth.is_long(node)) running = least;
        return least;
    }

    // Deletes a reference word, or pairs it with one of the last hypothesis.
    void lower_by_reference(std::size_t d, Cell* __restrict row, const Cell* __restrict from, Cell cost) const {
        const Cell* const pairs = pairs_[d].data() + pair_row(node_[d]) * row_size();
        const Cell* const forked = fork_pairs_[d].data() + pair_row(node_[d]) * forks_.size();
        const std::size_t size = row_size();
        row[0] = std::min(row[0], static_cast<Cell>(from[0] + cost));
        for (std::size_t j = 1; j < size; ++j) {
            const Cell alone = static_cast<Cell>(from[j] + cost), paired = static_cast<Cell>(from[j - 1] + pairs[j]);
            row[j] = std::min(row[j], std::min(alone, paired));
        }
        Cell running = infinity;
        for (std::size_t k = 0; k < forks_.size(); ++k) {
            const Cell least = least_before(from, forks_[k], running);
            row[forks_[k]] = std::min(row[forks_[k]], static_cast<Cell>(least + forked[k]));
        }
    }

    void lower_by_insertions(Cell* row) const {
        std::size_t j = 1;
        const auto straight = [&](std::size_t end) {
            Cell left = row[j - 1]; // a local variable: reading back the value just stored would dominate the time
            for (; j < end; ++j) {
                const Cell via = static_cast<Cell>(left + inner_[j]);
                row[j] = left = std::min(row[j], via);
            }
        };
        Cell running = infinity;
        for (const std::size_t fork : forks_) {
            straight(fork);
            const Cell least = least_before(row, fork, running);
            row[fork] = std::min(row[fork], static_cast<Cell>(least + inner_[fork]));
            ++j;
        }
        straight(row_size());
    }

    // The lowest cells over a long list of predecessors of a node of the first of two graphs.
    const Cell* lowest_before(const Cell* row, std::size_t node) {
        if (!growth_[0].grows(node)) lowest_.assign(row_size(), infinity);
        growth_[0].each_added(node, [&](std::size_t before) {
            lower(lowest_.data(), row - (node - before) * strides_[0], 0, row_size());
            count(row_size());
        });
        return lowest_.data();
    }

    void fill_row(std::size_t base) {
        Cell* const row = cells_.get() + base;
        std::fill(row, row + row_size(), infinity);
        if (base == 0) row[0] = 0;
        const std::size_t inner = graphs_.size() - 1;
        for (std::size_t d = 0; d < inner; ++d) {
            const std::size_t node = node_[d];
            if (node == 0) continue;
            const Cell cost = move_cost(d, node);
            if (each_once_ && growth_[0].is_long(node)) {
                const Cell* const from = lowest_before(row, node);
                d < references_ ? lower_by_reference(d, row, from, cost) : lower(row, from, cost, row_size());
                count(row_work_);
                continue;
            }
            for (const std::int32_t before : graphs_[d]->predecessors(node)) {
                const Cell* const from = row - (node - static_cast<std::size_t>(before)) * strides_[d];
                count(row_work_);
                if (d >= references_) {
                    lower(row, from, cost, row_size());
                    continue;
                }
                lower_by_reference(d, row, from, cost);
                for (std::size_t e = references_; e < inner; ++e) {
                    if (node_[e] == 0) continue;
                    const Cell together = pair_cost(d, node, e, node_[e]);
                    if (together == infinity) continue;
                    for (const std::int32_t other : graphs_[e]->predecessors(node_[e])) {
                        lower(row, from - (node_[e] - static_cast<std::size_t>(other)) * strides_[e], together,
                              row_size());
                        count(row_size());
                    }
                }
            }
        }
        lower_by_insertions(row);
        count(row_work_);
    }

    // The cheapest combination of final nodes. Hypotheses vary fastest.
    std::size_t to_end() {
        std::vector<std::size_t> choice(graphs_.size(), 0);
        std::size_t best = 0;
        bool any = false;
        for (;;) {
            std::size_t at = 0;
            count(graphs_.size());
            for (std::size_t d = 0; d < graphs_.size(); ++d)
                at += static_cast<std::size_t>(graphs_[d]->last[choice[d]]) * strides_[d];
            if (!any || cells_[at] < cells_[best]) {
                any = true, best = at;
                for (std::size_t d = 0; d < graphs_.size(); ++d)
                    node_[d] = static_cast<std::size_t>(graphs_[d]->last[choice[d]]);
            }
            std::size_t d = graphs_.size();
            while (d > 0 && ++choice[d - 1] == graphs_[d - 1]->last.size()) choice[--d] = 0;
            if (d == 0) return best;
        }
    }

    struct Move {
        std::size_t from = 0;
        std::int32_t reference = -1, hypothesis = -1; // dimensions
        std::size_t before = 0, other = 0;            // the predecessor nodes
    };

    // The first move into this cell that attains its cost, in the order of the tie-breaking rules.
    Move last_move(std::size_t at) {
        Move found;
        const auto singly = [&](std::size_t begin, std::size_t end) {
            for (std::size_t d = end; d-- > begin;) {
                if (node_[d] == 0) continue;
                for (const std::int32_t before : graphs_[d]->predecessors(node_[d])) {
                    const auto node = static_cast<std::size_t>(before);
                    const std::size_t from = at - (node_[d] - node) * strides_[d];
                    if (cells_[from] + move_cost(d, node_[d]) != cells_[at]) continue;
                    const auto dimension = static_cast<std::int32_t>(d);
                    found = d < references_ ? Move{from, dimension, -1, node, 0} : Move{from, -1, dimension, 0, node};
                    return true;
                }
            }
            return false;
        };
        const auto paired = [&] {
            for (std::size_t d = references_; d-- > 0;) {
                if (node_[d] == 0) continue;
                for (const std::int32_t before : graphs_[d]->predecessors(node_[d])) {
                    const auto node = static_cast<std::size_t>(before);
                    for (std::size_t e = graphs_.size(); e-- > references_;) {
                        if (node_[e] == 0) continue;
                        const Cell cost = pair_cost(d, node_[d], e, node_[e]);
                        if (cost == infinity) continue;
                        count(graphs_[e]->predecessors(node_[e]).size());
                        for (const std::int32_t other : graphs_[e]->predecessors(node_[e])) {
                            const auto partner = static_cast<std::size_t>(other);
                            const std::size_t from =
                                at - (node_[d] - node) * strides_[d] - (node_[e] - partner) * strides_[e];
                            if (cells_[from] + cost != cells_[at]) continue;
                            found = {from, static_cast<std::int32_t>(d), static_cast<std::int32_t>(e), node, partner};
                            return true;
                        }
                    }
                }
            }
            return false;
        };
        const auto inserted = [&] { return singly(references_, graphs_.size()); };
        const auto deleted = [&] { return singly(0, references_); };
        if (rules_.pairs_first) {
            paired() || inserted() || deleted();
        } else {
            inserted() || deleted() || paired();
        }
        return found;
    }

    std::size_t step_back(std::size_t at, LatticePath& path) {
        const Move move = last_move(at);
        std::array<std::int32_t, 4> step{-1, -1, -1, -1};
        char kind = step::insertion;
        if (move.reference >= 0) {
            const auto d = static_cast<std::size_t>(move.reference);
            step[0] = move.reference, step[1] = static_cast<std::int32_t>(node_[d]) - 1;
            kind = step::deletion;
        }
        if (move.hypothesis >= 0) {
            const auto e = static_cast<std::size_t>(move.hypothesis);
            step[2] = move.hypothesis - static_cast<std::int32_t>(references_);
            step[3] = static_cast<std::int32_t>(node_[e]) - 1;
            if (move.reference >= 0) {
                const auto d = static_cast<std::size_t>(move.reference);
                const bool same = same_(graphs_[d]->words[node_[d] - 1], graphs_[e]->words[node_[e] - 1]);
                kind = same ? step::correct : step::substitution;
            }
            node_[e] = move.other;
        }
        if (move.reference >= 0) node_[static_cast<std::size_t>(move.reference)] = move.before;
        path.kinds.push_back(kind);
        path.steps.push_back(step);
        return move.from;
    }

    const LatticeRules& rules_;
    const Budget& budget_;
    std::size_t unchecked_ = 0; // work since the last check
    Same same_;
    std::size_t references_;
    std::vector<const Lattice*> graphs_; // references, then hypotheses
    std::vector<std::size_t> strides_, node_;
    std::unique_ptr<Cell[]> cells_;
    std::vector<Growth> growth_; // per graph
    std::vector<Cell> lowest_;   // see lowest_before
    std::size_t row_work_ = 0;   // of lowering one row by another
    bool each_once_ = false;
    std::vector<std::vector<Cell>> pairs_;      // per reference and node, a row over the words of the last hypothesis
    std::vector<std::vector<Cell>> fork_pairs_; // the same for its forks
    std::vector<Cell> inner_;                   // the insertion cost of each word of the last hypothesis
    std::vector<std::size_t> forks_;            // its nodes that have more than their left neighbor as a predecessor
};

template <class Cell>
LatticePath solve(std::span<const Lattice* const> references, std::span<const Lattice* const> hypotheses,
                  const LatticeRules& rules, const Budget& budget) {
    double cells = 1, needed = 0;
    for (const Lattice* one : references) cells *= static_cast<double>(one->nodes());
    for (const Lattice* one : hypotheses) cells *= static_cast<double>(one->nodes());
    if (references.size() + hypotheses.size() > 2) // Table also stores pair costs
        for (const Lattice* one : references)
            needed += static_cast<double>(one->nodes()) * static_cast<double>(hypotheses.back()->nodes());
    double links = 0;
    for (const auto side : {references, hypotheses})
        for (const Lattice* one : side) links += static_cast<double>(one->before.size()) * sizeof(std::int32_t);
    needed = (needed + cells) * sizeof(Cell) + std::max(links, budget.held); // held are these links and others
    if (needed > static_cast<double>(budget.bytes)) throw TooLarge(needed, budget.bytes);
    Table<Cell> table(references, hypotheses, rules, budget);
    table.fill();
    return table.back();
}

} // namespace

LatticePath align(std::span<const Lattice* const> references, std::span<const Lattice* const> hypotheses,
                  const LatticeRules& rules, const Budget& budget) {
    static const Lattice nothing{{}, {}, {0}, {}, {0}, {}};
    static const std::array<const Lattice*, 1> silence{&nothing};
    if (hypotheses.empty()) hypotheses = silence;
    // No path costs more than deleting and inserting every word.
    const Costs& costs = rules.costs;
    const double dearest = std::max({costs.insertion, costs.deletion, rules.optional_deletion, rules.optional_insertion,
                                     costs.correct, costs.substitution});
    double words = 1;
    for (const Lattice* one : references) words += static_cast<double>(one->words.size());
    for (const Lattice* one : hypotheses) words += static_cast<double>(one->words.size());
    const double most = words * dearest;
    if (most < Table<std::int16_t>::infinity) return solve<std::int16_t>(references, hypotheses, rules, budget);
    if (most < Table<std::int32_t>::infinity) return solve<std::int32_t>(references, hypotheses, rules, budget);
    return solve<std::int64_t>(references, hypotheses, rules, budget);
}

} // namespace hubbub
