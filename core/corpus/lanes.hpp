// What the solvers share: lanes of aligned words, and graphs of words where there is more to align than two rows.
#pragma once

#include "../lattice.hpp"
#include "session.hpp"

namespace hubbub {

// Is there more to align than two rows of words that are equal or not?
bool needs_graphs(const Task& task);

// Whole utterances, or all words of utterances one by one.
Part whole(const PreparedSide& side, std::span<const std::int32_t> utterances);
Part by_word(const PreparedSide& side, std::span<const std::int32_t> utterances);

// The two sides, aligned.
Lane aligned(const Task& task, std::int32_t speaker, std::int32_t stream, Part reference, Part hypothesis);

// Lanes with their counts and cost, which is its own proof where nothing was searched for.
Found solved(const Task& task, std::vector<Lane> lanes);
void check_cost(const Found& found, std::int64_t cost); // the alignment is the witness of the solver's claim

std::size_t count_words(const PreparedSide& side, const Part& part);

// The cheapest way through graphs.
struct GraphRules {
    LatticeRules rules;
    bool spared = false; // does a missing optional word count as correct?
    bool timed = false;
};
GraphRules graph_rules(const Task& task);
LatticeRules plain_rules(const Costs& costs);
std::vector<std::pair<Token, Token>> fragments(const Session& session); // words of which one is a part of the other

Lattice graph(const PreparedSide& side, const Part& part, bool timed);

// What to tell where graphs are too large: the group of segments that they are of, where it is one.
struct GroupName {
    double speakers = -1, start = 0, end = 0;
};
LatticePath cheapest(std::span<const Lattice> references, std::span<const Lattice> hypotheses, const GraphRules& rules,
                     const Budget& budget, const GroupName& name = {});

// Words laid down on streams, one by one, as a way through graphs takes them.
class Strands {
  public:
    explicit Strands(const Session& session) : session_(session) {}

    struct Dimension {
        std::int32_t voice;
        Part part;
    };
    // A deleted word goes to the stream of its speaker's word before it, else to the first.
    void lay(const LatticePath& path, const std::vector<Dimension>& speakers, const std::vector<Dimension>& streams,
             bool spared);
    // A lane per stream of the session, in their order; and one for words that met no stream.
    Found finish(const Task& task);

    std::vector<Routed> routing;

  private:
    Lane& lane(std::int32_t stream);

    const Session& session_;
    std::vector<Lane> lanes_;
};

// MD-WER where words have alternatives.
Found route_graphs(const Task& task);
Found route_rows(const Task& task); // where they have none
Found each_utterance(const Task& task);
Found by_groups(const Task& task);

} // namespace hubbub
