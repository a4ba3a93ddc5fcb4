// Several queues: which sets of utterances are worth a table.
//
// A routing lays utterances on streams and pairs words. What it says of the order is little: inside a queue the
// utterances keep theirs, and of two on one stream that both have pairs there, the one with the earlier pairs comes
// first. Every order that keeps to this costs the same, so one of them is enough: always lay down, of the utterances
// that wait for none, the one that is first by time.
//
// So an utterance u is laid down only if every other queue's next utterance h that is earlier by time waits for one
// that is yet to come and has pairs before it. Take the first of these on h's stream. It waits for no other there, so
// it is the next of its queue and not earlier than u, or it stands behind the next one of its queue. In both cases
// times must allow such a pair, and in the second that next one, where it is earlier than u, must be waiting itself;
// nothing waits for itself, so this ends at one that is not earlier.
#pragma once

#include "reach.hpp"
#include "table.hpp"

namespace hubbub::orc {

using Reaches = std::vector<rows::Reach>; // per utterance and stream

// Fills in the lays and bands of a board. Returns whether the work stays below `most`.
bool lay_queues(Board& board, const std::vector<std::int32_t>& queue_of, const std::vector<Span>& times,
                const Reaches& reaches, double most);

} // namespace hubbub::orc
