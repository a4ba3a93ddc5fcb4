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

#include "route/search/states.hpp"
#include "route/table/board.hpp"

namespace hubbub::route::table {

using Place = std::span<const std::int32_t>; // how many utterances of each queue are laid down

// The places worth a table, layer by layer: after no utterance, after one, and so on.
class QueuePlaces {
  public:
    explicit QueuePlaces(const Board& board);

    bool over() const { return layer_ == board_.utterances(); }
    // The next layer: what the tables of this one lead to, but those whose band is empty.
    void advance();
    // The places of the layer, and the ways to each.
    std::size_t count() const { return places_.size(); }
    Place place(std::size_t p) const { return {places_.key(p), queues_.size()}; }
    const std::vector<Lay>& lays(std::size_t p) const { return lays_[p]; }
    // A way through a stream may be taken to stand at the first word that an utterance to come may pair with (what it
    // passes over is inserted anyhow), or behind the last word that it has paired, whichever comes later.
    Band open_cells(Place place, int j) const;

  private:
    std::size_t at(std::size_t queue, std::int32_t turn, int j) const {
        return (first_[queue] + turn) * board_.streams() + j;
    }
    bool is_over(std::size_t queue, Place place) const {
        return place[queue] == static_cast<std::int32_t>(queues_[queue].size());
    }
    void find_ends();
    bool waits(std::size_t queue, Place place, std::size_t other, std::int32_t turn) const;
    bool comes_next(Place place, std::size_t queue);
    bool earlier(std::int32_t a, std::int32_t b) const;

    const Board& board_;
    const std::vector<std::vector<std::int32_t>>& queues_;
    std::vector<std::size_t> first_; // of each queue in the two below, one more than it has utterances
    // On each stream: the first word that any from this one on may pair with, and the end of those that any before it
    // may.
    std::vector<std::int32_t> soonest_, behind_;
    std::vector<char> waiting_;

    int layer_ = 0;
    std::int32_t first_table_ = 0;
    search::States places_, next_; // of which only the keys are used
    std::vector<std::vector<Lay>> lays_, next_lays_;
    std::vector<std::int32_t> after_; // one step on
};

} // namespace hubbub::route::table
