// The readings of an utterance whose text has alternations and optional words.
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
    // A word by its index in the utterance, or an alternation with its branches. Words are in the order of the text,
    // with all branches one after the other.
    struct Node;
    using Tree = std::vector<Node>;
    struct Node {
        std::int32_t word = -1;
        std::vector<Tree> branches;
    };
    using Way = std::vector<std::int32_t>; // indices of the words that it takes

    // Parses a shape: w is a word, o an optional one, {ww/w/} an alternation. Trees are traversed recursively, so the
    // depth is limited by a thread's stack: alternations nested deeper than `deepest` are rejected (Python reports
    // their line).
    static constexpr std::size_t deepest = 200;
    explicit Choices(std::string_view shape);

    const Tree& tree() const { return tree_; }
    const std::vector<char>& optional() const { return optional_; } // per word: whether it is optional
    std::size_t first_length() const;         // words of the reading that always takes the first branch
    double number() const;                    // of readings
    std::vector<Way> ways() const;            // first branches first
    void keep(const std::vector<char>& kept); // removes the words that are not kept

    // Appends start and end of each word, alternating. The branch with the most characters determines the time of an
    // alternation; the other branches share the same interval.
    using ShareFunction = std::function<void(double start, double end, std::span<const std::uint32_t> letters,
                                             std::vector<double>& into)>;
    void spread(double start, double end, std::span<const std::uint32_t> letters, const ShareFunction& lay,
                std::vector<double>& into) const;

  private:
    Tree tree_;
    std::vector<char> optional_;
};

// The memory that the links between words of a graph need: if alternations follow each other, the product of their
// branches.
class GraphSize {
  public:
    void add(std::size_t words, const Choices* choices);
    double bytes() const { return links_ * sizeof(std::int32_t); }
    void reserve(Lattice& lattice, const Budget& budget) const; // throws TooLarge

  private:
    double links_ = 0, ends_ = 1;
};

// Builds the graph of several utterances in sequence.
class GraphBuilder {
  public:
    explicit GraphBuilder(Lattice& lattice) : lattice_(lattice) { lattice_.first.push_back(0); }
    void add(std::size_t words, const Choices* choices);
    void finish() { lattice_.last = std::move(ends_); }

  private:
    void link(const Choices::Tree& tree, std::int32_t base);
    void word(std::int32_t place);

    Lattice& lattice_;
    std::vector<std::int32_t> ends_{0}; // the final nodes so far
};

} // namespace hubbub
