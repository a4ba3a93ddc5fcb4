// Word graphs: sequences of words in which some parts have alternatives; several graphs are aligned at once.
//
// Every graph is a dimension. A move takes a word of one reference (deletion), of one hypothesis (insertion), or of one
// reference and one hypothesis (a pair). Dynamic programming over the product of all nodes finds the cheapest path.
#pragma once

#include "base/budget.hpp"
#include "base/match.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hubbub {

// Node 0 is the start; node k is words[k - 1]. Nodes are in topological order.
struct Lattice {
    std::vector<Token> words;
    std::vector<std::int32_t> optional; // per word: nonzero if it may be skipped at the optional cost
    std::vector<std::int32_t> first;    // the predecessors of node k are before[first[k - 1]] up to before[first[k]]
    std::vector<std::int32_t> before;
    std::vector<std::int32_t> last; // final nodes; 0 if the graph may be empty
    std::vector<Span> spans;        // per word; empty if the metric ignores times

    std::size_t nodes() const { return words.size() + 1; }
    std::span<const std::int32_t> predecessors(std::size_t node) const;
    void check() const; // throws std::invalid_argument if the graph is not valid
};

struct LatticeRules {
    Costs costs;
    std::int32_t optional_deletion = 1, optional_insertion = 1;
    // Tie-breaking, read from the end: pairs before insertions before deletions, as in asclite; otherwise insertions
    // before deletions before pairs, as in align.hpp. Later dimensions come before earlier ones, earlier predecessors
    // before later ones.
    bool pairs_first = false;
    // Pairs of words (reference, hypothesis) that count as equal although their numbers differ.
    std::vector<std::pair<Token, Token>> also_same;
};

struct LatticePath {
    std::int64_t cost = 0;
    std::string kinds; // as in align.hpp
    // Per step: the reference and its word, the hypothesis and its word; -1 if there is none.
    std::vector<std::array<std::int32_t, 4>> steps;
};

// Throws TooLarge if the table exceeds the budget.
LatticePath align(std::span<const Lattice* const> references, std::span<const Lattice* const> hypotheses,
                  const LatticeRules& rules, const Budget& budget);

} // namespace hubbub
