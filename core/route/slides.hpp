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
#pragma once

#include "graph.hpp"

namespace hubbub::orc {

// Fills `place`, from the edges that are left.
void place_nodes(Graph& graph, const Instance& instance);

} // namespace hubbub::orc
