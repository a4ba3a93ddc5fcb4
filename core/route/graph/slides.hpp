// How much a state can lose by having used more words of a stream: the measure of dominance in the joint search.
//
// In general one word more used costs at most `slide` more to go: what was paired with it is deleted instead. That is
// dear (2 for unit costs) only if the word was matched. So, after utterance n, a word of a stream is worth
//     nothing                if no edge of a later utterance lies across it,
//     deletion - mismatch    if one does, but none of an utterance that has the word,
//     deletion - match       otherwise
// (or whichever of the two is more, for odd costs). A node's place is the sum over the words before its cell.
//
// Safe: let q be a state from which some routing of the rest stays within the limit. Its normalised path from q was
// never deleted (graph.hpp), so each word that it pairs lies under an edge of the utterance that it is paired in. From
// a state k with h' > h words used in a stream, the same routing does the same but for the words between h and h',
// whose pairs become deletions: it costs at most place(k) - place(q) more there. With fewer words used it costs no
// more. So if g(k) + sum_j max(0, place(k_j) - place(q_j)) <= g(q), k has a way within the limit too.
//
// The path from q can spend only limit - f(q) on reduced costs, which are never negative, so it has no edge of a
// larger one. Most states are close to the limit. Hence there are several sets of places, each for the edges up to
// some reduced cost, and the one for what q has left is used.
#pragma once

#include "route/graph/graph.hpp"

namespace hubbub::route::graph {

class Places {
  public:
    // From the edges that are left; needs `behind` for the prices of the graph.
    Places(const Graph& graph, const Problem& instance);

    std::size_t sets() const { return most_.size(); }
    std::size_t set_for(Value left) const; // of a state that has so much left to the limit
    const Value* of(std::size_t set) const { return places_[set].data(); }

  private:
    void cover(int n, const Step& step);
    void place(int stream, Layer layer);

    const Graph& graph_;
    const Problem& instance_;
    std::vector<Value> most_;                            // per set, the largest reduced cost
    std::vector<std::vector<Value>> places_;             // per set and node
    std::vector<std::vector<std::vector<Value>>> worth_; // per set, stream and word, for the utterances done so far
    std::vector<int> said_in_;                           // per word, the utterance done last that has it
    std::vector<std::int32_t> reach_, next_;             // per set
    Value substituted_, matched_;
};

} // namespace hubbub::route::graph
