// A routing improved stretch by stretch: all utterances of a stretch are routed anew, the rest stays as it is.
//
// On the best alignment of the routing each stream has been used up to some word where the stretch begins and to some
// word where it ends. The utterances of the stretch and the words between are a small routing problem of their own,
// which the router solves, with little effort. Whatever is cheaper there is cheaper in the whole, whether or not it was
// proven best. Only an upper bound: nothing is proven here.
#pragma once

#include "route.hpp"
#include "route/primal/alignment.hpp"
#include "route/run/watch.hpp"

#include <functional>
#include <unordered_set>

namespace hubbub::route::primal {

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
