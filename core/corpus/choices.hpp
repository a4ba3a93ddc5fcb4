// The ways to read an utterance whose text has alternations and optional words.
#pragma once

#include "align/lattice.hpp"
#include "corpus/share.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace hubbub {

class Choices {
  public:
    // A word by its place in the utterance, or an alternation with its branches. Words stand in the order of the text,
    // all branches one after the other.
    struct Node;
    using Tree = std::vector<Node>;
    struct Node {
        std::int32_t word = -1;
        std::vector<Tree> branches;
    };
    using Way = std::vector<std::int32_t>; // places of the words that it takes

    // From its shape: w is a word, o an optional one, {ww/w/} an alternation. Trees are walked by recursion, for which
    // the stack of a thread must do: alternations nested deeper than `deepest` are refused, by Python with their line.
    static constexpr std::size_t deepest = 200;
    explicit Choices(std::string_view shape);

    const Tree& tree() const { return tree_; }
    const std::vector<char>& optional() const { return optional_; } // per word: may it be missing?
    std::size_t first_length() const;         // words of the way that always takes the first branch
    double number() const;                    // of ways through the words
    std::vector<Way> ways() const;            // first branches first
    void keep(const std::vector<char>& kept); // the words that are still there

    // Adds start and end in turn of all words. The branch with the most letters decides how much time an alternation
    // gets; the other branches share the same stretch.
    using Lay = std::function<void(double start, double end, std::span<const std::uint32_t> letters,
                                   std::vector<double>& into)>;
    void spread(double start, double end, std::span<const std::uint32_t> letters, const Lay& lay,
                std::vector<double>& into) const;

  private:
    Tree tree_;
    std::vector<char> optional_;
};

// What the links between words of a graph will take: where alternations follow each other, the product of their
// branches.
class GraphSize {
  public:
    void add(std::size_t words, const Choices* choices);
    void check(std::uint64_t bytes) const; // throws TooLarge

  private:
    double links_ = 0, ends_ = 1;
};

// Builds the graph of several utterances one after the other.
class GraphBuilder {
  public:
    explicit GraphBuilder(Lattice& lattice) : lattice_(lattice) { lattice_.first.push_back(0); }
    void add(std::size_t words, const Choices* choices);
    void finish() { lattice_.last = std::move(ends_); }

  private:
    void link(const Choices::Tree& tree, std::int32_t base);
    void word(std::int32_t place);

    Lattice& lattice_;
    std::vector<std::int32_t> ends_{0}; // nodes at which the graph may end so far
};

} // namespace hubbub
