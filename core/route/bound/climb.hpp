// Ascent of the Lagrangian dual: one price at a time (TwoLeast), and all at once (Climb).
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

// Coordinate ascent: the best value of one price while all others stay fixed.
//
// As a function of one price the bound is concave and piecewise linear. Every chain that may pay the price adds a
// breakpoint: its gain by paying. All prices between the two breakpoints at the maximum are optimal: the smallest and
// the second smallest.
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
    // Sets the price midway between the two, if both are known, and updates the sum of all prices.
    void set(Value& price, std::int64_t& sum) const {
        if (!settled()) return;
        sum += at(0.5) - price;
        price = at(0.5);
    }
};

// The position between the two breakpoints at which a price is set: 0 is the smaller one, 1 the larger.
struct Placing {
    double at = 0.5;
    double spread = 0; // width of a random part
    bool keep = false; // change no price: only compute the rows and prune

    double share(Random& random) const { return at + spread * random.unit(); }
};

// The subgradient method with Polyak steps: all prices at once.
//
// The bound is concave in all prices together, and the best paths under some prices give a subgradient. Coordinate
// ascent stops at points from which only a joint change increases the bound; steps along a smoothed subgradient
// continue there. They are not monotone: the best point is kept, and after several steps without gain the steps restart
// from it with a lower rate.
template <class Real> class Climb {
  public:
    Climb() = default;
    // Starts from these prices. `least` and `greatest` are unbounded until the caller sets them.
    Climb(std::vector<Real> prices, const Pace& pace_)
        : pace(pace_), rate(static_cast<Real>(pace_.rate)), price(std::move(prices)), least(price.size(), -most),
          greatest(price.size(), most), stretch(price.size(), 1), slope(price.size(), 0), best_price(price),
          direction_(price.size(), 0) {}

    // Reports the bound at the current prices. Returns false if the prices were reset to the best ones after too many
    // steps without gain. A gain below `enough` does not reset the count.
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

    // A step along the direction; `way` is the distance of the bound from its target. Returns false if the subgradient
    // is zero.
    bool step(double way) {
        const Real norm = blend();
        if (norm == 0) return false;
        const Real length = rate * static_cast<Real>(way) / norm;
        for (std::size_t x = 0; x < price.size(); ++x)
            price[x] = std::clamp(price[x] + length * stretch[x] * direction_[x], least[x], greatest[x]);
        return true;
    }

    void forget() { std::fill(direction_.begin(), direction_.end(), Real{0}); } // discards the past subgradients

    Pace pace = paces::patient;
    Real rate = 1;
    std::vector<Real> price, least, greatest; // the current prices and their bounds
    std::vector<Real> stretch;                // step length factors
    std::vector<Real> slope;                  // the subgradient at the current prices; set by the caller
    std::vector<Real> best_price;
    double best = never; // the bound at best_price

    static constexpr double never = -1e18;

  private:
    static constexpr Real most = Real{1e9};

    // Mixes the subgradient into the direction, except for prices at a bound that would leave it. Returns its squared
    // norm.
    Real blend() {
        const auto past = static_cast<Real>(pace.smoothing);
        Real norm = 0;
        spend(step_cost::price * slope.size());
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

// The prices of chains.hpp, in units of 1 / scale.
struct Prices {
    explicit Prices(const Problem& model);

    void sum_words();           // computes `before` from `word`
    std::int64_t total() const; // sum of the utterances' prices minus that of the words

    std::vector<Value> utterance;
    std::vector<std::vector<Value>> word;   // per stream
    std::vector<std::vector<Value>> before; // per stream, the sums of its words' prices before each cell
};

Prices mixed(Prices prices, const Prices& others, double share); // `share` of the first, the rest of the others

// Steps of these prices as one vector: those of the utterances, then those of the words, stream by stream.
template <class Real> class PriceClimb : public Climb<Real> {
  public:
    PriceClimb(const Problem& model, const Prices& start, const Pace& pace) : Climb<Real>(in_line(start), pace) {
        const auto scale = static_cast<Real>(model.scale);
        std::fill(this->least.begin(), this->least.end(), Real{0});
        std::fill(this->greatest.begin(), this->greatest.end(), scale * static_cast<Real>(model.slide));
        for (std::size_t n = 0; n < model.utterances.size(); ++n) {
            const auto length = static_cast<Real>(model.utterances[n].words.size());
            this->greatest[n] = scale * static_cast<Real>(model.steps.deletion) * length;
            this->least[n] = -scale * static_cast<Real>(model.insertion + model.slide) * length;
            // the prices of long utterances have a wider range
            this->stretch[n] = static_cast<Real>(1.5) * std::sqrt(length);
        }
        first_word_.push_back(model.utterances.size());
        for (const TimedWords& stream : model.stream) first_word_.push_back(first_word_.back() + stream.size());
    }

    static void write(const std::vector<Real>& line, Prices& prices) {
        auto from = line.begin();
        const auto next = [&] { return static_cast<Value>(*from++); };
        std::generate(prices.utterance.begin(), prices.utterance.end(), next);
        for (auto& words : prices.word) std::generate(words.begin(), words.end(), next);
        prices.sum_words();
    }

    // The subgradient from best paths of all chains: 1 minus the number of uses for an utterance, the number of covers
    // minus 1 for a word.
    void unused() {
        const auto words = this->slope.begin() + static_cast<std::ptrdiff_t>(first_word_.front());
        std::fill(this->slope.begin(), words, Real{1});
        std::fill(words, this->slope.end(), Real{-1});
    }
    void use(std::int32_t n, std::int32_t stream, std::int32_t first, std::int32_t end) {
        this->slope[n] -= 1;
        Real* words = this->slope.data() + first_word_[stream];
        for (std::int32_t h = first; h < end; ++h) words[h] += 1;
    }

  private:
    static std::vector<Real> in_line(const Prices& prices) {
        std::vector<Real> line(prices.utterance.begin(), prices.utterance.end());
        for (const auto& words : prices.word) line.insert(line.end(), words.begin(), words.end());
        return line;
    }

    std::vector<std::size_t> first_word_; // per stream
};

} // namespace hubbub::route::bound
