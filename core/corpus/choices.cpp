#include "corpus/choices.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace hubbub {
namespace {

using Tree = Choices::Tree;
using Way = Choices::Way;

std::size_t first_length_of(const Tree& tree) {
    std::size_t sum = 0;
    for (const auto& node : tree) sum += node.word >= 0 ? 1 : first_length_of(node.branches.front());
    return sum;
}

double number_of(const Tree& tree) {
    double product = 1;
    for (const auto& node : tree) {
        if (node.word >= 0) continue;
        double sum = 0;
        for (const Tree& branch : node.branches) sum += number_of(branch);
        product *= sum;
    }
    return product;
}

std::vector<Way> ways_of(const Tree& tree) {
    std::vector<Way> all{{}};
    for (const auto& node : tree) {
        std::vector<Way> heads;
        if (node.word >= 0) heads.push_back({node.word});
        for (const Tree& branch : node.branches)
            for (Way& way : ways_of(branch)) heads.push_back(std::move(way));
        std::vector<Way> longer;
        for (const Way& way : all) {
            for (const Way& head : heads) {
                longer.push_back(way);
                longer.back().insert(longer.back().end(), head.begin(), head.end());
            }
        }
        all = std::move(longer);
    }
    return all;
}

Tree kept_of(const Tree& tree, const std::vector<std::int32_t>& place) {
    Tree kept;
    for (const auto& node : tree) {
        if (node.word >= 0) {
            if (place[node.word] >= 0) kept.push_back({place[node.word], {}});
            continue;
        }
        kept.push_back({});
        for (const Tree& branch : node.branches) kept.back().branches.push_back(kept_of(branch, place));
    }
    return kept;
}

// Divides the time among the words of every branch.
class Spread {
  public:
    Spread(std::span<const std::uint32_t> letters, const Choices::ShareFunction& deal)
        : times(2 * letters.size()), letters_(letters), deal_(deal) {}

    void lay(const Tree& tree, double start, double end) {
        Way main;
        longest(tree, main);
        std::vector<std::uint32_t> letters;
        for (const std::int32_t place : main) letters.push_back(letters_[place]);
        std::vector<double> main_times;
        deal_(start, end, letters, main_times);
        for (std::size_t i = 0; i < main.size(); ++i) {
            times[2 * main[i]] = main_times[2 * i];
            times[2 * main[i] + 1] = main_times[2 * i + 1];
        }
        beside(tree, start);
    }

    std::vector<double> times; // start and end, alternating

  private:
    // The words of the branches with the most characters; returns the sum of these.
    std::uint64_t longest(const Tree& tree, Way& into) const {
        std::uint64_t sum = 0;
        for (const auto& node : tree) sum += longest(node, into);
        return sum;
    }
    std::uint64_t longest(const Choices::Node& node, Way& into) const {
        if (node.word >= 0) {
            into.push_back(node.word);
            return letters_[node.word];
        }
        std::uint64_t most = 0;
        Way best;
        for (std::size_t i = 0; i < node.branches.size(); ++i) {
            Way way;
            const std::uint64_t letters = longest(node.branches[i], way);
            if (i == 0 || letters > most) most = letters, best = std::move(way);
        }
        into.insert(into.end(), best.begin(), best.end());
        return most;
    }

    void beside(const Tree& tree, double reached) {
        for (const auto& node : tree) {
            if (node.word >= 0) {
                reached = times[2 * node.word + 1];
                continue;
            }
            Way main;
            longest(node, main);
            const double first = main.empty() ? reached : times[2 * main.front()];
            const double last = main.empty() ? reached : times[2 * main.back() + 1];
            for (const Tree& branch : node.branches) {
                Way branch_words;
                longest(branch, branch_words);
                if (branch_words.empty()) continue;
                if (!main.empty() && branch_words.front() == main.front()) {
                    beside(branch, first);
                } else {
                    lay(branch, first, last);
                }
            }
            reached = last;
        }
    }

    std::span<const std::uint32_t> letters_;
    const Choices::ShareFunction& deal_;
};

} // namespace

Choices::Choices(std::string_view shape) {
    std::vector<Tree*> open{&tree_}; // the current branch, and those that enclose it
    std::vector<Node*> alternations;
    for (const char c : shape) {
        if (c == 'w' || c == 'o') {
            open.back()->push_back({static_cast<std::int32_t>(optional_.size()), {}});
            optional_.push_back(c == 'o');
        } else if (c == '{') {
            open.back()->push_back({});
            alternations.push_back(&open.back()->back());
            alternations.back()->branches.emplace_back();
            open.push_back(&alternations.back()->branches.back());
            if (alternations.size() > deepest) throw std::invalid_argument("alternations are nested too deeply");
        } else if (c == '/' && !alternations.empty()) {
            alternations.back()->branches.emplace_back();
            open.back() = &alternations.back()->branches.back();
        } else if (c == '}' && !alternations.empty()) {
            alternations.pop_back();
            open.pop_back();
        } else {
            throw std::invalid_argument("not a shape of alternatives");
        }
    }
    if (!alternations.empty()) throw std::invalid_argument("an alternation has no end");
}

std::size_t Choices::first_length() const { return first_length_of(tree_); }
double Choices::number() const { return number_of(tree_); }
std::vector<Way> Choices::ways() const { return ways_of(tree_); }

void Choices::keep(const std::vector<char>& kept) {
    std::vector<std::int32_t> place(kept.size(), -1);
    std::vector<char> optional;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (!kept[i]) continue;
        place[i] = static_cast<std::int32_t>(optional.size());
        optional.push_back(optional_[i]);
    }
    tree_ = kept_of(tree_, place);
    optional_ = std::move(optional);
}

void Choices::spread(double start, double end, std::span<const std::uint32_t> letters, const ShareFunction& lay,
                     std::vector<double>& into) const {
    Spread spread(letters, lay);
    spread.lay(tree_, start, end);
    into.insert(into.end(), spread.times.begin(), spread.times.end());
}

namespace {

// The final nodes of a graph after a tree, and whether those before the tree are among them.
struct Ends {
    double fresh;
    bool passed;
    double all(double before) const { return fresh + (passed ? before : 0); }
};

Ends count_links(const Tree& tree, double before, double& links) {
    Ends ends{0, true};
    for (const auto& node : tree) {
        const double here = ends.all(before);
        if (node.word >= 0) {
            links += here;
            ends = {1, false};
            continue;
        }
        Ends after{0, false};
        for (const Tree& branch : node.branches) {
            const Ends one = count_links(branch, here, links);
            after = {after.fresh + one.fresh, after.passed || one.passed};
        }
        ends = {after.fresh + (after.passed ? ends.fresh : 0), after.passed && ends.passed};
    }
    return ends;
}

} // namespace

void GraphSize::add(std::size_t words, const Choices* choices) {
    if (choices != nullptr) {
        ends_ = count_links(choices->tree(), ends_, links_).all(ends_);
    } else if (words != 0) {
        links_ += ends_ + static_cast<double>(words - 1);
        ends_ = 1;
    }
}

void GraphSize::reserve(Lattice& lattice, const Budget& budget) const {
    constexpr std::uint64_t most = std::uint64_t{std::numeric_limits<std::int32_t>::max()} * sizeof(std::int32_t);
    if (bytes() > static_cast<double>(most)) throw TooLarge(bytes(), std::min(budget.bytes, most));
    if (const double needed = budget.held + bytes(); needed > static_cast<double>(budget.bytes))
        throw TooLarge(needed, budget.bytes);
    lattice.before.reserve(static_cast<std::size_t>(links_)); // growing would take up to three times as much
}

void GraphBuilder::add(std::size_t words, const Choices* choices) {
    const auto base = static_cast<std::int32_t>(lattice_.optional.size());
    if (choices == nullptr) {
        lattice_.optional.resize(base + words, 0);
        for (std::size_t i = 0; i < words; ++i) word(base + static_cast<std::int32_t>(i));
        return;
    }
    for (const char optional : choices->optional()) lattice_.optional.push_back(optional);
    link(choices->tree(), base);
}

// Words are added by index, so that lists of predecessors are sorted.
void GraphBuilder::word(std::int32_t place) {
    lattice_.before.insert(lattice_.before.end(), ends_.begin(), ends_.end());
    lattice_.first.push_back(static_cast<std::int32_t>(lattice_.before.size()));
    ends_ = {place + 1};
}

void GraphBuilder::link(const Choices::Tree& tree, std::int32_t base) {
    for (const auto& node : tree) {
        if (node.word >= 0) {
            word(base + node.word);
            continue;
        }
        const std::vector<std::int32_t> before = ends_;
        const auto words_before = static_cast<std::int32_t>(lattice_.first.size()) - 1;
        std::vector<std::int32_t> after;
        bool passed = false; // whether a branch without words skips the alternation
        for (const Tree& branch : node.branches) {
            check_stop();
            ends_ = before;
            link(branch, base);
            bool passes = false;
            for (const std::int32_t end : ends_) {
                const bool old = end <= words_before;
                passes = passes || old;
                if (!old || !passed) after.push_back(end);
            }
            passed = passed || passes;
        }
        ends_ = std::move(after);
    }
}

} // namespace hubbub
