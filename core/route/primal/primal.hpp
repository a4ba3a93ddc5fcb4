// The room `primal`: routings, found and made better; nothing here proves anything.
#pragma once

#include "route/bound/prices.hpp"
#include "route/route.hpp"

#include <functional>
#include <unordered_set>

namespace hubbub::route::primal {

using bound::Rows;

// Each utterance goes where it costs least at once: a start that needs no rows but the ones at hand.
Routed greedy(const Rows& rows);
// The same from the last utterance to the first, in a meeting whose rows are short.
Routed greedy(const Problem& problem, const rows::Stretches& stretches);

// All that one voice says goes to one stream: the nearest, or one to one as cpWER pairs them, whichever costs less.
// `voice_of`: per utterance.
std::vector<Move> by_voices(const Problem& problem, const std::vector<std::int32_t>& voice_of);

// A beam through the layers of the joint search, guided by the rows of the dual: the first good routings.
//
// A state is how far each stream has been used up after n utterances; its f = cost so far + prices to come + the
// streams' own best costs to go never overestimates. The beam keeps the states of the least f, so it is only an
// upper bound: nothing is proven by it.
//
// The rows behind, the cost to go, must be those of the present prices. No moves if every state ran into deleted
// cells.
Routed beam(const Rows& rows, int width, const Watch& watch);

// An utterance laid on a stream from a cell on.
struct Used {
    std::int32_t utterance, stream, start;
};

// A routing near to given uses. Of an utterance there may be none, or several: then `known` decides.
Routed near(const Problem& problem, const rows::Stretches& stretches, const std::vector<Used>& uses,
            const std::vector<Move>& known);

// Takes each utterance out and puts it back where it is cheapest: on any stream, and where there are several queues at
// any place of the order between its neighbours in the queue. Sweeps forward and backward until nothing changes, or
// `most` sweeps are done; after the first, only what lies near a change is looked at. Every utterance of `moves` has a
// stream. The cost never rises. Only an upper bound: nothing is proven here.
void descend(const Problem& problem, std::vector<Move>& moves, int most, const Watch& watch);

// A routing improved stretch by stretch: all utterances of a stretch are routed anew, the rest stays as it is.
//
// On the best alignment of the routing each stream has been used up to some word where the stretch begins and to some
// word where it ends. The utterances of the stretch and the words between are a small routing problem of their own,
// which the router solves, with little effort. Whatever is cheaper there is cheaper in the whole, whether or not it was
// proven best. Only an upper bound: nothing is proven here.
class Stretches {
  public:
    // Solves a small problem, with what `effort` allows, beginning at the routing that is given: no worse than that.
    using Solve = std::function<Routing(const RouteProblem& problem, const std::vector<Move>& start, int effort)>;

    Stretches(const Problem& problem, std::int32_t size, Solve solve)
        : problem_(problem), size_(size), solve_(std::move(solve)) {}

    // The next pass: stretches cut at two sets of places, then longer ones or with more effort; when these have gained
    // something, from the beginning. Returns what was gained.
    std::int64_t improve(std::vector<Move>& moves, const Watch& watch);
    // Have the first `kinds` of stretches gained nothing, or all that are shorter than the whole?
    bool exhausted(std::size_t kinds = 99) const;
    // The next pass is for another routing than the last one left.
    void changed();

  private:
    struct Cut; // a part of the order, and the words of the streams that it has used
    std::int32_t size() const;
    std::vector<Cut> cut(const std::vector<Move>& moves) const;
    std::int64_t solve(std::vector<Move>& moves, const Cut& cut, int effort);

    const Problem& problem_;
    const std::int32_t size_; // of the shortest
    Solve solve_;
    std::size_t kind_ = 0;
    bool gained_ = false;                       // since the first kind
    bool late_ = false;                         // the next pass cuts half a stretch later
    std::unordered_set<std::uint64_t> settled_; // stretches that were solved and need not be again
};

} // namespace hubbub::route::primal
