// Common parts of the solvers: lanes of aligned words, and graphs of words with alternatives.
#pragma once

#include "align/lattice.hpp"
#include "corpus/session.hpp"

namespace hubbub {

// Whether there are alternatives or fragments among the words. If so, graphs are aligned, otherwise sequences of words.
bool needs_graphs(const Task& task);

std::vector<std::int32_t> all_of(const PreparedSide& side); // its utterances
// A part of complete utterances, or of all their words one by one.
Part whole(const PreparedSide& side, std::span<const std::int32_t> utterances);
Part by_word(const PreparedSide& side, std::span<const std::int32_t> utterances);

// Aligns two parts.
Lane aligned(const Task& task, std::int32_t speaker, std::int32_t stream, Part reference, Part hypothesis);

// A solution with these lanes, their counts and cost. The cost is its own lower bound until a search sets another.
Solution solved(const Task& task, std::vector<Lane> lanes);
// Throws Fault if the cost of the lanes differs from the solver's.
void check_cost(const Solution& solution, std::int64_t cost);

std::size_t count_words(const PreparedSide& side, const Part& part);

// The costs of paths through graphs.
struct GraphRules {
    LatticeRules rules;
    bool optional_is_correct = false; // whether a missing optional word counts as correct
    bool timed = false;
};
GraphRules graph_rules(const Task& task);
LatticeRules plain_rules(const Costs& costs);
// Pairs in which one word is a fragment of the other.
std::vector<std::pair<Token, Token>> fragments(const Session& session);

// For the message if graphs are too large: the group of segments, if any.
struct GroupName {
    double speakers = -1, start = 0, end = 0;
};
// Adds the memory of its links to what the budget holds. Throws Fault if that is more than allowed.
Lattice graph(const PreparedSide& side, const Part& part, bool timed, Budget& budget, const GroupName& name = {});
LatticePath cheapest(std::span<const Lattice> references, std::span<const Lattice> hypotheses, const GraphRules& rules,
                     const Budget& budget, const GroupName& name = {});

// Converts paths through graphs to lanes, word by word: one lane per stream.
class LaneBuilder {
  public:
    explicit LaneBuilder(const Session& session) : session_(session) {}

    struct Dimension {
        std::int32_t speaker;
        Part part;
    };
    // A deleted word goes to the stream of its speaker's previous word, or to the first stream.
    void lay(const LatticePath& path, const std::vector<Dimension>& speakers, const std::vector<Dimension>& streams,
             bool optional_is_correct);
    // A lane per stream of the session, in their order, and one for words without a stream.
    Solution finish(const Task& task);

    std::vector<Routed> routing;

  private:
    static constexpr std::size_t none = ~std::size_t{0};

    Lane& lane(std::int32_t stream);
    void add_lane(std::int32_t stream);
    std::size_t& place_of(std::int32_t stream) {
        return stream < 0 ? place_of_.back() : place_of_[static_cast<std::size_t>(stream)];
    }

    const Session& session_;
    std::vector<Lane> lanes_;
    std::vector<std::size_t> place_of_; // index of each stream's lane in lanes_
};

// MD-WER of words with alternatives.
Solution route_graphs(const Task& task);
Solution route_rows(const Task& task); // words without alternatives
Solution each_utterance(const Task& task);
Solution by_groups(const Task& task);

} // namespace hubbub
