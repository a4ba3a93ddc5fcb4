// Heuristics: find routings and improve them (upper bounds); nothing here proves anything.
#pragma once

#include "route/bound/prices.hpp"
#include "route/route.hpp"

#include <functional>
#include <span>
#include <unordered_set>

namespace hubbub::route::primal {

using bound::Rows;

// Greedy: each utterance goes where it costs least at once. Needs no other rows than the given ones.
Routed greedy(const Rows& rows);
// The same from the last utterance to the first, for a meeting with short rows.
Routed greedy(const Problem& problem, const rows::Stretches& stretches);

// Puts all utterances of a speaker on one stream: the nearest one, or one to one as cpWER pairs them, whichever costs
// less. `speaker_of`: per utterance.
std::vector<Move> by_speakers(const Problem& problem, const std::vector<std::int32_t>& speaker_of);

// Beam search through the layers of the joint search, guided by the rows of the dual.
//
// A state is the cell of each stream after n utterances. Its estimate f = cost so far + prices to come + the streams'
// own costs to go never overestimates. The beam keeps the states of lowest f, so the result is only an upper bound.
//
// The backward rows must belong to the current prices. Returns no moves if every state ran into pruned cells.
Routed beam(const Rows& rows, int width, const Watch& watch);

// An utterance aligned with a stream from a cell on.
struct Used {
    std::int32_t utterance, stream, start;
};

// Rounds the uses of best paths to a routing. If an utterance has no use or several, `known` decides.
Routed near(const Problem& problem, const rows::Stretches& stretches, const std::vector<Used>& uses,
            const std::vector<Move>& known);

// Local search: removes each utterance and inserts it where it is cheapest: on any stream and, with several queues, at
// any position between its neighbors in the queue. Sweeps forward and backward until nothing changes, at most `most`
// times; after the first sweep, only utterances near a change are tried. Every utterance of `moves` has a stream. The
// cost never rises.
void descend(const Problem& problem, std::vector<Move>& moves, int most, const Watch& watch);

// Large neighborhood search: all utterances of a neighborhood (a run of the order) are routed again, the rest stays
// fixed.
//
// In the best alignment of the routing, each stream is used up to some word where the neighborhood begins and to some
// word where it ends. Its utterances and the words in between are a small routing problem, which the router solves with
// little effort. A cheaper routing of it makes the whole cheaper, whether or not it was proven optimal. With several
// queues, later passes also solve it with all queues but one merged (Incumbent::merge): the bounds are much better
// then.
class Neighborhoods {
  public:
    // Solves a small problem within `effort`, starting at the given routing; the result is not worse. `merging`: also
    // with merged queues.
    using Solve =
        std::function<Routing(const RouteProblem& problem, const std::vector<Move>& start, int effort, bool merging)>;

    Neighborhoods(const Problem& problem, std::int32_t size, Solve solve)
        : problem_(problem), size_(size), solve_(std::move(solve)) {}

    // The next pass: neighborhoods cut at two sets of positions, then longer ones or with more effort; after a gain,
    // from the first kind again. Returns the gain.
    std::int64_t improve(std::vector<Move>& moves, const Watch& watch);
    // Whether the first `kinds` kinds of neighborhoods gained nothing, or all that are shorter than the whole.
    bool exhausted(std::size_t kinds = 99) const;
    // Call if the next pass gets another routing than the last one left.
    void changed();

  private:
    struct Cut; // a run of the order, and the words of the streams that it uses
    std::span<const Kind> kinds() const;
    std::int32_t size() const;
    std::vector<Cut> cut(const std::vector<Move>& moves) const;
    std::int64_t solve(std::vector<Move>& moves, const Cut& cut, const Kind& kind);

    const Problem& problem_;
    const std::int32_t size_; // of the shortest neighborhood
    Solve solve_;
    std::size_t kind_ = 0;
    bool gained_ = false;                       // since the first kind
    bool late_ = false;                         // the next pass cuts half a neighborhood later
    std::unordered_set<std::uint64_t> settled_; // hashes of neighborhoods that were solved and need not be solved again
};

} // namespace hubbub::route::primal
