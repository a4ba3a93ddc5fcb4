// How prices rise: one at a time (TwoLeast), and all at once (Climb).
#pragma once

#include "route/problem/problem.hpp"
#include "route/run/run.hpp"
#include "route/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hubbub::route::bound {

// Coordinate ascent: where one price goes while all others stay.
//
// As a function of one price the bound is concave and made of straight pieces. Every chain that may pay the price adds
// a corner to it: what it gains by paying. All prices between the two corners around the top are best.
//
// The smallest and the second smallest corner.
struct TwoLeast {
    Value first = far, second = far;

    void add(Value corner) {
        second = std::min(second, std::max(first, corner));
        first = std::min(first, corner);
    }
    void clamp(Value least, Value greatest) {
        first = std::clamp(first, least, greatest);
        second = std::clamp(second, least, greatest);
    }
    bool settled() const { return second < far / 2 && first > -far / 2; }
    Value at(double share) const { return first + static_cast<Value>(share * (second - first)); }
};

// Where between the two corners a price is put: 0 is the smaller one, 1 the larger.
struct Placing {
    double at = 0.5;
    double spread = 0; // of a random part
    bool keep = false; // change no price: only compute the rows and remove what can be removed

    double share(Random& random) const { return at + spread * random.unit(); }
};

// The subgradient method with Polyak steps: all prices at once.
//
// The bound is concave in all prices together, and the best paths under some prices give a slope of it. Coordinate
// ascent stops at points from which only a joint change leads up; steps along a slope that is smoothed over the past
// go on. They are not monotone: the best point is kept, and after a while without gain the steps go on from there and
// are shorter.
template <class Real> class Climb {
  public:
    Climb() = default;
    // From these prices. Until the caller says other, they may become anything.
    Climb(std::vector<Real> prices, const Pace& pace_)
        : pace(pace_), rate(static_cast<Real>(pace_.rate)), price(std::move(prices)), least(price.size(), -most),
          greatest(price.size(), most), stretch(price.size(), 1), slope(price.size(), 0), best_price(price),
          direction_(price.size(), 0) {}

    // What the bound is at these prices. False: the prices are the best ones again, since nothing was gained for long.
    // A gain below `enough` does not start the count anew.
    bool rises(double bound, double enough) {
        if (bound > best) {
            if (bound > best + enough) stale_ = 0;
            best = bound;
            best_price = price;
        } else {
            ++stale_;
        }
        if (stale_ <= pace.patience) return true;
        stale_ = 0;
        rate *= static_cast<Real>(pace.slower);
        price = best_price;
        return false;
    }

    // A step along the slope; `way` is the distance of the bound from its target. False where the slope is level.
    bool step(double way) {
        const Real norm = blend();
        if (norm == 0) return false;
        const Real length = rate * static_cast<Real>(way) / norm;
        for (std::size_t x = 0; x < price.size(); ++x)
            price[x] = std::clamp(price[x] + length * stretch[x] * direction_[x], least[x], greatest[x]);
        return true;
    }

    void forget() { std::fill(direction_.begin(), direction_.end(), Real{0}); } // the slopes of the past

    Pace pace = paces::patient;
    Real rate = 1;
    std::vector<Real> price, least, greatest; // the present ones, and where they must stay
    std::vector<Real> stretch;                // factors of their steps
    std::vector<Real> slope;                  // at the present prices; the caller finds it
    std::vector<Real> best_price;
    double best = never; // the bound there

    static constexpr double never = -1e18;

  private:
    static constexpr Real most = Real{1e9};

    // Takes the slope into the direction, but for prices that stand at their end and would leave it. Returns its
    // square.
    Real blend() {
        const auto past = static_cast<Real>(pace.smoothing);
        Real norm = 0;
        for (std::size_t x = 0; x < slope.size(); ++x) {
            const bool stuck = (slope[x] > 0 && price[x] >= greatest[x]) || (slope[x] < 0 && price[x] <= least[x]);
            const Real here = stuck ? 0 : slope[x];
            direction_[x] = past * direction_[x] + (1 - past) * here;
            norm += here * here;
        }
        return norm;
    }

    std::vector<Real> direction_;
    std::int32_t stale_ = 0;
};

// Where the prices of chains.hpp must stay: those of the utterances, then those of the words, stream after stream.
template <class Real> void limit_prices(Climb<Real>& climb, const Problem& model) {
    const auto scale = static_cast<Real>(model.scale);
    std::fill(climb.least.begin(), climb.least.end(), Real{0});
    std::fill(climb.greatest.begin(), climb.greatest.end(), scale * static_cast<Real>(model.slide));
    for (std::size_t n = 0; n < model.utterances.size(); ++n) {
        const auto length = static_cast<Real>(model.utterances[n].words.size());
        climb.greatest[n] = scale * static_cast<Real>(model.steps.deletion) * length;
        climb.least[n] = -scale * static_cast<Real>(model.insertion + model.slide) * length;
        climb.stretch[n] = static_cast<Real>(1.5) * std::sqrt(length); // the prices of long utterances range wider
    }
}

} // namespace hubbub::route::bound
