// Word graphs: sequences of words in which some stretches have alternatives, several of them aligned at once.
//
// Every graph is a dimension. A move takes a word of one reference (deletion), of one hypothesis (insertion), or of one
// reference and one hypothesis (a pair). The cheapest way through all graphs is found in the table of all their nodes.
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

// Node 0 is the start; node k says words[k - 1]. Nodes stand in an order in which each follows its predecessors.
struct Lattice {
    std::vector<Token> words;
    std::vector<std::int32_t> optional; // per word: not 0 where it may be left out at another cost
    std::vector<std::int32_t> first;    // the predecessors of node k are before[first[k - 1]] up to before[first[k]]
    std::vector<std::int32_t> before;
    std::vector<std::int32_t> last; // nodes at which it may end; 0 where it may be empty
    std::vector<Span> spans;        // per word, or none where time is no matter

    std::size_t nodes() const { return words.size() + 1; }
    std::span<const std::int32_t> predecessors(std::size_t node) const;
    void check() const; // throws std::invalid_argument where this is no such graph
};

struct LatticeRules {
    Costs costs;
    std::int32_t optional_deletion = 1, optional_insertion = 1;
    // Among equally cheap ways, read from the end: pairs before insertions before deletions, as asclite has it;
    // otherwise insertions before deletions before pairs, as in align.hpp. Later dimensions come before earlier ones,
    // earlier predecessors before later ones.
    bool pairs_first = false;
    // Words that are the same though their numbers differ: of a reference and of a hypothesis.
    std::vector<std::pair<Token, Token>> also_same;
};

struct LatticePath {
    std::int64_t cost = 0;
    std::string kinds; // as in align.hpp
    // Per step: the reference and its word, the hypothesis and its word; -1 where there is none.
    std::vector<std::array<std::int32_t, 4>> steps;
};

// Throws TooLarge where the table needs more than the budget.
LatticePath align(std::span<const Lattice* const> references, std::span<const Lattice* const> hypotheses,
                  const LatticeRules& rules, const Budget& budget);

} // namespace hubbub
